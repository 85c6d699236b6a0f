"""Lexicons as files: the shipped one, built ones, plain lists and themes."""

import gzip
import lzma
from importlib.resources import files
from pathlib import Path

import pytest

from tilemeld.adapters.lexicons import load_lexicon, load_theme, polish_lexicon, read_list
from tilemeld.engine.lexicon import POLISH, Lexicon, LexiconError

LINES = "kot\nkotek\nWarszawa\nczarno-biały\nAGD\n\n# remark\nżółć\ni\n"


@pytest.mark.rule("W8")
def test_the_shipped_lexicon_holds_every_form_and_no_names_or_abbreviations() -> None:
    lexicon = polish_lexicon()
    assert lexicon is load_lexicon()
    for word in [
        "SZYSZKA",
        "OCZY",
        "KAT",
        "KOT",
        "SZYK",
        "KOSZYK",
        "SZCZYT",
        "KOSZ",
        "NAJDŁUŻSZYCH",
        "PRZEDŁUŻENIE",
    ]:
        assert word in lexicon
    for word in ["WARSZAWA", "PKP", "ITD", "NP", "MGR", "XYZ"]:
        assert word not in lexicon


def test_the_shipped_lexicon_is_the_one_that_notice_speaks_of() -> None:
    lexicon = polish_lexicon()
    assert lexicon.size == 4_147_233
    assert lexicon.hash == "624e11b332c8235069a0aeda823396f1273fc9c00652da4622344ad1dc7d7e37"
    assert lexicon.alphabet == POLISH
    notice = (Path(__file__).parents[2] / "NOTICE").read_text(encoding="utf-8")
    assert "Marek Futrega" in lexicon.licence
    for words in ("CC-BY-4.0", "Marek Futrega", "not covered by tilemeld's MIT licence"):
        assert words in notice
        assert words in lexicon.licence


def test_a_part_of_the_shipped_lexicon_built_again_is_the_same() -> None:
    lexicon = polish_lexicon()
    node = lexicon.find("SZYSZ")
    assert node is not None
    part = list(lexicon.words_from(node, "SZYSZ"))
    assert len(part) > 20
    assert list(Lexicon.from_words(part)) == part


def test_the_shipped_file_is_small_enough_to_ship() -> None:
    assert len(files("tilemeld").joinpath("data", "polish.lexicon").read_bytes()) < 2_400_000


@pytest.mark.parametrize("packing", ["plain", "xz", "gz"])
def test_a_plain_list_is_built_on_the_way(tmp_path: Path, packing: str) -> None:
    path = tmp_path / f"list.{packing}"
    data = LINES.encode()
    path.write_bytes({"plain": data, "xz": lzma.compress(data), "gz": gzip.compress(data)}[packing])
    assert list(load_lexicon(path)) == ["KOT", "KOTEK", "ŻÓŁĆ"]


def test_what_a_list_leaves_out_is_counted(tmp_path: Path) -> None:
    path = tmp_path / "list.txt"
    path.write_text("\ufeff" + LINES, encoding="utf-8")
    found = read_list(path)
    assert found.words == ("KOT", "KOTEK", "ŻÓŁĆ")
    assert found.left_out == {"capitalised": 2, "other characters": 1, "too short": 1}
    assert "WARSZAWA" in read_list(path, any_case=True).words


def test_a_built_file_is_used_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "my.lexicon"
    built = Lexicon.from_words(["KOT"], title="mine")
    path.write_bytes(built.to_bytes())
    assert load_lexicon(path) == built
    assert load_lexicon(path).title == "mine"


@pytest.mark.rule("W16")
def test_a_theme_list_keeps_only_words_of_the_lexicon(tmp_path: Path) -> None:
    path = tmp_path / "zoo.txt"
    path.write_text("Kot\npies\nxyz\nblablabla\n", encoding="utf-8")
    theme = load_theme(path, polish_lexicon())
    assert list(theme) == ["KOT", "PIES"]
    assert theme.title == "zoo.txt"


@pytest.mark.parametrize(
    ("name", "data"), [("a.txt", b"\xff\xfe\x00"), ("a.xz", b"kot\n"), ("a.gz", b"\x1f\x8b\x08")]
)
def test_what_is_no_list_is_said(tmp_path: Path, name: str, data: bytes) -> None:
    path = tmp_path / name
    path.write_bytes(data)
    with pytest.raises(LexiconError, match="is not a list of words"):
        load_lexicon(path)


def test_a_missing_file_is_an_os_error(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="No such file"):
        load_lexicon(tmp_path / "none")

"""Lexicons as files: the shipped one, built ones, plain lists and themes."""

import gzip
import lzma
from collections import Counter
from dataclasses import replace
from importlib.resources import files
from pathlib import Path

import pytest

from tilemeld.adapters.lexicons import (
    RESTORED,
    earlier_editions,
    left_out_words,
    load_lexicon,
    load_theme,
    polish_lexicon,
    put_back_words,
    read_list,
    sets_with_words,
)
from tilemeld.bots.coach.review_game import analyse
from tilemeld.engine.game.events import TilesLaid
from tilemeld.engine.record.record import Record, parse_record, replay, verify
from tilemeld.engine.rules import profile
from tilemeld.engine.sets.letters import LetterSets
from tilemeld.engine.sets.lexicon import POLISH, Lexicon, LexiconError

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
    assert lexicon.size == 4_146_762
    assert lexicon.hash == "aa104b6de17b836e394efa18a06eb8290ce64b59ba098b87975c57fafe4d04a9"
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


EDITIONS = Path(__file__).parents[1] / "data" / "editions"
NO_WORDS = (
    "MGRA MGREM PŁKA NRU DCA ABP BPA DROWI KMDRA MJRA PKTU PPŁKA RKPSU DREM CTRLEM ABPSTWO "
    "CARPE DIEM IACTA EST PRODEST CUI IPSO MORI DISPUTANDUM HAUTE TZU USG NORW"
)
ALSO_WORDS = (
    "DRZE NUR BAR KAT DONA INTRA PROMPTU SPEM ULTIMA GENRE CIRCA IBIDEM WZNAK BRR PESEL SUB KANJI "
    "DWÓJNASÓB LASER MINA AGITATO SNACK OBSKUR CABAS KÓBR ZDZIÓB SOCIAL CASHEW KAIZEN SEPSIS CISIS HOWGH "
    "PESOS POLACCA COUTURE"
)


@pytest.mark.rule("W8")
@pytest.mark.parametrize("word", NO_WORDS.split())
def test_abbreviations_with_endings_and_fragments_of_phrases_are_not_words(word: str) -> None:
    assert word not in polish_lexicon()
    assert not any(word in common for common in polish_lexicon().common)


@pytest.mark.rule("W8")
@pytest.mark.parametrize("word", ALSO_WORDS.split())
def test_what_is_also_an_ordinary_word_stays(word: str) -> None:
    assert word in polish_lexicon()


def test_nothing_that_is_left_out_is_still_there_and_every_word_has_its_reason() -> None:
    left_out = left_out_words()
    kinds = Counter(reason.kind for reason in left_out.reasons.values())
    assert kinds == {
        "abbreviation with an ending": 166,
        "abbreviation": 62,
        "fragment of a foreign phrase": 447,
    }
    for words in (polish_lexicon(), *polish_lexicon().common):
        assert not [word for word in left_out.reasons if word in words]
    assert all(reason.origin for reason in left_out.reasons.values())
    assert left_out.reasons["MGRA"] == ("abbreviation with an ending", "mgr (magister)")


def test_what_is_put_back_is_there_and_every_word_has_its_reason() -> None:
    back = put_back_words()
    assert Counter(reason.kind for reason in back.values()) == {
        "word that does not inflect": 144,
        "form of an inflected word": 60,
        RESTORED: 3,
    }
    assert [word for word in back if word not in polish_lexicon()] == []
    assert back.keys() & left_out_words().reasons.keys() == set()


def test_the_second_edition_is_the_newest_without_what_was_put_back() -> None:
    first, second = earlier_editions()
    assert second.hash == "4600e7a23532ac87d8286345bcb6cc05fc0c69bd85014abb901f58d77826ea4e"
    assert second.size == left_out_words().editions[1].size == 4_146_555
    assert not [word for word in (*put_back_words(), *left_out_words().reasons) if word in second]
    restored = {word for word, reason in put_back_words().items() if reason.kind == RESTORED}
    assert {word for word in put_back_words() if word in first} == restored
    sample = (EDITIONS / "edition-1.words.txt").read_text(encoding="utf-8").upper().split()
    gone = left_out_words().reasons.keys() | restored
    assert [word for word in sample if (word in second) == (word in gone)] == []


@pytest.mark.rule("W8")
def test_a_record_of_the_second_edition_still_verifies_and_is_judged_by_it() -> None:
    record = parse_record((EDITIONS / "pl-word-edition-2.jsonl").read_text(encoding="utf-8"))
    second = earlier_editions()[1]
    assert record.created.words == second.hash
    assert verify(record, sets_for=sets_with_words) == ()
    *_, last = replay(record, sets_for=sets_with_words)
    newest = sets_with_words(profile("pl-word"))
    assert isinstance(last.sets, LetterSets)
    assert isinstance(newest, LetterSets)
    assert [each.code for each in last.sets.look_up("SNACK")] == ["word/unknown"]
    assert newest.look_up("SNACK") == ()


def test_the_first_edition_is_the_newest_with_what_it_leaves_out() -> None:
    first, _ = earlier_editions()
    assert first.hash == "624e11b332c8235069a0aeda823396f1273fc9c00652da4622344ad1dc7d7e37"
    assert first.size == left_out_words().editions[0].size == 4_147_233
    assert all(word in first for word in left_out_words().reasons)
    for name, expected in (("edition-1.words.txt", True), ("edition-1.others.txt", False)):
        sample = (EDITIONS / name).read_text(encoding="utf-8").upper().split()
        assert len(sample) == 1_000
        assert {word in first for word in sample} == {expected}


def the_old_record() -> Record:
    """A game that was played with the first edition, in which words were laid that the second has not."""
    return parse_record((EDITIONS / "pl-word-edition-1.jsonl").read_text(encoding="utf-8"))


def words_laid(record: Record) -> set[str]:
    events = [event for step in record.steps for event in step.events]
    return {event.word for event in events if isinstance(event, TilesLaid)}


@pytest.mark.rule("W8")
def test_a_record_of_the_first_edition_still_verifies() -> None:
    record = the_old_record()
    assert {"AUSPICE", "ERUBESCIT", "NORW"} <= words_laid(record)
    assert verify(record, sets_for=sets_with_words) == ()


@pytest.mark.rule("W8")
def test_a_new_game_refuses_what_the_first_edition_had() -> None:
    sets = sets_with_words(profile("pl-word"))
    assert isinstance(sets, LetterSets)
    assert sets.words == polish_lexicon().hash
    for word in ("AUSPICE", "ERUBESCIT", "NORW", "MGRA"):
        assert [each.code for each in sets.look_up(word)] == ["word/unknown"]
        assert sets.in_edition(earlier_editions()[0].hash).look_up(word) == ()


def test_another_dictionary_has_no_earlier_editions(tmp_path: Path) -> None:
    path = tmp_path / "list.txt"
    path.write_text("kot\n", encoding="utf-8")
    sets = sets_with_words(profile("pl-word"), lexicon=path)
    assert sets.in_edition(earlier_editions()[0].hash) is sets


@pytest.mark.rule("W16")
def test_the_list_of_a_theme_is_read_by_the_edition_of_the_game(tmp_path: Path) -> None:
    path = tmp_path / "ranks.txt"
    path.write_text("major\nmjra\n", encoding="utf-8")
    rules = profile("pl-word").override({"theme": "ranks"})
    sets = sets_with_words(rules, theme=path)
    first = sets.in_edition(f"{earlier_editions()[0].hash}+of any theme")
    assert isinstance(sets, LetterSets)
    assert isinstance(first, LetterSets)
    assert first.look_up("MJRA") == ()
    assert sets.look_up("MJRA") != ()
    assert first.words == f"{earlier_editions()[0].hash}+{Lexicon.from_words(['MAJOR', 'MJRA']).hash}"


def test_an_old_record_can_be_analysed() -> None:
    record = the_old_record()
    short = replace(record, steps=record.steps[:12])
    assert analyse(short, sets_for=sets_with_words).turns

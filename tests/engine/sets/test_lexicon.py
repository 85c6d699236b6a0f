"""The lexicon: exact membership, the walk over nodes, themes, and files that cannot be trusted.

Proves `engine/sets/lexicon_builder.py`.
"""

import json
import sys
from array import array

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tilemeld.engine.sets.lexicon import MAGIC, POLISH, Lexicon, LexiconError
from tilemeld.engine.sets.lexicon_builder import NODE, build_edges

WORDS = ["KOT", "KOTY", "KOTA", "KAT", "KATY", "SZYK", "KOSZYK", "OCZY", "ŻÓŁĆ", "KO", "A"]
words = st.lists(st.text("AĄBŻ", min_size=1, max_size=6), max_size=40)


@pytest.mark.rule("W8")
def test_exactly_the_words_of_the_list_are_in_it() -> None:
    lexicon = Lexicon.from_words(WORDS)
    assert all(word in lexicon for word in WORDS)
    for other in ("", "KOTYA", "K", "SZY", "kot", "KO-T", "X", "ŻÓŁĆĄ", "OCZ"):
        assert other not in lexicon
    assert 5 not in lexicon
    assert len(lexicon) == lexicon.size == len(WORDS)


@given(words)
def test_a_lexicon_is_the_set_of_its_words_in_alphabetical_order(listed: list[str]) -> None:
    lexicon = Lexicon.from_words(listed)
    assert list(lexicon) == sorted(set(listed), key=lambda word: [POLISH.index(letter) for letter in word])
    assert lexicon.size == len(set(listed))


@given(words)
def test_the_same_words_give_the_same_bytes_in_whatever_order(listed: list[str]) -> None:
    one, other = Lexicon.from_words(listed), Lexicon.from_words([*reversed(listed), *listed])
    assert one.to_bytes() == other.to_bytes()
    assert one == other
    assert hash(one) == hash(other)
    assert Lexicon.from_bytes(one.to_bytes()) == one


def test_a_machine_with_the_other_byte_order_turns_every_number_round(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    lexicon = Lexicon.from_words(WORDS)
    native = lexicon.to_bytes().partition(b"\n")[2]
    other = "big" if sys.byteorder == "little" else "little"
    monkeypatch.setattr(sys, "byteorder", other)
    turned = lexicon.to_bytes()
    assert list(Lexicon.from_bytes(turned)) == list(lexicon)
    body = array("I", turned.partition(b"\n")[2])
    body.byteswap()
    assert body.tobytes() == native


@given(words, st.text("AĄBŻ", min_size=1, max_size=6))
def test_one_word_more_is_another_lexicon(listed: list[str], word: str) -> None:
    one, other = Lexicon.from_words(listed), Lexicon.from_words([*listed, word])
    assert (one == other) == (word in one)


def test_the_automaton_is_the_smallest() -> None:
    endings = [beginning + ending for beginning in ("KOT", "PŁOT", "LOT") for ending in ("", "A", "EM", "Y")]
    lexicon = Lexicon.from_words(endings)
    # the root: K P L; K and P-Ł and L lead to one common O T and its endings A E Y, and M behind E
    assert len(lexicon.edges) - 1 == 3 + 1 + 1 + 1 + 3 + 1


def test_a_walk_goes_letter_by_letter() -> None:
    lexicon = Lexicon.from_words(WORDS)
    node = lexicon.root
    for letter in "KOT":
        step = lexicon.step(node, letter)
        assert step is not None
        assert step in dict(lexicon.children(node)).values()
        node = step
    assert node == lexicon.find("KOT")
    assert lexicon.is_word(node)
    assert [letter for letter, _ in lexicon.children(node)] == ["A", "Y"]
    assert list(lexicon.words_from(node, "KOT")) == ["KOT", "KOTA", "KOTY"]
    assert lexicon.step(node, "Z") is None
    assert lexicon.step(node, "!") is None
    assert lexicon.step(None, "A") is None
    assert not lexicon.is_word(None)
    assert not lexicon.is_word(lexicon.root)
    end = lexicon.find("KOTY")
    assert end is not None
    assert lexicon.children(end) == []
    assert lexicon.step(end, "A") is None


def test_an_empty_lexicon_has_no_words_and_no_children() -> None:
    empty = Lexicon.from_words([])
    assert list(empty) == []
    assert "KOT" not in empty
    assert empty.children(empty.root) == []
    assert Lexicon.from_bytes(empty.to_bytes()).size == 0


def test_words_of_any_length() -> None:
    long = "KONSTANTYNOPOLITAŃCZYKOWIANECZKA" * 4
    assert long in Lexicon.from_words([long])


@pytest.mark.rule("W16")
def test_a_theme_restricts_a_lexicon_and_adds_nothing() -> None:
    lexicon = Lexicon.from_words(WORDS, title="all", source="us", licence="ours")
    theme = lexicon.restricted(["KOT", "PIES", "SZYK"], title="animals")
    assert list(theme) == ["KOT", "SZYK"]
    assert (theme.title, theme.source, theme.licence) == ("animals", "us", "ours")
    assert "animals" in repr(theme)


def test_another_language_has_another_alphabet() -> None:
    ukrainian = "АБВГҐДЕЄЖЗИІЇЙКЛМНОПРСТУФХЦЧШЩЬЮЯ"
    lexicon = Lexicon.from_words(["КІТ", "ЇЖАК"], alphabet=ukrainian)
    assert "ЇЖАК" in Lexicon.from_bytes(lexicon.to_bytes())
    assert lexicon.hash != Lexicon.from_words([]).hash


@pytest.mark.parametrize("alphabet", ["", "AA", "ab", "A1", "AB-"])
def test_what_is_no_alphabet_is_refused(alphabet: str) -> None:
    with pytest.raises(LexiconError, match="is not an alphabet") as caught:
        Lexicon.from_words([], alphabet=alphabet)
    assert caught.value.code == "lexicon/alphabet"


def test_a_letter_outside_the_alphabet_is_named() -> None:
    with pytest.raises(LexiconError, match="'X' is not a letter of the alphabet AĄB") as caught:
        Lexicon.from_words(["AXA"])
    assert caught.value.code == "lexicon/letter"


@pytest.mark.parametrize("damage", ["magic", "header", "cut", "flip", "field"])
def test_a_damaged_file_is_refused(damage: str) -> None:
    data = Lexicon.from_words(WORDS).to_bytes()
    bad = {
        "magic": b"PK" + data,
        "header": MAGIC + b"{}\n",
        "cut": data[:-3],
        "flip": data[:-1] + bytes([data[-1] ^ 4]),
        "field": MAGIC + json.dumps([1]).encode() + b"\n",
    }[damage]
    with pytest.raises(LexiconError, match="this is not a lexicon") as caught:
        Lexicon.from_bytes(bad)
    assert caught.value.code == "lexicon/unreadable"


@pytest.mark.parametrize("listed", [[b"\1", b"\0"], [b"\0", b"\0"], [b""], [b"\0\1", b"\0"]])
def test_the_builder_wants_sorted_different_words(listed: list[bytes]) -> None:
    with pytest.raises(ValueError, match="sorted, different"):
        build_edges(listed)


def test_the_builder_says_when_a_list_is_too_large(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tilemeld.engine.sets.lexicon_builder.MAX_EDGES", 3)
    with pytest.raises(ValueError, match="too large"):
        build_edges([b"\0\1\2"])


def test_edges_are_32_bits() -> None:
    assert array("I").itemsize == 4


@given(words)
def test_edges_always_lead_further_on(listed: list[str]) -> None:
    lexicon = Lexicon.from_words(listed)
    for edges in (lexicon.edges, lexicon.classes):
        for place, edge in enumerate(edges[1:], 1):
            target = (edge & NODE) >> 1
            assert target == 0 or target > place


def test_a_class_is_the_letters_of_short_words_rarest_first() -> None:
    lexicon = Lexicon.from_words(["KOT", "KTO", "TOK", "KOTY", "OKO", "K" * 8])
    assert lexicon.rarest.endswith("YTKO")
    classes = Lexicon(lexicon.classes, lexicon.rarest, classes=array("I"), rarest="", size=3)
    assert list(classes) == ["YTKO", "TKO", "KOO"]

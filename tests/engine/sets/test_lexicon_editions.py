"""Editions: games that were created with an earlier list of words are judged by it for ever (W8)."""

from dataclasses import replace
from itertools import product

import pytest

from tilemeld.engine.game.evolve import SetRulesFor
from tilemeld.engine.record.record import Record, replay, verify
from tilemeld.engine.rules import Rules, profile
from tilemeld.engine.sets.letters import LetterSets
from tilemeld.engine.sets.lexicon import Lexicon
from tilemeld.engine.sets.lexicon_editions import Edition
from tilemeld.engine.sets.numbers import NumberSets
from tilemeld.engine.sets.set_rules import SetRules
from tilemeld.engine.tiles import Face
from tilemeld.lab.simulate import play_random_game

RULES = profile("pl-word").override({"opening_letters": 3})
KEPT = ["KOT", "KOTY", "NUR", "NURKA", "SOWA", "OSA", "ALE", "TAK", "NIE", "RAK", "OKO", "KIT", "TON", "ANI"]
GONE = [
    "NRU",
    "NURY",
    "KOTYS",
    "DRA",
    "SPE",
    "ANNI",
    "ARTE",
    "CON",
    "DIE",
    "EST",
    "ILLO",
    "NOLI",
    "ODI",
    "OPERE",
]
FIRST = Lexicon.from_words(KEPT + GONE)
NEW = ["KOTKA", "NURKU", "KOC"]
THIRD = Lexicon.from_words(KEPT + NEW)
AGAIN = Edition(THIRD, Lexicon.from_words(GONE), Lexicon.from_words(NEW), named=FIRST.hash)
"""The first edition as it is made of the newest, which has lost words and gained some."""


def with_newest(rules: Rules) -> SetRules:
    """The newest edition, which knows the first."""
    return LetterSets(rules, THIRD, earlier=(LetterSets(rules, AGAIN),))


def spelled(words: Lexicon | Edition) -> list[str]:
    """All words that a walk over the nodes finds, in its order."""
    found, stack = [], [(words.root, "")]
    while stack:
        node, letters = stack.pop()
        if words.is_word(node):
            found.append(letters)
        stack += [(child, letters + letter) for letter, child in reversed(words.children(node))]
    return found


@pytest.mark.rule("W8")
def test_an_edition_has_exactly_the_words_of_the_list_that_it_stands_for() -> None:
    assert spelled(AGAIN) == spelled(FIRST) == list(FIRST)
    assert (AGAIN.size, AGAIN.hash, AGAIN.alphabet) == (FIRST.size, FIRST.hash, FIRST.alphabet)
    for word in map("".join, product("NURYKOC", repeat=3)):
        assert (word in AGAIN) == (word in FIRST)
    assert 5 not in AGAIN


@pytest.mark.rule("W8", "W16")
def test_a_theme_of_an_edition_has_the_words_of_that_edition() -> None:
    listed = ["NRU", "KOT", "PIES"]
    assert AGAIN.restricted(listed, title="zoo") == FIRST.restricted(listed)
    assert AGAIN.restricted(listed, title="zoo").title == "zoo"


@pytest.mark.rule("W8")
def test_the_edition_is_the_one_that_the_game_names() -> None:
    sets = with_newest(RULES)
    assert sets.in_edition(FIRST.hash).words == FIRST.hash
    assert sets.in_edition(f"{FIRST.hash}+theme").words == FIRST.hash
    for other in (None, THIRD.hash, "unknown"):
        assert sets.in_edition(other) is sets
    numbers = NumberSets(profile("pl"))
    assert numbers.in_edition(FIRST.hash) is numbers


def a_game(lexicon: Lexicon) -> Record:
    """A game with a list of words, played by chance."""
    return play_random_game(RULES, 2, "edition", sets_for=lambda rules: LetterSets(rules, lexicon))[0].record


@pytest.mark.rule("W8")
@pytest.mark.parametrize("lexicon", [FIRST, THIRD], ids=["first", "newest"])
def test_a_record_verifies_by_the_edition_it_was_played_with(lexicon: Lexicon) -> None:
    record = a_game(lexicon)
    assert verify(record, sets_for=with_newest) == ()
    assert [state.sets.words for state in replay(record, sets_for=with_newest)][-1] == lexicon.hash


@pytest.mark.rule("W8")
def test_without_its_edition_a_record_does_not_verify_and_the_lists_are_named() -> None:
    only_newest: SetRulesFor = lambda rules: LetterSets(rules, THIRD)  # noqa: E731 - a plain list, no editions
    (problem,) = verify(a_game(FIRST), sets_for=only_newest)
    assert FIRST.hash in problem.reason
    assert THIRD.hash in problem.reason


@pytest.mark.rule("W8")
def test_words_and_openings_are_judged_by_the_edition_of_the_game() -> None:
    sets = with_newest(RULES)
    assert isinstance(sets, LetterSets)
    old = sets.in_edition(FIRST.hash)
    assert [each.code for each in sets.look_up("NRU")] == ["word/unknown"]
    assert old.look_up("NRU") == ()
    rack = [Face(letter) for letter in "DRAWWWWW"]
    assert old.can_open(rack)
    assert not sets.can_open(rack)
    assert replace(sets, earlier=()) == sets

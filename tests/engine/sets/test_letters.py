"""What the letters answer to the questions of the loop, beside what whole turns show.

Proves `engine/sets/for_rules.py`, `engine/sets/set_rules.py`, `engine/sets/vulgar_words.py`.
"""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from table_setup import LEXICON, faces_in, sets_for
from tilemeld.engine.errors import RulesError
from tilemeld.engine.rules import profile
from tilemeld.engine.sets.for_rules import sets_of
from tilemeld.engine.sets.letters import JOKER, LETTERS, VOWELS, LetterSets, spell
from tilemeld.engine.sets.lexicon import POLISH, Lexicon
from tilemeld.engine.sets.numbers import NumberSets
from tilemeld.engine.sets.set_rules import NO_SCORE
from tilemeld.engine.tiles import Face, LaidTile, TileId, tile_ids

RULES = profile("pl-word")
SETS = sets_for(RULES)


def laid(text: str) -> tuple[LaidTile, ...]:
    return tuple(LaidTile(TileId(f"{letter}a")) for letter in text)


@pytest.mark.rule("W1", "W2")
def test_the_letters_are_those_of_the_polish_alphabet() -> None:
    assert "".join(LETTERS) == POLISH
    assert sum(LETTERS.values()) == 110
    assert len(set(tile_ids(SETS.box()))) == 112
    assert set("AĄEĘIOÓUY") == VOWELS


def test_a_box_may_be_doubled() -> None:
    double = sets_of(RULES.override({"copies": 2, "jokers": 4}), LEXICON)
    assert len(set(tile_ids(double.box()))) == 224


def test_each_game_gets_its_own_answers() -> None:
    assert isinstance(sets_of(profile("pl")), NumberSets)
    assert isinstance(sets_of(RULES, LEXICON), LetterSets)
    assert sets_of(RULES, LEXICON) == sets_of(RULES, Lexicon.from_words(LEXICON))
    with pytest.raises(RulesError, match="letters here"):
        LetterSets(profile("pl"), LEXICON)
    with pytest.raises(RulesError, match="letters need"):
        NumberSets(RULES)


@pytest.mark.rule("W7", "W8")
def test_a_word_reads_in_the_order_in_which_it_lies() -> None:
    reading = SETS.read(laid("KOT"))
    assert (reading.valid, reading.kind, reading.worth, reading.order) == (True, "word", 3, (0, 1, 2))
    assert [str(fault) for fault in SETS.read(laid("TKO")).faults] == ["TKO is not in the dictionary"]
    assert SETS.read(laid("KTO")).valid


@pytest.mark.rule("W14")
def test_a_joker_without_a_letter_may_be_what_makes_a_word() -> None:
    reading = SETS.read(laid("KO?"))
    assert not reading.valid
    assert reading.may_be == ((), (), ("C", "K", "T"))
    named = SETS.read((*laid("KO"), LaidTile(TileId("?a"), Face("T"))))
    assert (named.valid, named.may_be, named.stands_for) == (True, ((), (), ("T",)), (None, None, "T"))


@pytest.mark.rule("W14")
def test_only_a_joker_stands_for_something() -> None:
    reading = SETS.read((*laid("KO"), LaidTile(TileId("Ta"), Face("K"))))
    assert [fault.code for fault in reading.faults] == ["set/not-a-joker"]


def by_hand(rack: str, letters: int, *, jokers: bool = True) -> bool:
    """Whether a word of the lexicon can be laid, by looking at every word."""
    free = rack.count("?") if jokers else 0
    held = Counter(rack.replace("?", ""))
    return any(len(word) >= letters and (Counter(word) - held).total() <= free for word in LEXICON)


@pytest.mark.rule("W6")
@given(
    st.lists(st.sampled_from("KOTSZYAEI?"), max_size=14).map("".join),
    st.integers(3, 7),
    st.booleans(),
)
def test_whether_a_rack_could_open_is_exact(rack: str, letters: int, jokers: bool) -> None:
    rules = RULES.override({"opening_letters": letters, "opening_jokers": jokers})
    held = faces_in(rules, rack)
    assert sets_for(rules).can_open(held) == by_hand(rack, letters, jokers=jokers)


@pytest.mark.rule("W16")
def test_an_opening_has_to_fit_the_theme() -> None:
    themed = sets_for(RULES.override({"theme": "animals"}))
    assert not themed.can_open(faces_in(RULES, "KOSZYK"))
    assert themed.can_open(faces_in(RULES, "KACZKA"))


def test_words_are_spelled_with_what_jokers_stand_for() -> None:
    assert spell((*laid("KO"), LaidTile(TileId("?a"), Face("T")))) == "KOT"
    assert spell(laid("KO?")) == "KO?"
    assert JOKER == "?"


def test_numbers_are_neither_scored_by_turn_nor_voted_on() -> None:
    numbers = sets_of(profile("pl"))
    assert not numbers.scores_turns
    assert numbers.turn_score((), (), ()) == NO_SCORE
    assert numbers.words_to_vote((), ()) == ()
    assert numbers.words is None


@pytest.mark.rule("W15")
def test_letters_left_over_cost_nothing() -> None:
    assert SETS.rack_value(faces_in(RULES, "DOM")) == 0


@pytest.mark.rule("W8")
def test_a_table_may_want_family_words_only() -> None:
    words = Lexicon.from_words(["KOT", "DUPA", "DUPLIKAT"])
    house = LetterSets(RULES.override({"family_words": True}), words)
    assert [fault.code for fault in house.read(laid("DUPA")).faults] == ["word/not-family"]
    assert house.look_up("KOT") == house.look_up("DUPLIKAT") == ()
    assert LetterSets(RULES, words).read(laid("DUPA")).valid

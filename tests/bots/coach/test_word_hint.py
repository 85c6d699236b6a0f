"""The coach of the word game: three steps, words that people know, none that a family would not say."""

from dataclasses import replace

import pytest

from table_setup import LEXICON, THEME, a_turn, do, sets_for
from tilemeld.adapters.lexicons import polish_lexicon
from tilemeld.bots.coach.hint import hint
from tilemeld.bots.coach.hint_values import STEPS, Hint
from tilemeld.bots.words.to_tiles import lay_words
from tilemeld.bots.words.vocabulary import family, natural, words_of
from tilemeld.engine.game.commands import Confirm
from tilemeld.engine.game.state import GameState
from tilemeld.engine.game.views import view
from tilemeld.engine.rules import profile
from tilemeld.engine.sets.lexicon import Lexicon
from tilemeld.engine.sets.vulgar_words import is_vulgar
from tilemeld.engine.tiles import Seat, tiles_of
from tilemeld.solver import Plan
from tilemeld.solver.plan import apply_plan
from tilemeld.solver.words import WordSolution, parse_word, tiles_laid, word_faces

WORDS = profile("pl-word")


def at(state: GameState, step: int = 3, words: Lexicon | None = LEXICON) -> Hint:
    return hint(view(state, state.active), STEPS[step - 1], words=words)


@pytest.mark.rule("W17", "W10")
def test_each_step_says_more_and_none_says_it_too_early() -> None:
    state = a_turn(WORDS, ["AAE", "O"], table="SZCZYT KOSZYK")
    first, second, third = (at(state, step) for step in STEPS)
    assert (first.code, first.tiles, first.points, first.proven) == ("hint/lay", 2, 7, True)
    assert (first.played, first.plan, first.table, first.word) == ((), (), (), "")
    assert (second.played, second.plan, second.table, second.word) == (("A", "A"), (), (), "")
    assert (third.word, third.played) == ("SZYSZKA", ("A", "A"))
    assert sorted(map("".join, third.table)) == ["KAT", "OCZY", "SZYSZKA"]
    assert replace(third, step=1, played=(), plan=(), table=(), word="") == first


def test_the_plan_leads_to_the_table_and_the_engine_accepts_it() -> None:
    state = a_turn(WORDS, ["AAE?", "O"], table="SZCZYT KOSZYK KO?(T)")
    said = at(state)
    lying = [word_faces(parse_word(word)) for word in ("SZCZYT", "KOSZYK", "KO?(T)")]
    assert sorted(apply_plan(lying, Plan(said.plan, True))) == sorted(said.table)
    before = tuple(parse_word("".join(faces)) for faces in lying)
    after = tuple(parse_word("".join(faces)) for faces in said.table)
    scoring = next(laid for laid in after if laid.word == said.word)
    solution = WordSolution(before, word=scoring, table=after)
    table = lay_words(state.table, state.seats[0].rack, solution)
    done, _ = do(state, Confirm(Seat(0), table))
    assert done.seats[0].turn_points[-1] == said.points
    assert len(list(tiles_of(done.table))) - len(list(tiles_of(state.table))) == said.tiles
    assert tiles_laid(before, after).total() == said.tiles


@pytest.mark.rule("W6")
def test_before_the_opening_one_long_word_counts() -> None:
    poor = at(a_turn(WORDS, ["KOTEKE", "O"], table="SZYK", opened=False))
    assert (poor.code, poor.tiles, poor.points, poor.needed) == ("hint/take", 0, 5, 6)
    rich = at(a_turn(WORDS, ["KOSZYKA", "O"], opened=False))
    assert (rich.code, rich.points, rich.needed, rich.word) == ("hint/open", 6, 6, "KOSZYK")
    house = a_turn(WORDS.override({"opening_letters": 3}), ["KOTEKE", "O"], opened=False)
    assert (at(house).code, at(house).points, at(house).needed) == ("hint/open", 5, 3)


@pytest.mark.rule("W11", "W15")
def test_a_double_and_the_end_of_the_game_are_said() -> None:
    whole = at(a_turn(WORDS, ["OSAKITA", "O"], table="KOT"))
    assert (whole.double, whole.tiles, whole.goes_out) == (True, 7, False)
    last = at(a_turn(WORDS, ["Y", "O"], table="KOT", bank=""))
    assert (last.double, last.goes_out, last.word) == (False, True, "KOTY")


@pytest.mark.rule("W12")
def test_nothing_to_lay_is_taking_or_with_an_empty_bank_passing() -> None:
    assert at(a_turn(WORDS, ["ĆŃ", "O"], table="KOT")).code == "hint/take"
    assert at(a_turn(WORDS, ["ĆŃ", "O"], table="KOT", bank="")).code == "hint/pass"


def test_who_is_not_asked_gets_no_hint_and_without_words_there_is_none() -> None:
    state = a_turn(WORDS, ["Y", "O"], table="KOT")
    assert hint(view(state, Seat(1)), words=LEXICON).code == "hint/not-now"
    assert at(state, words=None).code == "hint/unknown-box"


@pytest.mark.rule("W16")
def test_words_that_were_voted_down_are_not_advised() -> None:
    rules = WORDS.override({"theme": "animals", "theme_by": "vote"})
    state = a_turn(rules, ["Y", "O"], table="KOT")
    assert at(state).word == "KOTY"
    assert at(replace(state, rejected=("KOTY",))).code == "hint/take"


def test_natural_words_come_first_and_the_dictionary_only_where_they_fail() -> None:
    common = Lexicon.from_words(["KOT", "KOTY"])
    words = Lexicon.from_words(["KOT", "KOTY", "KOTKAMI", "ŹDŹ"]).with_common([common])
    state = a_turn(WORDS, ["KAMIY", "O"], table="KOT")
    assert at(state, words=words).word == "KOTY"
    assert at(a_turn(WORDS, ["KAMI", "O"], table="KOT"), words=words).word == "KOTKAMI"


def test_the_coach_says_no_vulgar_word() -> None:
    words = Lexicon.from_words(["KOT", "KOTY", "DUPA"])
    assert is_vulgar("DUPA")
    assert at(a_turn(WORDS, ["DUPAY", "O"], table="KOT"), words=words).word == "KOTY"
    assert at(a_turn(WORDS, ["DUPA", "O"], table="KOT"), words=words).code == "hint/take"
    for search in (natural(polish_lexicon()), family(polish_lexicon())):
        assert not search.has("DUPA")
        assert search.has("KOT")


@pytest.mark.rule("W16")
def test_the_words_of_a_game_are_its_dictionary_or_its_theme() -> None:
    assert words_of(sets_for(WORDS)) is LEXICON
    assert words_of(sets_for(WORDS.override({"theme": "animals"}))) is THEME
    assert words_of(sets_for(profile("pl"))) is None

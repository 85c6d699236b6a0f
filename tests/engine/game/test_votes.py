"""Votes: the other players say whether new words belong to the theme (W16, R-16)."""

import pytest

from table_setup import NOW, a_turn, codes, do, draft, lay, on_table, only, refused, time_up, why_not
from tilemeld.engine.errors import RulesError
from tilemeld.engine.game.commands import (
    CastVote,
    Confirm,
    ExpireDeadline,
    GivePenalty,
    Leave,
    Pause,
    RestartTurn,
    Resume,
    Return,
    Take,
)
from tilemeld.engine.game.events import (
    Deadline,
    GameEnded,
    MistakeMade,
    Passed,
    TilesLaid,
    TilesTaken,
    TimeUp,
    VoteCast,
    VoteClosed,
    VoteOpened,
)
from tilemeld.engine.game.state import GameState, Phase
from tilemeld.engine.game.views import view
from tilemeld.engine.rules import Rules, profile
from tilemeld.engine.sets.letters import LetterSets
from tilemeld.engine.tiles import Seat

RULES = profile("pl-word").override({"theme": "animals", "theme_by": "vote"})
STRICT = RULES.override({"strict": True})


def opened_vote(rules: Rules = RULES, players: int = 3, words: str = "KOT OSA SZYK") -> GameState:
    """A vote on new words, ten seconds into the turn."""
    state = a_turn(rules, ["TOSAE", *["E"] * (players - 1)], table="KOSZYK", bank="IIIIIII")
    return lay(state, words, now=NOW + 10_000)[0]


def cast(state: GameState, seat: int, *against: str) -> GameState:
    return do(state, CastVote(Seat(seat), against), now=NOW + 12_000)[0]


@pytest.mark.rule("W16", "R-16")
def test_new_words_are_voted_on_and_the_clock_of_the_turn_stands() -> None:
    state = a_turn(RULES, ["TOSAE", "E", "E"], table="KOSZYK")
    after, events = lay(state, "KOT OSA SZYK", now=NOW + 10_000)
    opened = only(events, VoteOpened)
    assert (opened.words, opened.late, opened.left_ms) == (("KOT", "OSA", "SZYK"), False, 80_000)
    assert opened.deadline == Deadline("vote", NOW + 30_000)
    assert after.phase == Phase.VOTE
    assert on_table(after) == "KOSZYK"
    seen = view(after, None)
    assert seen.vote is not None
    assert (seen.vote.words, seen.vote.ballots) == (opened.words, (None, None, None))


@pytest.mark.rule("W16", "R-16")
def test_when_nobody_objects_the_words_are_laid() -> None:
    state = cast(opened_vote(), 1)
    assert state.phase == Phase.VOTE
    after, events = do(state, CastVote(Seat(2)), now=NOW + 12_000)
    assert only(events, VoteClosed).approved == ("KOT", "OSA", "SZYK")
    assert only(events, TilesLaid).points == 4
    assert (on_table(after), after.active, after.vote) == ("KOT OSA SZYK", 1, None)
    assert after.approved == ("KOT", "OSA", "SZYK")


@pytest.mark.rule("R-16")
def test_silence_is_yes() -> None:
    state = cast(opened_vote(), 1, "SZYK")
    after, events = do(state, ExpireDeadline(), now=NOW + 30_000)
    assert only(events, VoteClosed).rejected == ()
    assert on_table(after) == "KOT OSA SZYK"


@pytest.mark.rule("R-16")
@pytest.mark.parametrize(
    ("players", "against", "rejected"),
    [(2, 0, False), (2, 1, True), (3, 1, False), (3, 2, True), (4, 1, False), (4, 2, True)],
)
def test_a_majority_of_no_rejects_a_word(players: int, against: int, rejected: bool) -> None:
    state = opened_vote(players=players)
    for seat in range(1, players):
        state = cast(state, seat, *(["SZYK"] if seat <= against else []))
    assert state.rejected == (("SZYK",) if rejected else ())
    assert on_table(state) == ("KOSZYK" if rejected else "KOT OSA SZYK")


@pytest.mark.rule("W16", "R-16", "T7")
def test_in_helpful_play_the_turn_goes_on_after_a_no_and_the_word_stays_out() -> None:
    state = opened_vote(players=2)
    after, events = do(state, CastVote(Seat(1), ("SZYK",)), now=NOW + 15_000)
    assert only(events, VoteClosed).deadline == Deadline("turn", NOW + 95_000)
    assert (after.phase, after.active, after.deadline) == (
        Phase.TURN,
        0,
        Deadline("turn", NOW + 95_000),
    )
    assert [code for code, _ in why_not(after, "KOT OSA SZYK")] == ["word/rejected"]
    later, events = lay(after, "KOSZYK OSA")
    assert only(events, TilesLaid).word == "OSA"  # settled before: no second vote
    assert later.active == 1


@pytest.mark.rule("W16", "R-16", "W13")
def test_in_strict_play_a_rejected_word_is_a_mistake() -> None:
    after, events = do(opened_vote(STRICT, 2), CastVote(Seat(1), ("SZYK",)), now=NOW + 15_000)
    assert codes(only(events, MistakeMade).refusals) == ["word/rejected"]
    assert only(events, TilesTaken).cause == "mistake"
    assert (on_table(after), after.active) == ("KOSZYK", 1)


@pytest.mark.rule("W16", "T7")
def test_words_that_time_left_standing_are_voted_on_and_undone_by_a_no() -> None:
    state = a_turn(RULES, ["TOSAE", "E"], table="KOSZYK")
    voting, events = time_up(state, "KOT SZYK")
    assert only(events, TimeUp).verdict == "stands"
    assert only(events, VoteOpened).late
    now = NOW + 95_000
    after, events = do(voting, CastVote(Seat(1), ("SZYK",)), now=now)
    assert only(events, TimeUp).verdict == "disorder"
    assert (on_table(after), len(after.seats[0].rack), after.active) == ("KOSZYK", 6, 1)
    after, _ = do(voting, CastVote(Seat(1)), now=now)
    assert on_table(after) == "KOT SZYK"


@pytest.mark.rule("W16", "T3")
def test_what_a_time_out_costs_is_paid_after_the_vote() -> None:
    rules = RULES.override({"timeout_salvage": "penalised", "refill_to": None})
    state = a_turn(rules, ["OSAEI", "E"], table="KOSZYK")
    voting, events = time_up(state, "KOSZYK OSA EI")
    assert only(events, VoteOpened).takes == 1
    after, _ = do(voting, CastVote(Seat(1)), now=NOW + 95_000)
    assert len(after.seats[0].rack) == 3


@pytest.mark.rule("W16")
def test_without_a_clock_the_turn_goes_on_without_one() -> None:
    state = opened_vote(RULES.override({"turn_seconds": None}), 2)
    assert state.vote is not None
    assert state.vote.left_ms is None
    after = cast(state, 1, "OSA")
    assert (after.phase, after.deadline) == (Phase.TURN, None)


@pytest.mark.rule("W16")
def test_what_cannot_be_voted_is_refused() -> None:
    state = opened_vote()
    wrong = CastVote(Seat(0), ("KOT", "PIES", "PIES"))
    assert codes(refused(state, wrong)) == ["vote/own-word", "vote/unknown-word"]
    assert codes(refused(cast(state, 1), CastVote(Seat(1)))) == ["vote/given"]
    assert codes(refused(state, CastVote(Seat(1)), now=NOW + 30_001)) == ["turn/time-over"]
    assert codes(refused(state, Take(Seat(0)))) == ["phase/wrong"]
    many = refused(state, CastVote(Seat(1), tuple(f"X{number}" for number in range(999))))
    assert len(many) == 3


@pytest.mark.rule("W16", "R-11")
def test_who_has_left_is_not_waited_for() -> None:
    rules = RULES.override({"leaver": "pass"})
    state = cast(opened_vote(rules), 1, "OSA")
    after, events = do(state, Leave(Seat(2)), now=NOW + 12_000)
    assert only(events, VoteClosed).rejected == ()  # one of two is not a majority
    assert on_table(after) == "KOT OSA SZYK"
    waiting, _ = do(opened_vote(rules), Leave(Seat(2)), now=NOW + 12_000)
    assert waiting.phase == Phase.VOTE


@pytest.mark.rule("W16", "R-11")
def test_a_player_who_leaves_during_the_vote_lays_or_passes() -> None:
    rules = RULES.override({"leaver": "pass"})
    for against, expected in {(): "KOT OSA SZYK", ("OSA",): "KOSZYK"}.items():
        state, _ = do(opened_vote(rules, 2), Leave(Seat(0)), now=NOW + 12_000)
        assert state.phase == Phase.VOTE
        after, events = do(state, CastVote(Seat(1), against), now=NOW + 13_000)
        assert on_table(after) == expected
        assert bool(against) == any(isinstance(event, Passed) for event in events)
        assert after.active == 1


@pytest.mark.rule("W16", "R-11")
def test_a_bot_that_stands_in_votes_too() -> None:
    state, _ = do(opened_vote(), Leave(Seat(2)), now=NOW + 12_000)
    state = cast(state, 1)
    assert state.phase == Phase.VOTE
    state, _ = do(state, Return(Seat(2)))
    assert on_table(cast(state, 2)) == "KOT OSA SZYK"


@pytest.mark.rule("R-11")
def test_the_game_ends_when_everybody_leaves_during_a_vote() -> None:
    state = opened_vote(RULES.override({"leaver": "pass"}), 2)
    state, _ = do(state, Leave(Seat(0)))
    state, events = do(state, Leave(Seat(1)))
    assert only(events, GameEnded).result.cause == "abandoned"
    assert state.vote is None


@pytest.mark.rule("M5", "W16")
def test_a_referee_may_restart_the_turn_or_pause_during_a_vote() -> None:
    state = cast(opened_vote(), 1)
    paused, _ = do(state, Pause("tea"), now=NOW + 13_000)
    resumed, _ = do(paused, Resume(), now=NOW + 63_000)
    assert resumed.deadline == Deadline("vote", NOW + 80_000)
    restarted, _ = do(state, RestartTurn("dispute"))
    assert (restarted.phase, restarted.vote) == (Phase.TURN, None)
    penalised, _ = do(state, GivePenalty(Seat(0), 2, "noise"))
    assert on_table(cast(penalised, 2)) == "KOT OSA SZYK"


@pytest.mark.rule("W16")
def test_a_theme_by_list_needs_its_list() -> None:
    rules = profile("pl-word").override({"theme": "animals"})
    state = a_turn(rules, ["OSAE", "E"])
    assert state.words is not None
    assert "+" in state.words
    lexicon = state.sets.lexicon  # type: ignore[attr-defined]  # letters have one
    with pytest.raises(RulesError, match="word list of the theme 'animals'"):
        _ = LetterSets(rules, lexicon).words
    assert "word/off-theme" in str(why_not(a_turn(rules, ["KATE", "E"]), "KAT"))
    assert [params["letters"] for _, params in why_not(a_turn(rules, ["O?A", "E"]), "O?A")] == ["S"]


def test_a_vote_is_a_story_of_its_own() -> None:
    _, events = do(opened_vote(), CastVote(Seat(1), ("SZYK", "SZYK", "KOT")), now=NOW + 12_000)
    assert events == (VoteCast(Seat(1), ("KOT", "SZYK")),)
    confirmed = a_turn(RULES, ["TE", "E"], table="KOSZYK")
    assert refused(confirmed, Confirm(Seat(0), draft(confirmed, "KOT SZY")))

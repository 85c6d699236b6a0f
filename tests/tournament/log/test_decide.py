"""Every reason at once: what keeps a fact out of the log is named in full, not only what came first.

Proves `tournament/log/problems.py`.
"""

import pickle
from dataclasses import replace

import pytest

from tilemeld.engine.tiles import Seat
from tilemeld.tournament.errors import REASONS_LIMIT, TournamentError, TournamentRefused
from tilemeld.tournament.log.decide import RESTING_LIMIT
from tilemeld.tournament.log.facts import (
    AllowanceGiven,
    Entrant,
    Excluded,
    Fact,
    FormatChanged,
    PlayersEntered,
    ResultCorrected,
    ResultEntered,
    RulingMade,
    SeatingDrawn,
    SeatingPublished,
    SeatsSwapped,
    TimeAdded,
    TimeEnded,
    Undone,
    Withdrawn,
)
from tilemeld.tournament.player_list import parse_players
from tilemeld.tournament.result_sheet import Sheet
from tournament.examples import DIRECTOR, Tournament, player

WRONG = Sheet((10, 20, -15, -5), (Seat(0),))


def reasons(tournament: Tournament, fact: Fact, why: str = "for a reason") -> list[str]:
    """Every code for which a fact is refused."""
    before = list(tournament.log)
    with pytest.raises(TournamentError) as caught:
        tournament.do(fact, DIRECTOR, why)
    assert tournament.log == before
    assert caught.value.code == caught.value.reasons[0].code
    assert str(caught.value) == "; ".join(str(reason) for reason in caught.value.reasons)
    return [reason.code for reason in caught.value.reasons]


def a_round() -> Tournament:
    tournament = Tournament(8)
    tournament.do(SeatingDrawn(1, (("P1", "P2", "P3", "P4"), ("P5", "P6", "P7", "P8"))))
    tournament.do(SeatingPublished(1))
    return tournament


CASES: tuple[tuple[Fact, str, list[str]], ...] = (
    (
        SeatingDrawn(3, (("P1", "P1"), ("P9", "P3", "P4", "P8"))),
        "",
        ["round/order", "round/twice", "player/unknown", "player/out", "round/sizes"],
    ),
    (SeatsSwapped(2, "P90", "P91"), "", ["seating/unknown", "seating/unknown"]),
    (SeatingPublished(2), "", ["player/out", "round/not-finished"]),
    (
        RulingMade(1, 9, "penalty-tiles", value=99, game=7),
        "",
        ["tournament/no-why", "round/no-table", "round/no-game", "ruling/no-player", "ruling/count"],
    ),
    (RulingMade(1, 1, "points", "P5", 10_000), "x", ["result/not-at-table", "ruling/count"]),
    (ResultEntered(1, 9, 7, WRONG), "", ["round/no-table", "round/no-game"]),
    (ResultEntered(1, 1, 1, WRONG), "", ["result/exists", "result/positive"]),
    (ResultCorrected(1, 2, 1, WRONG), "", ["tournament/no-why", "result/missing", "result/positive"]),
    (
        ResultCorrected(1, 1, 1, Sheet((10_000, -20_000, 0), (Seat(4),)), anyway=True),
        "x",
        ["result/count", "result/too-large", "result/too-large", "result/winner-seat"],
    ),
    (AllowanceGiven("P8", -1), "", ["player/out", "ruling/count"]),
    (TimeAdded(1, 0), "", ["clock/over", "clock/seconds"]),
    (Excluded("P1"), "", ["tournament/no-why", "conduct/no-warning"]),
    (
        PlayersEntered((Entrant("P1"), Entrant("P2"), Entrant("P20"), Entrant("P20"))),
        "",
        ["player/exists", "player/exists", "player/exists"],
    ),
)


@pytest.mark.rule("M3")
@pytest.mark.parametrize(("fact", "why", "codes"), CASES, ids=lambda case: type(case).__name__)
def test_a_fact_is_refused_with_every_reason(fact: Fact, why: str, codes: list[str]) -> None:
    tournament = a_round()
    tournament.do(ResultEntered(1, 1, 1, Sheet((30, -10, -15, -5), (Seat(0),))))
    tournament.do(SeatingDrawn(2, (("P1", "P2", "P3", "P8"), ("P5", "P6", "P7", "P4"))))
    tournament.do(Withdrawn("P8"))
    tournament.do(TimeEnded(1))
    assert reasons(tournament, fact, why) == codes


def test_a_format_is_refused_with_every_field_that_cannot_be_played() -> None:
    tournament = Tournament(8)
    wrong = replace(
        tournament.state.format, rounds=0, games=99, round_minutes=0, tie_breaks=("wins", "wins", "direct")
    )
    assert reasons(tournament, FormatChanged(wrong)) == [
        *["tournament/bad-format"] * 3,
        "tournament/tie-break-twice",
    ]


def test_who_may_not_write_a_fact_learns_nothing_else() -> None:
    tournament = a_round()
    with pytest.raises(TournamentError) as caught:
        tournament.do(SeatingDrawn(9, (("P1", "P1"),)), player(1))
    assert [reason.code for reason in caught.value.reasons] == ["tournament/not-yours"]


def test_an_undoing_names_every_entry_that_rests_on_it_up_to_a_limit() -> None:
    tournament = Tournament(8)
    tournament.play(1)
    published = next(entry.number for entry in tournament.log if isinstance(entry.fact, SeatingPublished))
    with pytest.raises(TournamentError) as caught:
        tournament.do(Undone(published), DIRECTOR, "a mistake")
    assert {reason.code for reason in caught.value.reasons} == {"tournament/needed-by"}
    named = [reason.params["by"] for reason in caught.value.reasons]
    results = [entry.number for entry in tournament.log if isinstance(entry.fact, ResultEntered)]
    assert named == results[:RESTING_LIMIT]


def test_a_list_of_players_is_refused_with_every_line_up_to_a_limit() -> None:
    with pytest.raises(TournamentError) as caught:
        parse_players("Ala;many\nOla;1400\n;7")
    assert [reason.code for reason in caught.value.reasons] == ["players/rating", "players/no-name"]
    with pytest.raises(TournamentError) as caught:
        parse_players("name;rating\n" + "\n".join(f"Name {number};x" for number in range(100)))
    assert len(caught.value.reasons) == REASONS_LIMIT


def test_reasons_come_whole_from_another_process() -> None:
    with pytest.raises(TournamentRefused) as caught:
        parse_players("name;rating\nAla;many\n;7")
    again = pickle.loads(pickle.dumps(caught.value))
    assert str(again) == str(caught.value)
    assert [reason.params for reason in again.reasons] == [reason.params for reason in caught.value.reasons]

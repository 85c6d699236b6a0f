"""What players and the public see of a tournament: their own place, and never what is not theirs to know.

Proves `tournament/views/public.py`.
"""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tilemeld.engine.record.codec import to_json
from tilemeld.engine.tiles import Seat
from tilemeld.tournament.log.facts import (
    AllowanceGiven,
    CallAnswered,
    CheckedIn,
    ConductReported,
    Excluded,
    Fact,
    GameSkipped,
    RackSeen,
    RefereeCalled,
    ResultConfirmed,
    ResultCorrected,
    ResultEntered,
    RoleGiven,
    RulingMade,
    Substituted,
    WarningGiven,
)
from tilemeld.tournament.players import NewPlayer
from tilemeld.tournament.result_sheet import Sheet
from tilemeld.tournament.views.player import own_place
from tilemeld.tournament.views.public import public_tournament
from tournament.examples import DIRECTOR, REFEREE, SERVER, Tournament, player

SHEET = Sheet((30, -10, -15, -5), (Seat(0),))
CARDS = {f"P{n}": NewPlayer(f"Name {n}", f"Nick {n}", "Club") for n in range(1, 9)}


def seated(tournament: Tournament, table: int = 1) -> list[int]:
    return [int(each[1:]) for each in tournament.state.rounds[1].seating.tables[table - 1]]


def test_a_player_learns_their_own_table_seat_and_neighbours_under_the_names_they_chose() -> None:
    tournament = Tournament()
    before = own_place(tournament.state, "P1", CARDS)
    assert (before.name, before.round, before.table, before.checked_in) == ("Name 1", None, None, False)
    tournament.do(CheckedIn("P1"), player(1))
    assert own_place(tournament.state, "P1", CARDS).checked_in
    tournament = Tournament()
    tournament.publish(1)
    one = seated(tournament)[2]
    table = own_place(tournament.state, f"P{one}", CARDS).table
    assert table is not None
    assert (table.round, table.table, table.seat, table.final) == (1, 1, 2, False)
    assert [each.name for each in table.seats] == [f"Nick {n}" for n in seated(tournament)]
    assert [each.seat for each in table.seats] == ["A", "B", "C", "D"]
    assert table.missing == (1, 2)


@pytest.mark.rule("M9", "M5")
def test_the_table_knows_allowances_and_its_open_call() -> None:
    tournament = Tournament()
    tournament.publish(1)
    one, other = seated(tournament)[:2]
    tournament.do(AllowanceGiven(f"P{other}", 20), REFEREE)
    call = tournament.do(RefereeCalled(1, 1, f"P{one}"), player(one), why="SECRET")
    table = own_place(tournament.state, f"P{one}", CARDS).table
    assert table is not None
    assert [each.allowance_seconds for each in table.seats] == [0, 20, 0, 0]
    assert table.called_at == call.at
    tournament.do(CallAnswered(call.number), REFEREE)
    table = own_place(tournament.state, f"P{one}", CARDS).table
    assert table is not None
    assert table.called_at is None


def test_who_entered_a_result_cannot_confirm_it_and_the_others_can() -> None:
    tournament = Tournament()
    tournament.publish(1)
    one, other, third = seated(tournament)[:3]
    tournament.do(ResultEntered(1, 1, 1, SHEET), player(one))
    assert [flags(tournament, each) for each in (one, other)] == [(False, True, False), (False, False, True)]
    tournament.do(ResultConfirmed(1, 1, 1, f"P{other}"), player(other))
    assert [flags(tournament, each) for each in (other, third)] == [(True, True, False), (True, False, True)]
    tournament.do(ResultCorrected(1, 1, 1, SHEET), REFEREE, why="the sheet says so")
    assert flags(tournament, third) == (True, False, False)
    tournament.do(GameSkipped(1, 1, 2))
    table = own_place(tournament.state, f"P{one}", CARDS).table
    assert table is not None
    assert table.missing == ()


def flags(tournament: Tournament, number: int) -> tuple[bool, bool, bool]:
    table = own_place(tournament.state, f"P{number}", CARDS).table
    assert table is not None
    result = table.results[0]
    return result.confirmed, result.mine, result.may_confirm


def test_where_the_desk_confirms_players_cannot_and_who_sits_out_has_no_table() -> None:
    tournament = Tournament(players=5, confirm="desk")
    tournament.publish(1)
    one, other = seated(tournament)[:2]
    tournament.do(ResultEntered(1, 1, 1, SHEET), player(one))
    assert flags(tournament, other) == (False, False, False)
    (out,) = tournament.state.rounds[1].seating.byes
    place = own_place(tournament.state, out, {})
    assert (place.bye, place.table, place.name) == (True, None, out)


WHY = "SECRET reason"
PRIVATE: st.SearchStrategy[list[tuple[Fact, bool]]] = st.lists(
    st.one_of(
        st.builds(lambda n: (ConductReported(f"P{n}"), False), st.integers(1, 8)),
        st.builds(lambda n: (WarningGiven(f"P{n}"), False), st.integers(1, 8)),
        st.builds(lambda n: (Excluded(f"P{n}"), False), st.integers(1, 8)),
        st.builds(lambda t: (RackSeen(1, t, "SECRET game"), False), st.integers(1, 2)),
        st.builds(lambda t: (RefereeCalled(1, t), False), st.integers(1, 2)),
        st.builds(lambda t, k: (RulingMade(1, t, k), False), st.integers(1, 2), st.sampled_from(["other"])),
        st.builds(lambda n: (RoleGiven(f"SECRET person {n}", "player", f"P{n}"), True), st.integers(1, 8)),
        st.builds(lambda n: (Substituted(f"P{n}", "S1"), False), st.integers(1, 8)),
        st.builds(lambda t: (ResultEntered(1, t, 1, SHEET), False), st.integers(1, 2)),
        st.builds(lambda t: (ResultCorrected(1, t, 1, SHEET), False), st.integers(1, 2)),
    ),
    max_size=12,
)


@pytest.mark.rule("M6", "M4")
@given(PRIVATE, st.sets(st.integers(1, 8)), st.sets(st.integers(1, 8)))
@settings(max_examples=150, deadline=None)
def test_nothing_private_is_in_what_the_public_and_other_players_see(
    facts: list[tuple[Fact, bool]], nicknamed: set[int], erased: set[int]
) -> None:
    """Whatever was written down: no hidden name, no reason, no person, no game, no record of conduct."""
    tournament = Tournament()
    tournament.publish(1)
    for fact, by_server in facts:
        try:
            tournament.do(fact, SERVER if by_server else DIRECTOR, why=WHY)
        except ValueError:
            continue  # it does not fit what happened before
    cards = {
        f"P{n}": NewPlayer(f"Hidden {n}.", "Nick") if n in nicknamed else NewPlayer(f"Shown {n}")
        for n in range(1, 9)
        if n not in erased
    }
    cards["S1"] = NewPlayer("Hidden substitute", "Sub")
    pages = {"": json.dumps(to_json(public_tournament(tournament.state, cards)))}
    for each in tournament.state.players:
        pages[each] = json.dumps(to_json(own_place(tournament.state, each, cards)))
    for who, text in pages.items():
        own = cards[who].name if who in cards else None
        for hidden in ("SECRET", "dora", "warning", "report", "ruling", "rack_seen", "conduct"):
            assert hidden not in text, who
        others = [card.name for card in cards.values() if card.public_name and card.name != own]
        assert not [name for name in others if name in text], who

"""Views: nothing depends on what the viewer may not know (P7, M4, R-4)."""

from dataclasses import replace

import pytest

from table_setup import a_turn, begun, do, lay, new_game, points_of, time_up
from tilemeld.engine.errors import Refused
from tilemeld.engine.game.commands import AddEntropy, BeginGame, ChooseStack, Take, TakeBackTurn
from tilemeld.engine.game.events import Event, TilesTaken, TurnStarted
from tilemeld.engine.game.state import GameState, LatestTurn, Phase
from tilemeld.engine.game.views import redact, view
from tilemeld.engine.rules import NUMBER_PROFILES, profile
from tilemeld.engine.tiles import Seat, TileId

TABLE = "r3 r4 r5 | k7 b7 o7"


def with_hidden_tiles_exchanged(state: GameState, seat: int) -> GameState:
    """The same game to this seat: other racks and bank have exchanged tiles, the secret differs."""
    others = [place for place in range(state.players) if place != seat]
    hidden = [tile for place in others for tile in state.seats[place].rack]
    hidden += [tile for stack in (*state.bank, *state.stacks) for tile in stack]
    hidden.reverse()
    source = iter(hidden)
    seats = list(state.seats)
    for place in others:
        seats[place] = replace(seats[place], rack=tuple(next(source) for _ in seats[place].rack))
    bank = tuple(tuple(next(source) for _ in stack) for stack in state.bank)
    stacks = tuple(tuple(next(source) for _ in stack) for stack in state.stacks)
    return replace(state, seats=tuple(seats), bank=bank, stacks=stacks, secret="another")


@pytest.mark.rule("P7", "M4", "R-4")
@pytest.mark.parametrize("name", NUMBER_PROFILES)
@pytest.mark.parametrize("by_hand", [True, False])
def test_a_view_does_not_depend_on_hidden_tiles(name: str, by_hand: bool) -> None:
    state, _ = begun(profile(name).override({"stacks_by_hand": by_hand}), 3)
    phases = set()
    for _ in range(20):
        phases.add(state.phase)
        for seat in range(3):
            other = with_hidden_tiles_exchanged(state, seat)
            assert other != state
            assert view(other, Seat(seat)) == view(state, Seat(seat))
            assert view(other, None) == view(state, None)
        if state.phase == Phase.STACKS:
            assert state.active is not None
            state, _ = do(state, ChooseStack(state.active, 1))
        else:
            state, _ = time_up(state)
    assert Phase.TURN in phases


@pytest.mark.rule("P7")
def test_a_seat_sees_its_own_rack_and_last_taken_tiles_only() -> None:
    state, _ = do(a_turn(profile("pl"), ["k1 k2", "k3"], bank="o1"), Take(Seat(0)))
    assert view(state, Seat(0)).rack == ("k1a", "k2a", "o1a")
    assert view(state, Seat(1)).rack == ("k3a",)
    assert view(state, Seat(1)).bank_count == 0
    text = repr(view(state, Seat(1)))
    assert not any(tile in text for tile in ("k1a", "k2a", "o1a"))


@pytest.mark.rule("P7")
@pytest.mark.parametrize("seat", [-1, -2, 2, 10**9])
def test_a_seat_that_does_not_exist_sees_nobodys_rack(seat: int) -> None:
    with pytest.raises(Refused) as caught:
        view(a_turn(profile("pl"), ["k1", "k2"]), Seat(seat))
    assert caught.value.codes == ("seat/unknown",)


def test_at_the_end_everything_is_revealed() -> None:
    state, events = lay(a_turn(profile("pl"), ["r6", "k2"], table=TABLE), "r3 r4 r5 r6 | k7 b7 o7")
    seen = view(state, None)
    assert seen.secret == state.secret
    assert seen.redeals_asked_by == ()
    assert seen.result is not None
    assert [score.rack for score in seen.result.scores] == [(), ("k2a",)]
    assert redact(events[-1], None) == events[-1]
    assert points_of(state) == [2, -2]


def test_what_everybody_may_know_is_shown_as_it_is() -> None:
    started = TurnStarted(Seat(0), 1, None)
    assert redact(started, None) is started
    own = TilesTaken(Seat(1), 1, None, 0, "choice", "")
    assert redact(own, Seat(1)) is own


def test_entropy_is_public_and_the_draw_for_the_starter_too() -> None:
    state, _ = do(new_game(profile("pl"), 2), AddEntropy(Seat(1), "coin: heads"))
    assert view(state, None).entropy == (None, "coin: heads")
    state, events = do(state, BeginGame())
    assert view(state, None).starter_draws == state.starter_draws != ()
    first: Event = events[0]
    assert redact(first, None) is first


def test_everybody_sees_what_a_seat_did_in_its_latest_turn() -> None:
    table = "r3 r4 r5 r6 r7 | k7 b7 o7"
    state = a_turn(profile("pl"), ["r2 k1 k2", "k3 k4", "b1"], table=table, bank="o1 o2 o3")
    assert [seat.latest for seat in view(state, None).seats] == [None, None, None]
    state, _ = lay(state, "r2 r3 r4 r5 r6 | k7 b7 o7 r7")
    laid = LatestTurn(state.turn - 1, laid=(TileId("r2a"),), moved=(TileId("r7a"),))
    assert [seat.latest for seat in view(state, None).seats] == [laid, None, None]
    state, _ = do(state, Take(Seat(1)))
    taken = LatestTurn(state.turn - 1, taken=1)
    assert [seat.latest for seat in view(state, Seat(2)).seats] == [laid, taken, None]


def test_a_turn_that_is_taken_back_is_not_the_latest_any_more() -> None:
    state = a_turn(profile("pl"), ["k1 k2", "k3"], table=TABLE, bank="o1 o2 o3")
    state, _ = do(state, Take(Seat(0)))
    assert view(state, None).seats[0].latest == LatestTurn(state.turn - 1, taken=1)
    state, _ = do(state, TakeBackTurn("a mistake"))
    assert view(state, None).seats[0].latest is None

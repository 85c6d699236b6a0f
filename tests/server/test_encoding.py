"""What is shared is what a spectator sees; no field of a view is shared by mistake."""

from dataclasses import fields

import pytest

from tilemeld.engine.rules import NUMBER_PROFILES, profile
from tilemeld.engine.session import LocalGame
from tilemeld.engine.tiles import Seat
from tilemeld.engine.views import GameView, view
from tilemeld.lab.simulate import play_random_game
from tilemeld.server.encoding import OWN_FIELDS, SHARED_FIELDS, Wire
from tilemeld.service.games import Sight
from tilemeld.service.ports import GameId


def test_every_field_of_a_view_is_either_shared_or_the_viewers_own() -> None:
    assert sorted((*OWN_FIELDS, *SHARED_FIELDS)) == sorted(item.name for item in fields(GameView))


@pytest.mark.rule("P7")
@pytest.mark.parametrize("name", NUMBER_PROFILES)
def test_a_shared_field_is_the_same_for_every_viewer(name: str) -> None:
    def compare(game: LocalGame) -> None:
        spectator = view(game.state, None)
        for seat in range(game.state.players):
            seen = view(game.state, Seat(seat))
            for field in SHARED_FIELDS:
                assert getattr(seen, field) == getattr(spectator, field), field

    for seed in range(3):
        play_random_game(profile(name), 3, f"shared {seed}", watch=compare)


def test_what_is_shared_is_never_written_from_a_seats_view() -> None:
    def refuse(game: LocalGame) -> None:
        seen = view(game.state, Seat(0))
        with pytest.raises(AssertionError, match="spectator"):
            Wire().whole(GameId("g"), Sight(seen, seen), None, 0)

    play_random_game(profile("cs"), 2, "once", watch=refuse)

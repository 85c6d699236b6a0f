"""What is shared is what a spectator sees; no field of a view is shared by mistake."""

import json
from dataclasses import asdict, fields

import pytest

from table_setup import LEXICON, a_turn
from tilemeld.bots.coach.hint import hint
from tilemeld.bots.coach.hint_values import STEPS
from tilemeld.engine.game.views import GameView, view
from tilemeld.engine.local_game import LocalGame
from tilemeld.engine.rules import NUMBER_PROFILES, profile
from tilemeld.engine.tiles import Seat
from tilemeld.lab.simulate import play_random_game
from tilemeld.server.live.protocol import Hinted, encode
from tilemeld.server.live.view_encoding import OWN_FIELDS, SHARED_FIELDS, UNSENT_FIELDS, ViewEncoder
from tilemeld.service.live.game_log import ViewPair
from tilemeld.service.ports import GameId


def test_every_field_of_a_view_is_shared_or_the_viewers_own_or_known_from_events() -> None:
    assert sorted((*OWN_FIELDS, *SHARED_FIELDS, *UNSENT_FIELDS)) == sorted(
        item.name for item in fields(GameView)
    )


@pytest.mark.rule("P7")
@pytest.mark.parametrize("name", NUMBER_PROFILES)
def test_a_shared_field_is_the_same_for_every_viewer(name: str) -> None:
    def compare(game: LocalGame) -> None:
        spectator = view(game.state, None)
        for seat in range(game.state.players):
            seen = view(game.state, Seat(seat))
            for field in (*SHARED_FIELDS, *UNSENT_FIELDS):
                assert getattr(seen, field) == getattr(spectator, field), field

    for seed in range(3):
        play_random_game(profile(name), 3, f"shared {seed}", watch=compare)


def test_what_is_shared_is_never_written_from_a_seats_view() -> None:
    def refuse(game: LocalGame) -> None:
        seen = view(game.state, Seat(0))
        with pytest.raises(AssertionError, match="spectator"):
            ViewEncoder().whole(GameId("g"), ViewPair(seen, seen), None, 0)

    play_random_game(profile("cs"), 2, "once", watch=refuse)


@pytest.mark.parametrize(
    ("rules", "racks", "table"),
    [
        ("pl", ["r6 k1 b9", "b1"], "r4 r5 r6 r7 r8"),
        ("pl-word", ["AAE", "O"], "SZCZYT KOSZYK"),
    ],
)
def test_a_hint_goes_out_with_every_field_under_its_name(rules: str, racks: list[str], table: str) -> None:
    state = a_turn(profile(rules), racks, table=table)
    found = []
    for step in STEPS:
        said = hint(view(state, Seat(0)), step, words=LEXICON)
        found.append(json.loads(encode(Hinted(id="h", game="g", hint=said)))["hint"])
        assert found[-1] == json.loads(json.dumps(asdict(said)))
    assert [bool(each["played"]) for each in found] == [False, True, True]
    assert [bool(each["plan"]) for each in found] == [False, False, True]

"""Bots of others play in the arena: those that choose, and those that decide in counts."""

from pathlib import Path

import pytest

from tilemeld.engine.errors import CodedError
from tilemeld.engine.record.record import parse_record, verify
from tilemeld.engine.rules import profile
from tilemeld.lab.arena import contest
from tilemeld.lab.foreign_bots import foreign_player

BOTS = """
from tilemeld.bots import count_view, table_with, take_or_pass
from tilemeld.engine.game.commands import Confirm
from tilemeld.engine.game.state import Phase
from tilemeld.bots import player_named
from tilemeld.bots.value.model import asker_for


class Eager:
    \"\"\"Lays all it can, by the public functions alone.\"\"\"

    def choose(self, view, rng):
        if view.phase != Phase.TURN:
            return player_named("club").choose(view, rng)
        seen, asker = count_view(view), asker_for(view.rules)
        if view.seats[view.viewer].opened:
            tiles = asker.lay_most(seen.table, seen.free)
        else:
            tiles = asker.opening(view.rules, seen.free)
        seat = view.viewer
        return Confirm(seat, table_with(view, tiles)) if tiles else take_or_pass(view, seat, rng)


class Counting:
    def lay(self, view, asker, rng):
        return asker.lay_most(view.table, view.free) if view.opened[view.seat] else 0


nothing = 7
"""


@pytest.fixture(autouse=True)
def _module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "guest_bots.py").write_text(BOTS, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)


def test_a_bot_that_lays_all_it_can_plays_as_club_does() -> None:
    found = contest(profile("cs"), ["guest_bots:Eager", "club"], games=4, seed="guest")
    assert found.lines[0].wins.mean == found.lines[1].wins.mean == 0.5


def test_a_bot_may_decide_in_counts() -> None:
    found = contest(profile("cs"), ["guest_bots:Counting", "club"], games=2, seed="guest")
    assert found.lines[0].wins.mean == 0  # it never opens


@pytest.mark.parametrize(
    "name", ["guest_bots:Missing", "no_such_module:Bot", "guest_bots:nothing", ":Bot", "guest_bots:"]
)
def test_what_is_no_bot_is_said(name: str) -> None:
    with pytest.raises(CodedError) as found:
        foreign_player(name)
    assert found.value.code == "bots/unknown"


def test_records_of_an_arena_are_whole_games() -> None:
    kept: dict[tuple[int, int], str] = {}
    contest(
        profile("cs"),
        ["club", "beginner"],
        games=4,
        seed="kept",
        on_record=lambda deal, turned, text: kept.update({(deal, turned): text}),
    )
    assert sorted(kept) == [(0, 0), (0, 1), (1, 0), (1, 1)]
    assert all(not verify(parse_record(text)) for text in kept.values())

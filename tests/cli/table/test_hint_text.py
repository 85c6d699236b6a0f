"""Hints: three steps, and 'hint play' leads to a table that the engine accepts."""

import pytest
from click.testing import CliRunner

from cli.typed_table import At
from tilemeld.cli.main import cli
from tilemeld.cli.table.hint_text import find_hint, hinted_table
from tilemeld.engine.rules import profile

NO_CLOCK = {"turn_seconds": None}


def test_a_hint_says_more_each_time_and_can_be_played() -> None:
    at = At(["r6 k1 b9", "b1 b2"], table="r4 r5 r6 r7 r8")
    said = at.type("hint", "hint", "hint", "hint", "hint play", "done")
    assert "You can lay 1 tile." in said
    assert "With these tiles: r6" in said
    assert said.count("'hint play' does it for you") == 2
    assert "You lay ◆r6, 1 tile." in said


def test_before_the_opening_the_table_is_left_alone() -> None:
    at = At(["r13 b13 k13 r8 r9", "b1 b2"], table="r4 r5 r6 r7 | o1 o2 J", opened=False)
    said = at.type("hint", "hint play", "done")
    assert "You can open, with 39 points." in said
    assert "You open with" in said


def test_a_poor_rack_is_answered_with_how_far_it_is() -> None:
    said = At(["r1 b1 k1 r8", "b1 b2"], opened=False).type("hint", "hint play")
    assert "You cannot open yet; your best sets are worth 3 of 30 points: 'take'." in said


def test_nothing_to_lay() -> None:
    assert "Nothing on your rack can be laid: 'take'." in At(["k1 b9", "b1"], table="r4 r5 r6").type("hint")
    at = At(["k1 b9", "b1"], table="r4 r5 r6", bank="", lap_left=2)
    assert "Nothing on your rack can be laid: 'pass'." in at.type("hint")


def test_jokers_are_kept_where_they_may_not_open() -> None:
    at = At(["r13 b13 J k1", "b1 b2"], rules=profile("uk").override(NO_CLOCK), opened=False)
    assert "worth 0 of 30 points" in at.type("hint")


def test_a_box_that_the_solver_does_not_know_is_reported() -> None:
    at = At(["r13 b13 J k1", "b1 b2"], rules=profile("pl").override({**NO_CLOCK, "copies": 4}))
    assert "There are no hints for this box of tiles" in at.type("hint")


@pytest.mark.parametrize("table", ["r4 r5 r6 r7 | b4 b5 b6", "r4 r5 J r7 | k9 b9 o9"])
def test_the_hinted_table_holds_every_tile(table: str) -> None:
    at = At(["r3 r8 k1", "b1"], table=table)
    view = at.game.view(at.game.active)
    hint = find_hint(view, view.table)
    tiles = [tile.face for laid in hinted_table(hint) for tile in laid]
    assert len(tiles) == sum(map(len, view.table)) + 2


@pytest.mark.parametrize("name", ["pl-tournament", "uk-xp"])
def test_a_game_played_by_hints_to_its_end(name: str) -> None:
    lines = "hint play\ndone\ntake\nn\npass\n" * 120
    args = ["play", "--rules", name, "--players", "2", "--seed", "hints"]
    result = CliRunner().invoke(cli, args, input=lines)
    assert result.exit_code == 0
    assert "You open with" in result.output
    assert "The game is over" in result.output

"""The ladder holds: a few mirrored deals, the same ones always, in which each level beats the one below.

How strong the levels are is measured in thousands of games (docs/bots.md); this notices when one breaks.
"""

import pytest

from tilemeld.engine.rules import profile
from tilemeld.lab.arena import contest


def won(*names: str, games: int) -> float:
    """The first one's share of the games, in per cent."""
    return 100 * contest(profile("pl"), names, games=games, seed="ladder").lines[0].wins.mean


@pytest.mark.parametrize(
    ("stronger", "weaker", "games", "at_least"),
    [
        ("expert", "club", 16, 90),
        ("expert", "holder", 16, 65),
        ("holder", "club", 16, 90),
        ("club", "casual", 24, 75),
        ("club", "beginner", 16, 90),
        ("casual", "beginner", 16, 55),
        ("beginner", "random-legal", 12, 80),
    ],
)
def test_each_level_beats_the_one_below(stronger: str, weaker: str, games: int, at_least: int) -> None:
    assert won(stronger, weaker, games=games) >= at_least


@pytest.mark.parametrize("weak", ["random-legal", "beginner"])
def test_adaptive_keeps_the_game_close_for_weak_players(weak: str) -> None:
    assert 30 <= won("adaptive", weak, games=24) <= 70

"""The characters of the bots."""

from tilemeld.bots import PLAYERS
from tilemeld.bots.characters import BY_LEVEL, CHARACTERS, character_of
from tilemeld.bots.words.levels import ADAPTIVE


def test_every_level_is_somebody_else() -> None:
    levels = {*PLAYERS, ADAPTIVE}
    assert set(BY_LEVEL) >= levels
    assert len({character_of(level) for level in levels}) == len(levels)
    assert set(BY_LEVEL.values()) <= set(CHARACTERS)
    assert len(set(CHARACTERS)) == 8

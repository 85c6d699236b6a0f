"""Bots are found by their names."""

import pytest

from tilemeld.bots import PLAYERS, player_named
from tilemeld.engine.errors import CodedError


def test_every_bot_is_found_by_its_name_and_no_other() -> None:
    for name in PLAYERS:
        assert player_named(name) is PLAYERS[name]
    with pytest.raises(CodedError) as caught:
        player_named("deep blue")
    assert caught.value.code == "bots/unknown"
    assert str(caught.value.params["names"]).split(", ") == list(PLAYERS)

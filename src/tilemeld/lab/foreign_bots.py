"""Bots of others: ``mybot:MyBot`` names what a module offers, a player or one that decides in counts."""

import sys
from importlib import import_module
from pathlib import Path

from tilemeld.bots import CountPlayer, Level, LevelPlayer, Player
from tilemeld.bots.registry import player_for
from tilemeld.engine.errors import CodedError
from tilemeld.engine.sets.set_rules import SetRules


def is_foreign(name: str) -> bool:
    """Say whether a name is that of a module's bot."""
    return ":" in name


def find_player(name: str, sets: SetRules) -> Player:
    """Return a bot of ours, or one of others, for a game with these sets.

    Raises ``CodedError`` when there is none of this name, with what is wrong.
    """
    return foreign_player(name) if is_foreign(name) else player_for(name, sets)


def foreign_player(name: str) -> Player:
    """Make the bot that a module offers: a class or a function is called, anything else is the bot.

    Modules are looked for where Python looks, and in the folder one is in.
    """
    module, _, attribute = name.partition(":")
    if str(Path.cwd()) not in sys.path:
        sys.path.append(str(Path.cwd()))
    try:
        offered = getattr(import_module(module), attribute)
    except (ImportError, AttributeError, ValueError) as error:
        raise CodedError("bots/unknown", name=name[:40], names=str(error)[:80]) from error
    made = offered() if callable(offered) else offered
    if callable(getattr(made, "choose", None)):
        return made  # type: ignore[no-any-return]  # it has what a player has
    if callable(getattr(made, "lay", None)):
        strategy: CountPlayer = made
        return LevelPlayer(Level(name, "whole-table", strategy=strategy))
    raise CodedError("bots/unknown", name=name[:40], names="choose(view, rng), lay(view, asker, rng)")

"""A table with a person at a terminal: a position written in notation, and lines typed at it."""

import io
from contextlib import suppress
from random import Random

from rich.console import Console
from rich.text import Text

from table_setup import a_turn, sets_for
from tilemeld.bots import Habits, Player, RandomPlayer
from tilemeld.cli.table.game_loop import GameLoop
from tilemeld.cli.table.turn import Tools
from tilemeld.cli.terminal import LeftTable
from tilemeld.cli.text.catalogue import Language
from tilemeld.cli.text.event_sentences import Cast
from tilemeld.cli.text.speech import Speech
from tilemeld.engine.game.commands import CreateGame
from tilemeld.engine.game.shuffle import FixedChance
from tilemeld.engine.local_game import LocalGame
from tilemeld.engine.rules import Rules, profile
from tilemeld.engine.tiles import Seat

CALM = RandomPlayer(Habits(dawdle=0, err=0, leave=0))
"""A bot that neither waits nor errs nor leaves."""


class At:
    """A table with a person: a position written in notation, and lines typed at it."""

    def __init__(self, racks: list[str], *, rules: Rules | None = None, **position: object) -> None:
        chosen = rules or profile("pl").override({"turn_seconds": None})
        table = CreateGame(chosen, len(racks))
        self.game = LocalGame(table, chance=FixedChance("test"), sets_for=sets_for)
        self.game.state = a_turn(chosen, racks, **position)  # type: ignore[arg-type]  # a_turn's own
        self.game.now = 1_000_000
        self._out = io.StringIO()

    def type(self, *lines: str, columns: int = 100, bot: Player = CALM, language: Language = "en") -> str:
        """Type lines until they are used up; return what was said."""
        console = Console(file=self._out, width=columns, markup=False, highlight=False)
        typed = iter(lines)

        def read(prompt: str) -> str:
            line = next(typed, None)
            if line is None:
                raise LeftTable
            return line

        speech = Speech(language)
        cast = Cast((speech.say("you"), "Ola", "Jan", "Ewa")[: self.game.state.players], speech)
        bots = {Seat(n): bot for n in range(1, self.game.state.players)}
        tools = Tools(console, read, lambda: Text("sheet"), speech=speech)
        sitting = GameLoop(self.game, cast=cast, bots=bots, tools=tools, rng=Random(1))
        with suppress(LeftTable):
            sitting.go_on()
        return " ".join(self._out.getvalue().split())

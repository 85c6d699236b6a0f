"""The game loop: one game in this terminal, a person among bots, from the draw to the score."""

from collections.abc import Mapping
from random import Random

from rich.text import Text

from tilemeld.bots import Choice, Dawdle, Player
from tilemeld.cli.text.event_sentences import Cast, Teller
from tilemeld.cli.text.notations import notation_of
from tilemeld.cli.text.tiles import BAD, is_plain, rack_text
from tilemeld.engine.errors import Refused
from tilemeld.engine.game.commands import (
    AddEntropy,
    Announce,
    AskRedeal,
    BeginGame,
    CastVote,
    ChooseStack,
    Command,
    EndTurn,
    Leave,
    Pass,
    Take,
)
from tilemeld.engine.game.events import Event, TilesLaid
from tilemeld.engine.game.state import Phase
from tilemeld.engine.game.views import redact
from tilemeld.engine.local_game import LocalGame
from tilemeld.engine.tiles import Seat, Table

from .turn import MyTurn, Tools

ME = Seat(0)
"""The person's seat."""
PATIENCE = 30
"""How often a bot is asked again before a harmless move is made for it."""


YES = ("y", "yes", "t", "tak", "a", "ano", "т", "так")
NO = ("", "n", "no", "nie", "ne", "н", "ні")
"""Answers to a question, in the languages of the boxes; an empty line is no."""


class GameLoop:
    """Plays one game: asks the person and the bots in turn and shows the person what happens."""

    def __init__(
        self, game: LocalGame, *, cast: Cast, bots: Mapping[Seat, Player], tools: Tools, rng: Random
    ) -> None:
        self._game = game
        self._cast = cast
        self._bots = bots
        self._tools = tools
        self._speech = cast.speech
        self._rng = rng
        self._teller = Teller(cast, game.state.sets, is_plain(tools.console), numbered=False)
        self._letters = notation_of(game.state.sets).letters

    def play(self, *, entropy: str | None = None) -> None:
        """Play the game to its end; ``LeftTable`` is raised when the person leaves it."""
        if entropy is not None:
            self._do(AddEntropy(ME, entropy))
        self._do(BeginGame())
        self.go_on()

    def go_on(self) -> None:
        """Play from where the game is."""
        while not self._game.is_over:
            self._step()

    def _step(self) -> None:
        """Do what the game is waiting for."""
        if self._game.state.phase == Phase.REDEAL:
            self._redeal_window()
        elif self._game.state.phase == Phase.VOTE:
            self._vote()
        elif self._game.active != ME:
            self._bot_acts(self._game.active)
        elif self._game.state.phase == Phase.STACKS:
            self._choose_stack()
        elif self._game.state.phase == Phase.ANNOUNCE:
            said = self._agrees(self._speech.say("ask.announce"))
            self._do(Announce(ME) if said else EndTurn(ME))
        else:
            turn = MyTurn(self._game, ME, cast=self._cast, tools=self._tools, do=self._do)
            turn.play(run_out=lambda draft: self._run_out(draft.result if draft.is_changed else None))

    def _redeal_window(self) -> None:
        """Ask everybody who may for a new deal; then the window closes (S7, R-4)."""
        for seat in self._bots:
            choice = self._bots[seat].choose(self._game.view(seat), self._rng)
            if isinstance(choice, AskRedeal):
                self._do(choice)
                return
        view = self._game.view(ME)
        if view.may_redeal:
            plain = is_plain(self._tools.console)
            self._tools.console.print(rack_text(view.rack, plain=plain, letters=self._letters))
            if self._agrees(self._speech.say("ask.redeal-letters" if self._letters else "ask.redeal")):
                self._do(AskRedeal(ME))
                return
        self._run_out(None)

    def _vote(self) -> None:
        """Ask everybody but the active player about new words; the bots approve all of them (W16)."""
        vote = self._game.state.vote
        assert vote is not None, "a vote is open"
        for seat in range(self._game.state.players):
            if self._game.state.phase != Phase.VOTE or seat in (vote.seat, ME):
                continue
            self._do(CastVote(Seat(seat)))
        if self._game.state.phase == Phase.VOTE:
            against = tuple(
                word
                for word in vote.words
                if self._agrees(self._speech.say("ask.vote", word=word, theme=repr(self._game.rules.theme)))
            )
            self._do(CastVote(ME, against))

    def _choose_stack(self) -> None:
        stacks = self._game.view(ME).stacks
        last = len(stacks) - (stacks[-1] * 2 != self._game.rules.rack_size)  # the odd one is not chosen
        typed = self._tools.read(f"{self._speech.say('ask.stack', last=last)} ").strip()
        if not typed:
            self._run_out(None)
            return
        try:
            self._do(ChooseStack(ME, int(typed[:6]) - 1))
        except (Refused, ValueError):
            self._say(self._speech.say("ask.not-a-stack", typed=repr(typed[:20]), last=last))

    def _bot_acts(self, seat: Seat) -> None:
        """Let a bot act; it is asked again if the rules refuse, or if it waits where no clock runs."""
        for _ in range(PATIENCE):
            choice = self._bots[seat].choose(self._game.view(seat), self._rng)
            if self._carry_out(choice):
                return
        self._do_harmlessly(seat)

    def _carry_out(self, choice: Choice) -> bool:
        if isinstance(choice, Dawdle):
            if self._game.state.deadline is None:
                return False
            self._run_out(choice.draft)
            return True
        if isinstance(choice, Leave):
            return False  # with a person at the table
        try:
            self._do(choice)
        except Refused:
            return False
        return True

    def _do_harmlessly(self, seat: Seat) -> None:
        """End the turn of a bot that found nothing to do."""
        if self._game.state.phase in (Phase.STACKS, Phase.ANNOUNCE):
            self._run_out(None)
        elif self._game.state.bank:
            self._do(Take(seat, None if self._game.state.bank_open else 0))
        else:
            self._do(Pass(seat))

    def _do(self, command: Command) -> None:
        before = self._game.state.table
        self._tell(self._game.do(command), before)

    def _run_out(self, draft: Table | None) -> None:
        before = self._game.state.table
        self._tell(self._game.run_out(draft), before)

    def _tell(self, events: tuple[Event, ...], table: Table) -> None:
        for event in events:
            for line in self._teller.tell(redact(event, ME), table):
                self._tools.console.print(line)
            if isinstance(event, TilesLaid):
                table = event.table

    def _agrees(self, question: str) -> bool:
        while (answer := self._tools.read(f"{question} ").strip().lower()) not in (*YES, *NO):
            self._say(self._speech.say("ask.neither", answer=repr(answer[:20])))
        return answer in YES

    def _say(self, text: str) -> None:
        self._tools.console.print(Text(text, style=BAD))

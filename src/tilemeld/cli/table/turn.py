"""The person's turn: a draft changed order by order, with undo, judged by the engine at the end."""

from collections.abc import Callable
from time import monotonic

from rich.console import Console, RenderableType
from rich.text import Text

from tilemeld.bots.coach.hint_values import Hint
from tilemeld.cli.terminal import LeftTable
from tilemeld.cli.text.event_sentences import Cast
from tilemeld.cli.text.notations import notation_of
from tilemeld.cli.text.refusals import in_words
from tilemeld.cli.text.speech import ENGLISH, Speech
from tilemeld.cli.text.tiles import (
    BAD,
    GOOD,
    HEAD,
    SORTS,
    labelled,
    turn_sheet,
)
from tilemeld.engine.errors import NotationError, Refused
from tilemeld.engine.game.commands import Command, Confirm, Pass, Take
from tilemeld.engine.local_game import LocalGame
from tilemeld.engine.notation import WrittenSet
from tilemeld.engine.sets.letters import LetterSets
from tilemeld.engine.tiles import Seat, Table

from .draft import Draft, DraftError
from .hint_text import find_hint, hint_lines, hinted_table
from .refusal_advice import explain
from .rules_summary import rules_in_short
from .set_numbers import keep_places
from .turn_screen import TurnScreen, has_open_sets
from .typed_edits import EDITS, HELP, WORD_HELP, Order, apply_edit, parse_order, shown
from .word_hint_text import find_word_hint, hinted_words, word_hint_lines

Do = Callable[[Command], None]


class Tools:
    """The person's side of the table from turn to turn: the terminal and how the rack is sorted."""

    def __init__(
        self,
        console: Console,
        read: Callable[[str], str],
        sheet: Callable[[], RenderableType],
        *,
        speech: Speech = ENGLISH,
    ) -> None:
        self.console = console
        self.read = read
        self.sheet = sheet
        self.speech = speech
        self.sort = SORTS[0]
        self.places: Table = ()
        """The sets as the person last saw them, in the order of their numbers."""


class MyTurn:
    """One turn of the person; ``play`` returns when it is over."""

    def __init__(self, game: LocalGame, seat: Seat, *, cast: Cast, tools: Tools, do: Do) -> None:
        self._game = game
        self._cast = cast
        self._tools = tools
        self._do = do
        self._seat = seat
        self._view = game.view(seat)
        self._sets = game.state.sets
        self._notation = notation_of(self._sets)
        self._table = tools.places = keep_places(self._view.table, tools.places)
        self._page = TurnScreen(self._view, seat, sets=self._sets, cast=cast, console=tools.console)
        self._drafts = [self._begun()]
        self._started = monotonic()
        self._start_at = game.now
        self._found: Hint | None = None
        self._hints_given = 0
        self._answers: dict[str, Callable[[str], None]] = {
            "undo": self._undo,
            "reset": self._reset,
            "done": self._done,
            "take": self._take,
            "pass": self._pass,
            "sort": self._sort,
            "hint": self._hint,
            "show": self._show,
            "score": self._score,
            "rules": self._rules,
            "check": self._check,
            "help": self._help,
            "quit": self._quit,
        }

    @property
    def _draft(self) -> Draft:
        return self._drafts[-1]

    @property
    def _over(self) -> bool:
        return (
            self._game.is_over
            or self._game.state.turn != self._view.turn
            or self._game.state.phase != self._view.phase
        )

    def play(self, *, run_out: Callable[[Draft], None]) -> None:
        """Ask for orders until the turn is over; ``run_out`` is called when its time is up."""
        self._show()
        while not self._over:
            line = self._tools.read(self._prompt())
            if self._time_is_up():
                self._say(self._tools.speech.say("turn.time-was-up", line=repr(line.strip()[:40])), BAD)
                run_out(self._draft)
                return
            self._take_line(line)

    def _prompt(self) -> str:
        deadline = self._view.deadline
        if self._view.rules.turn_seconds is None or deadline is None:
            return "> "
        left = deadline.at - self._start_at - round((monotonic() - self._started) * 1000)
        return f"{max(0, left) // 1000} s > "

    def _take_line(self, line: str) -> None:
        try:
            order = parse_order(line, self._notation)
            if order is not None:
                self._obey(order)
        except DraftError as error:
            self._say(error.in_words(self._tools.speech), BAD)
        except NotationError as error:
            self._say(_sentence(in_words(error.refusal, self._tools.speech)), BAD)
        except Refused as refused:
            for text in explain(refused.refusals, self._draft, self._view.table, speech=self._tools.speech):
                self._say(text, "" if text.startswith("→") else BAD)

    def _obey(self, order: Order) -> None:
        if order.verb == "take" and order.rest and not (order.rest.isdecimal() and order.rest.isascii()):
            order = Order("move", f"{order.rest} new")  # take 3 r7: take a tile out of a set
        if order.verb in EDITS:
            self._edit(apply_edit(self._draft, order))
            return
        self._answers[order.verb](order.rest)

    def _edit(self, draft: Draft) -> None:
        self._drafts.append(draft)
        self._show_table()
        opened = self._view.seats[self._seat].opened
        if opened and not draft.left and not has_open_sets(draft):
            self._say(self._tools.speech.say("turn.emptied"), GOOD)
            self._done("")

    def _undo(self, rest: str) -> None:
        if len(self._drafts) == 1:
            raise DraftError("order.nothing-to-undo")
        self._drafts.pop()
        self._show_table()

    def _begun(self) -> Draft:
        """Return the draft that every turn begins with: nothing moved yet."""
        opened = self._view.seats[self._seat].opened
        return Draft.begin(self._sets, self._table, self._view.rack, opened=opened)

    def _reset(self, rest: str) -> None:
        self._edit(self._begun())

    def _done(self, rest: str) -> None:
        result = self._draft.result
        self._do(Confirm(self._seat, result))
        self._tools.places = result

    def _take(self, rest: str) -> None:
        self._check_untouched("take")
        self._do(Take(self._seat, self._stack_asked(rest)))

    def _stack_asked(self, rest: str) -> int | None:
        """Read which stack to open, where the open one is used up and stacks are chosen by hand (S6)."""
        view = self._view
        may_choose = view.rules.bank_in_stacks and view.rules.stacks_by_hand and not view.bank_open
        if not may_choose or not view.bank:
            if rest:
                raise DraftError("order.take-alone", typed=rest[:6])
            return None
        if not rest or not 1 <= int(rest[:6]) <= len(view.bank):
            raise DraftError("order.choose-stack", last=len(view.bank))
        return int(rest[:6]) - 1

    def _pass(self, rest: str) -> None:
        self._check_untouched("pass")
        self._do(Pass(self._seat))

    def _check_untouched(self, verb: str) -> None:
        if self._draft.is_changed:
            raise DraftError("order.tiles-moved", verb=verb)

    def _sort(self, rest: str) -> None:
        chosen = [way for way in SORTS if rest and way.startswith(rest.lower().replace("color", "colour"))]
        if rest and not chosen:
            raise DraftError("order.not-a-sort", text=shown(rest))
        self._tools.sort = chosen[0] if chosen else SORTS[(SORTS.index(self._tools.sort) + 1) % len(SORTS)]
        self._page.show_rack(self._draft, sort=self._tools.sort)

    def _hint(self, rest: str) -> None:
        """Give a more detailed hint each time: that something can be played, with which tiles, and how."""
        words, speech = isinstance(self._sets, LetterSets), self._tools.speech
        if self._found is None:
            self._found = (
                find_word_hint(self._view, self._sets)
                if isinstance(self._sets, LetterSets)
                else find_hint(self._view, self._table)
            )
        if self._found.can_play and rest.lower() in ("play", "do"):
            table = hinted_words(self._found) if words else hinted_table(self._found)
            self._edit(self._begun().retype(table))
            return
        lines = word_hint_lines(self._found, speech) if words else hint_lines(self._found, speech)
        self._say(lines[min(self._hints_given, len(lines) - 1)])
        self._hints_given += 1

    def _show(self, rest: str = "") -> None:
        deadline = self._view.deadline
        self._page.show_head(seconds=None if deadline is None else (deadline.at - self._start_at) // 1000)
        self._show_table()

    def _show_table(self) -> None:
        self._page.show_table(self._draft, sort=self._tools.sort)

    def _score(self, rest: str) -> None:
        if self._sets.scores_turns:
            turns = [seat.turn_points for seat in self._game.view(self._seat).seats]
            self._tools.console.print(turn_sheet(turns, self._cast.names, speech=self._tools.speech))
        self._tools.console.print(self._tools.sheet())

    def _check(self, rest: str) -> None:
        """Look words up (W8); that is allowed at any time and changes nothing."""
        if not isinstance(self._sets, LetterSets):
            raise DraftError("order.check-numbers")
        speech = self._tools.speech
        words = [spell_written(word) for word in self._notation.parse(rest)]
        if not words:
            raise DraftError("order.example", verb="check", example="check KOTEK")
        for word in words:
            faults = self._sets.look_up(word)
            if faults:
                reasons = "; ".join(in_words(fault, speech) for fault in faults)
                self._say(speech.say("check.not-word", word=word, faults=reasons), BAD)
            else:
                self._say(speech.say("check.is-word", word=word), GOOD)

    def _help(self, rest: str) -> None:
        letters, say = self._notation.letters, self._tools.speech.say
        chosen = WORD_HELP if letters else HELP
        self._tools.console.print(
            labelled((Text(typed, style=HEAD), Text(say(key))) for typed, key in chosen)
        )
        self._say(say("word-help.tiles" if letters else "help.tiles"))

    def _rules(self, rest: str) -> None:
        for line in rules_in_short(self._view, self._tools.speech):
            self._say(line)

    def _quit(self, rest: str) -> None:
        raise LeftTable

    def _time_is_up(self) -> bool:
        """Move the game's clock to where the person's is; only a timed game has one."""
        if self._view.rules.turn_seconds is None or self._view.deadline is None:
            return False
        self._game.now = self._start_at + round((monotonic() - self._started) * 1000)
        return self._game.now > self._view.deadline.at

    def _say(self, text: str, style: str = "") -> None:
        self._tools.console.print(Text(text, style=style))


def spell_written(word: WrittenSet) -> str:
    """Return the word that was typed, jokers as what they stand for."""
    return "".join(tile.stands_for or tile.face for tile in word)


def _sentence(text: str) -> str:
    return text if text.endswith((".", "?", "!")) else f"{text}."

"""The person's turn: a draft changed order by order, undone at will, judged by the engine when it is done."""

from collections.abc import Callable, Sequence
from time import monotonic

from rich.console import Console, RenderableType
from rich.rule import Rule
from rich.text import Text

from tilemeld.bots.hints import Hint
from tilemeld.engine.commands import Command, Confirm, Pass, Take
from tilemeld.engine.errors import NotationError, Refusal, Refused
from tilemeld.engine.letters import LetterSets
from tilemeld.engine.notation import WrittenSet
from tilemeld.engine.rules import Rules, differences
from tilemeld.engine.session import LocalGame
from tilemeld.engine.tiles import LaidSet, Seat, Table, face_of
from tilemeld.engine.views import GameView

from .draft import Draft, DraftError
from .hint import find_hint, hint_lines, hinted_table
from .notations import notation_of
from .orders import EDITS, HELP, WORD_HELP, Order, apply_edit, parse_order
from .places import keep_places
from .remedies import explain
from .show import (
    BAD,
    DIM,
    GOOD,
    HEAD,
    SORTS,
    count_tiles,
    is_plain,
    labelled,
    rack_text,
    set_line,
    table_view,
    turn_sheet,
)
from .telling import Cast
from .terminal import LeftTable
from .verify_command import difference_line
from .word_hint import find_word_hint, hinted_words, word_hint_lines

Do = Callable[[Command], None]


class Desk:
    """The person's side of the table from turn to turn: the terminal and how the rack is sorted."""

    def __init__(
        self, console: Console, read: Callable[[str], str], sheet: Callable[[], RenderableType]
    ) -> None:
        self.console = console
        self.read = read
        self.sheet = sheet
        self.sort = SORTS[0]
        self.places: Table = ()
        """The sets as the person last saw them, in the order of their numbers."""


class MyTurn:
    """One turn of the person; ``play`` returns when it is over."""

    def __init__(self, game: LocalGame, seat: Seat, *, cast: Cast, desk: Desk, do: Do) -> None:
        self._game = game
        self._cast = cast
        self._desk = desk
        self._do = do
        self._seat = seat
        self._view = game.view(seat)
        self._sets = game.state.sets
        self._notation = notation_of(self._sets)
        self._table = desk.places = keep_places(self._view.table, desk.places)
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
            line = self._desk.read(self._prompt())
            if self._time_is_up():
                self._say(f"Your time was up before {line.strip()[:40]!r} was typed.", BAD)
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
        except (DraftError, NotationError) as error:
            self._say(_sentence(str(error)), BAD)
        except Refused as refused:
            for text in explain(refused.refusals, self._draft, self._view.table):
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
        if opened and not draft.left and not self._open_sets():
            self._say("Your rack is empty over a table in order: that ends the turn (P8).", GOOD)
            self._done("")

    def _undo(self, rest: str) -> None:
        if len(self._drafts) == 1:
            raise DraftError("There is nothing to undo in this turn.")
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
        self._desk.places = result

    def _take(self, rest: str) -> None:
        self._check_untouched("take")
        self._do(Take(self._seat, self._stack_asked(rest)))

    def _stack_asked(self, rest: str) -> int | None:
        """Read which stack to open, where the open one is used up and stacks are chosen by hand (S6)."""
        view = self._view
        may_choose = view.rules.bank_in_stacks and view.rules.stacks_by_hand and not view.bank_open
        if not may_choose or not view.bank:
            if rest:
                raise DraftError(
                    "'take' takes a tile from the bank and ends your turn; "
                    f"a tile out of a set is 'move r7 {rest[:6]} new'."
                )
            return None
        if not rest or not 1 <= int(rest[:6]) <= len(view.bank):
            raise DraftError(
                f"A new stack has to be opened: 'take 1' to 'take {len(view.bank)}' says which (S6)."
            )
        return int(rest[:6]) - 1

    def _pass(self, rest: str) -> None:
        self._check_untouched("pass")
        self._do(Pass(self._seat))

    def _check_untouched(self, verb: str) -> None:
        if self._draft.is_changed:
            raise DraftError(
                f"You have moved tiles in this turn: 'done' lays them, 'reset' and '{verb}' does not."
            )

    def _sort(self, rest: str) -> None:
        chosen = [way for way in SORTS if rest and way.startswith(rest.lower().replace("color", "colour"))]
        if rest and not chosen:
            raise DraftError(f"{rest[:20]!r} is no way to sort: 'sort colour', 'sort number' or 'sort mine'.")
        self._desk.sort = chosen[0] if chosen else SORTS[(SORTS.index(self._desk.sort) + 1) % len(SORTS)]
        self._show_rack()

    def _hint(self, rest: str) -> None:
        """Say a little more each time: that something can be played, with which tiles, and how."""
        words = isinstance(self._sets, LetterSets)
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
        lines = word_hint_lines(self._found) if words else hint_lines(self._found)
        self._say(lines[min(self._hints_given, len(lines) - 1)])
        self._hints_given += 1

    def _show(self, rest: str = "") -> None:
        self._show_head()
        self._show_table()

    def _score(self, rest: str) -> None:
        if self._sets.scores_turns:
            turns = [seat.turn_points for seat in self._game.view(self._seat).seats]
            self._desk.console.print(turn_sheet(turns, self._cast.names))
        self._desk.console.print(self._desk.sheet())

    def _check(self, rest: str) -> None:
        """Look words up (W8); that is allowed at any time and changes nothing."""
        if not isinstance(self._sets, LetterSets):
            raise DraftError("'check' looks words up; this game is played with numbers.")
        words = [spell_written(word) for word in self._notation.parse(rest)]
        if not words:
            raise DraftError("'check' is written like this: check KOTEK.")
        for word in words:
            faults = self._sets.look_up(word)
            self._say(f"{word}: {'a word' if not faults else _reasons(faults)}.", BAD if faults else GOOD)

    def _help(self, rest: str) -> None:
        chosen = WORD_HELP if self._notation.letters else HELP
        self._desk.console.print(labelled((Text(what, style=HEAD), Text(words)) for what, words in chosen))
        self._say(_WORD_TILES if self._notation.letters else _TILES)

    def _rules(self, rest: str) -> None:
        for line in rules_in_short(self._view):
            self._say(line)

    def _quit(self, rest: str) -> None:
        raise LeftTable

    def _time_is_up(self) -> bool:
        """Move the game's clock to where the person's is; only a timed game has one."""
        if self._view.rules.turn_seconds is None or self._view.deadline is None:
            return False
        self._game.now = self._start_at + round((monotonic() - self._started) * 1000)
        return self._game.now > self._view.deadline.at

    def _show_head(self) -> None:
        view = self._view
        title = f"Turn {view.turn} · your turn"
        if view.deadline is not None:
            title += f" · {(view.deadline.at - self._start_at) // 1000} s"
        console = self._desk.console
        console.print()
        console.print(Rule(Text(title, style=HEAD), align="left", style=DIM))
        for place in range(1, len(view.seats)):
            console.print(_seat_line(view, Seat((self._seat + place) % len(view.seats)), self._cast))
        bank = f"The bank holds {count_tiles(view.bank_count)}." if view.bank_count else "The bank is empty."
        if view.lap_left is not None:
            bank += f" Last lap: {view.lap_left} turns to go, this one included."
        self._say(bank, DIM)

    def _show_table(self) -> None:
        """Draw the table as it is now, with what is open and why, and the rack below it."""
        draft, helpful = self._draft, not self._view.rules.strict
        plain = is_plain(self._desk.console)
        lying = set(draft.table)
        lines: list[Text] = []
        reasons: list[str] = []
        for number, laid in draft.numbered:
            mark = None
            if laid not in lying and helpful:
                mark, faults = self._judge(number, laid)
                reasons += faults
            lines.append(
                set_line(
                    number, laid, mark=mark, fresh=draft.laid, plain=plain, letters=self._notation.letters
                )
            )
        self._desk.console.print(table_view(lines))
        for reason in reasons:
            self._say(reason, "yellow")
        self._show_rack()
        if status := self._status():
            self._say(status, DIM)

    def _judge(self, number: int, laid: LaidSet) -> tuple[Text, list[str]]:
        reading = self._sets.read(laid)
        if reading.valid:
            return Text("ok", style=GOOD), []
        name = "Word" if self._notation.letters else "Set"
        return Text("…", style="yellow"), [f"{name} {number}: {fault}." for fault in reading.faults]

    def _show_rack(self) -> None:
        left = self._draft.left
        letters = self._notation.letters
        worth = "" if letters else f", worth {self._sets.rack_value([face_of(tile) for tile in left])}"
        way = (_SORTED_LETTERS if letters else _SORTED)[self._desk.sort]
        self._say(f"Your rack: {count_tiles(len(left))}{worth}, by {way}.", DIM)
        self._desk.console.print(
            rack_text(
                left,
                way=self._desk.sort,
                new=self._view.last_taken,
                plain=is_plain(self._desk.console),
                letters=letters,
            )
        )

    def _status(self) -> str:
        """Say what is still missing before the turn can end by laying."""
        draft = self._draft
        if self._notation.letters:
            return self._words_status()
        if not draft.is_changed:
            return "" if self._view.seats[self._seat].opened else self._to_open(0)
        if self._view.seats[self._seat].opened:
            if not draft.left and not self._open_sets():
                return ""
            laid = f"Laid from your rack: {count_tiles(len(draft.laid))}."
            return (
                f"{laid} 'done' ends the turn." if self._view.rules.strict or not self._open_sets() else laid
            )
        if not set(draft.table) <= set(draft.slots):
            return (
                "You have not opened: until then the sets on the table stay as they are ('undo' or 'reset')."
            )
        own = [laid for _, laid in draft.numbered if draft.laid.issuperset(each.tile for each in laid)]
        return self._to_open(sum(self._sets.read(laid).worth for laid in own))

    def _words_status(self) -> str:
        """Say what the turn would score, or what the opening needs (W6, W10, W11)."""
        draft, rules = self._draft, self._view.rules
        if not self._view.seats[self._seat].opened:
            jokers = "" if rules.opening_jokers else ", without jokers"
            needs = f"one word of {rules.opening_letters} letters or more, from your rack only{jokers}"
            if not draft.is_changed:
                return f"You have not opened: that takes {needs}."
            own = [laid for _, laid in draft.numbered if draft.laid.issuperset(each.tile for each in laid)]
            faults = self._sets.opening_faults([laid for laid in own if self._sets.read(laid).valid])
            if faults or not set(draft.table) <= set(draft.slots):
                return f"Opening: {needs}."
        if not draft.is_changed or self._open_sets():
            return ""
        score = self._sets.turn_score(draft.table, draft.result, draft.laid)
        held, from_ = len(draft.rack), rules.double_from
        double = not draft.left and from_ is not None and held >= from_
        points = score.points * 2 if double else score.points
        word = f" for {score.word}" if score.word else ""
        return f"This turn scores {points}{word}{', doubled' if double else ''}. 'done' ends it."

    def _open_sets(self) -> bool:
        return not all(self._draft.read(number).valid for number, _ in self._draft.numbered)

    def _to_open(self, points: int) -> str:
        needed = self._view.rules.opening_points
        if points >= needed:
            ready = "" if self._open_sets() and not self._view.rules.strict else " 'done' ends the turn."
            return f"Opening: {points} of {needed} points.{ready}"
        jokers = "" if self._view.rules.opening_jokers else ", without jokers"
        return f"You have not opened: {points} of {needed} points, from your rack only{jokers}."

    def _say(self, text: str, style: str = "") -> None:
        self._desk.console.print(Text(text, style=style))


_TILES = "Tiles: r red, b blue, k black, o orange, 1 to 13; J is a joker, J(r9) one that stands for r9."
_WORD_TILES = "Small letters do, too; ? is a joker, ?(T) one that stands for T."
_SORTED = {"colour": "colour", "number": "number", "mine": "the order in which they came"}
_SORTED_LETTERS = {"colour": "the alphabet", "number": "vowels first", "mine": "the order in which they came"}


def _reasons(faults: Sequence[Refusal]) -> str:
    return "; ".join(map(str, faults))


def spell_written(word: WrittenSet) -> str:
    """Return the word that was typed, jokers as what they stand for."""
    return "".join(tile.stands_for or tile.face for tile in word)


def _sentence(text: str) -> str:
    return text if text.endswith((".", "?", "!")) else f"{text}."


def _seat_line(view: GameView, seat: Seat, cast: Cast) -> Text:
    """Say what everybody may know of another seat (P7)."""
    other = view.seats[seat]
    line = Text(f"{cast.name(seat):<6}")
    line.append(f"{count_tiles(other.count):>8}", style=HEAD if other.count > 3 else "bold yellow")
    line.append(f"  {'opened' if other.opened else 'not opened'}", style=DIM)
    if other.announced:
        line.append(", announced to open", style="yellow")
    if other.left:
        line.append(", has left", style=DIM)
    if other.turn_points:
        line.append(f", {other.points} points")
    return line


def rules_in_short(view: GameView) -> list[str]:
    """Say what a player has to know of the rules of this game, and what differs from its profile."""
    rules = view.rules
    if rules.sets == "letters":
        return [*_words_in_short(rules), f"All fields: tilemeld rules {rules.profile}"]
    lines = [
        "A run: three or more numbers in a row of one colour. A group: a number in three or four colours.",
        f"Opening: {rules.opening_points} points from your rack alone"
        f"{'' if rules.opening_jokers else ', no jokers'}; then the whole table is yours to rearrange.",
        f"A joker left on a rack counts {rules.joker_rack_value}.",
    ]
    if rules.unopened_penalty is not None:
        lines.append(
            f"Not opened when somebody wins: {rules.unopened_penalty} points lost, "
            f"{rules.could_open_penalty} if you could have opened (E7)."
        )
    if rules.strict:
        lines.append(f"Strict play: confirming a wrong table costs {count_tiles(rules.mistake_takes)} (T5).")
    lines += [difference_line(each) for each in differences(rules)]
    return [*lines, f"All fields: tilemeld rules {rules.profile}"]


def _words_in_short(rules: Rules) -> list[str]:
    """Say what a player has to know of the word game."""
    lines = [
        "Every set is a word of 3 letters or more; all words on the table differ (W7, W9).",
        f"Opening: exactly one word of {rules.opening_letters} letters or more from your rack"
        f"{'' if rules.opening_jokers else ', no jokers'}; then the whole table is yours to rearrange (W6).",
        "A turn scores the letters of its longest new word that holds a tile of your rack (W10).",
    ]
    if rules.double_from is not None:
        lines.append(f"The whole rack at once, {rules.double_from} tiles or more: double (W11).")
    if rules.refill_to is not None:
        lines.append(f"After laying your rack is filled up to {rules.refill_to} (W12).")
    if rules.theme is not None:
        who = "a list says" if rules.theme_by == "list" else "the others vote on"
        lines.append(f"Theme {rules.theme!r}: {who} what belongs to it (W16).")
    if rules.strict:
        lines.append(f"Strict play: confirming a wrong table costs {count_tiles(rules.mistake_takes)} (W13).")
    return [*lines, *(difference_line(each) for each in differences(rules))]

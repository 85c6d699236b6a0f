"""The screen of a turn: the other players, the table with unfinished sets and why, the rack, what to do."""

from rich.console import Console
from rich.rule import Rule
from rich.text import Text

from tilemeld.cli.text.event_sentences import Cast
from tilemeld.cli.text.notations import notation_of
from tilemeld.cli.text.tiles import DIM, GOOD, HEAD, count_tiles, is_plain, rack_text, set_line, table_view
from tilemeld.engine.game.views import GameView
from tilemeld.engine.sets.set_rules import SetRules
from tilemeld.engine.tiles import LaidSet, Seat, face_of

from .draft import Draft

_SORTED = {"colour": "colour", "number": "number", "mine": "the order in which they came"}
_SORTED_LETTERS = {"colour": "the alphabet", "number": "vowels first", "mine": "the order in which they came"}


class TurnScreen:
    """A turn on the terminal, as its owner sees it."""

    def __init__(self, view: GameView, seat: Seat, *, sets: SetRules, cast: Cast, console: Console) -> None:
        self._view = view
        self._seat = seat
        self._sets = sets
        self._cast = cast
        self._console = console
        self._letters = notation_of(sets).letters

    def show_head(self, *, seconds: int | None) -> None:
        """Say whose turn it is, how long it lasts, and what everybody may know of the others."""
        view = self._view
        title = f"Turn {view.turn} · your turn"
        if seconds is not None:
            title += f" · {seconds} s"
        console = self._console
        console.print()
        console.print(Rule(Text(title, style=HEAD), align="left", style=DIM))
        for place in range(1, len(view.seats)):
            console.print(_seat_line(view, Seat((self._seat + place) % len(view.seats)), self._cast))
        bank = f"The bank holds {count_tiles(view.bank_count)}." if view.bank_count else "The bank is empty."
        if view.lap_left is not None:
            bank += f" Last turns: {view.lap_left} to go, this one included."
        self._say(bank, DIM)

    def show_table(self, draft: Draft, *, sort: str) -> None:
        """Draw the present table, with unfinished sets and why, and the rack below it."""
        helpful = not self._view.rules.strict
        plain = is_plain(self._console)
        lying = set(draft.table)
        lines: list[Text] = []
        reasons: list[str] = []
        for number, laid in draft.numbered:
            mark = None
            if laid not in lying and helpful:
                mark, faults = self._judge(number, laid)
                reasons += faults
            lines.append(
                set_line(number, laid, mark=mark, fresh=draft.laid, plain=plain, letters=self._letters)
            )
        self._console.print(table_view(lines))
        for reason in reasons:
            self._say(reason, "yellow")
        self.show_rack(draft, sort=sort)
        if status := self._status(draft):
            self._say(status, DIM)

    def _judge(self, number: int, laid: LaidSet) -> tuple[Text, list[str]]:
        reading = self._sets.read(laid)
        if reading.valid:
            return Text("ok", style=GOOD), []
        name = "Word" if self._letters else "Set"
        return Text("…", style="yellow"), [f"{name} {number}: {fault}." for fault in reading.faults]

    def show_rack(self, draft: Draft, *, sort: str) -> None:
        """Draw the rack, sorted as the player chose."""
        left, letters = draft.left, self._letters
        worth = "" if letters else f", worth {self._sets.rack_value([face_of(tile) for tile in left])}"
        way = (_SORTED_LETTERS if letters else _SORTED)[sort]
        self._say(f"Your rack: {count_tiles(len(left))}{worth}, by {way}.", DIM)
        self._console.print(
            rack_text(
                left,
                way=sort,
                new=self._view.last_taken,
                plain=is_plain(self._console),
                letters=letters,
            )
        )

    def _status(self, draft: Draft) -> str:
        """Say what is still missing before the turn can end by laying."""
        if self._letters:
            return self._words_status(draft)
        if not draft.is_changed:
            return "" if self._view.seats[self._seat].opened else self._to_open(draft, 0)
        if self._view.seats[self._seat].opened:
            if not draft.left and not has_open_sets(draft):
                return ""
            laid = f"Laid from your rack: {count_tiles(len(draft.laid))}."
            return (
                f"{laid} 'done' ends the turn."
                if self._view.rules.strict or not has_open_sets(draft)
                else laid
            )
        if not set(draft.table) <= set(draft.slots):
            return (
                "You have not opened: until then the sets on the table stay as they are ('undo' or 'reset')."
            )
        own = [laid for _, laid in draft.numbered if draft.laid.issuperset(each.tile for each in laid)]
        return self._to_open(draft, sum(self._sets.read(laid).worth for laid in own))

    def _words_status(self, draft: Draft) -> str:
        """Say what the turn would score, or what the opening needs (W6, W10, W11)."""
        rules = self._view.rules
        if not self._view.seats[self._seat].opened:
            jokers = "" if rules.opening_jokers else ", without jokers"
            needs = f"one word of {rules.opening_letters} letters or more, from your rack only{jokers}"
            if not draft.is_changed:
                return f"You have not opened: that takes {needs}."
            own = [laid for _, laid in draft.numbered if draft.laid.issuperset(each.tile for each in laid)]
            faults = self._sets.opening_faults([laid for laid in own if self._sets.read(laid).valid])
            if faults or not set(draft.table) <= set(draft.slots):
                return f"Opening: {needs}."
        if not draft.is_changed or has_open_sets(draft):
            return ""
        score = self._sets.turn_score(draft.table, draft.result, draft.laid)
        held, from_ = len(draft.rack), rules.double_from
        double = not draft.left and from_ is not None and held >= from_
        points = score.points * 2 if double else score.points
        word = f" for {score.word}" if score.word else ""
        sentence = f"This turn scores {points}{word}{', doubled' if double else ''}."
        ends_by_itself = self._view.seats[self._seat].opened and not draft.left  # P8
        return sentence if ends_by_itself else f"{sentence} 'done' ends it."

    def _to_open(self, draft: Draft, points: int) -> str:
        needed = self._view.rules.opening_points
        if points >= needed:
            ready = "" if has_open_sets(draft) and not self._view.rules.strict else " 'done' ends the turn."
            return f"Opening: {points} of {needed} points.{ready}"
        jokers = "" if self._view.rules.opening_jokers else ", without jokers"
        return f"You have not opened: {points} of {needed} points, from your rack only{jokers}."

    def _say(self, text: str, style: str = "") -> None:
        self._console.print(Text(text, style=style))


def has_open_sets(draft: Draft) -> bool:
    """Say whether a set of the table does not read yet."""
    return not all(draft.read(number).valid for number, _ in draft.numbered)


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

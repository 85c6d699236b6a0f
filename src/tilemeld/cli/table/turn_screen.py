"""The screen of a turn: the other players, the table with unfinished sets and why, the rack, what to do."""

from rich.console import Console
from rich.rule import Rule
from rich.text import Text

from tilemeld.cli.text.catalogue import Key
from tilemeld.cli.text.event_sentences import Cast
from tilemeld.cli.text.notations import notation_of
from tilemeld.cli.text.refusals import in_words
from tilemeld.cli.text.tiles import DIM, GOOD, HEAD, is_plain, rack_text, set_line, table_view
from tilemeld.engine.game.views import GameView
from tilemeld.engine.sets.set_rules import SetRules
from tilemeld.engine.tiles import LaidSet, Seat, face_of

from .draft import Draft


class TurnScreen:
    """A turn on the terminal, as its owner sees it."""

    def __init__(self, view: GameView, seat: Seat, *, sets: SetRules, cast: Cast, console: Console) -> None:
        self._view = view
        self._seat = seat
        self._sets = sets
        self._cast = cast
        self._speech = cast.speech
        self._console = console
        self._letters = notation_of(sets).letters

    def show_head(self, *, seconds: int | None) -> None:
        """Say whose turn it is, how long it lasts, and what everybody may know of the others."""
        view = self._view
        say = self._speech.say
        title = say("turn.head", turn=view.turn)
        if seconds is not None:
            title += f" · {seconds} s"
        console = self._console
        console.print()
        console.print(Rule(Text(title, style=HEAD), align="left", style=DIM))
        for place in range(1, len(view.seats)):
            console.print(_seat_line(view, Seat((self._seat + place) % len(view.seats)), self._cast))
        bank = say("turn.bank", count=view.bank_count) if view.bank_count else say("turn.bank-empty")
        if view.lap_left is not None:
            bank += f" {say('turn.lap', count=view.lap_left)}"
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
        self._console.print(table_view(lines, speech=self._speech))
        for reason in reasons:
            self._say(reason, "yellow")
        self.show_rack(draft, sort=sort)
        if status := self._status(draft):
            self._say(status, DIM)

    def _judge(self, number: int, laid: LaidSet) -> tuple[Text, list[str]]:
        reading = self._sets.read(laid)
        if reading.valid:
            return Text("ok", style=GOOD), []
        key: Key = "turn.word-fault" if self._letters else "turn.fault"
        faults = [in_words(fault, self._speech) for fault in reading.faults]
        found = [self._speech.say(key, number=number, fault=fault) for fault in faults]
        return Text("…", style="yellow"), found

    def show_rack(self, draft: Draft, *, sort: str) -> None:
        """Draw the rack, sorted as the player chose."""
        left, letters = draft.left, self._letters
        say = self._speech.say
        if letters:
            order = self._speech.say_of("letter-order", sort)
            self._say(say("turn.letter-rack", count=len(left), order=order), DIM)
        else:
            order = self._speech.say_of("order", sort)
            value = self._sets.rack_value([face_of(tile) for tile in left])
            self._say(say("turn.rack", count=len(left), value=value, order=order), DIM)
        self._console.print(
            rack_text(
                left,
                way=sort,
                new=self._view.last_taken,
                plain=is_plain(self._console),
                letters=letters,
                speech=self._speech,
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
            laid = self._speech.say("turn.laid", count=len(draft.laid))
            return (
                f"{laid} {self._speech.say('turn.done-ends')}"
                if self._view.rules.strict or not has_open_sets(draft)
                else laid
            )
        if not set(draft.table) <= set(draft.slots):
            return self._speech.say("turn.not-yet-the-table")
        own = [laid for _, laid in draft.numbered if draft.laid.issuperset(each.tile for each in laid)]
        return self._to_open(draft, sum(self._sets.read(laid).worth for laid in own))

    def _words_status(self, draft: Draft) -> str:
        """Say what the turn would score, or what the opening needs (W6, W10, W11)."""
        rules, say = self._view.rules, self._speech.say
        if not self._view.seats[self._seat].opened:
            key: Key = "turn.needs" if rules.opening_jokers else "turn.needs-no-jokers"
            needs = say(key, letters=rules.opening_letters)
            if not draft.is_changed:
                return say("turn.word-to-open", needs=needs)
            own = [laid for _, laid in draft.numbered if draft.laid.issuperset(each.tile for each in laid)]
            faults = self._sets.opening_faults([laid for laid in own if self._sets.read(laid).valid])
            if faults or not set(draft.table) <= set(draft.slots):
                return say("turn.word-opening", needs=needs)
        if not draft.is_changed or has_open_sets(draft):
            return ""
        score = self._sets.turn_score(draft.table, draft.result, draft.laid)
        held, from_ = len(draft.rack), rules.double_from
        double = not draft.left and from_ is not None and held >= from_
        points = score.points * 2 if double else score.points
        if not score.word:
            sentence = say("turn.scores", points=points)
        else:
            sentence = say(
                "turn.scores-double" if double else "turn.scores-for", points=points, word=score.word
            )
        ends_by_itself = self._view.seats[self._seat].opened and not draft.left  # P8
        return sentence if ends_by_itself else f"{sentence} {say('turn.done-ends-it')}"

    def _to_open(self, draft: Draft, points: int) -> str:
        needed, say = self._view.rules.opening_points, self._speech.say
        if points >= needed:
            text = say("turn.opening", points=points, needed=needed)
            if has_open_sets(draft) and not self._view.rules.strict:
                return text
            return f"{text} {say('turn.done-ends')}"
        key: Key = "turn.to-open" if self._view.rules.opening_jokers else "turn.to-open-no-jokers"
        return say(key, points=points, needed=needed)

    def _say(self, text: str, style: str = "") -> None:
        self._console.print(Text(text, style=style))


def has_open_sets(draft: Draft) -> bool:
    """Say whether a set of the table does not read yet."""
    return not all(draft.read(number).valid for number, _ in draft.numbered)


def _seat_line(view: GameView, seat: Seat, cast: Cast) -> Text:
    """Say what everybody may know of another seat (P7)."""
    other, say = view.seats[seat], cast.speech.say
    line = Text(f"{cast.name(seat):<6}")
    tiles = say("tiles.count", count=other.count)
    line.append(f"{tiles:>8}", style=HEAD if other.count > 3 else "bold yellow")
    line.append(f"  {say('turn.has-opened') if other.opened else say('replay.unopened')}", style=DIM)
    if other.announced:
        line.append(f", {say('turn.has-announced')}", style="yellow")
    if other.left:
        line.append(f", {say('turn.has-left')}", style=DIM)
    if other.turn_points:
        line.append(f", {say('score.points', count=other.points)}")
    return line

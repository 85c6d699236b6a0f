"""Events as sentences, for the player at the table and for replays.

The events have passed ``redact`` before, or come from a finished record: this module hides nothing.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from rich.text import Text

from tilemeld.engine.errors import Refusal
from tilemeld.engine.game.events import (
    AllowanceGiven,
    Announced,
    Dealt,
    EntropyAdded,
    Event,
    GameCreated,
    GameEnded,
    LastLapBegan,
    MistakeMade,
    Passed,
    Paused,
    RedealAsked,
    Resumed,
    RoundEnded,
    ScoreCorrected,
    SeatLeft,
    SeatReturned,
    StackChosen,
    StacksBuilt,
    StarterChosen,
    TilesLaid,
    TilesTaken,
    TimeUp,
    TurnRestarted,
    TurnTakenBack,
    VoteCast,
    VoteClosed,
    VoteOpened,
)
from tilemeld.engine.record.record import Record
from tilemeld.engine.sets.set_rules import SetRules
from tilemeld.engine.tiles import LaidTile, Seat, Table, TileId, face_of, tiles_of

from .notations import notation_of
from .tiles import count_tiles, signed, tiles_text

YOU = "You"


@dataclass(frozen=True, slots=True)
class Cast:
    """Who sits where, by name; the person at this terminal is called You."""

    names: tuple[str, ...]

    def name(self, seat: Seat | None) -> str:
        """Return the name of a seat; nobody's name is Somebody."""
        if seat is None:
            return "Somebody"
        return self.names[seat] if seat < len(self.names) else f"Seat {seat + 1}"

    def does(self, seat: Seat | None, verb: str, third: str = "") -> str:
        """Return who does something: "You take", "Ola takes".

        >>> Cast(("You", "Ola")).does(Seat(1), "take")
        'Ola takes'
        """
        name = self.name(seat)
        return f"{name} {verb}" if name == YOU else f"{name} {third or verb + 's'}"

    def whom(self, seat: Seat) -> str:
        """Return whom something is for, within a sentence: "you", "Ola"."""
        name = self.name(seat)
        return YOU.lower() if name == YOU else name

    def whose(self, seat: Seat) -> str:
        """Return whose something is: "Your", "Ola's"."""
        name = self.name(seat)
        return "Your" if name == YOU else f"{name}'s"

    def has(self, seat: Seat | None) -> str:
        """Return who has: "You have", "Ola has"."""
        return self.does(seat, "have", "has")


LETTERS = "ABCDEF"
"""What book B calls the seats."""


def cast_of(record: Record) -> Cast:
    """Return the names of seats in a record, which knows no people but may know the bots."""
    bots = record.bots or (None,) * record.created.players
    return Cast(
        tuple(
            f"Seat {letter}" if bot is None else f"Seat {letter} ({bot})"
            for letter, bot in zip(LETTERS, bots, strict=False)
        )
    )


@dataclass(frozen=True, slots=True)
class Teller:
    """Describes events on a terminal, which may be one without shapes."""

    cast: Cast
    sets: SetRules
    plain: bool = False
    numbered: bool = True
    """Whether sets are called by their numbers in the table."""

    def tell(self, event: Event, before: Table) -> list[Text]:
        """Say what happened, given the table before it; nothing for events that are only bookkeeping."""
        if isinstance(event, TilesLaid):
            return self._tell_laying(event, before)
        if isinstance(event, MistakeMade):
            return self._tell_mistake(event)
        if isinstance(event, StarterChosen):
            return self._tell_draw(event)
        if isinstance(event, TilesTaken):
            return [self._tell_taking(event)]
        sentence = self._sentence(event)
        return [Text(sentence)] if sentence else []

    def _sentence(self, event: Event) -> str:
        cast = self.cast
        match event:
            case GameCreated():
                return f"A table for {event.players} is set; commitment {event.commitment}."
            case EntropyAdded():
                return f"{cast.does(event.seat, 'add')} to the shuffle: {event.entropy!r}."
            case StacksBuilt():
                first = cast.does(event.chooser, "choose").replace(YOU, YOU.lower())
                return f"The tiles stand in {len(event.sizes)} stacks; {first} first."
            case StackChosen():
                how = " by chance" if event.by_chance else ""
                whom = "" if event.receiver == event.seat else f" for {cast.whom(event.receiver)}"
                return f"{cast.does(event.seat, 'choose')} stack {event.stack + 1}{whom}{how}."
            case Dealt():
                return f"The tiles are dealt; {count_tiles(sum(event.bank_sizes))} are in the bank."
            case RedealAsked():
                return f"{cast.does(event.seat, 'ask')} for a new deal."
            case TimeUp():
                return f"{cast.whose(event.seat)} time is up: {TIME_UP[event.verdict]}."
            case Passed():
                return f"{cast.does(event.seat, 'pass', 'passes')}{PASSED[event.cause]}."
            case Announced():
                return f"{cast.does(event.seat, 'announce')} to open on the next turn."
            case RoundEnded():
                return "The time of the round is over."
            case LastLapBegan():
                if event.cause == "rack-empty":
                    return f"A rack is empty: {_turns(event.turns)} left, so that all have as many (W15)."
                return f"{LAPS[event.cause]}: everybody has one more turn."
            case VoteOpened():
                return (
                    f"{cast.does(event.seat, 'want')} to lay {_listed(event.words)}: the others vote (W16)."
                )
            case VoteCast():
                what = f"against {_listed(event.against)}" if event.against else "yes"
                return f"{cast.does(event.seat, 'vote')} {what}."
            case VoteClosed():
                return _outcome(event)
            case GameEnded():
                return ""
            case _:
                return self._ruling(event)

    def _ruling(self, event: Event) -> str:
        cast = self.cast
        match event:
            case Paused():
                return f"The game is paused: {event.reason}."
            case Resumed():
                return "The game continues."
            case AllowanceGiven():
                return f"{cast.does(event.seat, 'get')} {event.seconds} s more for each turn."
            case SeatLeft():
                rest = "a bot plays on" if event.stand_in else "the turns are passed"
                return f"{cast.has(event.seat)} left; {rest}."
            case SeatReturned():
                return f"{cast.does(event.seat, 'come')} back."
            case TurnRestarted():
                return f"Ruling: {cast.whose(event.seat)} turn starts anew ({event.reason})."
            case TurnTakenBack():
                return f"Ruling: {cast.whose(event.seat)} last turn is taken back ({event.reason})."
            case ScoreCorrected():
                points = signed(event.points)
                return f"Ruling: {cast.whose(event.seat)} score is {points} ({event.reason})."
            case _:
                return ""

    def _tell_laying(self, event: TilesLaid, before: Table) -> list[Text]:
        """Say which tiles were laid and which sets are new or changed."""
        lying = {frozenset(tiles_of([laid])) for laid in before}
        numbered = enumerate(event.table, 1)
        changed = [(number, laid) for number, laid in numbered if frozenset(tiles_of([laid])) not in lying]
        own = set(event.laid)
        new = [laid for _, laid in changed if own.issuperset(tile.tile for tile in laid)]
        line = Text(self.cast.does(event.seat, "open" if event.opening else "lay"))
        line.append(" with " if event.opening else " ").append_text(self._tiles(event.laid))
        if self.sets.scores_turns:
            line.append(_scored(event))
        elif event.opening:
            line.append(f" ({sum(self.sets.read(laid).worth for laid in new)} points)")
        line.append(f", {count_tiles(len(event.laid))}." if not event.opening else ".")
        shown = []
        for number, laid in changed:
            label = f"  set {number}: " if self.numbered else "  → "
            shown.append(Text(label).append_text(self._laid(laid, own)))
        return [line] if self.cast.name(event.seat) == YOU else [line, *shown]

    def _tell_taking(self, event: TilesTaken) -> Text:
        line = Text(f"{self.cast.does(event.seat, 'take')} {count_tiles(event.count)}{TAKEN[event.cause]}")
        if event.reason:
            line.append(f" ({event.reason})")
        if event.tiles:
            line.append(": ").append_text(self._tiles(event.tiles))
        return line.append(".")

    def _tell_mistake(self, event: MistakeMade) -> list[Text]:
        first = Text(
            f"{self.cast.does(event.seat, 'confirm')} a table with a mistake; everything is undone (T5):"
        )
        return [first, *(Text(f"  {in_words(fault)}") for fault in event.refusals)]

    def _tell_draw(self, event: StarterChosen) -> list[Text]:
        lines = []
        for draws in event.draws:
            line = Text("Drawn for the first turn: ")
            for place, (seat, tile) in enumerate(draws):
                line.append(", " if place else "").append(f"{self.cast.name(seat)} ")
                line.append_text(self._tiles([tile]))
            lines.append(line.append("."))
        return [*lines, Text(f"{self.cast.does(event.starter, 'start')}.")]

    def _tiles(self, tiles: Sequence[TileId]) -> Text:
        return self._laid([LaidTile(tile) for tile in tiles])

    def _laid(self, laid: Sequence[LaidTile], fresh: set[TileId] | None = None) -> Text:
        letters = notation_of(self.sets).letters
        return tiles_text(laid, fresh=fresh or (), plain=self.plain, fill=False, letters=letters)


TIME_UP = {
    "untouched": "nothing was moved (T2)",
    "disorder": "some sets are not valid, everything is undone (T3)",
    "salvaged": "valid sets stay, the rest goes back (T6)",
    "undone": "every set is valid, but the rule book undoes the turn (T4)",
    "stands": "every set is valid: the turn counts (T4)",
    "emptied": "the rack is empty and every set is valid, which counts as confirmed (T11)",
}
TAKEN = {
    "choice": "",
    "time-up": " because the time was up",
    "mistake": " for the mistake",
    "ruling": " by a ruling",
    "refill": " to fill the rack up (W12)",
}
PASSED = {
    "choice": "",
    "time-up": ": the time was up and the bank is empty",
    "mistake": ": the bank is empty",
    "left": ", having left",
}
LAPS = {"bank-empty": "The bank is empty", "round-time": "The time of the round is over"}


def _turns(count: int) -> str:
    return "1 turn is" if count == 1 else f"{count} turns are"


def _listed(words: Sequence[str]) -> str:
    return ", ".join(words)


def _scored(event: TilesLaid) -> str:
    """Say what a turn scored, and for which word (W10, W11)."""
    points = "1 point" if event.points == 1 else f"{event.points} points"
    double = ", doubled for the whole rack" if event.double else ""
    return f" ({points} for {event.word}{double})" if event.word else " (no new word: 0 points)"


def _outcome(event: VoteClosed) -> str:
    """Say how a vote ended (R-16)."""
    if not event.rejected:
        return "Nobody could stop it: the words stand."
    return f"Voted down: {_listed(event.rejected)}."


def in_words(refusal: Refusal) -> str:
    """Write a refusal for people, who know tiles by their faces and not by their ids."""
    params = dict(refusal.params)
    tile = params.get("tile")
    if refusal.code != "table/unknown-tile" and isinstance(tile, str) and len(tile) > 1:
        params["tile"] = face_of(TileId(tile))
    return str(Refusal(refusal.code, params))

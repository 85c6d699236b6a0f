"""Events as sentences, for the player at the table and for replays.

The events have passed ``redact`` before, or come from a finished record: this module hides nothing.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from rich.text import Text

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
    RedealSkipped,
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
from tilemeld.engine.tiles import LaidSet, LaidTile, Seat, Table, TileId, tiles_of
from tilemeld.service.live.pause_reasons import HANDED_OVER, PAUSE_CODES

from .catalogue import Key
from .notations import notation_of
from .refusals import in_words
from .speech import ENGLISH, Speech, is_key
from .tiles import signed, tiles_text

YOU = ENGLISH.say("you")


@dataclass(frozen=True, slots=True)
class Cast:
    """Who sits where, by name, in the language of the terminal; the person at it is called You."""

    names: tuple[str, ...]
    speech: Speech = ENGLISH

    def name(self, seat: Seat | None) -> str:
        """Return the name of a seat; nobody's name is Somebody."""
        if seat is None:
            return self.speech.say("somebody")
        if seat < len(self.names):
            return self.names[seat]
        return self.speech.say("seat", letter=str(seat + 1))

    def is_you(self, seat: Seat | None) -> bool:
        """Say whether the person at this terminal sits there."""
        return self.name(seat) == self.speech.say("you")

    def tell(self, seat: Seat | None, key: Key, **values: str | int) -> str:
        """Return what somebody does: "You take 1 tile", "Ola takes 1 tile".

        >>> Cast(("You", "Ola")).tell(Seat(1), "tell.taken", count=1)
        'Ola takes 1 tile'
        """
        return self.show(seat, key, **values).plain

    def show(self, seat: Seat | None, key: Key, **values: str | int | Text) -> Text:
        """Return what somebody does, for values that are drawn."""
        yours = f"{key}.you"
        if self.is_you(seat) and is_key(yours):
            return self.speech.show(yours, **values)
        return self.speech.show(key, name=self.name(seat), **values)


LETTERS = "ABCDEF"
"""What book B calls the seats."""


def cast_of(record: Record, speech: Speech = ENGLISH) -> Cast:
    """Return the names of seats in a record, which knows no people but may know the bots."""
    bots = record.bots or (None,) * record.created.players
    seats = [(speech.say("seat", letter=letter), bot) for letter, bot in zip(LETTERS, bots, strict=False)]
    return Cast(tuple(seat if bot is None else f"{seat} ({bot})" for seat, bot in seats), speech)


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
        cast, say = self.cast, self.cast.speech.say
        match event:
            case GameCreated():
                return say("tell.created", count=event.players, commitment=event.commitment)
            case EntropyAdded():
                return cast.tell(event.seat, "tell.entropy", text=repr(event.entropy))
            case StacksBuilt():
                return cast.tell(event.chooser, "tell.stacks", count=len(event.sizes))
            case StackChosen():
                return self._stack(event)
            case Dealt():
                return say("tell.dealt", count=sum(event.bank_sizes))
            case RedealAsked():
                return cast.tell(event.seat, "tell.redeal")
            case RedealSkipped():
                return cast.tell(event.seat, "tell.redeal-skipped")
            case TimeUp():
                return cast.tell(
                    event.seat, "tell.time-up", verdict=cast.speech.say_of("time-up", event.verdict)
                )
            case Passed():
                return self._passed(event)
            case Announced():
                return cast.tell(event.seat, "tell.announced")
            case RoundEnded():
                return say("tell.round-over")
            case LastLapBegan():
                return cast.speech.say_of("lap", event.cause, count=event.turns)
            case VoteOpened():
                return cast.tell(event.seat, "tell.vote-opened", words=_listed(event.words))
            case VoteCast():
                if not event.against:
                    return cast.tell(event.seat, "tell.vote-yes")
                return cast.tell(event.seat, "tell.vote-against", words=_listed(event.against))
            case VoteClosed():
                if not event.rejected:
                    return say("tell.vote-stands")
                return say("tell.vote-rejected", words=_listed(event.rejected))
            case GameEnded():
                return ""
            case _:
                return self._ruling(event)

    def _ruling(self, event: Event) -> str:
        cast = self.cast
        match event:
            case Paused():
                return self._paused(event.reason)
            case Resumed():
                return cast.speech.say("tell.resumed")
            case AllowanceGiven():
                return cast.tell(event.seat, "tell.allowance", seconds=event.seconds)
            case SeatLeft():
                return cast.tell(event.seat, "tell.left-bot" if event.stand_in else "tell.left")
            case SeatReturned():
                return cast.tell(event.seat, "tell.returned")
            case TurnRestarted():
                return cast.tell(event.seat, "tell.restarted", reason=event.reason)
            case TurnTakenBack():
                return cast.tell(event.seat, "tell.taken-back", reason=event.reason)
            case ScoreCorrected():
                return cast.tell(
                    event.seat, "tell.corrected", points=signed(event.points), reason=event.reason
                )
            case _:
                return ""

    def _paused(self, reason: str) -> str:
        """Say why the game is paused: nothing where a device is handed over, which is part of every turn."""
        if reason == HANDED_OVER:
            return ""
        code = PAUSE_CODES.get(reason)
        speech = self.cast.speech
        return speech.say("tell.paused", reason=reason) if code is None else speech.say_of("paused", code)

    def _stack(self, event: StackChosen) -> str:
        cast, say = self.cast, self.cast.speech.say
        parts = [cast.tell(event.seat, "tell.stack", number=event.stack + 1)]
        if event.receiver != event.seat:
            you = cast.is_you(event.receiver)
            whom = "" if you else cast.name(event.receiver)
            parts.append(say("tell.stack.for-you") if you else say("tell.stack.for", name=whom))
        if event.by_chance:
            parts.append(say("tell.stack.by-chance"))
        return f"{' '.join(parts)}."

    def _passed(self, event: Passed) -> str:
        sentence = self.cast.tell(event.seat, "tell.passed")
        if event.cause == "choice":
            return f"{sentence}."
        why = self.cast.speech.say_of("passed", event.cause)
        return f"{sentence}{why}." if why.startswith((":", ",")) else f"{sentence} {why}."

    def _tell_laying(self, event: TilesLaid, before: Table) -> list[Text]:
        """Say which tiles were laid and which sets are new or changed."""
        lying = {frozenset(tiles_of([laid])) for laid in before}
        numbered = enumerate(event.table, 1)
        changed = [(number, laid) for number, laid in numbered if frozenset(tiles_of([laid])) not in lying]
        own = set(event.laid)
        new = [laid for _, laid in changed if own.issuperset(tile.tile for tile in laid)]
        line = self._line_of_laying(event, new)
        shown = []
        for number, laid in changed:
            label = self.cast.speech.say("tell.set", number=number) if self.numbered else "→"
            shown.append(Text(f"  {label} ").append_text(self._laid(laid, own)))
        return [line] if self.cast.is_you(event.seat) else [line, *shown]

    def _line_of_laying(self, event: TilesLaid, new: Sequence[LaidSet]) -> Text:
        tiles, count = self._tiles(event.laid), len(event.laid)
        if self.sets.scores_turns:
            score = self._scored(event)
        elif event.opening:
            worth = sum(self.sets.read(laid).worth for laid in new)
            score = self.cast.speech.say("score.points", count=worth)
        else:
            return self.cast.show(event.seat, "tell.laid", tiles=tiles, count=count)
        if event.opening:
            return self.cast.show(event.seat, "tell.opened", tiles=tiles, score=score)
        return self.cast.show(event.seat, "tell.scored", tiles=tiles, score=score, count=count)

    def _scored(self, event: TilesLaid) -> str:
        """Say what a turn scored, and for which word (W10, W11)."""
        say = self.cast.speech.say
        if not event.word:
            return say("score.no-word")
        double = event.double
        return say("score.word-double" if double else "score.word", count=event.points, word=event.word)

    def _tell_taking(self, event: TilesTaken) -> Text:
        line = self.cast.show(event.seat, "tell.taken", count=event.count)
        if event.cause != "choice":
            line.append(f" {self.cast.speech.say_of('taken', event.cause)}")
        if event.reason:
            line.append(f" ({event.reason})")
        if event.tiles:
            line.append(": ").append_text(self._tiles(event.tiles))
        return line.append(".")

    def _tell_mistake(self, event: MistakeMade) -> list[Text]:
        first = self.cast.show(event.seat, "tell.mistake")
        return [first, *(Text(f"  {in_words(fault, self.cast.speech)}") for fault in event.refusals)]

    def _tell_draw(self, event: StarterChosen) -> list[Text]:
        lines = []
        for draws in event.draws:
            drawn = Text(", ").join(
                Text(f"{self.cast.name(seat)} ").append_text(self._tiles([tile])) for seat, tile in draws
            )
            lines.append(self.cast.speech.show("tell.draws", draws=drawn))
        return [*lines, self.cast.show(event.starter, "tell.starts")]

    def _tiles(self, tiles: Sequence[TileId]) -> Text:
        return self._laid([LaidTile(tile) for tile in tiles])

    def _laid(self, laid: Sequence[LaidTile], fresh: set[TileId] | None = None) -> Text:
        letters = notation_of(self.sets).letters
        return tiles_text(laid, fresh=fresh or (), plain=self.plain, fill=False, letters=letters)


def without_hand_overs(events: Iterable[Event], paused: str | None) -> Iterator[Event]:
    """Leave out the end of pauses in which a device was handed over: their beginning has no sentence either.

    ``paused`` is why the game stood before these events, if it did.
    """
    for event in events:
        if isinstance(event, Paused):
            paused = event.reason
        if not isinstance(event, Resumed) or paused != HANDED_OVER:
            yield event


def _listed(words: Sequence[str]) -> str:
    return ", ".join(words)

"""Tournaments: the use cases around an event's log. One writer for each event; durable, then acknowledged.

Roles are taken with codes. A code follows from the server's key and from how often such a role was taken
back, so undoing a role also ends the code that gave it.
"""

import asyncio
import hmac
import json
import logging
import secrets
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field

from tilemeld.engine.codec import Json, to_json
from tilemeld.engine.errors import TilemeldError
from tilemeld.tournament.decide import decide
from tilemeld.tournament.draw import Draw
from tilemeld.tournament.errors import tournament_error
from tilemeld.tournament.facts import (
    Entrant,
    EventOpened,
    Fact,
    PlayersEntered,
    Role,
    RoleGiven,
    SeatingDrawn,
    Substituted,
    Undone,
)
from tilemeld.tournament.format import Format
from tilemeld.tournament.log import Entry, Signature, active, format_entry, parse_entry
from tilemeld.tournament.players import NewPlayer, check_player
from tilemeld.tournament.public import public_event
from tilemeld.tournament.rounds import draft_round
from tilemeld.tournament.seating import Round
from tilemeld.tournament.state import EventState, evolve, fold

from .errors import Conflict
from .ports import Bus, Clock, PersonId
from .tournament_ports import EventId, FactStore, StoredCard, StoredEntry

log = logging.getLogger("tilemeld.tournaments")

ATTEMPTS = 8
CODE_LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
CODE_LENGTH = 10
SERVER = Signature("server", "")
STAFF: tuple[Role, ...] = ("director", "head-referee", "referee")
RANKS: tuple[Role, ...] = (*STAFF, "player")

Hear = Callable[[EventId, Entry, EventState], Awaitable[None]]
"""Who is told after an entry is durable."""


@dataclass(frozen=True, slots=True)
class PublicPage:
    """What everybody may see, written once for each version of the event."""

    tag: str
    body: bytes


@dataclass(slots=True)
class _Event:
    """An event in memory."""

    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    log: list[Entry] = field(default_factory=list)
    state: EventState | None = None
    cards: dict[str, NewPlayer] = field(default_factory=dict)
    cards_version: int = 0
    page: PublicPage | None = None


class Tournaments:
    """Every event of the server."""

    def __init__(self, store: FactStore, bus: Bus, clock: Clock) -> None:
        self._store = store
        self._bus = bus
        self._clock = clock
        self._key = b""
        self._events: dict[EventId, _Event] = {}
        self.on_entry: list[Hear] = []
        """Who is told, in this process, after an entry is durable."""

    def start(self, key: bytes) -> None:
        """Take the key that codes follow from."""
        self._key = key

    async def open(self, person: PersonId, name: str, format: Format) -> EventId:  # noqa: A002
        """Set up an event; whoever does it is its director."""
        event = EventId(secrets.token_urlsafe(9))
        by = Signature("director", person)
        first = decide([], EventOpened(name, format, secrets.token_hex(8)), by=by, at=self._clock.now_ms())
        await self._store.append_entry(event, StoredEntry(1, format_entry(first)))
        await self.write(event, RoleGiven(person, "director"), by=SERVER)
        return event

    async def events(self) -> Sequence[EventId]:
        """Return every event."""
        return await self._store.events()

    async def state(self, event: EventId) -> EventState:
        """Return an event as it is; for the service and the desk alone."""
        now = await self._loaded(event)
        assert now.state is not None, "a loaded event was opened"
        return now.state

    async def log(self, event: EventId) -> Sequence[Entry]:
        """Return the whole log of an event; for the desk alone."""
        return tuple((await self._loaded(event)).log)

    async def cards(self, event: EventId) -> Mapping[str, NewPlayer]:
        """Return the names of an event by number; public pages show what each player chose."""
        return (await self._loaded(event)).cards

    async def signature(self, event: EventId, person: PersonId) -> Signature:
        """Return as whom a person signs in this event; ``TournamentError`` for who has no part in it.

        Whoever has several roles signs with the highest.
        """
        state = await self.state(event)
        held = state.roles.get(person, ())
        if not held:
            raise tournament_error("event/no-role")
        role, player = min(held, key=lambda each: RANKS.index(each[0]))
        return Signature(role, person if player is None else player)

    async def staff(self, event: EventId, person: PersonId, *, director: bool = False) -> Signature:
        """Return the signature of a director or referee; others are turned away."""
        by = await self.signature(event, person)
        if by.role not in STAFF or (director and by.role != "director"):
            needed = "director" if director else "director or referee"
            raise tournament_error("event/not-yours", role=by.role, needed=needed)
        return by

    async def claim(self, event: EventId, person: PersonId, code: str) -> Signature:
        """Take the role that a code gives; taking it again changes nothing."""
        codes = await self.codes(event)
        wanted = "".join(code.upper().split()).replace("-", "")
        matching = [who for who, each in codes.items() if hmac.compare_digest(each.encode(), wanted.encode())]
        given = matching[0] if matching else None
        if given is None:
            raise tournament_error("role/unknown")
        role, player = given
        state = await self.state(event)
        if (role, player) not in state.roles.get(person, ()):
            await self.write(event, RoleGiven(person, role, player), by=SERVER)
        return await self.signature(event, person)

    async def codes(self, event: EventId) -> dict[tuple[Role, str | None], str]:
        """Return the codes of an event: one for each role of the staff, and one for each player."""
        now = await self._loaded(event)
        assert now.state is not None, "a loaded event was opened"
        counting = {entry.number for entry in active(now.log)}
        taken_back: dict[tuple[Role, str | None], int] = {}
        for entry in now.log:
            if isinstance(entry.fact, RoleGiven) and entry.number not in counting:
                who = (entry.fact.role, entry.fact.player)
                taken_back[who] = taken_back.get(who, 0) + 1
        every: list[tuple[Role, str | None]] = [(role, None) for role in STAFF]
        every += [("player", player) for player in now.state.players]
        return {who: self._code(event, who, taken_back.get(who, 0)) for who in every}

    def _code(self, event: EventId, who: tuple[Role, str | None], generation: int) -> str:
        assert self._key, "started before use"
        text = f"event\n{event}\n{who[0]}\n{who[1]}\n{generation}"
        digest = hmac.digest(self._key, text.encode(), "sha256")
        return "".join(CODE_LETTERS[byte % len(CODE_LETTERS)] for byte in digest[:CODE_LENGTH])

    async def enter(self, event: EventId, person: PersonId, players: Sequence[NewPlayer]) -> Entry:
        """Enter players: numbers into the log, names onto their cards."""
        by = await self.staff(event, person, director=True)
        for player in players:
            check_player(player)
        first = self._next_number(await self.state(event))
        entrants = tuple(
            Entrant(f"P{number}", player.rating) for number, player in enumerate(players, start=first)
        )
        cards = [
            StoredCard(entrant.id, player.name, player.public_name, player.club)
            for entrant, player in zip(entrants, players, strict=True)
        ]
        return await self.write(event, PlayersEntered(entrants), by=by, cards=cards)

    async def substitute(
        self, event: EventId, person: PersonId, player: str, *, new: NewPlayer, why: str
    ) -> Entry:
        """Let somebody else play on for a player."""
        by = await self.staff(event, person, director=True)
        check_player(new)
        log = await self.log(event)
        card = f"S{1 + sum(isinstance(entry.fact, Substituted) for entry in log)}"
        stored = StoredCard(card, new.name, new.public_name, new.club)
        return await self.write(event, Substituted(player, card), by=by, why=why, cards=[stored])

    async def rename(self, event: EventId, person: PersonId, card: str, new: NewPlayer) -> None:
        """Change a name: the director any, a player the own one."""
        by = await self.signature(event, person)
        if by.role != "director" and by.who != card:
            raise tournament_error("event/not-yours", role=by.role, needed="director or the player")
        check_player(new)
        now = await self._loaded(event)
        if card not in now.cards:
            raise tournament_error("player/unknown", player=card[:20])
        await self._store.put_card(event, StoredCard(card, new.name, new.public_name, new.club))
        await self._cards_changed(event, now)

    async def erase_name(self, event: EventId, person: PersonId, card: str) -> None:
        """Forget a name; the number stays in the results."""
        by = await self.signature(event, person)
        if by.role != "director" and by.who != card:
            raise tournament_error("event/not-yours", role=by.role, needed="director or the player")
        await self._store.erase_card(event, card)
        await self._cards_changed(event, await self._loaded(event))

    async def delete(self, event: EventId, person: PersonId) -> None:
        """Forget an event with all that belongs to it."""
        await self.staff(event, person, director=True)
        await self._store.delete_event(event)
        self._events.pop(event, None)

    async def draft(self, event: EventId, person: PersonId, number: int, *, seed: str | None = None) -> Draw:
        """Draw a round as a draft; it can be drawn again with another seed, and swapped by hand."""
        by = await self.staff(event, person, director=True)
        state = await self.state(event)
        fact, cost = await asyncio.to_thread(draft_round, state, number, seed=seed)
        await self.write(event, fact, by=by)
        return Draw(_round_of(fact), cost)

    async def act(self, event: EventId, person: PersonId, fact: Fact, *, why: str = "") -> Entry:
        """Write a fact as the person's role allows."""
        return await self.write(event, fact, by=await self.signature(event, person), why=why)

    async def check(self, event: EventId, fact: Fact, *, by: Signature, why: str = "") -> None:
        """Raise ``TournamentError`` if a fact could not be written now; nothing is written."""
        now = await self._loaded(event)
        decide(now.log, fact, by=by, at=self._clock.now_ms(), why=why, state=now.state)

    async def write(
        self, event: EventId, fact: Fact, *, by: Signature, why: str = "", cards: Sequence[StoredCard] = ()
    ) -> Entry:
        """Write a fact, durable when this returns; then everybody who listens is told.

        Raises ``TournamentError``, ``Conflict`` or ``Unavailable``; then nothing was written.
        """
        now = await self._loaded(event)
        async with now.lock:
            entry = await self._append(event, now, fact, by=by, why=why, cards=cards)
        assert now.state is not None, "a written event has a state"
        await self._bus.publish(f"event/{event}", f"event {entry.number}")
        for hear in self.on_entry:
            try:
                await hear(event, entry, now.state)
            except TilemeldError as error:  # the entry is written; what follows from it is taken up later
                log.warning("entry %d of event %s: %s", entry.number, event, error)
        return entry

    async def _append(
        self,
        event: EventId,
        now: _Event,
        fact: Fact,
        *,
        by: Signature,
        why: str,
        cards: Sequence[StoredCard],
    ) -> Entry:
        for _ in range(ATTEMPTS):
            entry = decide(now.log, fact, by=by, at=self._clock.now_ms(), why=why, state=now.state)
            try:
                stored = StoredEntry(entry.number, format_entry(entry))
                await self._store.append_entry(event, stored, cards=cards)
            except Conflict:
                await self._load(event, now)  # another process was first: look again, decide again
                continue
            now.log.append(entry)
            if isinstance(fact, Undone):
                now.state = await asyncio.to_thread(lambda: fold(active(now.log)))
            else:
                now.state = evolve(now.state, entry)
            if cards:
                await self._cards_changed(event, now)
            now.page = None
            return entry
        raise tournament_error("event/busy")

    async def catch_up(self, event: EventId) -> None:
        """Look again at an event that another process has written to."""
        now = self._events.get(event)
        if now is not None:
            async with now.lock:
                await self._load(event, now)

    async def public(self, event: EventId) -> PublicPage:
        """Return what everybody may see, as text with a tag; written once for each version."""
        now = await self._loaded(event)
        if now.page is None:
            assert now.state is not None, "a loaded event was opened"
            version = f"{len(now.log)}.{now.cards_version}"
            data: dict[str, Json] = {"event": event, "version": len(now.log)}
            shown = to_json(public_event(now.state, now.cards))
            assert isinstance(shown, dict), "an object"
            text = json.dumps({**data, **shown}, ensure_ascii=False, separators=(",", ":"))
            now.page = PublicPage(f'"{version}"', text.encode())
        return now.page

    async def _cards_changed(self, event: EventId, now: _Event) -> None:
        stored = await self._store.cards(event)
        now.cards = {card.id: NewPlayer(card.name, card.public_name, card.club) for card in stored}
        now.cards_version += 1
        now.page = None

    async def _loaded(self, event: EventId) -> _Event:
        now = self._events.get(event)
        if now is None:
            now = _Event()
            async with now.lock:
                await self._load(event, now)
            now = self._events.setdefault(event, now)
        return now

    async def _load(self, event: EventId, now: _Event) -> None:
        stored = await self._store.load_entries(event)
        if not stored:
            raise tournament_error("event/unknown")
        now.log = await asyncio.to_thread(lambda: [parse_entry(each.body) for each in stored])
        now.state = fold(active(now.log))
        await self._cards_changed(event, now)

    def _next_number(self, state: EventState) -> int:
        numbers = [int(player[1:]) for player in state.players if player[1:].isdigit()]
        return max(numbers, default=0) + 1


def _round_of(fact: SeatingDrawn) -> Round:
    return Round(fact.tables, fact.byes)

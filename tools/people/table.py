"""A table of scripted people: how they meet, and how long a move takes until all of them have seen it."""

import asyncio
import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from .notebook import Notebook
from .person import Manners, Person, Tally
from .place import Place

Json = Any
QUICK = Manners()


@dataclass(slots=True, frozen=True)
class Wish:
    """What a table should be like."""

    people: int = 2
    bots: int = 1
    spectators: int = 0
    slow: int = 0
    """How many of the people have slow phones."""
    profile: str = "cs"
    turn_seconds: int = 60
    rack_size: int | None = None
    """How many tiles everybody begins with; the more, the shorter the game."""
    games: int = 1
    manners: Manners = QUICK


@dataclass(slots=True)
class _Open:
    """A move that somebody has not seen yet."""

    version: int
    sent: float
    missing: set[str]


@dataclass(slots=True)
class Company:
    """The people of one table."""

    name: str
    place: Place
    wish: Wish
    tally: Tally
    notebook: Notebook | None = None
    people: list[Person] = field(default_factory=list)
    games: set[str] = field(default_factory=set)
    """The games that are over."""
    over: asyncio.Event = field(default_factory=asyncio.Event)
    """Everybody has seen the end of the last game."""
    _open: list[_Open] = field(default_factory=list)

    async def sit_down(self) -> None:
        """Make guests, a table and seats, and say that everybody is ready; bots sit behind the people."""
        wish, place = self.wish, self.place
        number = wish.people + wish.spectators
        tokens = [(await place.http("POST", "/api/guests", {}))["token"] for _ in range(number)]
        body = {
            "profile": wish.profile,
            "seats": wish.people + wish.bots,
            "bots": ["random"] * wish.bots,
            "games": wish.games,
            "house": {"turn_seconds": wish.turn_seconds}
            | ({} if wish.rack_size is None else {"rack_size": wish.rack_size}),
        }
        table = (await place.http("POST", "/api/tables", body, tokens[0]))["id"]
        for token in tokens[1 : wish.people]:
            await place.http("POST", f"/api/tables/{table}/seats", {}, token)
        for at, token in enumerate(tokens):
            self.people.append(self._person(at, token, table))
        await self.get_ready()

    def _person(self, at: int, token: str, table: str) -> Person:
        seat = at if at < self.wish.people else None
        manners = replace(self.wish.manners, is_slow=seat is not None and 0 < at <= self.wish.slow)
        person = Person(f"{self.name}.{at}", token, self.place, seat=seat, manners=manners)
        person.table, person.tally, person.notebook = table, self.tally, self.notebook
        person.on_view, person.on_answer = self._seen, self._answered
        return person

    async def get_ready(self) -> None:
        """Everybody says so."""
        for person in self.players:
            path = f"/api/tables/{person.table}/seats/{person.seat}/ready"
            await self.place.http("PUT", path, {"ready": True}, person.token)

    @property
    def players(self) -> Sequence[Person]:
        """Those with a seat."""
        return [person for person in self.people if person.seat is not None]

    async def play(self, until: asyncio.Event) -> None:
        """Be there until told to go."""
        await asyncio.gather(*(person.live(until) for person in self.people))

    def _answered(self, person: Person, sent: float, version: int) -> None:
        if person.manners.is_slow:
            return  # it reads its answer late, and nobody knows when the others had seen the move
        missing = {each.name for each in self.people if self._counts(each) and each.version < version}
        if missing:
            self._open.append(_Open(version, sent, missing))
        else:
            self.tally.times_ms.append((time.monotonic() - sent) * 1000)

    def _counts(self, person: Person) -> bool:
        return person.is_here and not person.manners.is_slow and bool(person.view)

    def _seen(self, person: Person) -> None:
        now = time.monotonic()
        for move in tuple(self._open):
            if person.version >= move.version or not person.is_here:
                move.missing.discard(person.name)
                if not move.missing:
                    self._open.remove(move)
                    self.tally.times_ms.append((now - move.sent) * 1000)
        if person.view and person.view["phase"] == "ended" and person.game not in self.games:
            self._end(person.game)

    def _end(self, game: str) -> None:
        """Note the end of a game when all players have seen it."""
        views = [(each.game, each.view["phase"]) for each in self.players if each.view]
        if all(view == (game, "ended") for view in views):
            self.games.add(game)
            self.tally.games += 1
            self._open.clear()
            self.over.set()

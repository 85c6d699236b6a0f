"""Tournaments: the use cases around their logs; what is acknowledged is durable."""

import asyncio
import base64
import hashlib
import hmac
import logging
import secrets
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from tilemeld.engine.errors import TilemeldError, plainly_spaced
from tilemeld.service.claims import NOBODY, Claim
from tilemeld.service.errors import Conflict, Unreadable
from tilemeld.service.log.belief import Belief
from tilemeld.service.ports import Bus, Clerk, Clock, CommandKey, PersonId
from tilemeld.service.upkeep.set_aside import SetAside
from tilemeld.tournament.errors import TournamentError, refuse, tournament_error
from tilemeld.tournament.format import Format
from tilemeld.tournament.log.decide import decide
from tilemeld.tournament.log.entries import Entry, Signature, active, format_entry
from tilemeld.tournament.log.facts import (
    Entrant,
    Fact,
    PlayersEntered,
    RatingChanged,
    Role,
    RoleGiven,
    SeatingDrawn,
    Substituted,
    TimeEnded,
    TournamentOpened,
)
from tilemeld.tournament.log.state import TournamentState, fold
from tilemeld.tournament.next_round import clubs_of, plan_day, proposal_cost, propose_round
from tilemeld.tournament.players import Card, NewPlayer, player_problems
from tilemeld.tournament.seating.draw import Draw
from tilemeld.tournament.seating.seating import Round
from tilemeld.tournament.views.backup import read_backup

from .cache import SERVER, KnownTournament
from .codes import plain_code
from .pages import Pages
from .ports import StoredCard, StoredEntry, TournamentId, TournamentStore
from .roles import RANKS, Roles
from .tournament_log import UNSENT, Make, TournamentLog, again

log = logging.getLogger(__name__)

DRAWS_LIMIT = 2
"""How many draws of a tournament may wait for their turn."""

Hear = Callable[[TournamentId, Entry, TournamentState], Awaitable[None]]
"""A listener, called after an entry is durable."""


@dataclass(frozen=True, slots=True)
class MyTournament:
    """A tournament in which a person takes part."""

    id: TournamentId
    state: TournamentState
    role: Role
    opened_at: int


@dataclass(frozen=True, slots=True)
class TournamentQuota:
    """Limits of what is stored."""

    per_person: int = 100
    """Tournaments that one person directs at the same time."""
    players: int = 1_000
    megabytes: int = 16
    """What the log of one tournament may take."""


class Tournaments:
    """Every tournament of the server."""

    def __init__(
        self,
        store: TournamentStore,
        bus: Bus,
        clock: Clock,
        *,
        clerk: Clerk,
        quota: TournamentQuota | None = None,
        belief: Belief | None = None,
        set_aside: SetAside | None = None,
    ) -> None:
        self._clerk = clerk
        self._quota = quota or TournamentQuota()
        self._store = store
        self._clock = clock
        self._key = b""
        self._tournaments = TournamentLog(store, bus, clock, belief=belief, set_aside=set_aside)
        self._opening = asyncio.Lock()
        self._draws: Counter[TournamentId] = Counter()
        self.roles = Roles(self._tournaments, store)
        """Who signs as what."""
        self.pages = Pages(self._tournaments, self.roles, clerk)
        """What is shown of tournaments."""
        self.on_entry: list[Hear] = []
        """Listeners in this process, called after an entry is durable."""

    def start(self, key: bytes) -> None:
        """Set the key that codes are derived from."""
        self._key = key
        self.roles.start(key)

    async def open(
        self,
        person: PersonId,
        name: str,
        format: Format,  # noqa: A002  # it is the format of the tournament
        *,
        key: CommandKey | None = None,
    ) -> TournamentId:
        """Create a tournament; its creator is its director. Under a key of the client's, once."""
        tournament = self._new_tournament(person, key)
        by = Signature("director", person)
        fact = TournamentOpened(plainly_spaced(name), format, secrets.token_hex(8))
        sent = key or UNSENT
        first = decide([], fact, by=by, at=self._clock.now_ms(), id=sent.id, digest=sent.digest)
        async with self._opening:
            if key is not None and await self._store.load_entries(tournament):
                return await self._opened(tournament, first)
            mine = await self.mine(person)
            if sum(each.role == "director" for each in mine) >= self._quota.per_person:
                raise tournament_error("tournament/too-many", limit=self._quota.per_person)
            try:
                await self._tournaments.open(tournament, first, person)
            except Conflict:  # the same came to another process
                return await self._opened(tournament, first)
            await self.write(tournament, RoleGiven(person, "director"), by=SERVER)
        return tournament

    async def restore(self, person: PersonId, text: str, *, key: CommandKey | None = None) -> TournamentId:
        """Make a tournament again from its backup, after verifying it; whoever does it becomes a director.

        Where it is here already, nothing but the role is added; a different one of the same id is refused.
        """
        backup = await asyncio.to_thread(read_backup, text)
        tournament = TournamentId(backup.tournament)
        async with self._opening:
            stored = [each.body for each in await self._store.load_entries(tournament)]
            bodies = [format_entry(entry) for entry in backup.log]
            if stored[: len(bodies)] != bodies[: len(stored)]:
                raise tournament_error("backup/other")
            if stored:
                await self._may_restore(tournament, person)
            mine = await self.mine(person)
            if not stored and sum(each.role == "director" for each in mine) >= self._quota.per_person:
                raise tournament_error("tournament/too-many", limit=self._quota.per_person)
            cards = [
                StoredCard(id=card, name=each.name, public_name=each.public_name, club=each.club)
                for card, each in backup.cards.items()
            ]
            for number, body in list(enumerate(bodies, start=1))[len(stored) :]:
                await self._store.append_entry(
                    tournament,
                    StoredEntry(number, body),
                    cards=cards if number == len(bodies) else (),
                    person=person if number == 1 else None,
                )
            self._tournaments.memory.forget(tournament)
        if ("director", None) not in (await self.state(tournament)).roles.get(person, ()):
            await self.write(tournament, RoleGiven(person, "director"), by=SERVER)
        return tournament

    async def _may_restore(self, tournament: TournamentId, person: PersonId) -> None:
        """Refuse to touch a tournament that is here already, but for its directors.

        And for whoever began to restore it, when the process died before it was whole.
        """
        began = tournament in await self._store.tournaments_of(person)
        if not began or (await self.state(tournament)).roles.get(person):
            await self.roles.staff(tournament, person, director=True)

    def _new_tournament(self, person: PersonId, key: CommandKey | None) -> TournamentId:
        """Return the id of a new tournament: random, or the same again for the same key of the client."""
        if key is None:
            return TournamentId(secrets.token_urlsafe(9))
        return TournamentId(self.derive(f"open {person} {key.id}", size=9))

    def derive(self, text: str, *, size: int = 12) -> str:
        """Return an id that nobody guesses, the same again for the same text in every process."""
        return base64.urlsafe_b64encode(hmac.digest(self._key, text.encode(), "sha256")[:size]).decode()

    async def _opened(self, tournament: TournamentId, first: Entry) -> TournamentId:
        """Return the tournament that was created under this id before; another one is refused."""
        log = await self.log(tournament)
        if log[0].by != first.by or log[0].digest not in ("", first.digest):
            raise tournament_error("tournament/reused")
        if len(log) == 1:  # the process died before it wrote down whose it is
            role = RoleGiven(first.by.who, "director")
            await self.write(tournament, role, by=SERVER, key=server_key(f"director {first.id}"))
        return tournament

    async def mine(self, person: PersonId) -> list[MyTournament]:
        """Return the tournaments in which a person takes part, the newest first."""
        found = []
        for tournament in await self._store.tournaments_of(person):
            try:
                now = await self._tournaments.loaded(tournament)
            except Unreadable:
                continue
            if held := now.now.roles.get(person, ()):
                role, _ = min(held, key=lambda each: RANKS.index(each[0]))
                found.append(MyTournament(id=tournament, state=now.now, role=role, opened_at=now.log[0].at))
        return sorted(found, key=lambda each: (-each.opened_at, each.id))

    async def tournaments(self) -> Sequence[TournamentId]:
        """Return every tournament."""
        return await self._store.tournaments()

    async def state(self, tournament: TournamentId) -> TournamentState:
        """Return the state of a tournament; for the service and the desk only."""
        return (await self._tournaments.loaded(tournament)).now

    async def log(self, tournament: TournamentId) -> Sequence[Entry]:
        """Return the whole log of a tournament; for the desk only."""
        return tuple((await self._tournaments.loaded(tournament)).log)

    async def cards(self, tournament: TournamentId) -> Mapping[str, Card]:
        """Return the names of a tournament by number; public pages show what each player chose."""
        return (await self._tournaments.loaded(tournament)).cards

    async def claim(self, tournament: TournamentId, person: PersonId, code: str) -> Signature:
        """Take the role that a code gives; taking it again changes nothing."""
        wanted = plain_code(code)
        given = await self.roles.role_of(tournament, wanted)
        if given is None:
            raise tournament_error("role/unknown")
        role, player = given
        state = await self.state(tournament)
        if (role, player) not in state.roles.get(person, ()):
            fact = RoleGiven(person, role, player)
            await self.write(tournament, fact, by=SERVER, key=_key_of_claim(person, wanted))
        return await self.roles.signature(tournament, person)

    async def enter(
        self,
        tournament: TournamentId,
        person: PersonId,
        players: Sequence[NewPlayer],
        *,
        key: CommandKey | None = None,
    ) -> Entry:
        """Enter players: numbers into the log, names onto their cards."""
        by = await self.roles.staff(tournament, person, director=True)
        refuse(problem for player in players for problem in player_problems(player))

        def make(now: KnownTournament) -> tuple[Fact, Sequence[StoredCard]]:
            count = len(now.now.players) + len(players)
            if count > self._quota.players:
                raise tournament_error("tournament/too-many-players", limit=self._quota.players, count=count)
            first = _next_number(now.now)
            numbered = [(f"P{number}", player) for number, player in enumerate(players, start=first)]
            cards = [
                StoredCard(id=card, name=new.name, public_name=new.public_name, club=new.club)
                for card, new in numbered
            ]
            return PlayersEntered(tuple(Entrant(card, new.rating) for card, new in numbered)), cards

        return await self._write(tournament, make, by=by, key=key)

    async def substitute(
        self,
        tournament: TournamentId,
        person: PersonId,
        player: str,
        *,
        new: NewPlayer,
        why: str,
        number: int | None = None,
        key: CommandKey | None = None,
    ) -> Entry:
        """Let a substitute play on for a player, from a round on; without a number, from the next."""
        by = await self.roles.staff(tournament, person, director=True)
        if problems := [*player_problems(new)]:
            fact = Substituted(player, "S", number)
            refuse([*problems, *await self._objections(tournament, fact, by=by, why=why)])

        def make(now: KnownTournament) -> tuple[Fact, Sequence[StoredCard]]:
            card = f"S{1 + sum(isinstance(entry.fact, Substituted) for entry in now.log)}"
            return Substituted(player, card, number), [
                StoredCard(id=card, name=new.name, public_name=new.public_name, club=new.club)
            ]

        return await self._write(tournament, make, by=by, why=why, key=key)

    async def rename(
        self,
        tournament: TournamentId,
        person: PersonId,
        card: str,
        new: NewPlayer,
        *,
        rating: int | None = None,
        key: CommandKey | None = None,
    ) -> None:
        """Change a name: the director any, players their own; and with it the rating, if it is another.

        A substitute who signs with the player's number changes their own card.
        Under a key of the client's, once: a new rating is in the log with it, a name alone keeps its key.
        """
        by, card = await self._owner_of(tournament, person, card)
        refuse(player_problems(new))
        if await self.written(tournament, by=by, key=key) is not None:
            return
        stored = StoredCard(id=card, name=new.name, public_name=new.public_name, club=new.club)
        now = await self._tournaments.loaded(tournament)
        known = next((each for each in now.now.players.values() if card in each.cards), None)
        if known is None or card not in now.cards or rating is None or rating == known.rating:
            await self._tournaments.rename(tournament, stored, key=key)
            return
        fact = RatingChanged(known.id, rating)
        await self._write(tournament, lambda _: (fact, (stored,)), by=by, key=key)

    async def erase_name(self, tournament: TournamentId, person: PersonId, card: str) -> None:
        """Forget a name; the number stays in the results."""
        _, card = await self._owner_of(tournament, person, card)
        await self._tournaments.rename(tournament, card)

    async def _owner_of(self, tournament: TournamentId, person: PersonId, card: str) -> tuple[Signature, str]:
        """Return who changes which card: the director any, whoever plays under a number their own."""
        by = await self.roles.signature(tournament, person)
        if by.role == "director":
            return by, card
        known = (await self.state(tournament)).players.get(by.who)
        if known is None or card not in (known.id, known.card):
            raise tournament_error("tournament/not-yours", role=by.role, needed="player-own")
        return by, known.card

    async def delete(self, tournament: TournamentId, person: PersonId) -> None:
        """Delete a tournament with everything that belongs to it."""
        await self.roles.staff(tournament, person, director=True)
        await self._store.delete_tournament(tournament)
        self._tournaments.memory.forget(tournament)

    async def propose(
        self,
        tournament: TournamentId,
        person: PersonId,
        number: int,
        *,
        seed: str | None = None,
        claim: Claim = NOBODY,
        key: CommandKey | None = None,
    ) -> Draw:
        """Draw a round as a proposal; it can be drawn again with another seed, and swapped by hand.

        Under a key of the client's it is drawn once: the same again is answered with what was drawn then.
        """
        by = await self.roles.staff(tournament, person, director=True)
        now = await self._tournaments.loaded(tournament)
        if (first := now.written(key)) is not None:
            drawn = again(first, by, key).fact
            assert isinstance(drawn, SeatingDrawn), "a draw writes its own fact"
            clubs = clubs_of(now.now, now.cards)
            return await self._clerk.run(claim, _drawn_then, now.log[: first.number], drawn, clubs)
        if self._draws[tournament] > DRAWS_LIMIT:
            raise tournament_error("tournament/drawing", count=self._draws[tournament])
        self._draws[tournament] += 1
        try:
            state = await self.state(tournament)
            clubs = clubs_of(state, await self.cards(tournament))
            fact, cost = await self._clerk.run(claim, propose_round, state, number, seed=seed, clubs=clubs)
        finally:
            self._draws -= Counter({tournament: 1})
        entry = await self.write(tournament, fact, by=by, key=key)
        assert isinstance(entry.fact, SeatingDrawn), "as it was written"
        return Draw(_round_of(entry.fact), cost)

    async def plan_day(
        self,
        tournament: TournamentId,
        person: PersonId,
        *,
        claim: Claim = NOBODY,
        key: CommandKey | None = None,
    ) -> Entry:
        """Draw all rounds that are left in advance and announce them; under a key of the client's, once."""
        by = await self.roles.staff(tournament, person, director=True)
        if (first := await self.written(tournament, by=by, key=key)) is not None:
            return first
        state = await self.state(tournament)
        clubs = clubs_of(state, await self.cards(tournament))
        seed = f"{state.seed}/{len(await self.log(tournament))}" if state.plan else None
        fact = await self._clerk.run(claim, plan_day, state, seed=seed, clubs=clubs)
        return await self.write(tournament, fact, by=by, key=key)

    async def act(
        self,
        tournament: TournamentId,
        person: PersonId,
        fact: Fact,
        *,
        why: str = "",
        key: CommandKey | None = None,
    ) -> Entry:
        """Write a fact as the person's role allows; under a key of the client's, once."""
        by = await self.roles.signature_for(tournament, person, fact)
        return await self._write(tournament, lambda _: (fact, ()), by=by, why=why, key=key)

    async def written(
        self, tournament: TournamentId, *, by: Signature, key: CommandKey | None
    ) -> Entry | None:
        """Return the log entry with a key; ``TournamentError`` when it was used for something else."""
        first = (await self._tournaments.loaded(tournament)).written(key)
        return None if first is None else again(first, by, key)

    async def check(self, tournament: TournamentId, fact: Fact, *, by: Signature, why: str = "") -> None:
        """Raise ``TournamentError`` if a fact could not be written now; nothing is written."""
        now = await self._tournaments.loaded(tournament)
        decide(now.log, fact, by=by, at=self._clock.now_ms(), why=why, state=now.now)

    async def _objections(
        self, tournament: TournamentId, fact: Fact, *, by: Signature, why: str
    ) -> Sequence[TournamentError]:
        """Return every reason why a fact could not be written now."""
        try:
            await self.check(tournament, fact, by=by, why=why)
        except TournamentError as error:
            return error.reasons
        return ()

    async def write(
        self,
        tournament: TournamentId,
        fact: Fact,
        *,
        by: Signature,
        why: str = "",
        key: CommandKey | None = None,
    ) -> Entry:
        """Write a fact, durable when this returns; then the listeners are called. Under a key, once.

        Raises ``TournamentError``, ``Conflict`` or ``Unavailable``; then nothing was written.
        """
        return await self._write(tournament, lambda _: (fact, ()), by=by, why=why, key=key)

    async def _write(
        self,
        tournament: TournamentId,
        make: Make,
        *,
        by: Signature,
        why: str = "",
        key: CommandKey | None = None,
    ) -> Entry:
        entry, outcome = await self._tournaments.enter(
            tournament, partial(self._within_quota, make), by=by, why=why, key=key
        )
        if not outcome.repeated:
            await self._tell(tournament, entry)
        return entry

    def _within_quota(self, make: Make, now: KnownTournament) -> tuple[Fact, Sequence[StoredCard]]:
        made = make(now)
        if now.size > self._quota.megabytes * 1_048_576:
            raise tournament_error("tournament/full", limit=self._quota.megabytes)
        return made

    async def _tell(self, tournament: TournamentId, entry: Entry) -> None:
        """Notify the listeners; the entry is durable, whatever they do with it."""
        for hear in self.on_entry:
            try:
                await hear(tournament, entry, await self.state(tournament))
            except TilemeldError as error:  # the entry is written; its consequences are resumed later
                log.warning("entry %d of tournament %s: %s", entry.number, tournament, error)
            except Exception:
                log.exception(
                    "entry %d of tournament %s: what follows from it failed", entry.number, tournament
                )

    async def catch_up(self, tournament: TournamentId) -> None:
        """Look again at a tournament that another process has written to."""
        await self._tournaments.look_again(tournament)

    async def latest(self, tournament: TournamentId) -> tuple[Sequence[Entry], TournamentState]:
        """Return the log and the state as they are stored now, whoever has written last."""
        now = await self._tournaments.latest(tournament)
        return tuple(now.log), now.now

    async def of_people(self, people: Sequence[PersonId]) -> list[TournamentId]:
        """Return the tournaments in which any of these people has ever taken part."""
        found = [await self._store.tournaments_of(person) for person in people]
        return list(dict.fromkeys(each for tournaments in found for each in tournaments))

    async def end_time(self, tournament: TournamentId, number: int) -> None:
        """Write that the time of a round is over, if it is; once, whichever process notices it."""

        def make(now: KnownTournament) -> tuple[Fact, Sequence[StoredCard]]:
            clock = None if number not in now.now.rounds else now.now.rounds[number].clock
            if clock is None or clock.ends_at is None or clock.ends_at > self._clock.now_ms():
                raise tournament_error("clock/over")
            return TimeEnded(number), ()

        try:
            await self._write(tournament, make, by=SERVER)
        except TournamentError as error:
            if error.code not in ("clock/over", "tournament/ended"):
                raise


def server_key(id: str) -> CommandKey:  # noqa: A002  # it is the id of the key
    """Return the key of something that the server writes, once, whichever process does it."""
    return CommandKey(SERVER.role, id, "")


def _key_of_claim(person: PersonId, code: str) -> CommandKey:
    """Return the key under which a person takes the role of a code: once, wherever it is sent to."""
    digest = hashlib.sha256(f"{person}\n{code}".encode()).hexdigest()[:24]
    return server_key(f"claim {digest}")


def _drawn_then(log: Sequence[Entry], fact: SeatingDrawn, clubs: Mapping[str, str]) -> Draw:
    """Return a draw that is in the log, with what it cost when it was made."""
    state = fold(active(log))
    assert state is not None, "a log opens its tournament"
    return Draw(_round_of(fact), proposal_cost(state, fact.round, clubs=clubs))


def _next_number(state: TournamentState) -> int:
    numbers = [int(player[1:]) for player in state.players if player[1:].isdigit()]
    return max(numbers, default=0) + 1


def _round_of(fact: SeatingDrawn) -> Round:
    return Round(fact.tables, fact.byes)

"""Tournaments: the use cases around their logs; what is acknowledged is durable."""

import asyncio
import base64
import hashlib
import hmac
import json
import logging
import secrets
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Concatenate, cast

from tilemeld.engine.errors import TilemeldError
from tilemeld.engine.record.codec import to_json
from tilemeld.service.claims import NOBODY, Claim, Rank
from tilemeld.service.errors import Conflict, Unreadable
from tilemeld.service.ports import Answer, Bus, Clerk, Clock, CommandKey, Given, PersonId
from tilemeld.service.upkeep.set_aside import SetAside
from tilemeld.tournament.errors import TournamentError, refuse, tournament_error
from tilemeld.tournament.format import Format
from tilemeld.tournament.log.decide import decide
from tilemeld.tournament.log.entries import Entry, Signature, active
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
from tilemeld.tournament.next_round import proposal_cost, propose_round
from tilemeld.tournament.players import Card, NewPlayer, player_problems
from tilemeld.tournament.seating.draw import Draw
from tilemeld.tournament.seating.seating import Round
from tilemeld.tournament.views.public import PublicTournament, public_tournament

from .cache import SERVER, KnownTournament, WrittenPage
from .codes import TOURNAMENT_LETTERS, code_of_role, code_of_tournament, plain_code
from .ports import StoredCard, TournamentId, TournamentStore
from .tournament_log import UNSENT, Make, TournamentLog, again

log = logging.getLogger(__name__)

STAFF: tuple[Role, ...] = ("director", "head-referee", "referee")
DRAWS_LIMIT = 2
"""How many draws of a tournament may wait for their turn."""
SMALL = 48
"""Up to this many players a page is computed on the loop: that takes some ten milliseconds."""
RANKS: tuple[Role, ...] = (*STAFF, "player")

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
        fresh_ms: int | None = None,
        set_aside: SetAside | None = None,
    ) -> None:
        self._clerk = clerk
        self._quota = quota or TournamentQuota()
        self._store = store
        self._clock = clock
        self._is_shared = fresh_ms is not None
        self._key = b""
        self._tournaments = TournamentLog(store, bus, clock, fresh_ms=fresh_ms, set_aside=set_aside)
        self._opening = asyncio.Lock()
        self._draws: Counter[TournamentId] = Counter()
        self._codes: dict[TournamentId, str] = {}
        self.on_entry: list[Hear] = []
        """Listeners in this process, called after an entry is durable."""

    def start(self, key: bytes) -> None:
        """Set the key that codes are derived from."""
        self._key = key

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
        fact = TournamentOpened(name, format, secrets.token_hex(8))
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

    async def signature(self, tournament: TournamentId, person: PersonId) -> Signature:
        """Return the signature of a person in this tournament; ``TournamentError`` for people without a role.

        A person with several roles signs with the highest.
        """
        held = (await self.state(tournament)).roles.get(person, ())
        if not held:  # before a refusal, what another process has written counts
            held = (await self.latest(tournament))[1].roles.get(person, ())
        if not held:
            raise tournament_error("tournament/no-role")
        role, player = min(held, key=lambda each: RANKS.index(each[0]))
        return Signature(role, person if player is None else player)

    async def staff(self, tournament: TournamentId, person: PersonId, *, director: bool = False) -> Signature:
        """Return the signature of a director or referee; others are refused."""
        by = await self.signature(tournament, person)
        if by.role not in STAFF or (director and by.role != "director"):
            needed = "director" if director else "desk"
            raise tournament_error("tournament/not-yours", role=by.role, needed=needed)
        return by

    async def claim(self, tournament: TournamentId, person: PersonId, code: str) -> Signature:
        """Take the role that a code gives; taking it again changes nothing."""
        wanted = plain_code(code)
        given = await self._role_of(tournament, wanted)
        if given is None:
            raise tournament_error("role/unknown")
        role, player = given
        state = await self.state(tournament)
        if (role, player) not in state.roles.get(person, ()):
            fact = RoleGiven(person, role, player)
            await self.write(tournament, fact, by=SERVER, key=_key_of_claim(person, wanted))
        return await self.signature(tournament, person)

    async def _role_of(self, tournament: TournamentId, code: str) -> tuple[Role, str | None] | None:
        """Return the role that a code gives, and whose it is; the latest log counts before it is unknown."""
        for is_latest in (False, True):
            if is_latest:
                await self.latest(tournament)
            for who, each in (await self.codes(tournament)).items():
                if hmac.compare_digest(each.encode(), code.encode()):
                    return who
        return None

    async def codes(self, tournament: TournamentId) -> dict[tuple[Role, str | None], str]:
        """Return the codes of a tournament: one for each role of the staff, and one for each player."""
        now = await self._tournaments.loaded(tournament)
        counting = {entry.number for entry in active(now.log)}
        taken_back: dict[tuple[Role, str | None], int] = {}
        for entry in now.log:
            if isinstance(entry.fact, RoleGiven) and entry.number not in counting:
                who = (entry.fact.role, entry.fact.player)
                taken_back[who] = taken_back.get(who, 0) + 1
        every: list[tuple[Role, str | None]] = [(role, None) for role in STAFF]
        every += [("player", player) for player in now.now.players]
        return {
            who: code_of_role(self._key, tournament, who, generation=taken_back.get(who, 0)) for who in every
        }

    def code_of(self, tournament: TournamentId) -> str:
        """Return the code of a tournament, by which everybody finds its public page."""
        if tournament not in self._codes:
            self._codes[tournament] = code_of_tournament(self._key, tournament)
        return self._codes[tournament]

    async def find(self, code: str) -> tuple[TournamentId, Role | None]:
        """Return the tournament of a code: its own code, or that of a role with the role it gives.

        Where two tournaments have the same four letters, the newer one that is not over comes first.
        """
        wanted = plain_code(code)
        found = []
        for tournament in await self._store.tournaments():
            if self.code_of(tournament) == wanted[:TOURNAMENT_LETTERS]:
                try:
                    now = await self._tournaments.loaded(tournament)
                except Unreadable:
                    continue
                found.append((now.now.ended, -now.log[0].at, tournament))
        for _, _, tournament in sorted(found):
            if len(wanted) == TOURNAMENT_LETTERS:
                return tournament, None
            if (given := await self._role_of(tournament, wanted)) is not None:
                return tournament, given[0]
        raise tournament_error("role/unknown")

    async def enter(
        self,
        tournament: TournamentId,
        person: PersonId,
        players: Sequence[NewPlayer],
        *,
        key: CommandKey | None = None,
    ) -> Entry:
        """Enter players: numbers into the log, names onto their cards."""
        by = await self.staff(tournament, person, director=True)
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
        key: CommandKey | None = None,
    ) -> Entry:
        """Substitute a player."""
        by = await self.staff(tournament, person, director=True)
        if problems := [*player_problems(new)]:
            refuse([*problems, *await self._objections(tournament, Substituted(player, "S"), by=by, why=why)])

        def make(now: KnownTournament) -> tuple[Fact, Sequence[StoredCard]]:
            card = f"S{1 + sum(isinstance(entry.fact, Substituted) for entry in now.log)}"
            return Substituted(player, card), [
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

        Under a key of the client's, once: a new rating is in the log with it, a name alone keeps its key.
        """
        by = await self.signature(tournament, person)
        if by.role != "director" and by.who != card:
            raise tournament_error("tournament/not-yours", role=by.role, needed="player-own")
        refuse(player_problems(new))
        if await self.written(tournament, by=by, key=key) is not None:
            return
        stored = StoredCard(id=card, name=new.name, public_name=new.public_name, club=new.club)
        now = await self._tournaments.loaded(tournament)
        known = now.now.players.get(card) if card in now.cards else None
        if known is None or rating is None or rating == known.rating:
            await self._tournaments.rename(tournament, stored, key=key)
            return
        fact = RatingChanged(card, rating)
        await self._write(tournament, lambda _: (fact, (stored,)), by=by, key=key)

    async def erase_name(self, tournament: TournamentId, person: PersonId, card: str) -> None:
        """Forget a name; the number stays in the results."""
        by = await self.signature(tournament, person)
        if by.role != "director" and by.who != card:
            raise tournament_error("tournament/not-yours", role=by.role, needed="player-own")
        await self._tournaments.rename(tournament, card)

    async def delete(self, tournament: TournamentId, person: PersonId) -> None:
        """Delete a tournament with everything that belongs to it."""
        await self.staff(tournament, person, director=True)
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
        by = await self.staff(tournament, person, director=True)
        now = await self._tournaments.loaded(tournament)
        if (first := now.written(key)) is not None:
            drawn = again(first, by, key).fact
            assert isinstance(drawn, SeatingDrawn), "a draw writes its own fact"
            return await self._clerk.run(claim, _drawn_then, now.log[: first.number], drawn)
        if self._draws[tournament] > DRAWS_LIMIT:
            raise tournament_error("tournament/drawing", count=self._draws[tournament])
        self._draws[tournament] += 1
        try:
            state = await self.state(tournament)
            fact, cost = await self._clerk.run(claim, propose_round, state, number, seed=seed)
        finally:
            self._draws -= Counter({tournament: 1})
        entry = await self.write(tournament, fact, by=by, key=key)
        assert isinstance(entry.fact, SeatingDrawn), "as it was written"
        return Draw(_round_of(entry.fact), cost)

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
        by = await self.signature(tournament, person)
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
        if self._is_shared:
            await self.catch_up(tournament)
        now = await self._tournaments.loaded(tournament)
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

    async def public(self, tournament: TournamentId) -> WrittenPage[PublicTournament]:
        """Return what everybody may see, as text with a tag; written once for each version."""
        return await self.page(tournament, _public_page, tournament, self.code_of(tournament))

    async def page(
        self,
        tournament: TournamentId,
        work: Callable[Concatenate[TournamentState, Mapping[str, Card], int, Given], Answer],
        *given: Given.args,
        **more: Given.kwargs,
    ) -> Answer:
        """Return what a function makes of a tournament, its names and version; once for each version.

        What else it is given has to follow from the tournament.
        """
        now = await self._tournaments.loaded(tournament)
        if work in now.pages:
            return cast(Answer, now.pages[work])
        async with now.writing_page:  # a hall may ask at once: it is written once
            if work in now.pages:
                return cast(Answer, now.pages[work])
            pages, version = now.pages, len(now.log)
            made = await self.apart(tournament, now.now, work, now.now, now.cards, version, *given, **more)
            if now.pages is pages:  # nothing was written meanwhile
                now.keep_page(work, made)
                self._tournaments.memory.lose_weight()
            return made

    async def apart(
        self,
        tournament: TournamentId,
        state: TournamentState,
        work: Callable[Given, Answer],
        *given: Given.args,
        **more: Given.kwargs,
    ) -> Answer:
        """Compute a page; for a large tournament in another process, because it takes a core for a while."""
        if len(state.players) <= SMALL:
            return work(*given, **more)
        return await self._clerk.run(
            Claim(f"tournament {tournament}", tournament, Rank.PLAY), work, *given, **more
        )


def _public_page(
    state: TournamentState,
    cards: Mapping[str, Card],
    version: int,
    tournament: TournamentId,
    code: str,
) -> WrittenPage[PublicTournament]:
    shown = to_json(
        public_tournament(state, cards, tournament=tournament, code=code, version=version), full=True
    )
    return WrittenPage.of(json.dumps(shown, ensure_ascii=False, separators=(",", ":")).encode())


def server_key(id: str) -> CommandKey:  # noqa: A002  # it is the id of the key
    """Return the key of something that the server writes, once, whichever process does it."""
    return CommandKey(SERVER.role, id, "")


def _key_of_claim(person: PersonId, code: str) -> CommandKey:
    """Return the key under which a person takes the role of a code: once, wherever it is sent to."""
    digest = hashlib.sha256(f"{person}\n{code}".encode()).hexdigest()[:24]
    return server_key(f"claim {digest}")


def _drawn_then(log: Sequence[Entry], fact: SeatingDrawn) -> Draw:
    """Return a draw that is in the log, with what it cost when it was made."""
    state = fold(active(log))
    assert state is not None, "a log opens its tournament"
    return Draw(_round_of(fact), proposal_cost(state, fact.round))


def _next_number(state: TournamentState) -> int:
    numbers = [int(player[1:]) for player in state.players if player[1:].isdigit()]
    return max(numbers, default=0) + 1


def _round_of(fact: SeatingDrawn) -> Round:
    return Round(fact.tables, fact.byes)

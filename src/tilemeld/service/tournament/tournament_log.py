"""The tournament log: tournaments as event logs, each entry sealed to those before it."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import ClassVar

from tilemeld.engine.errors import TilemeldError
from tilemeld.engine.rules import profile
from tilemeld.service.log.belief import Belief
from tilemeld.service.log.event_log import Decided, EventLog, Outcome
from tilemeld.service.log.log_cache import Moment
from tilemeld.service.ports import Bus, Clock, CommandKey, CommandResult, FollowUp, PersonId, StoredStep
from tilemeld.service.upkeep.set_aside import Kind, SetAside
from tilemeld.tournament.errors import TournamentError, tournament_error
from tilemeld.tournament.log.decide import decide
from tilemeld.tournament.log.entries import Entry, Signature, active, format_entry, parse_entry
from tilemeld.tournament.log.facts import (
    AllowanceGiven,
    CallAnswered,
    ClockPaused,
    ClockStarted,
    Fact,
    RefereeCalled,
    ResultCorrected,
    RoleGiven,
    TimeAdded,
    TimeEnded,
    Undone,
)
from tilemeld.tournament.log.state import TournamentState, evolve, fold
from tilemeld.tournament.players import Card

from .cache import KnownTournament, TournamentCache
from .ports import StoredCard, StoredEntry, TournamentId, TournamentStore

UNSENT = CommandKey("", "", "")
"""The key of what no client has sent."""

Make = Callable[[KnownTournament], tuple[Fact, Sequence[StoredCard]]]
"""What to write, with its cards, decided while nobody else writes."""
TournamentMoment = Moment[TournamentState, Entry]
CLOCK_FACTS = (ClockStarted, ClockPaused, TimeAdded, TimeEnded, Undone)
"""What may change when a round ends."""
TABLE_FACTS = (
    *CLOCK_FACTS,
    RoleGiven,
    AllowanceGiven,
    RefereeCalled,
    CallAnswered,
    ResultCorrected,
)
"""What may have consequences for online tables."""


class TournamentLog(EventLog[TournamentId, TournamentState, Entry, KnownTournament]):
    """Every tournament of the server, each with a queue of its own."""

    kind: ClassVar[Kind] = "tournament"
    refusal: ClassVar[type[TilemeldError]] = TournamentError
    unknown: ClassVar[type[TilemeldError]] = TournamentError

    def __init__(
        self,
        store: TournamentStore,
        bus: Bus,
        clock: Clock,
        *,
        memory: TournamentCache | None = None,
        belief: Belief | None = None,
        set_aside: SetAside | None = None,
    ) -> None:
        kept = TournamentCache() if memory is None else memory
        super().__init__(bus, clock, kept, belief=belief, set_aside=set_aside)
        self._store = store
        self._folding = asyncio.Lock()
        self._is_shared = self._belief.fresh_ms is not None

    async def open(self, tournament: TournamentId, first: Entry, person: PersonId) -> None:
        """Write the first entry of a tournament; ``Conflict`` when there is one already."""

        async def decide_opening(_: KnownTournament) -> Decided[TournamentState, Entry]:
            return self._decided(tournament, first, evolve(None, first), person=person)

        await self.begin(tournament, decide_opening)

    async def latest(self, tournament: TournamentId) -> KnownTournament:
        """Return a tournament as it is stored now, whoever has written last."""
        if self._is_shared:
            await self.look_again(tournament)
        return await self.loaded(tournament)

    async def enter(
        self,
        tournament: TournamentId,
        make: Make,
        *,
        by: Signature,
        why: str = "",
        key: CommandKey | None = None,
    ) -> tuple[Entry, Outcome]:
        """Write a fact, once under a key; return its entry, and whether it was written before."""
        wanted = partial(self._decide, tournament, make, by=by, why=why, sent=key or UNSENT)
        outcome = await self.write(tournament, wanted, key=key)
        assert outcome is not None, "a fact was given"
        entry = (await self.loaded(tournament)).log[outcome.after - 1]
        return (again(entry, by, key) if outcome.repeated else entry), outcome

    async def rename(
        self, tournament: TournamentId, card: StoredCard | str, *, key: CommandKey | None = None
    ) -> None:
        """Store a changed card with its key, or erase the name behind a number."""
        now = self._clock.now_ms()
        async with self.memory.writing(tournament, now) as cached:
            await self._load(tournament, cached)
            if isinstance(card, str):
                await self._store.erase_card(tournament, card)
            elif card.id in cached.cards:
                await self._store.put_card(tournament, card, at=now, key=key)
            else:
                raise tournament_error("player/unknown", player=card.id[:20])
            cached.name(*await self._store.cards(tournament), whole=True)

    async def _look_again(self, item: TournamentId, cached: KnownTournament) -> bool:
        """Fold what is new, and read the names again: they change without an entry."""
        if await super()._look_again(item, cached):
            return True
        if cached.state is not None:
            cards = await self._store.cards(item)
            if {card.id: Card(card.name, card.public_name, card.club) for card in cards} != cached.cards:
                cached.name(*cards, whole=True)
        return False

    async def _decide(
        self,
        tournament: TournamentId,
        make: Make,
        cached: KnownTournament,
        *,
        by: Signature,
        why: str,
        sent: CommandKey,
    ) -> Decided[TournamentState, Entry]:
        fact, cards = make(cached)
        entry = decide(
            cached.log,
            fact,
            by=by,
            at=self._clock.now_ms(),
            why=why,
            state=cached.now,
            id=sent.id,
            digest=sent.digest,
        )
        if isinstance(fact, Undone):
            log = [*cached.log, entry]
            after = await asyncio.to_thread(lambda: fold(active(log)))
            assert after is not None, "the opening cannot be undone"
        else:
            after = evolve(cached.now, entry)
        person = PersonId(fact.person) if isinstance(fact, RoleGiven) else None
        return self._decided(tournament, entry, after, person=person, cards=cards, cached=cached)

    def _decided(
        self,
        tournament: TournamentId,
        entry: Entry,
        after: TournamentState,
        *,
        person: PersonId | None,
        cards: Sequence[StoredCard] = (),
        cached: KnownTournament | None = None,
    ) -> Decided[TournamentState, Entry]:
        """Return an entry with what is stored in the same transaction."""
        body = format_entry(entry)

        async def store() -> None:
            stored = StoredEntry(entry.number, body)
            await self._store.append_entry(
                tournament,
                stored,
                cards=cards,
                person=person,
                follow_up=follow_up_of(tournament, entry, after),
                round_ends=round_ends(after) if isinstance(entry.fact, CLOCK_FACTS) else None,
            )
            if cached is not None and cards:
                cached.name(*cards)

        return Decided(_moment(entry, after, len(body)), store)

    # How tournaments are stored and folded

    async def _stored(self, item: TournamentId, after: int) -> Sequence[StoredStep]:
        entries = await self._store.load_entries(item, after=after)
        return [
            StoredStep(version=each.number - 1, after=each.number, at=0, body=each.body) for each in entries
        ]

    async def _load_rest(
        self, item: TournamentId, cached: KnownTournament, stored: Sequence[StoredStep]
    ) -> None:
        """Load the names."""
        if not stored:
            raise tournament_error("tournament/unknown")
        cached.name(*await self._store.cards(item), whole=True)

    async def _read(self, item: TournamentId, cached: KnownTournament) -> list[TournamentMoment]:
        async with self._folding:  # several threads would only compete for the machine
            return await super()._read(item, cached)

    def _fold(self, cached: KnownTournament, stored: Sequence[StoredStep]) -> list[TournamentMoment]:
        """Read entries and fold them onto the tournament; from the beginning if something was undone.

        Every moment gets the last state: nobody asks for those in between.
        """
        new = [parse_entry(each.body) for each in stored]
        first = cached.version + 1
        if [entry.number for entry in new] != list(range(first, first + len(new))) or [
            entry.number for entry in new
        ] != [each.after for each in stored]:
            raise ValueError("an entry is missing or stands in another's place")
        state = cached.state
        if state is None or any(isinstance(entry.fact, Undone) for entry in new):
            state = fold(active([*cached.log, *new]))
        else:
            for entry in new:
                state = evolve(state, entry)
        if state is None:
            raise ValueError("nothing in the log opens the tournament")
        profile(state.format.rules.profile, state.format.rules.version)
        return [_moment(entry, state, len(each.body)) for entry, each in zip(new, stored, strict=True)]

    def _known_result(self, cached: KnownTournament, key: CommandKey) -> CommandResult | None:
        """Return the result of a command; every entry has its key with it."""
        entry = cached.written(key)
        if entry is None:
            return None
        return CommandResult(CommandKey(key.who, key.id, entry.digest), entry.number - 1, entry.number)

    async def _find_result(
        self, item: TournamentId, cached: KnownTournament, key: CommandKey
    ) -> CommandResult | None:
        return self._known_result(cached, key)

    def _reused(self) -> TilemeldError:
        return tournament_error("tournament/reused")

    async def _publish(
        self, item: TournamentId, cached: KnownTournament, moment: TournamentMoment, body: str = ""
    ) -> None:
        await self._bus.publish(f"tournament/{item}", f"tournament {moment.version}")


def follow_up_of(tournament: TournamentId, entry: Entry, state: TournamentState) -> FollowUp | None:
    """Return what follows from an entry for the online tables, if it may be anything."""
    if not isinstance(entry.fact, TABLE_FACTS) or state.format.place != "online" or not state.published:
        return None
    return FollowUp("entry", tournament, number=entry.number, at=entry.at)


def round_ends(state: TournamentState) -> Mapping[int, int]:
    """Return when the time of each running round will be over."""
    ends = {number: now.clock.ends_at for number, now in state.rounds.items()}
    return {number: at for number, at in ends.items() if at is not None}


def again(entry: Entry, by: Signature, key: CommandKey | None) -> Entry:
    """Return what was written under a key when the same is sent again; something else is refused.

    Logs of earlier versions have no digests: there the id and the signature have to do.
    """
    if entry.by.who != by.who or (key is not None and entry.digest not in ("", key.digest)):
        raise tournament_error("tournament/reused")
    return entry


def _moment(entry: Entry, state: TournamentState, size: int) -> TournamentMoment:
    return Moment(entry, state, before=entry.number - 1, version=entry.number, at=entry.at, size=size)

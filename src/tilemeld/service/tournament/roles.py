"""Roles in tournaments: who signs as what, and the codes by which roles and tournaments are found."""

import hmac
from collections import Counter

from tilemeld.service.errors import Unreadable
from tilemeld.service.ports import PersonId
from tilemeld.tournament.errors import tournament_error
from tilemeld.tournament.log.entries import Signature, active
from tilemeld.tournament.log.facts import Fact, Role, RoleGiven, Substituted, Undone
from tilemeld.tournament.log.permissions import (
    head_referees,
    is_of_head_referee,
    needs_head_referee,
)

from .codes import TOURNAMENT_LETTERS, code_of_role, code_of_tournament, plain_code
from .ports import TournamentId, TournamentStore
from .tournament_log import TournamentLog

STAFF: tuple[Role, ...] = ("director", "head-referee", "referee")
RANKS: tuple[Role, ...] = (*STAFF, "player")


class Roles:
    """The roles of every tournament, and their codes."""

    def __init__(self, log: TournamentLog, store: TournamentStore) -> None:
        self._log = log
        self._store = store
        self._key = b""
        self._codes: dict[TournamentId, str] = {}

    def start(self, key: bytes) -> None:
        """Set the key that codes are derived from."""
        self._key = key

    async def signature(self, tournament: TournamentId, person: PersonId) -> Signature:
        """Return the signature of a person in this tournament; ``TournamentError`` for people without a role.

        A person with several roles signs with the highest.
        """
        held = (await self._log.loaded(tournament)).now.roles.get(person, ())
        if not held:  # before a refusal, what another process has written counts
            held = (await self._log.latest(tournament)).now.roles.get(person, ())
        if not held:
            raise tournament_error("tournament/no-role")
        role, player = min(held, key=lambda each: RANKS.index(each[0]))
        return Signature(role, person if player is None else player)

    async def signature_for(self, tournament: TournamentId, person: PersonId, fact: Fact) -> Signature:
        """Return the signature of a person under a fact: as head referee where the book asks for one.

        That is whoever has the role; without anybody else, the director (M6, R-11).
        """
        by = await self.signature(tournament, person)
        known = await self._log.loaded(tournament)
        if by.role not in STAFF or person not in head_referees(known.now):
            return by
        if isinstance(fact, Undone):
            target = known.log[fact.entry - 1] if 1 <= fact.entry <= len(known.log) else None
            is_asked = target is not None and is_of_head_referee(target)
        else:
            is_asked = needs_head_referee(known.now, fact)
        return Signature("head-referee", person) if is_asked else by

    async def staff(self, tournament: TournamentId, person: PersonId, *, director: bool = False) -> Signature:
        """Return the signature of a director or referee; others are refused."""
        by = await self.signature(tournament, person)
        if by.role not in STAFF or (director and by.role != "director"):
            needed = "director" if director else "desk"
            raise tournament_error("tournament/not-yours", role=by.role, needed=needed)
        return by

    async def role_of(self, tournament: TournamentId, code: str) -> tuple[Role, str | None] | None:
        """Return the role that a code gives, and whose it is; the latest log counts before it is unknown."""
        for is_latest in (False, True):
            if is_latest:
                await self._log.latest(tournament)
            for who, each in (await self.codes(tournament)).items():
                if hmac.compare_digest(each.encode(), code.encode()):
                    return who
        return None

    async def codes(self, tournament: TournamentId) -> dict[tuple[Role, str | None], str]:
        """Return the codes of a tournament: one for each role of the staff, and one for each player."""
        now = await self._log.loaded(tournament)
        counting = {entry.number for entry in active(now.log)}
        taken_back: Counter[tuple[Role, str | None]] = Counter()
        for entry in now.log:
            if isinstance(entry.fact, RoleGiven) and entry.number not in counting:
                taken_back[entry.fact.role, entry.fact.player] += 1
            if isinstance(entry.fact, Substituted):  # whoever has left does not come in for the substitute
                taken_back["player", entry.fact.player] += 1
        every: list[tuple[Role, str | None]] = [(role, None) for role in STAFF]
        every += [("player", player) for player in now.now.players]
        return {who: code_of_role(self._key, tournament, who, generation=taken_back[who]) for who in every}

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
                    now = await self._log.loaded(tournament)
                except Unreadable:
                    continue
                found.append((now.now.ended, -now.log[0].at, tournament))
        for _, _, tournament in sorted(found):
            if len(wanted) == TOURNAMENT_LETTERS:
                return tournament, None
            if (given := await self.role_of(tournament, wanted)) is not None:
                return tournament, given[0]
        raise tournament_error("role/unknown")

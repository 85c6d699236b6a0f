"""Pages of tournaments: what is computed from a log is computed once for each version."""

import json
from collections.abc import Callable, Mapping
from typing import Concatenate, cast

from tilemeld.engine.record.codec import to_json
from tilemeld.service.claims import Claim, Rank
from tilemeld.service.ports import Answer, Clerk, Given
from tilemeld.tournament.log.state import TournamentState
from tilemeld.tournament.players import Card
from tilemeld.tournament.views.public import PublicTournament, public_tournament

from .cache import WrittenPage
from .ports import TournamentId
from .roles import Roles
from .tournament_log import TournamentLog

SMALL = 48
"""Up to this many players a page is computed on the loop: that takes some ten milliseconds."""


class Pages:
    """What is shown of every tournament."""

    def __init__(self, log: TournamentLog, roles: Roles, clerk: Clerk) -> None:
        self._log = log
        self._roles = roles
        self._clerk = clerk

    async def public(self, tournament: TournamentId) -> WrittenPage[PublicTournament]:
        """Return what everybody may see, as text with a tag; written once for each version."""
        return await self.of(tournament, _public_page, tournament, self._roles.code_of(tournament))

    async def of(
        self,
        tournament: TournamentId,
        work: Callable[Concatenate[TournamentState, Mapping[str, Card], int, Given], Answer],
        *given: Given.args,
        **more: Given.kwargs,
    ) -> Answer:
        """Return what a function makes of a tournament, its names and version; once for each version.

        What else it is given has to follow from the tournament.
        """
        now = await self._log.loaded(tournament)
        if work in now.pages:
            return cast(Answer, now.pages[work])
        async with now.writing_page:  # a hall may ask at once: it is written once
            if work in now.pages:
                return cast(Answer, now.pages[work])
            pages, version = now.pages, len(now.log)
            made = await self.apart(tournament, now.now, work, now.now, now.cards, version, *given, **more)
            if now.pages is pages:  # nothing was written meanwhile
                now.keep_page(work, made)
                self._log.memory.lose_weight()
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

"""Permissions: who may write which fact into the log, and who may not in spite of the role."""

from collections.abc import Iterator

from tilemeld.tournament.errors import TournamentError, tournament_error

from .entries import Signature
from .facts import (
    AllowanceGiven,
    CallAnswered,
    CheckedIn,
    ClockPaused,
    ClockStarted,
    ConductReported,
    DayPlanned,
    Excluded,
    Fact,
    FormatChanged,
    GameSkipped,
    PlayersEntered,
    RackSeen,
    RatingChanged,
    RefereeCalled,
    ResultConfirmed,
    ResultCorrected,
    ResultEntered,
    Returned,
    Role,
    RoleGiven,
    RulingMade,
    SeatingDrawn,
    SeatingPublished,
    SeatsSwapped,
    Substituted,
    TableOpened,
    TimeAdded,
    TimeEnded,
    TournamentEnded,
    TournamentOpened,
    Undone,
    WarningGiven,
    WishesStated,
    Withdrawn,
)
from .state import TournamentState

DESK: frozenset[Role] = frozenset({"director", "head-referee", "referee"})
DIRECTOR: frozenset[Role] = frozenset({"director"})
HEAD: frozenset[Role] = frozenset({"director", "head-referee"})
TABLE: frozenset[Role] = DESK | {"player"}
SERVER: frozenset[Role] = frozenset({"server"})

MAY: dict[type[Fact], frozenset[Role]] = {
    TournamentOpened: DIRECTOR,
    FormatChanged: DIRECTOR,
    RoleGiven: SERVER,
    PlayersEntered: DIRECTOR,
    RatingChanged: DIRECTOR,
    CheckedIn: TABLE,
    Withdrawn: DESK | {"player"},
    Returned: DESK,
    Substituted: DIRECTOR,
    WishesStated: DIRECTOR,
    DayPlanned: DIRECTOR,
    SeatingDrawn: DIRECTOR,
    SeatsSwapped: DIRECTOR,
    SeatingPublished: DIRECTOR,
    TableOpened: SERVER,
    ClockStarted: DESK,
    ClockPaused: DESK,
    TimeAdded: DESK,
    TimeEnded: DESK | SERVER,
    AllowanceGiven: DESK,
    ResultEntered: TABLE | SERVER,
    ResultConfirmed: TABLE,
    ResultCorrected: DESK,
    GameSkipped: DESK | SERVER,
    RefereeCalled: TABLE,
    CallAnswered: DESK,
    RulingMade: DESK,
    RackSeen: DESK | SERVER,
    ConductReported: TABLE,
    WarningGiven: DESK,
    Excluded: HEAD,
    TournamentEnded: DIRECTOR,
    Undone: DESK,
}
"""Who may write which fact; M6: the head referee, or the director in that place, excludes."""
NEEDS_WHY = (ResultCorrected, RulingMade, RackSeen, ConductReported, WarningGiven, Excluded, Undone)
"""Facts that need a reason."""


def needed(kind: type[Fact]) -> str:
    """Say in one word who may write a fact, for a sentence in any language."""
    words = {DIRECTOR: "director", HEAD: "head-referee", DESK: "desk", TABLE: "table"}
    return words.get(MAY[kind] - SERVER, "server")


def own_table_problems(state: TournamentState, fact: Fact, by: Signature) -> Iterator[TournamentError]:
    """Object to a ruling, a correction, a look or a warning of the staff at the table where they play.

    A director or referee may play, but staff may not rule on their own table.
    """
    player = state.player_of(by.who) if by.role in DESK else None
    if player is None or not state.published:
        return
    if isinstance(fact, RulingMade | RackSeen | ResultCorrected):
        number, table = fact.round, fact.table
    elif isinstance(fact, WarningGiven | Excluded):
        last = state.published[-1]
        number, table = last.number, last.table_of(fact.player) or 0
    else:
        return
    now = state.rounds.get(number)
    if now is not None and now.table_of(player) == table:
        yield tournament_error("tournament/own-table", player=player, table=table, round=number)

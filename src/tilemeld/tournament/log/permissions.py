"""Permissions: who may write which fact into the log, and who may not in spite of the role."""

from collections.abc import Iterator

from tilemeld.tournament.errors import TournamentError, tournament_error

from .entries import Entry, Signature
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
    TournamentRenamed,
    Undone,
    WarningGiven,
    WishesStated,
    Withdrawn,
)
from .state import TournamentState

DESK: frozenset[Role] = frozenset({"director", "head-referee", "referee"})
DIRECTOR: frozenset[Role] = frozenset({"director"})
HEAD: frozenset[Role] = frozenset({"head-referee"})
TABLE: frozenset[Role] = DESK | {"player"}
SERVER: frozenset[Role] = frozenset({"server"})

MAY: dict[type[Fact], frozenset[Role]] = {
    TournamentOpened: DIRECTOR,
    FormatChanged: DIRECTOR,
    TournamentRenamed: DIRECTOR,
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
    Undone: TABLE,
}
"""Who may write which fact; M6: the head referee excludes, and without one the director signs as such."""
NEEDS_WHY = (ResultCorrected, RulingMade, RackSeen, ConductReported, WarningGiven, Excluded, Undone)
"""Facts that need a reason."""


def needed(kind: type[Fact]) -> str:
    """Say in one word who may write a fact, for a sentence in any language."""
    words = {DIRECTOR: "director", HEAD: "head-referee", DESK: "desk", TABLE: "table"}
    return words.get(MAY[kind] - SERVER, "server")


def head_referees(state: TournamentState) -> frozenset[str]:
    """Return who acts as head referee: whoever has the role, and without anybody the directors."""
    for wanted in ("head-referee", "director"):
        people = {person for person, held in state.roles.items() if any(role == wanted for role, _ in held)}
        if people:
            return frozenset(people)
    return frozenset()


def needs_head_referee(state: TournamentState, fact: Fact) -> bool:
    """Say whether the book leaves something to the head referee, whoever writes it at the desk.

    M6: to exclude a player. R-11: what happens to the seat of somebody who leaves in the middle of a round.
    """
    if isinstance(fact, Excluded):
        return True
    if not isinstance(fact, Withdrawn) or not state.published:
        return False
    last = state.published[-1]
    table = last.table_of(fact.player)
    return table is not None and any(key[0] == table for key in last.missing(state.format))


def is_own_typo(state: TournamentState | None, entry: Entry, by: Signature) -> bool:
    """Say whether a player takes back a result that they typed in, which nobody has confirmed yet."""
    fact = entry.fact
    if state is None or not isinstance(fact, ResultEntered) or entry.by != by:
        return False
    known = state.rounds[fact.round].results.get((fact.table, fact.game))
    return known is not None and known.entry == entry.number and not known.confirmed


def is_of_head_referee(entry: Entry) -> bool:
    """Say whether an entry is a decision of the head referee, which nobody else undoes."""
    signed = entry.by.role == "head-referee" and isinstance(entry.fact, Withdrawn)
    return signed or isinstance(entry.fact, Excluded)


def head_referee_problems(state: TournamentState, fact: Fact, by: Signature) -> Iterator[TournamentError]:
    """Object to a decision of the head referee by others of the staff; players may leave by themselves."""
    is_staff = by.role in DESK and by.role != "head-referee"
    if is_staff and needs_head_referee(state, fact):
        yield tournament_error("tournament/not-yours", role=by.role, needed="head-referee")


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

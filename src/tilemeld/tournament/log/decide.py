"""Decides whether a fact may be written into the log: returns the sealed entry, or every reason why not.

Undoing is decided by folding the log again without the entry: later entries that would no longer fit are
named and have to be undone first.
"""

from collections.abc import Sequence
from itertools import islice

from tilemeld.engine.errors import Param, is_writable
from tilemeld.engine.record.codec import TAGGED
from tilemeld.tournament.errors import TournamentError, refuse, tournament_error

from .entries import Entry, Signature, active, sealed
from .facts import Fact, RoleGiven, TournamentOpened, Undone
from .permissions import MAY, NEEDS_WHY, is_of_head_referee, is_own_typo
from .problems import Problems, problems_with
from .state import TournamentState, evolve, fold

WHY_LIMIT = 500
RESTING_LIMIT = 8
"""How many dependent entries are named when one cannot be undone."""


def decide(
    log: Sequence[Entry],
    fact: Fact,
    *,
    by: Signature,
    at: int,
    why: str = "",
    state: TournamentState | None = None,
    id: str = "",  # noqa: A002  # it is the id of the entry
    digest: str = "",
) -> Entry:
    """Return the entry that writes a fact into the log, sealed.

    A caller that has the state of the log may pass it; otherwise it is folded from the log.

    Raises ``TournamentError`` with every reason; then nothing must be written.
    """
    entry = Entry(
        number=len(log) + 1,
        at=max(at, log[-1].at if log else 0),
        by=by,
        fact=fact,
        why=" ".join(why.split()),
        id=id,
        digest=digest,
    )
    problems = [*_why_problems(entry)]
    if isinstance(fact, Undone):
        problems += _undoing_problems(log, active(log), entry)
    else:
        problems += problems_with(fold(active(log)) if state is None else state, entry)
    refuse(problems)
    return sealed(entry, log[-1].seal if log else "")


def check(state: TournamentState | None, entry: Entry, *, is_new: bool = True) -> None:
    """Refuse a fact that does not fit the state, or that this person may not write, with every reason.

    Of an entry that is in a log already it is not asked again who wrote it.
    """
    refuse(problems_with(state, entry, is_new=is_new))


def _undoing_problems(log: Sequence[Entry], counting: Sequence[Entry], entry: Entry) -> Problems:
    assert isinstance(entry.fact, Undone), "asked for those only"
    target = next((each for each in counting if each.number == entry.fact.entry), None)
    if target is None or isinstance(target.fact, TournamentOpened):
        yield tournament_error("tournament/nothing-to-undo", number=entry.fact.entry)
    elif not _may_undo(counting, entry.by, target):
        yield tournament_error("tournament/not-yours", role=entry.by.role, needed="writer")
    elif is_of_head_referee(target) and entry.by.role != "head-referee":
        yield tournament_error("tournament/not-yours", role=entry.by.role, needed="head-referee")
    else:
        left = active([*log, entry])
        yield from islice(_resting_problems(left, target), RESTING_LIMIT)
        if _directors(counting) and not _directors(left):
            yield tournament_error("tournament/last-director", number=target.number)


def _may_undo(counting: Sequence[Entry], by: Signature, target: Entry) -> bool:
    """Say whether somebody may undo an entry: whoever may write such a one, players only their own typos."""
    if by.role == "player":
        return is_own_typo(fold(counting), target, by)
    return by.role in MAY[Undone] and (by.role in MAY[type(target.fact)] or by.role == "director")


def _directors(counting: Sequence[Entry]) -> set[str]:
    """Return who directs; roles are only ever given, and taken back by undoing that."""
    given = (entry.fact for entry in counting)
    return {fact.person for fact in given if isinstance(fact, RoleGiven) and fact.role == "director"}


def _resting_problems(counting: Sequence[Entry], target: Entry) -> Problems:
    """Fold the log as it would count, and name every entry that would no longer fit."""
    state: TournamentState | None = None
    for each in counting:
        if isinstance(each.fact, Undone):
            continue
        faults = [*problems_with(state, each, is_new=False)]
        if not faults:
            state = evolve(state, each)
        elif each.number < target.number or isinstance(target.fact, Undone):
            yield _resting("tournament/cannot-return", faults[0], number=target.number)
            return
        else:
            what = TAGGED[type(each.fact)]
            yield _resting("tournament/needed-by", faults[0], number=target.number, by=each.number, what=what)


def _why_problems(entry: Entry) -> Problems:
    fits = len(entry.why) <= WHY_LIMIT and is_writable(entry.why)
    if not fits or (isinstance(entry.fact, NEEDS_WHY) and not entry.why):
        yield tournament_error("tournament/no-why", limit=WHY_LIMIT, count=len(entry.why))


def _resting(code: str, fault: TournamentError, **params: Param) -> TournamentError:
    """Refuse because of a consequence that would be refused; its code and values are passed on."""
    return tournament_error(code, **{**fault.params, **params, "fault": fault.code, "reason": str(fault)})

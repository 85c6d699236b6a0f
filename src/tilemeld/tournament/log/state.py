"""The state of a tournament: the fold of the entries that count. ``evolve`` is bookkeeping only."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from tilemeld.tournament.format import Format
from tilemeld.tournament.result_sheet import Sheet
from tilemeld.tournament.seating.seating import Round
from tilemeld.tournament.wishes import Wishes

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

Status = Literal["in", "withdrawn", "excluded"]


@dataclass(frozen=True, slots=True)
class PlayerState:
    """A player of a tournament."""

    id: str
    rating: int
    number: int
    """In which order they entered, from 1."""
    checked_in: bool = False
    status: Status = "in"
    substitutes: tuple[tuple[int, str], ...] = ()
    """From which round on which card plays."""
    card: str = ""
    """Whose card plays now, or next: the player's own or that of the last substitute."""
    allowance_seconds: int = 0
    warnings: int = 0
    warned_before: int = 0
    """How many of the warnings were given to those who played here before."""
    reports: int = 0
    late: bool = False
    """Whether they entered after the first round was published."""

    @property
    def may_be_excluded(self) -> bool:
        """Whether whoever plays now was warned, so that exclusion is possible (M6)."""
        return self.warnings > self.warned_before and self.status != "excluded"

    @property
    def cards(self) -> tuple[str, ...]:
        """Every card that has played here, in order."""
        return (self.id, *(substitute for _, substitute in self.substitutes))

    def card_in(self, round_number: int) -> str:
        """Return whose card plays in a round: the player's own or a substitute's."""
        card = self.id
        for since, substitute in self.substitutes:
            if round_number >= since:
                card = substitute
        return card


@dataclass(frozen=True, slots=True)
class Sitter:
    """Somebody who played under a player's number: whose card, from which round to which."""

    card: str
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class ResultState:
    """The result of a game, with who entered and confirmed it."""

    table: int
    game: int
    sheet: Sheet
    entry: int
    """The number of the entry that it comes from."""
    by: Signature
    confirmed_by: tuple[str, ...] = ()
    """Players of the table who confirmed it."""
    confirmed: bool = False
    corrected: bool = False


@dataclass(frozen=True, slots=True)
class RoundClock:
    """The clock of a round: facts only; the time left is computed for a given moment."""

    total_ms: int | None
    ran_ms: int = 0
    """How long it ran before the last pause."""
    running_since: int | None = None
    started: bool = False
    over: bool = False
    """Whether the time is over and every table plays its last turns (E2, R-7)."""

    def left_ms(self, now: int) -> int | None:
        """Return how much time is left; none without a clock."""
        if self.total_ms is None:
            return None
        return 0 if self.over else max(0, self.total_ms - self._ran(now))

    @property
    def ends_at(self) -> int | None:
        """When the time will be over, if the clock runs and nobody touches it."""
        if self.total_ms is None or self.running_since is None or self.over:
            return None
        return self.running_since + self.total_ms - self.ran_ms

    def _ran(self, now: int) -> int:
        return self.ran_ms + (0 if self.running_since is None else max(0, now - self.running_since))

    def started_at(self, now: int) -> "RoundClock":
        """Return the clock running."""
        return replace(self, running_since=now, started=True)

    def paused_at(self, now: int) -> "RoundClock":
        """Return the clock stopped."""
        return replace(self, ran_ms=self._ran(now), running_since=None)


@dataclass(frozen=True, slots=True)
class Call:
    """A table's call for the referee."""

    number: int
    round: int
    table: int
    player: str | None
    at: int
    why: str
    answered: bool = False
    turn: int = 0
    game: int | None = None
    """The game whose result is disputed; ``None``: the call is about something else."""


@dataclass(frozen=True, slots=True)
class RoundState:
    """A round: its seating, clock, results and tables on this server."""

    number: int
    seating: Round
    method: str
    clock: RoundClock
    published: bool = False
    results: Mapping[tuple[int, int], ResultState] = field(default_factory=dict)
    """By table and game, both counted from 1."""
    skipped: frozenset[tuple[int, int]] = frozenset()
    lobby_tables: Mapping[int, str] = field(default_factory=dict)
    seed: str = ""
    """The seed of the draw."""

    def table_of(self, player: str) -> int | None:
        """Return the table of a player, counted from 1; ``None`` for players without a seat in this round."""
        for number, table in enumerate(self.seating.tables, start=1):
            if player in table:
                return number
        return None

    def missing(self, chosen: Format) -> tuple[tuple[int, int], ...]:
        """Return the games that have no result yet."""
        games = range(1, chosen.games_in(self.number) + 1)
        every = [(table, game) for table in range(1, len(self.seating.tables) + 1) for game in games]
        return tuple(key for key in every if key not in self.results and key not in self.skipped)


@dataclass(frozen=True, slots=True)
class TournamentState:
    """Everything about a tournament."""

    name: str
    format: Format
    seed: str
    players: Mapping[str, PlayerState] = field(default_factory=dict)
    rounds: Mapping[int, RoundState] = field(default_factory=dict)
    roles: Mapping[str, tuple[tuple[Role, str | None], ...]] = field(default_factory=dict)
    """People who joined with codes: their roles and, for players, which one they are.

    A director may play, too.
    """
    calls: tuple[Call, ...] = ()
    rulings: tuple[Entry, ...] = ()
    conduct: tuple[Entry, ...] = ()
    """Reports, warnings and exclusions: never public."""
    looks: tuple[Entry, ...] = ()
    """Every look of a referee at hidden tiles."""
    ended: bool = False
    wishes: Wishes = field(default_factory=Wishes)
    """What the director wishes for the seating."""
    plan: Mapping[int, Round] = field(default_factory=dict)
    """The rounds whose seating was announced in advance."""

    @property
    def published(self) -> tuple[RoundState, ...]:
        """The rounds whose seating is published, in order."""
        return tuple(self.rounds[number] for number in sorted(self.rounds) if self.rounds[number].published)

    @property
    def present(self) -> tuple[PlayerState, ...]:
        """The players who can be seated, in the order of their numbers."""
        return tuple(player for player in self.players.values() if player.status == "in")

    @property
    def here(self) -> tuple[PlayerState, ...]:
        """The players who are seated: once one has checked in, only those who have, and latecomers."""
        if not any(player.checked_in for player in self.present):
            return self.present
        return tuple(player for player in self.present if player.checked_in or player.late)

    @property
    def announced(self) -> Mapping[int, Round]:
        """The rounds announced in advance that are to come, as long as the announcement holds.

        It does until somebody comes or goes, or another seating is drawn. Before the first round those who
        have not checked in yet have not gone.
        """
        if self.ended:
            return {}
        here, present = ({player.id for player in each} for each in (self.here, self.present))
        last = self.format.rounds if self.format.cut_after is None else self.format.cut_after
        found = {}
        for number, planned in sorted(self.plan.items()):
            drawn, seated = self.rounds.get(number), {*planned.players}
            as_drawn = drawn is None or (not drawn.published and drawn.seating == planned)
            all_there = seated == here or (not self.published and here <= seated <= present)
            if len(self.published) < number <= last and as_drawn and all_there:
                found[number] = planned
        return found

    def player_of(self, person: str) -> str | None:
        """Return which player a person is, if any."""
        return next((player for _, player in self.roles.get(person, ()) if player is not None), None)

    def sitters(self, player: str, *, after: int | None = None) -> tuple[Sitter, ...]:
        """Return who has played under a number in the published rounds, where a substitute came in.

        In order; whoever plays now comes last. Nobody where no substitute did: then it is the player.
        """
        known = self.players[player]
        found: list[Sitter] = []
        for now in self.published if known.substitutes else ():
            if player not in now.seating.players or (after is not None and now.number > after):
                continue
            card = known.card_in(now.number)
            if found and found[-1].card == card:
                found[-1] = replace(found[-1], last=now.number)
            else:
                found.append(Sitter(card, now.number, now.number))
        return tuple(found)

    def with_player(self, player: str, **changes: Any) -> "TournamentState":
        """Return the state with one player changed."""
        return replace(self, players={**self.players, player: replace(self.players[player], **changes)})

    def with_round(self, number: int, **changes: Any) -> "TournamentState":
        """Return the state with one round changed."""
        return replace(self, rounds={**self.rounds, number: replace(self.rounds[number], **changes)})


def fold(entries: Iterable[Entry]) -> TournamentState | None:
    """Return the state after the entries that count; ``None`` if there are none."""
    state: TournamentState | None = None
    for entry in entries:
        state = evolve(state, entry)
    return state


def evolve(state: TournamentState | None, entry: Entry) -> TournamentState:
    """Return the state after an entry."""
    fact = entry.fact
    if isinstance(fact, TournamentOpened):
        return TournamentState(fact.name, fact.format, fact.seed)
    assert state is not None, "a tournament begins with its opening"
    match fact:
        case FormatChanged():
            return replace(state, format=fact.format)
        case TournamentRenamed():
            return replace(state, name=fact.name)
        case RoleGiven():
            held = dict.fromkeys((*state.roles.get(fact.person, ()), (fact.role, fact.player)))
            return replace(state, roles={**state.roles, fact.person: tuple(held)})
        case PlayersEntered() | CheckedIn() | Withdrawn() | Returned() | Substituted() | AllowanceGiven():
            return _players(state, fact)
        case RatingChanged():
            return state.with_player(fact.player, rating=fact.rating)
        case SeatingDrawn() | SeatsSwapped() | SeatingPublished() | TableOpened():
            return _seating(state, fact)
        case WishesStated():
            return replace(state, wishes=fact.wishes)
        case DayPlanned():
            planned = {each.round: Round(each.tables, each.byes) for each in fact.rounds}
            return replace(state, plan=planned)
        case ClockStarted() | ClockPaused() | TimeAdded() | TimeEnded():
            return state.with_round(fact.round, clock=_clock(state.rounds[fact.round].clock, fact, entry.at))
        case ResultEntered() | ResultConfirmed() | ResultCorrected() | GameSkipped():
            return _result(state, fact, entry)
        case TournamentEnded():
            return replace(state, ended=True)
        case Undone():
            return state  # the log leaves out what was undone
        case _:
            return _referee(state, fact, entry)


def _players(
    state: TournamentState,
    fact: PlayersEntered | CheckedIn | Withdrawn | Returned | Substituted | AllowanceGiven,
) -> TournamentState:
    match fact:
        case PlayersEntered():
            late = bool(state.published)
            first = len(state.players) + 1
            new = {
                each.id: PlayerState(each.id, each.rating, number, card=each.id, late=late)
                for number, each in enumerate(fact.players, start=first)
            }
            return replace(state, players={**state.players, **new})
        case CheckedIn():
            return state.with_player(fact.player, checked_in=True)
        case Withdrawn():
            return state.with_player(fact.player, status="withdrawn")
        case Returned():
            return state.with_player(fact.player, status="in")
        case Substituted():
            return _substituted(state, fact)
        case AllowanceGiven():
            return state.with_player(fact.player, allowance_seconds=fact.seconds)


def _substituted(state: TournamentState, fact: Substituted) -> TournamentState:
    """Let somebody else play on: with the score, but without the warnings and the code of those before."""
    known = state.players[fact.player]
    since = len(state.published) + 1 if fact.round is None else fact.round
    roles = {
        person: tuple(role for role in held if role != ("player", fact.player))
        for person, held in state.roles.items()
    }
    return replace(
        state.with_player(
            fact.player,
            substitutes=(*known.substitutes, (since, fact.substitute)),
            card=fact.substitute,
            status="in",
            warned_before=known.warnings,
        ),
        roles={person: held for person, held in roles.items() if held},
    )


def _seating(
    state: TournamentState, fact: SeatingDrawn | SeatsSwapped | SeatingPublished | TableOpened
) -> TournamentState:
    match fact:
        case SeatingDrawn():
            minutes = state.format.minutes_in(fact.round)
            clock = RoundClock(None if minutes is None else minutes * 60_000)
            drawn = RoundState(
                number=fact.round,
                seating=Round(fact.tables, fact.byes),
                method=fact.method,
                clock=clock,
                seed=fact.seed,
            )
            return replace(state, rounds={**state.rounds, fact.round: drawn})
        case SeatsSwapped():
            seating = state.rounds[fact.round].seating.swapped(fact.one, fact.other)
            return state.with_round(fact.round, seating=seating)
        case SeatingPublished():
            return state.with_round(fact.round, published=True)
        case TableOpened():
            known = state.rounds[fact.round].lobby_tables
            return state.with_round(fact.round, lobby_tables={**known, fact.table: fact.lobby_table})


def _clock(
    clock: RoundClock, fact: ClockStarted | ClockPaused | TimeAdded | TimeEnded, at: int
) -> RoundClock:
    match fact:
        case ClockStarted():
            return clock.started_at(at)
        case ClockPaused():
            return clock.paused_at(at)
        case TimeAdded():
            return replace(clock, total_ms=max(0, (clock.total_ms or 0) + fact.seconds * 1_000))
        case TimeEnded():
            return replace(clock.paused_at(at), over=True)


def _result(
    state: TournamentState,
    fact: ResultEntered | ResultConfirmed | ResultCorrected | GameSkipped,
    entry: Entry,
) -> TournamentState:
    now, key = state.rounds[fact.round], (fact.table, fact.game)
    match fact:
        case GameSkipped():
            return state.with_round(fact.round, skipped=now.skipped | {key})
        case ResultConfirmed():
            known = now.results[key]
            by = known.confirmed_by if fact.player is None else (*known.confirmed_by, fact.player)
            result = replace(known, confirmed_by=by, confirmed=True)
        case ResultEntered():
            result = _entered(fact, entry)
        case ResultCorrected():
            result = replace(_entered(fact, entry), confirmed=True, corrected=True)
    return state.with_round(fact.round, results={**now.results, key: result})


def _entered(fact: ResultEntered | ResultCorrected, entry: Entry) -> ResultState:
    return ResultState(
        table=fact.table,
        game=fact.game,
        sheet=fact.sheet,
        entry=entry.number,
        by=entry.by,
        confirmed=entry.by.role != "player",
    )


def _referee(
    state: TournamentState,
    fact: RefereeCalled | CallAnswered | RulingMade | RackSeen | ConductReported | WarningGiven | Excluded,
    entry: Entry,
) -> TournamentState:
    match fact:
        case RefereeCalled():
            call = Call(
                number=entry.number,
                round=fact.round,
                table=fact.table,
                player=fact.player,
                at=entry.at,
                why=entry.why,
                turn=fact.turn,
                game=fact.game,
            )
            return replace(state, calls=(*state.calls, call))
        case CallAnswered():
            calls = tuple(
                replace(call, answered=True) if call.number == fact.call else call for call in state.calls
            )
            return replace(state, calls=calls)
        case RulingMade():
            return replace(state, rulings=(*state.rulings, entry))
        case RackSeen():
            return replace(state, looks=(*state.looks, entry))
        case ConductReported():
            state = state.with_player(fact.player, reports=state.players[fact.player].reports + 1)
        case WarningGiven():
            state = state.with_player(fact.player, warnings=state.players[fact.player].warnings + 1)
        case Excluded():
            state = state.with_player(fact.player, status="excluded")
    return replace(state, conduct=(*state.conduct, entry))

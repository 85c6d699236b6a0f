"""Ports: the interfaces to the outside world. Adapters implement them; one contract suite tests them all.

``EventStore`` and ``Bus`` carry the promise of the live table: ``append`` returns only when the step is
durable, and a second writer at the same version is refused. Everything published afterwards is a
notice ("this game moved"), so a lost or repeated one does no harm.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple, NewType, ParamSpec, Protocol, TypeVar, get_args, runtime_checkable

from tilemeld.bots.coach.hint_values import Hint, HintStep
from tilemeld.bots.coach.review_game import OnTurn
from tilemeld.bots.coach.review_values import Analysis
from tilemeld.bots.player import Choice
from tilemeld.engine.game.views import GameView
from tilemeld.engine.record.record import Record
from tilemeld.service.questions.numbers import BestPlay, Question
from tilemeld.service.questions.words import BestWords, WordQuestion

from .claims import NOBODY, Claim

Given = ParamSpec("Given")
Answer = TypeVar("Answer")
GameId = NewType("GameId", str)
TableId = NewType("TableId", str)
PersonId = NewType("PersonId", str)
"""A pseudonym; the name is stored separately and can be erased."""


@dataclass(frozen=True, slots=True)
class CommandKey:
    """Which command this is, so that sending it again is harmless."""

    who: str
    """The seat, person or part of the server that sent it: ids of different senders do not clash."""
    id: str
    digest: str
    """A hash of the command: the same id for something else is refused."""


@dataclass(frozen=True, slots=True)
class CommandResult:
    """The first result of a command."""

    key: CommandKey
    version: int
    """The version it was decided at."""
    after: int
    """The version it led to."""


@dataclass(frozen=True, slots=True)
class StoredStep:
    """One line of the log: a step of the record, as its JSON text."""

    version: int
    after: int
    at: int
    body: str


@dataclass(frozen=True, slots=True)
class Append:
    """A step to be added, with what is stored in the same transaction."""

    step: StoredStep
    table: TableId
    key: CommandKey | None
    deadline_at: int | None
    """When the game has to be looked at again, if nobody does anything."""
    over: bool
    owner: str | None = None
    """The process that tends the game from now on; ``None``: nobody asks."""


@dataclass(frozen=True, slots=True)
class StoredDeadline:
    """A stored deadline: this game, at this version, has to be looked at then."""

    game: GameId
    version: int
    at: int


@dataclass(frozen=True, slots=True)
class StoredDraft:
    """The latest half-built table of a game's active player."""

    game: GameId
    seat: int
    turn: int
    number: int
    body: str


class Beat(NamedTuple):
    """The heartbeat of one of several server processes."""

    at: int
    """When it was last known to be running."""
    report: str
    """What the others should know of it."""


class Abandoned(NamedTuple):
    """A game that no living process tends."""

    game: GameId
    process: str | None
    """The process that did; ``None``: nobody did."""
    alive_at: int | None
    """When that process was last known to be running; ``None``: it has left, or there was none."""


class EventStore(Protocol):
    """Games as logs of steps, keyed (game, version)."""

    async def append(self, game: GameId, append: Append) -> None:
        """Add a step at its version and return when it is durable.

        The step of a game that is over has a ``game-over`` to follow.

        Raises ``Conflict`` when the game is not at that version or the command id is taken.
        """
        ...

    async def load(self, game: GameId, *, after: int = 0) -> Sequence[StoredStep]:
        """Return the steps decided at this version or later, in order; none if there is no such game."""
        ...

    async def result(self, game: GameId, who: str, id: str) -> CommandResult | None:  # noqa: A002
        """Return the result of the command with this id from this sender; ``None`` if there was none."""
        ...

    async def forget_commands(self, *, before: int) -> int:
        """Forget the keys of commands to games that were over before then; return how many."""
        ...

    async def table_of(self, game: GameId) -> TableId | None:
        """Return the table that the game is played at."""
        ...

    async def version_of(self, game: GameId) -> int | None:
        """Return the version of the game, which is stored separately from its steps."""
        ...

    async def versions(self, games: Sequence[GameId]) -> Mapping[GameId, int]:
        """Return the versions that games have reached, with one question for many."""
        ...

    async def unfinished(self) -> Sequence[GameId]:
        """Return the games that are not over."""
        ...

    async def games(self) -> Sequence[GameId]:
        """Return every game, in the order of their ids."""
        ...

    async def delete_game(self, game: GameId) -> None:
        """Forget a game with all its steps; one that is not there changes nothing."""
        ...

    async def deadlines(self, *, until: int | None = None) -> Sequence[StoredDeadline]:
        """Return every deadline, or those up to a time, the earliest first."""
        ...

    async def save_draft(self, draft: StoredDraft) -> None:
        """Keep the latest draft of a game; an older one, by turn and number, changes nothing."""
        ...

    async def load_draft(self, game: GameId) -> StoredDraft | None:
        """Return the latest draft of a game."""
        ...

    async def beat(self, process: str, at: int, report: str) -> None:
        """Note that one of several server processes was running at this time, and what it reports."""
        ...

    async def beats(self) -> Mapping[str, Beat]:
        """Return when each process was last known to be running, and what it reported."""
        ...

    async def leave(self, process: str) -> None:
        """Forget a process that has ended."""
        ...

    async def abandoned(self, *, silent_since: int) -> Sequence[Abandoned]:
        """Return the games that are not over and whose process has left or is silent since then."""
        ...

    async def take(self, abandoned: Abandoned, process: str) -> bool:
        """Let a process tend a game from now on, and say whether it does: one of several that try."""
        ...

    async def owned(self, process: str) -> Sequence[GameId]:
        """Return the games that a process tends."""
        ...

    async def mark_alive(self, at: int) -> None:
        """Note that the server was running at this time."""
        ...

    async def last_alive(self) -> int | None:
        """Return when the server was last known to be running."""
        ...


FollowUpKind = Literal["game-start", "game-over", "entry", "round-end"]
"""A table has chosen its next game; a game is over; a tournament's log has an entry; a round has its time."""
FOLLOW_UP_KINDS: tuple[FollowUpKind, ...] = get_args(FollowUpKind)


@dataclass(frozen=True, slots=True)
class FollowUp:
    """Something to be done because of what was stored: stored in the same transaction, removed when done."""

    kind: FollowUpKind
    item: str
    """The table, the game or the tournament."""
    number: int
    """The version of the table or the game, the entry, the round."""
    at: int
    """When it is due."""
    tries: int = 0
    """How often it has failed."""


class FollowUpStore(Protocol):
    """What is still to be done, by whichever process finds it."""

    async def follow_ups(
        self,
        *,
        until: int | None = None,
        limit: int = 1_000,
        kinds: Sequence[FollowUpKind] = FOLLOW_UP_KINDS,
    ) -> Sequence[FollowUp]:
        """Return what is still to be done of some kinds, or is due up to a time, the earliest first."""
        ...

    async def finish_follow_up(self, done: FollowUp) -> None:
        """Remove what was done, unless it was set for later meanwhile."""
        ...

    async def put_off(self, follow_up: FollowUp, *, at: int) -> None:
        """Set something that has failed for later; what was done meanwhile stays done."""
        ...


@dataclass(frozen=True, slots=True)
class Written:
    """A write outside games that a client has sent under a key."""

    key: CommandKey
    about: str
    """The table or the person that it wrote."""


class WriteStore(Protocol):
    """The keys of writes outside games, each stored in the transaction of what it wrote.

    Of each sender the latest ``WRITES_KEPT`` are kept; a key that is taken makes the whole write a
    ``Conflict``. What a person has sent is forgotten with the person.
    """

    async def written(self, who: str, id: str) -> Written | None:  # noqa: A002
        """Return the write with this id from this sender; ``None`` if there was none, or long ago."""
        ...

    async def forget_write(self, key: CommandKey) -> None:
        """Forget a key whose write was taken back."""
        ...

    async def forget_writes(self, *, before: int) -> None:
        """Forget the keys of older writes."""
        ...


WRITES_KEPT = 200


@dataclass(frozen=True, slots=True)
class StoredTable:
    """A table of the lobby as a document with a version."""

    id: TableId
    code: str
    version: int
    body: str
    listed: bool
    """Whether it is in the public list."""
    playing: bool
    touched_at: int


class TableStore(WriteStore, Protocol):
    """The tables of the lobby: documents that are replaced at an expected version."""

    async def put_table(
        self,
        table: StoredTable,
        people: Sequence[PersonId] = (),
        *,
        key: CommandKey | None = None,
        begins: bool = False,
    ) -> None:
        """Store a table whose version is one more than the stored one; a new table has version 1.

        These people find it by ``tables_of`` from now on. With ``begins`` it has chosen its next game, which
        follows: ``game-start`` is stored too, and removed with the first step of a game at this table.

        Raises ``Conflict`` when the stored one is at another version, or the code or the key is taken.
        """
        ...

    async def get_table(self, table: TableId) -> StoredTable | None:
        """Return a table by its id."""
        ...

    async def table_versions(self, tables: Sequence[TableId]) -> Mapping[TableId, int]:
        """Return the versions of tables, with one question for many."""
        ...

    async def find_table(self, code: str) -> StoredTable | None:
        """Return a table by its code."""
        ...

    async def listed_tables(self, *, limit: int) -> Sequence[StoredTable]:
        """Return public tables, the latest touched first."""
        ...

    async def playing_tables(self) -> Sequence[StoredTable]:
        """Return the tables where a game is being played."""
        ...

    async def table_ids(self) -> Sequence[TableId]:
        """Return every table, in the order of their ids."""
        ...

    async def delete_table(self, table: TableId) -> None:
        """Forget a table; one that is not there changes nothing."""
        ...

    async def tables_of(self, person: PersonId, *, limit: int) -> Sequence[StoredTable]:
        """Return the tables that a person sits or sat at, the latest touched first."""
        ...

    async def forget_tables(self, *, before: int) -> int:
        """Delete tables that nobody plays at and that were last touched before; say how many."""
        ...


@dataclass(frozen=True, slots=True)
class Person:
    """What is known of a person: all of it can be erased."""

    id: PersonId
    name: str
    avatar: str
    created_at: int
    seen_at: int


class People(WriteStore, Protocol):
    """Names behind pseudonyms, erasable."""

    async def put_person(self, person: Person, *, key: CommandKey | None = None) -> None:
        """Store a person, new or changed; ``Conflict`` when the key is taken."""
        ...

    async def get_person(self, person: PersonId) -> Person | None:
        """Return a person, or none if unknown or erased."""
        ...

    async def erase_person(self, person: PersonId) -> None:
        """Forget a person."""
        ...

    async def erase_idle(self, *, before: int, playing_before: int) -> int:
        """Forget everybody who was last seen before; say how many.

        Who sits at a table whose match is under way is forgotten only if last seen before the second time.
        """
        ...

    async def server_key(self, proposal: str) -> str:
        """Return the key that tokens are signed with; the first proposal is kept for ever."""
        ...


class Subscription(Protocol):
    """The messages of one listener; a slow listener loses the oldest and does not block the server."""

    async def next(self) -> str:
        """Wait for the next message."""
        ...

    def close(self) -> None:
        """Stop listening."""
        ...


AGAIN = "again"
"""What a listener hears after messages of its own were lost: whoever shows something looks again."""


class Bus(Protocol):
    """Notices and ephemeral messages between the connections of one or several processes: at most once."""

    async def publish(self, topic: str, message: str, *, about: str = "") -> None:
        """Send a message to everybody who listens to the topic now; it neither waits nor fails.

        ``about`` saves other processes a question to the store: what the message is about, for those that
        understand it. It may be left out on the way, as the message may.
        """
        ...

    def publish_here(self, topic: str, message: str) -> None:
        """Send a message to those who listen in this process."""
        ...

    def is_heard_here(self, topic: str) -> bool:
        """Say whether anybody in this process listens to a topic."""
        ...

    def subscribe(self, *topics: str) -> Subscription:
        """Listen from now on."""
        ...


DAY_MS = 86_400_000
SILENT_MS = 3_000
"""How long a process may be silent before others do its work: take up its games, do its jobs."""


class Clock(Protocol):
    """The server's time."""

    def now_ms(self) -> int:
        """Return the time in milliseconds; it never goes back while the process lives."""
        ...

    async def wait_until(self, at_ms: int) -> None:
        """Return when the time has come."""
        ...


@runtime_checkable
class TimeKeeper(Protocol):
    """A store with a clock of its own, which all servers follow."""

    async def time_ms(self) -> int:
        """Return its time in milliseconds."""
        ...


class Attendance(Protocol):
    """Who is connected: kept in memory, and lost at a restart."""

    def is_watched(self, table: TableId) -> bool:
        """Say whether anybody is connected to a table, here or at another server."""
        ...

    def is_watched_here(self, table: TableId) -> bool:
        """Say whether this process needs a table for somebody who is connected to it."""
        ...

    def address_of(self, person: PersonId) -> str | None:
        """Return where a person was last heard from."""
        ...

    def is_any_here(self, table: TableId, seats: Iterable[int]) -> bool:
        """Say whether somebody is connected to a table at one of these seats."""
        ...

    def pace_of(self, person: PersonId) -> str | None:
        """Return how quickly a person likes bots to play: slow, normal or quick."""
        ...


class Thinker(Protocol):
    """Runs bots and the coach off the event loop, a few at a time, scheduled fairly."""

    async def think(self, bot: str, view: GameView, seed: str, *, claim: Claim = NOBODY) -> Choice:
        """Return the bot's move, the same for the same seed; cancelling stops waiting for it.

        Raises ``TimeoutError`` when it takes far too long.
        """
        ...

    async def hint(self, view: GameView, step: HintStep, *, claim: Claim = NOBODY) -> Hint:
        """Return the coach's hint for the seat of the view; cancelling stops waiting for it.

        Raises ``TimeoutError`` when it takes far too long.
        """
        ...

    async def solve(self, question: Question, *, claim: Claim = NOBODY) -> BestPlay:
        """Return the best play of a position; cancelling stops waiting for it.

        Raises ``TimeoutError`` when it takes far too long.
        """
        ...

    async def solve_words(self, question: WordQuestion, *, claim: Claim = NOBODY) -> BestWords:
        """Return the best turn of a position of words; cancelling stops waiting for it.

        Raises ``TimeoutError`` when it takes far too long.
        """
        ...


class Clerk(Protocol):
    """Runs what takes long or much memory in another process, scheduled fairly."""

    async def run(
        self, claim: Claim, work: Callable[Given, Answer], *given: Given.args, **more: Given.kwargs
    ) -> Answer:
        """Call a function of a module and return what it returns.

        Raises what it raises, ``TimeoutError`` when it takes too long, ``MemoryError`` beyond its share.
        """
        ...


class Analyst(Protocol):
    """Reviews whole games off the event loop."""

    async def analyse(
        self, record: Record | str, on_turn: OnTurn, *, key: str | None = None, claim: Claim = NOBODY
    ) -> Analysis:
        """Review a game, or one that is still a text, and report progress in the event loop.

        Reviews with the same key are one. Cancelling stops waiting for it.

        Raises ``TimeoutError`` when it cannot be finished.
        """
        ...


class ReviewArchive(Protocol):
    """Reviews that were made: whoever made one, every process finds it, as long as it is kept."""

    async def keep(self, key: str, analysis: Analysis) -> None:
        """Keep a review, and forget the oldest."""
        ...

    async def find(self, key: str) -> Analysis | None:
        """Return a review that was kept; an old one may be gone."""
        ...

"""The app: the one place where the parts are wired together."""

import asyncio
import contextlib
import logging
import secrets
import time
from collections.abc import AsyncIterator
from dataclasses import dataclass
from functools import partial
from typing import Protocol

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket

from tilemeld.adapters.bus import LocalBus
from tilemeld.adapters.chance import SystemChance
from tilemeld.adapters.clocks import SystemClock
from tilemeld.adapters.lexicons import sets_with_words, themes_in
from tilemeld.adapters.linked_bus import LinkedBus
from tilemeld.adapters.memory.reviews import MemoryReviews
from tilemeld.adapters.memory.store import MemoryStore
from tilemeld.adapters.pdf import TypstPress, draw_preview
from tilemeld.adapters.pools import Pool
from tilemeld.adapters.sql.store import SqlStore
from tilemeld.adapters.sqlite.store import SqliteStore
from tilemeld.adapters.stored_reviews import StoredReviews
from tilemeld.engine.game.shuffle import Chance
from tilemeld.server.connections.connection import CLOSE_TRY_LATER
from tilemeld.server.connections.server import CLOSE_BAD_ORIGIN, CLOSE_GOING_AWAY, LiveServer
from tilemeld.server.http.static_files import FOLDER
from tilemeld.server.limits.client_address import ClientAddresses
from tilemeld.server.limits.holdings import Holdings
from tilemeld.server.limits.request_limits import RequestLimits
from tilemeld.server.limits.settlement import Settlement
from tilemeld.server.live.health import Health
from tilemeld.server.live.last_seen import LastSeen
from tilemeld.server.live.presence import Presence
from tilemeld.server.live.view_encoding import ViewEncoder
from tilemeld.server.preview.pages import Pictures
from tilemeld.service.errors import ServiceError, Unavailable
from tilemeld.service.guests.device_codes import DeviceCodes
from tilemeld.service.guests.guests import IDLE_DAYS, Guests
from tilemeld.service.guests.ports import DeviceCodeStore
from tilemeld.service.housekeeping import Housekeeper
from tilemeld.service.limits.disk_guard import DiskGuard
from tilemeld.service.limits.ports import LimitStore
from tilemeld.service.limits.quotas import Quota
from tilemeld.service.live.automatic_pauses import AutomaticPauses
from tilemeld.service.live.bot_remarks import BotRemarks
from tilemeld.service.live.drafts import Drafts
from tilemeld.service.live.game_keeper import GameKeeper, Pace
from tilemeld.service.live.game_log import GameLog, Timing
from tilemeld.service.live.game_starts import GameStarts
from tilemeld.service.live.lobby import Lobby
from tilemeld.service.live.news import News
from tilemeld.service.live.processes import Processes
from tilemeld.service.live.table_actions import TableActions
from tilemeld.service.live.table_quotas import TableQuotas
from tilemeld.service.log.belief import Belief
from tilemeld.service.ports import (
    DAY_MS,
    Analyst,
    Bus,
    Clerk,
    Clock,
    EventStore,
    FollowUpStore,
    People,
    ReviewArchive,
    TableStore,
    Thinker,
    TimeKeeper,
)
from tilemeld.service.repeats import KEPT_MS
from tilemeld.service.study.analyses import Analyses
from tilemeld.service.study.dictionary import Dictionary
from tilemeld.service.study.foreign_records import Reading
from tilemeld.service.study.solver_queue import SolverQueue
from tilemeld.service.tournament.online_tables import OnlineTables
from tilemeld.service.tournament.ports import TournamentStore
from tilemeld.service.tournament.referees import Referees
from tilemeld.service.tournament.table_openings import TableOpenings
from tilemeld.service.tournament.tournaments import TournamentQuota, Tournaments
from tilemeld.service.tournament.turn_clocks import TurnClocks
from tilemeld.service.upkeep.follow_ups import FollowUps
from tilemeld.service.upkeep.loops import keep_going
from tilemeld.service.upkeep.set_aside import SetAside

from .context import Context
from .dispatch import HEADERS, Requests, problem
from .loop_monitor import LoopMonitor
from .metrics import Metrics
from .settings import Settings
from .workers import Queue, Workers, open_bus, own_workers, shared_workers

log = logging.getLogger(__name__)

CLERK_SECONDS = 20.0
"""How long reading a record, drawing a round or writing a page may take."""
FRESH_MS = 1_000
"""How long what is in memory is believed where other servers write, too, and may not be heard."""
TRY_MS = 500
"""How often a server that starts looks whether the database is there."""
KEEP_TIME_MS = 2_000
"""How often the database is asked for the time."""
TIDY_EVERY_MS = 6 * 3_600_000
TIDY_AGAIN_MS = 600_000
"""How long after a failure the rest is tidied up: what was done stays done."""


class Store(
    EventStore, TableStore, People, TournamentStore, FollowUpStore, LimitStore, DeviceCodeStore, Protocol
):
    """Everything that is stored."""

    async def close(self) -> None:
        """Finish writing and close."""
        ...


@dataclass(frozen=True, slots=True)
class Overrides:
    """Parts that a test or another process may replace."""

    store: Store | None = None
    bus: Bus | None = None
    clock: Clock | None = None
    thinker: Thinker | None = None
    analyst: Analyst | None = None
    chance: Chance | None = None
    clerk: Clerk | None = None


class Server:
    """The parts of a running server; ``create_app`` makes one and keeps it in ``app.state.server``."""

    def __init__(self, settings: Settings, overrides: Overrides) -> None:
        self.settings = settings
        self._belief = Belief(None if settings.alone else FRESH_MS)
        self._sets_for = partial(sets_with_words, themes=settings.themes)
        self._themes = frozenset(() if settings.themes is None else themes_in(settings.themes))
        self.metrics = Metrics()
        self._set_aside = SetAside(self.metrics.count_unreadable)
        self._reach_the_world(overrides)
        self._set_live_tables(overrides.chance or SystemChance())
        self._set_tournaments()
        self._watch()
        self.context = self._make_context()
        self.settlement = Settlement(
            self.store,
            self.clock,
            self.context.request_limits.buckets,
            holdings=(self.context.connections_held, self.context.windows_held),
            process="" if self.processes is None else self.processes.me,
            conceal=self.guests.sender,
        )
        self.live_server = LiveServer(self.context)
        self.requests = Requests(
            self.context,
            Pictures(self.clerk, partial(draw_preview, look=FOLDER / "pictures")),
            public_url=settings.public_url,
            is_ready=lambda: self.ready,
            has_begun=lambda: self.has_begun,
        )
        self.ready = False
        self._tidying: asyncio.Task[None] | None = None
        self._keeping_time: asyncio.Task[None] | None = None
        self._starting: asyncio.Task[None] | None = None
        self._begun: asyncio.Future[None] | None = None

    def _reach_the_world(self, overrides: Overrides) -> None:
        """Make what stores, tells the time and computes in other processes."""
        settings, limits = self.settings, self.settings.limits
        self.store: Store = overrides.store or _open_store(settings)
        self.bus: Bus = overrides.bus or _open_bus(settings)
        self.clock: Clock = overrides.clock or SystemClock()
        self.processes: Processes | None = None
        if not settings.alone:
            me = self.bus.me if isinstance(self.bus, LinkedBus) else secrets.token_hex(6)
            self.processes = Processes(self.store, self.bus, self.clock, me=me, belief=self._belief)
        self.workers = self._open_workers(overrides)
        self.thinker: Thinker = self.workers.thinker
        self.clerk: Clerk = overrides.clerk or Pool(
            patience_seconds=CLERK_SECONDS, megabytes=limits.review_megabytes
        )
        reviews = Quota(limits.reviews_waiting, limits.address_reviews_waiting)
        archive: ReviewArchive = (
            StoredReviews(self.store, self.clock) if isinstance(self.store, SqlStore) else MemoryReviews()
        )
        self.analyses = Analyses(self.workers.analyst, archive, reviews, elsewhere=self.workers.shared)

    def _open_workers(self, overrides: Overrides) -> Workers:
        """Ask the workers that share the database; without one, processes of this server."""
        if self.settings.database is None or overrides.thinker is not None:
            return own_workers(self.settings, self.metrics.jobs, overrides.thinker, overrides.analyst)
        from tilemeld.adapters.postgres.jobs import PostgresJobs  # noqa: PLC0415  # asyncpg is an extra
        from tilemeld.adapters.postgres.store import PostgresStore  # noqa: PLC0415

        assert isinstance(self.store, PostgresStore), "what a database keeps is in its store"
        queue = Queue(PostgresJobs(self.store), self.bus, self.clock)
        return shared_workers(self.settings, queue, self.metrics.jobs, conceal=self._conceal)

    def _conceal(self, who: str) -> str:
        return self.guests.sender(who)  # guests are made after the workers, but before anything is asked

    def _set_live_tables(self, chance: Chance) -> None:
        """Make the lobby and the games, and what keeps them going."""
        settings = self.settings
        self.games = GameLog(
            self.store,
            self.bus,
            self.clock,
            chance=chance,
            timing=Timing(lag_ms=settings.lag_ms, entropy_ms=settings.entropy_ms),
            sets_for=self._sets_for,
            belief=self._belief,
            process=None if self.processes is None else self.processes.me,
            set_aside=self._set_aside,
        )
        self.tables = Lobby(
            self.store,
            self.bus,
            self.clock,
            themes=self._themes,
            belief=self._belief,
            set_aside=self._set_aside,
        )
        self.news = News(self.games, self.tables, self.clock, belief=self._belief)
        self.drafts = Drafts(self.games, self.store, bus=self.bus, clock=self.clock)
        self.starts = GameStarts(self.games, self.tables, bus=self.bus)
        self.follow_ups = FollowUps(self.store, self.clock, alone=settings.alone)
        self.play = TableActions(
            self.games, self.tables, self.drafts, starts=self.starts, bus=self.bus, thinker=self.thinker
        )
        self.guests = Guests(self.store, self.clock, alone=settings.alone)
        self.presence = Presence(self.bus, self.processes)
        self.last_seen = LastSeen(self.presence)
        pace = Pace(settings.bot_pace, settings.resume_after_ms)
        self.game_keeper = GameKeeper(
            self.games,
            self.tables,
            self.drafts,
            starts=self.starts,
            follow_ups=self.follow_ups,
            store=self.store,
            thinker=self.thinker,
            clock=self.clock,
            pace=pace,
            attendance=self.last_seen,
            processes=self.processes,
        )
        self.pauses = AutomaticPauses(
            self.games, self.tables, clock=self.clock, attendance=self.last_seen, grace_ms=settings.grace_ms
        )
        self.presence.on_changed.append(self.pauses.presence_changed)
        self.presence.on_changed_elsewhere.append(self.pauses.presence_changed_elsewhere)
        self.game_keeper.on_taken_over.append(self.pauses.presence_changed)
        self.housekeeper = Housekeeper(
            self.games, self.drafts, self.tables, clock=self.clock, attendance=self.last_seen
        )
        self.remarks = BotRemarks(self.games, self.tables, bus=self.bus, clock=self.clock, pace=pace)

    def _set_tournaments(self) -> None:
        """Make the tournaments, their tables on this server and their referees."""
        limits = self.settings.limits
        quota = TournamentQuota(
            limits.tournaments_per_person, limits.players_per_tournament, limits.tournament_megabytes
        )
        self.tournaments = Tournaments(
            self.store,
            self.bus,
            self.clock,
            clerk=self.clerk,
            quota=quota,
            belief=Belief(self._belief.fresh_ms),  # names change without a notice
            set_aside=self._set_aside,
        )
        openings = TableOpenings(
            self.tournaments, self.tables, starts=self.starts, store=self.store, clock=self.clock
        )
        self.tournament_tables = OnlineTables(
            self.tournaments, self.tables, self.games, openings=openings, follow_ups=self.follow_ups
        )
        self.referees = Referees(self.tournaments, self.tables, self.games)

    def _watch(self) -> None:
        """Let the metrics see games, event loop and store; notice when the store or the bus is lost."""
        self.health = Health(self.clock)
        self.metrics.watch_health(lambda part: bool(getattr(self.health.now, part)))
        if isinstance(self.bus, LinkedBus):
            self.bus.on_changed = self.health.note_bus
            self.bus.take_in, self.bus.on_lost = self.news.take_in, self.news.note_loss
            if self.processes is not None:
                self.processes.hears = self.bus.hears
        if isinstance(self.store, SqlStore):
            self.store.on_available = self._note_store
        self.metrics.watch_games(self.games.memory)
        self.loop_monitor = LoopMonitor(self.metrics)
        if isinstance(self.store, SqlStore):
            self.store.on_commit = self.metrics.commits.observe
        if isinstance(self.store, SqliteStore):
            self.store.on_checkpoint = self.metrics.checkpoints.observe

    def _note_store(self, works: bool) -> None:
        self.health.note_store(works)
        if works and self.processes is not None:
            self.processes.hurry()

    def _make_context(self) -> Context:
        """Gather what connections, calls and pages need."""
        limits = self.settings.limits
        return Context(
            games=self.games,
            tables=self.tables,
            drafts=self.drafts,
            play=self.play,
            guests=self.guests,
            device_codes=DeviceCodes(self.store, self.clock),
            analyses=self.analyses,
            reading=Reading(self.clerk, seconds=CLERK_SECONDS, megabytes=limits.review_megabytes),
            solving=SolverQueue(
                self.thinker, Quota(limits.questions_waiting, limits.address_questions_waiting)
            ),
            dictionary=Dictionary(self._sets_for, themes=self._themes),
            tournaments=self.tournaments,
            referees=self.referees,
            table_clocks=TurnClocks(self.store),
            press=TypstPress(),
            writes=self.store,
            bus=self.bus,
            clock=self.clock,
            encoder=ViewEncoder(),
            presence=self.presence,
            health=self.health,
            metrics=self.metrics,
            client_addresses=ClientAddresses(behind_proxy=self.settings.behind_proxy),
            last_seen=self.last_seen,
            limits=limits,
            request_limits=RequestLimits(limits, self.clock),
            disk_guard=DiskGuard(
                self.store,
                self.clock,
                used_megabytes=limits.store_megabytes,
                free_megabytes=limits.free_megabytes,
            ),
            connections_held=Holdings("connections", limits.connections_per_address),
            windows_held=Holdings("windows", limits.connections_per_person),
            table_quotas=TableQuotas(
                self.tables,
                self.store,
                self.clock,
                quota=Quota(limits.tables_per_person, limits.tables_per_address),
                public=Quota(limits.public_tables_per_person, limits.public_tables_per_address),
                conceal=self.guests.sender,
            ),
        )

    async def begin(self) -> None:
        """Start; while the database is away, wait for it in the background, with ``readyz`` red."""
        self._begun = asyncio.get_running_loop().create_future()
        try:
            await self.start()
            self._begun.set_result(None)
        except Unavailable:
            if self.settings.database is None:
                raise
            log.warning("the database cannot be reached: waiting for it")
            self._starting = asyncio.create_task(self._start_later(self._begun))

    async def _start_later(self, begun: "asyncio.Future[None]") -> None:
        while not begun.done():
            await self.clock.wait_until(self.clock.now_ms() + TRY_MS)
            try:
                await self.start()
                begun.set_result(None)
            except Unavailable:
                continue
            except Exception as error:
                begun.set_exception(error)

    @property
    def has_begun(self) -> bool:
        """Whether anything that is stored can be asked for."""
        return self._begun is None or (self._begun.done() and self._begun.exception() is None)

    async def wait_until_begun(self) -> None:
        """Wait until it serves; raises why it never will."""
        assert self._begun is not None, "it was started"
        await asyncio.shield(self._begun)

    async def start(self) -> None:
        """Resume every game and begin to serve; what the database interrupts may be started again."""
        await self._follow_the_store()
        await self.guests.start()
        await self.game_keeper.start(self.guests.key)
        if self.settings.alone:
            await self.pauses.start()
        self.tournaments.start(self.guests.key)
        await self.follow_ups.start()
        self._tidying = asyncio.create_task(self._tidy())
        self.housekeeper.start()
        if not self.settings.alone:
            self.settlement.start()
            self.news.start()
        self.loop_monitor.start()
        await self.workers.start()
        self.ready = True
        log.info("ready")

    async def _follow_the_store(self) -> None:
        """Take the time of a database that has a clock: deadlines and signs of life are compared by it."""
        if isinstance(self.store, TimeKeeper) and isinstance(self.clock, SystemClock):
            self.clock.follow(await self.store.time_ms())
            if self._keeping_time is not None:
                return
            keeping = partial(self._keep_time, self.store, self.clock)
            self._keeping_time = asyncio.create_task(keep_going(keeping, self.clock))

    async def _keep_time(self, keeper: TimeKeeper, clock: SystemClock) -> None:
        """Go on following: a machine that was stopped for a while stays behind, and knows nothing of it."""
        while True:
            await clock.wait_until(clock.now_ms() + KEEP_TIME_MS)
            asked_ns = time.monotonic_ns()
            try:
                now_ms = await keeper.time_ms()
            except Unavailable:
                continue  # whoever needs the store says so
            if (jumped_ms := clock.keep_up(now_ms, asked_ns=asked_ns)) >= KEEP_TIME_MS:
                log.warning("this machine stood still for %.1f s: its clock is set ahead", jumped_ms / 1000)

    async def stop(self) -> None:
        """Close connections, stop the clocks, finish writing."""
        self.ready = False
        await self.live_server.close_all()
        for task in (self._starting, self._tidying, self._keeping_time):
            if task is not None:
                task.cancel()
                await asyncio.gather(task, return_exceptions=True)
        await self.housekeeper.stop()
        await self.settlement.stop()
        await self.news.stop()
        await self.loop_monitor.stop()
        await self.analyses.close()
        await self.follow_ups.stop()
        await self.tournament_tables.settle()
        await self.pauses.stop()
        await self.game_keeper.stop()
        await self.remarks.stop()
        await self.workers.stop()
        if isinstance(self.clerk, Pool):
            self.clerk.close()
        await self.store.close()
        if isinstance(self.bus, LinkedBus):
            await self.bus.close()
        log.info("stopped")

    async def talk(self, socket: WebSocket) -> None:
        """Serve a WebSocket, if its page is one of ours."""
        if self.live_server.closing:
            await socket.close(CLOSE_GOING_AWAY, "server/closing")
            return
        if not self.has_begun:
            await socket.close(CLOSE_TRY_LATER, "store/unavailable")
            return
        if not self.context.client_addresses.is_own_page(socket):
            self.metrics.dropped.labels("wire/origin").inc()
            await socket.close(CLOSE_BAD_ORIGIN, "wire/origin")
            return
        await self.live_server.talk(socket, self.context.client_addresses.address_of(socket))

    async def _tidy(self) -> None:
        """Regularly delete guests and tables that have not been used for 30 days; what fails, soon again."""
        while True:
            wait_ms = TIDY_AGAIN_MS
            try:
                await self.tidy()
                wait_ms = TIDY_EVERY_MS
            except ServiceError as error:
                log.warning("tidying up failed: %s", error)
            except Exception:
                log.exception("tidying up failed")
            await self.clock.wait_until(self.clock.now_ms() + wait_ms)

    async def tidy(self) -> None:
        """Delete guests and tables that have not been used for 30 days, and what only repeats would need."""
        people = await self.guests.erase_idle()
        tables = await self.tables.forget_idle(before=self.clock.now_ms() - IDLE_DAYS * DAY_MS)
        await self.store.forget_writes(before=self.clock.now_ms() - KEPT_MS)
        await self.store.forget_commands(before=self.clock.now_ms() - KEPT_MS)
        await self.store.forget_buckets(before=self.clock.now_ms() - 2 * DAY_MS)
        if people or tables:
            log.info("forgot %d guests and %d tables", people, tables)


def create_app(settings: Settings, overrides: Overrides | None = None) -> Starlette:
    """Wire a server together; parts can be overridden."""
    server = Server(settings, overrides or Overrides())

    @contextlib.asynccontextmanager
    async def lifespan(_app: Starlette) -> AsyncIterator[None]:
        await server.begin()
        try:
            yield
        finally:
            await server.stop()

    app = Starlette(
        routes=[*server.requests.routes(), WebSocketRoute("/ws", server.talk)],
        lifespan=lifespan,
        exception_handlers={HTTPException: _http_problem},
    )
    app.state.server = server
    return app


async def _http_problem(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException), "registered for those only"
    if error.status_code == 405:
        response = problem(ServiceError("http/method", method=request.method[:20]), status=405)
        response.headers.update(error.headers or {})
        return response
    requests: Requests = request.app.state.server.requests
    page = requests.front_end.not_found(request)
    if page is not None:
        for name, value in HEADERS.items():
            page.headers.setdefault(name, value)
        return page
    return problem(ServiceError("http/not-found"), status=error.status_code)


def _open_store(settings: Settings) -> Store:
    if settings.database is not None:
        from tilemeld.adapters.postgres.store import PostgresStore  # noqa: PLC0415  # asyncpg is an extra

        return PostgresStore(settings.database)
    return MemoryStore() if settings.data is None else SqliteStore.open(settings.data, sole=True)


def _open_bus(settings: Settings) -> Bus:
    return LocalBus() if settings.database is None else open_bus(settings.bus, settings.database)

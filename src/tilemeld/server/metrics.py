"""Metrics for Prometheus: counts and times, nothing about people."""

from collections.abc import Callable
from functools import partial

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector, generate_latest

from tilemeld.service.live.game_cache import GameCache
from tilemeld.service.upkeep.set_aside import KINDS, Kind

SHORT = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0)
"""Histogram buckets for short waits, in seconds."""


LONG = (0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 30.0, 60.0, 300.0, 900.0)
"""Histogram buckets for jobs, in seconds."""


class JobMetrics:
    """What is measured of jobs, where they are asked for and where they are done."""

    def __init__(self, registry: CollectorRegistry) -> None:
        self.waits = Histogram(
            "tilemeld_job_wait_seconds",
            "from asking workers for something to the answer",
            ["kind"],
            buckets=LONG,
            registry=registry,
        )
        self.works = Histogram(
            "tilemeld_job_work_seconds",
            "from taking a job to its answer",
            ["kind"],
            buckets=LONG,
            registry=registry,
        )
        self.jobs = Counter(
            "tilemeld_jobs_total", "jobs by what came of them", ["kind", "outcome"], registry=registry
        )

    def answered(self, kind: str, seconds: float) -> None:
        """Note that an answer has come."""
        self.waits.labels(kind).observe(seconds)

    def worked(self, kind: str, outcome: str, seconds: float) -> None:
        """Note that a worker has done a job."""
        self.works.labels(kind).observe(seconds)
        self.jobs.labels(kind, outcome).inc()


class Metrics:
    """The server's measures, in a registry of their own."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.connections = Gauge("tilemeld_connections", "open WebSocket connections", registry=self.registry)
        self.messages = Counter(
            "tilemeld_messages_total", "messages from clients", ["type"], registry=self.registry
        )
        self.refusals = Counter(
            "tilemeld_refusals_total", "commands that were refused", ["code"], registry=self.registry
        )
        self.faults = Counter(
            "tilemeld_faults_total",
            "messages that could not be read or answered",
            ["code"],
            registry=self.registry,
        )
        self.commands = Histogram(
            "tilemeld_command_seconds",
            "from reading a command to its being durable",
            buckets=SHORT,
            registry=self.registry,
        )
        self.sent = Counter("tilemeld_sent_bytes_total", "bytes sent to clients", registry=self.registry)
        self.requests = Counter(
            "tilemeld_requests_total", "HTTP requests", ["method", "status"], registry=self.registry
        )
        self.dropped = Counter(
            "tilemeld_dropped_total", "connections dropped by the server", ["code"], registry=self.registry
        )

        self.unreadable = Gauge(
            "tilemeld_unreadable",
            "stored games, tables and tournaments that cannot be read and are set aside",
            ["kind"],
            registry=self.registry,
        )
        for kind in KINDS:
            self.unreadable.labels(kind)
        self.jobs = JobMetrics(self.registry)
        self._add_health()

    def count_unreadable(self, kind: Kind) -> None:
        """Count something that was set aside."""
        self.unreadable.labels(kind).inc()

    def _add_health(self) -> None:
        """The health of the process: its loop, disk, garbage collector and memory."""
        registry = self.registry
        self.views = Histogram(
            "tilemeld_view_seconds",
            "from a move's being decided to its being sent to a viewer",
            buckets=SHORT,
            registry=registry,
        )
        self.loop_lag = Histogram(
            "tilemeld_loop_lag_seconds", "how late the event loop is", buckets=SHORT, registry=registry
        )
        self.loop_cpu = Counter(
            "tilemeld_loop_cpu_seconds_total", "computing by the event loop's thread", registry=registry
        )
        self.loop_held = Counter(
            "tilemeld_loop_held_total",
            "how often the loop was 50 ms late: by its own work, or waiting for the machine",
            ["cause"],
            registry=registry,
        )
        self.commits = Histogram(
            "tilemeld_commit_seconds",
            "writing a batch onto the disk",
            buckets=SHORT,
            registry=registry,
        )
        self.checkpoints = Histogram(
            "tilemeld_checkpoint_seconds", "moving the log into the file", buckets=SHORT, registry=registry
        )
        self.collections = Histogram(
            "tilemeld_collection_seconds",
            "pauses by the collector of cycles",
            ["generation"],
            buckets=SHORT,
            registry=registry,
        )
        self.open_games = Gauge("tilemeld_open_games", "games in memory", registry=registry)
        self.open_bytes = Gauge(
            "tilemeld_open_games_bytes", "about what the games in memory weigh", registry=registry
        )
        self.working = Gauge(
            "tilemeld_working", "whether the database and the bus are reached", ["part"], registry=registry
        )
        ProcessCollector(registry=registry)

    def watch_games(self, memory: GameCache) -> None:
        """Measure what is in memory when the metrics are read."""
        self.open_games.set_function(lambda: len(memory))
        self.open_bytes.set_function(lambda: memory.weight)

    def watch_health(self, is_working: Callable[[str], bool]) -> None:
        """Say when the metrics are read what works of that which the server depends on."""
        for part in ("store", "bus"):
            self.working.labels(part).set_function(partial(is_working, part))

    def page(self) -> bytes:
        """Return what Prometheus reads."""
        return generate_latest(self.registry)

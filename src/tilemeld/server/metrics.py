"""Metrics for Prometheus: counts and times, nothing about people."""

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

from tilemeld.service.set_aside import KINDS, Kind


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
            buckets=(0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0),
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
            "stored games, tables and events that cannot be read and are set aside",
            ["kind"],
            registry=self.registry,
        )
        for kind in KINDS:
            self.unreadable.labels(kind)

    def count_unreadable(self, kind: Kind) -> None:
        """Count something that was set aside."""
        self.unreadable.labels(kind).inc()

    def page(self) -> bytes:
        """Return what Prometheus reads."""
        return generate_latest(self.registry)

"""The Grafana board and Prometheus alerts of `deploy/monitoring`, from one list of what to look at.

``make docs`` writes both; a test compares every metric that they name with what a server really reports.
"""

import json
from dataclasses import dataclass

RATE = "[$__rate_interval]"


@dataclass(frozen=True, slots=True)
class Panel:
    """A picture on the board."""

    title: str
    unit: str
    queries: tuple[tuple[str, str], ...]
    """What is drawn, and what each line is called."""
    text: str


@dataclass(frozen=True, slots=True)
class Alert:
    """Something that a person has to do something about."""

    name: str
    when: str
    lasts: str
    severity: str
    summary: str
    remedy: str


def _quantile(part: float, metric: str, window: str = RATE) -> str:
    return f"histogram_quantile({part}, sum by (le) (rate({metric}_bucket{window})))"


PANELS = (
    Panel(
        "Time from a move to every view",
        "s",
        tuple((_quantile(part, "tilemeld_view_seconds"), f"p{100 * part:g}") for part in (0.5, 0.95, 0.99)),
        "What players feel. The aim is 0.1 s for 99 of 100.",
    ),
    Panel(
        "Time until a command is durable",
        "s",
        tuple(
            (_quantile(part, "tilemeld_command_seconds"), f"p{100 * part:g}") for part in (0.5, 0.95, 0.99)
        ),
        "From reading a command to having it on disk.",
    ),
    Panel(
        "Commits",
        "s",
        tuple((_quantile(part, "tilemeld_commit_seconds"), f"p{100 * part:g}") for part in (0.5, 0.99)),
        "Writing a batch: slow ones mean a slow disk or database.",
    ),
    Panel(
        "Connections",
        "short",
        (("sum by (instance) (tilemeld_connections)", "{{instance}}"),),
        "Open WebSockets of each server.",
    ),
    Panel(
        "Messages a second",
        "ops",
        ((f"sum by (type) (rate(tilemeld_messages_total{RATE}))", "{{type}}"),),
        "What clients send.",
    ),
    Panel(
        "Refusals a second",
        "ops",
        ((f"sum by (code) (rate(tilemeld_refusals_total{RATE}))", "{{code}}"),),
        "store/unavailable means that the database is away.",
    ),
    Panel(
        "Faults and dropped connections a second",
        "ops",
        (
            (f"sum by (code) (rate(tilemeld_faults_total{RATE}))", "fault {{code}}"),
            (f"sum by (code) (rate(tilemeld_dropped_total{RATE}))", "dropped {{code}}"),
        ),
        "Unreadable messages, slow readers, restarts (1012).",
    ),
    Panel(
        "Saturation of each server",
        "percentunit",
        ((f"rate(tilemeld_loop_cpu_seconds_total{RATE})", "{{instance}}"),),
        "CPU of the loop's thread: near 1 the process is full; start another.",
    ),
    Panel(
        "How late the loop is",
        "s",
        ((_quantile(0.99, "tilemeld_loop_lag_seconds"), "p99"),),
        "Delays everything. tilemeld_loop_held_total says whether by own work or by the machine.",
    ),
    Panel(
        "How long bots, hints and reviews take",
        "s",
        (
            (
                f"histogram_quantile(0.95, sum by (le, kind) (rate(tilemeld_job_wait_seconds_bucket{RATE})))",
                "{{kind}} p95",
            ),
        ),
        "From asking for an answer to having it, waiting for a worker included.",
    ),
    Panel(
        "Jobs a second",
        "ops",
        ((f"sum by (kind, outcome) (rate(tilemeld_jobs_total{RATE}))", "{{kind}} {{outcome}}"),),
        "What workers did, and what came of it.",
    ),
    Panel(
        "Memory",
        "bytes",
        (
            ("process_resident_memory_bytes", "{{instance}}"),
            ("tilemeld_open_games_bytes", "{{instance}} games"),
        ),
        "Flat, apart from the number of players.",
    ),
    Panel(
        "Games in memory",
        "short",
        (("tilemeld_open_games", "{{instance}}"),),
        "Played or watched by somebody at that server.",
    ),
    Panel(
        "Set aside",
        "short",
        (("max by (kind) (tilemeld_unreadable)", "{{kind}}"),),
        "What cannot be read; tilemeld database check lists it.",
    ),
)

ALERTS = (
    Alert(
        "TilemeldDown",
        'up{job="tilemeld"} == 0',
        "30s",
        "page",
        "{{ $labels.instance }} does not answer",
        "Others have taken up its games after 3 s. Look at its log; systemd starts it again.",
    ),
    Alert(
        "TilemeldNobodyServes",
        'sum(up{job="tilemeld"}) == 0',
        "10s",
        "page",
        "no server answers",
        "Database, network or host: start with the database's log.",
    ),
    Alert(
        "TilemeldCannotWrite",
        'sum(rate(tilemeld_refusals_total{code="store/unavailable"}[1m])) > 0',
        "15s",
        "page",
        "moves are refused because the database is away or the disk is full",
        "Nothing acknowledged is lost. Check the database and its disk; servers connect again by themselves.",
    ),
    Alert(
        "TilemeldSlowMoves",
        f"{_quantile(0.99, 'tilemeld_view_seconds', '[5m]')} > 0.25",
        "5m",
        "ticket",
        "one move in a hundred takes more than a quarter of a second",
        "Compare commits (disk), loop lag (CPU) and saturation; add a server if it is full.",
    ),
    Alert(
        "TilemeldSlowCommits",
        f"{_quantile(0.99, 'tilemeld_commit_seconds', '[5m]')} > 0.2",
        "5m",
        "ticket",
        "commits are slow, and every move waits for one",
        "The disk or the database: other writers, checkpoints, a full disk.",
    ),
    Alert(
        "TilemeldFull",
        "rate(tilemeld_loop_cpu_seconds_total[5m]) > 0.8",
        "5m",
        "ticket",
        "{{ $labels.instance }} computes for 80 % of the time",
        "Start another server; the proxy finds it.",
    ),
    Alert(
        "TilemeldBotsWait",
        'histogram_quantile(0.95, sum by (le) (rate(tilemeld_job_wait_seconds_bucket{kind="bot"}[5m]))) > 5',
        "5m",
        "ticket",
        "one turn of a bot in twenty takes more than five seconds",
        "Start another worker (tilemeld work), or look why the present ones are busy.",
    ),
    Alert(
        "TilemeldUnreadable",
        "max by (kind) (tilemeld_unreadable) > 0",
        "1m",
        "ticket",
        "a {{ $labels.kind }} cannot be read and is set aside",
        "tilemeld database check says which, and what to do.",
    ),
    Alert(
        "TilemeldMemoryGrows",
        "deriv(process_resident_memory_bytes[1h]) > 8e3 and process_resident_memory_bytes > 4e8",
        "1h",
        "ticket",
        "the memory of {{ $labels.instance }} has been growing for hours",
        "Restart it (systemctl restart tilemeld@PORT), and report it with its metrics.",
    ),
)


def board() -> str:
    """Return the board as Grafana imports it."""
    panels = [_panel(at, panel) for at, panel in enumerate(PANELS)]
    found = {
        "title": "tilemeld",
        "uid": "tilemeld",
        "schemaVersion": 39,
        "tags": ["tilemeld"],
        "time": {"from": "now-3h", "to": "now"},
        "refresh": "10s",
        "templating": {"list": [{"name": "source", "type": "datasource", "query": "prometheus"}]},
        "panels": panels,
    }
    return json.dumps(found, indent=1) + "\n"


def _panel(at: int, panel: Panel) -> dict[str, object]:
    source = {"type": "prometheus", "uid": "${source}"}
    return {
        "id": at + 1,
        "type": "timeseries",
        "title": panel.title,
        "description": panel.text,
        "datasource": source,
        "gridPos": {"x": 8 * (at % 3), "y": 8 * (at // 3), "w": 8, "h": 8},
        "fieldConfig": {"defaults": {"unit": panel.unit, "min": 0}, "overrides": []},
        "targets": [
            {"refId": chr(65 + number), "expr": query, "legendFormat": name, "datasource": source}
            for number, (query, name) in enumerate(panel.queries)
        ],
    }


def alerts() -> str:
    """Return the rules as Prometheus reads them; JSON is YAML."""
    rules = [
        {
            "alert": alert.name,
            "expr": alert.when,
            "for": alert.lasts,
            "labels": {"severity": alert.severity},
            "annotations": {"summary": alert.summary, "remedy": alert.remedy},
        }
        for alert in ALERTS
    ]
    return json.dumps({"groups": [{"name": "tilemeld", "rules": rules}]}, indent=1) + "\n"

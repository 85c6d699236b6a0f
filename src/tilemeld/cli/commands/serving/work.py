"""``tilemeld work``: a worker that thinks for the servers of a database."""

import asyncio
import contextlib
import os
import signal
import sys
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path

import click
from prometheus_client import CollectorRegistry, Gauge, ProcessCollector, start_http_server

from tilemeld.adapters.clocks import SystemClock
from tilemeld.cli.options.database_url import shown
from tilemeld.cli.options.serving import (
    bus_option,
    database_option,
    log_level,
    themes_option,
    usable_bus,
    usable_database,
    verbose_option,
)
from tilemeld.cli.terminal import BadInput, WholeNumber
from tilemeld.server.logs import set_up_logs
from tilemeld.server.metrics import JobMetrics
from tilemeld.server.workers import Queue, Workers, lone_worker, open_bus
from tilemeld.service.jobs.job import KINDS, Kind, is_kind
from tilemeld.service.jobs.worker import STOP_MS

TRY_SECONDS = 0.5
"""How often a worker that starts looks whether the database is there."""


@click.command(short_help="Think for the servers of a database: bots, hints, reviews.")
@database_option("The database of the servers", required=True)
@bus_option("The servers' bus, if they have one")
@click.option(
    "--jobs",
    type=WholeNumber(1, 256),
    metavar="N",
    help="How many bots think at a time; a question and a review besides.  [default: one for each processor]",
)
@click.option(
    "--kinds",
    metavar="LIST",
    help=f"What it does, separated by commas.  [default: {','.join(KINDS)}]",
)
@themes_option("A folder of word lists, the same as that of the servers.")
@click.option(
    "--metrics-port",
    type=WholeNumber(1, 65535),
    metavar="N",
    help="Show measures for Prometheus on this port of this machine.",
)
@verbose_option
def work(
    database: str,
    bus: str | None,
    jobs: int | None,
    *,
    kinds: str | None,
    themes: Path | None,
    metrics_port: int | None,
    verbose: bool,
) -> None:
    """Think for the servers of a database: bots' turns, hints, the solver, reviews.

    \b
    Examples:
      tilemeld work --database postgresql://tilemeld@localhost/tilemeld
      tilemeld work --jobs 8 --kinds bot         a machine for bots alone
      tilemeld serve --no-work                   a server that leaves it to workers

    Any number may work for one database. Bots' turns come first, then hints and questions, then reviews.
    Ctrl+C finishes what takes seconds and gives the rest back; what a killed worker had begun is done by
    another.
    """
    address, chosen = usable_database(database, what="tilemeld work"), chosen_kinds(kinds)
    line = usable_bus(bus, address)
    set_up_logs(level=log_level(verbose=verbose))
    registry = CollectorRegistry()
    ProcessCollector(registry=registry)
    open_worker = partial(
        lone_worker,
        metrics=JobMetrics(registry),
        kinds=chosen,
        bots=jobs or os.cpu_count() or 1,
        themes=themes,
    )
    if metrics_port is not None:
        _show_metrics(metrics_port, registry)

    def announce(workers: Workers) -> None:
        assert workers.worker is not None, "it was made for that"
        Gauge("tilemeld_jobs_now", "jobs being done", registry=registry).set_function(
            lambda: workers.worker.busy if workers.worker is not None else 0
        )
        click.echo(f"Working for {shown(address)}: {', '.join(chosen)}. Stop with Ctrl+C.")
        sys.stdout.flush()

    try:
        asyncio.run(work_until_stopped(address, line, open_worker, announce))
    except (RuntimeError, OSError) as error:
        raise BadInput(f"Cannot work for {shown(address)}: {str(error).rstrip('.')}.") from None
    click.echo("Stopped.")


def chosen_kinds(text: str | None) -> tuple[Kind, ...]:
    """Return what a worker is to do, the most urgent first.

    >>> chosen_kinds("review,bot")
    ('bot', 'review')
    """
    if text is None:
        return KINDS
    names = [each.strip() for each in text.split(",")]
    for name in names:
        if not is_kind(name):
            raise BadInput(f"There is no work of the kind {name[:40]!r}: choose from {', '.join(KINDS)}.")
    return tuple(kind for kind in KINDS if kind in names)


def _show_metrics(port: int, registry: CollectorRegistry) -> None:
    try:
        start_http_server(port, addr="127.0.0.1", registry=registry)
    except OSError as error:
        raise BadInput(
            f"Measures cannot be shown on port {port}: {(error.strerror or str(error)).lower()}."
        ) from None


async def _until_it_answers(
    migrate: Callable[[], Awaitable[object]], database: str, stopped: asyncio.Event
) -> bool:
    """Wait for a database that is away; say whether it is there, or somebody does not want to wait."""
    has_said = False
    while not stopped.is_set():
        try:
            await migrate()
            return True
        except ConnectionError as error:
            if not has_said:
                click.echo(f"{database} cannot be reached ({error}): waiting for it. Stop with Ctrl+C.")
                sys.stdout.flush()
            has_said = True
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(stopped.wait(), TRY_SECONDS)
    return False


async def work_until_stopped(
    database: str,
    bus: str | None,
    open_worker: Callable[[Queue], Workers],
    announce: Callable[[Workers], None],
) -> None:
    """Work until Ctrl+C or SIGTERM; a second one ends it at once.

    Raises ``RuntimeError`` where the database cannot be used; one that is away is waited for.
    """
    from tilemeld.adapters.postgres.jobs import PostgresJobs  # noqa: PLC0415  # asyncpg is an extra
    from tilemeld.adapters.postgres.schema import migrate  # noqa: PLC0415
    from tilemeld.adapters.postgres.store import PostgresStore  # noqa: PLC0415

    stopped = asyncio.Event()
    loop = asyncio.get_running_loop()
    for each in (signal.SIGINT, signal.SIGTERM):
        with contextlib.suppress(NotImplementedError):  # on Windows Ctrl+C raises KeyboardInterrupt
            loop.add_signal_handler(each, lambda: stopped.set() if not stopped.is_set() else os._exit(1))
    if not await _until_it_answers(partial(migrate, database), shown(database), stopped):
        return
    store, line = PostgresStore(database), open_bus(bus, database)
    workers = open_worker(Queue(PostgresJobs(store), line, SystemClock()))
    try:
        await workers.start()
        announce(workers)
        await stopped.wait()
        click.echo("Finishing what is begun …")
        sys.stdout.flush()
    finally:
        await workers.stop(patience_ms=STOP_MS)
        await line.close()
        await store.close()

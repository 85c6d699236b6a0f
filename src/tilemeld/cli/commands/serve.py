"""``tilemeld serve``: the server, for this machine or the local network."""

import asyncio
import errno
import importlib
import io
import os
import sqlite3
import sys
import webbrowser
from collections.abc import Mapping, Sequence
from dataclasses import fields, replace
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import click
import segno

from tilemeld.cli.options.data_file import data_file
from tilemeld.cli.options.database_url import checked_bus, checked_database, shown
from tilemeld.cli.terminal import BadInput, WholeNumber, needing
from tilemeld.server.app import create_app
from tilemeld.server.logs import set_up_logs
from tilemeld.server.run import lan_address, link_to, listen, listen_together, run
from tilemeld.server.settings import Limits, Settings
from tilemeld.server.supervisor import StartFailed, Supervisor
from tilemeld.service.live.automatic_pauses import GRACE_MS

LAN_GUESTS = 600.0
"""New guests a minute from one address in the local network, where a whole hall may join at once."""


@click.command(short_help="Serve the live table to browsers, here or on the local network.")
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on.")
@click.option(
    "--port", default=8000, show_default=True, type=WholeNumber(0, 65535), help="0 takes any free port."
)
@click.option(
    "--data",
    type=click.Path(dir_okay=False, path_type=Path),
    help="The file that games are kept in.  [default: in your data folder]",
)
@click.option(
    "--database",
    envvar="TILEMELD_DATABASE",
    metavar="URL",
    help="Keep games in PostgreSQL instead of a file: postgresql://tilemeld@localhost/tilemeld",
)
@click.option(
    "--bus",
    envvar="TILEMELD_BUS",
    metavar="URL",
    help="With --database, send notices over Redis or Valkey: redis://localhost:6379",
)
@click.option(
    "--workers",
    envvar="TILEMELD_WORKERS",
    default=1,
    show_default=True,
    type=WholeNumber(1, 64),
    metavar="N",
    help="With --database, so many server processes on this port, started again when one dies.",
)
@click.option(
    "--drain-seconds",
    envvar="TILEMELD_DRAIN_SECONDS",
    default=0.0,
    show_default=True,
    type=click.FloatRange(0, 600),
    help="How long /readyz is red before connections are closed, for a load balancer to see.",
)
@click.option(
    "--work/--no-work",
    "works",
    default=True,
    help="With --database, think here as well, or leave bots, hints and reviews to tilemeld work.",
)
@click.option("--lan", is_flag=True, help="Listen on the local network and show a QR code for phones.")
@click.option("--browser/--no-browser", default=None, help="Open the browser; by default where there is one.")
@click.option(
    "--bot-pace",
    default=1.0,
    show_default=True,
    type=click.FloatRange(0, 10),
    help="How long bots seem to think: 1 as long as people, 0 not at all.",
)
@click.option(
    "--away-seconds",
    default=GRACE_MS / 1000,
    show_default=True,
    type=click.FloatRange(0, 3600),
    help="How long everybody may be gone from a table before its game waits for them.",
)
@click.option(
    "--themes",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    metavar="DIR",
    help="A folder of word lists, animals.txt for the theme 'animals' of word games.",
)
@click.option(
    "--guests-per-minute",
    type=WholeNumber(1, 100_000),
    metavar="N",
    help="New guests from one address: a whole hall may share one.  [default: 20, with --lan 600]",
)
@click.option(
    "--behind-proxy",
    is_flag=True,
    help="Trust the proxy's headers for the client's address and HTTPS (X-Forwarded-For, X-Forwarded-Proto).",
)
@click.option(
    "--public-url",
    envvar="TILEMELD_PUBLIC_URL",
    metavar="URL",
    help="The server's address in the world, for previews of links: https://play.example.org",
)
@click.option(
    "--limit",
    "chosen_limits",
    multiple=True,
    envvar="TILEMELD_LIMITS",
    metavar="NAME=NUMBER",
    help="What a person or an address may ask for; may be repeated; --limit help lists them.",
)
@click.option("--verbose", is_flag=True, help="Log more.")
def serve(
    host: str,
    port: int,
    data: Path | None,
    *,
    database: str | None,
    bus: str | None,
    workers: int,
    drain_seconds: float,
    works: bool,
    lan: bool,
    browser: bool | None,
    bot_pace: float,
    away_seconds: float,
    themes: Path | None,
    guests_per_minute: int | None,
    behind_proxy: bool,
    public_url: str | None,
    chosen_limits: tuple[str, ...],
    verbose: bool,
) -> None:
    """Serve the live table to browsers, here or on the local network.

    \b
    Examples:
      tilemeld serve                 for this machine; opens the browser
      tilemeld serve --lan           for phones on the same network, with a QR code
      tilemeld serve --behind-proxy  behind a web server with HTTPS
      tilemeld serve --database postgresql://tilemeld@localhost/tilemeld --workers 4

    Games are kept in a file and continue after a restart: an acknowledged move is on disk. A file belongs to
    one server; any number of servers, on any number of machines, can use one database. Stop with Ctrl+C.
    """
    if "help" in chosen_limits:
        click.echo("\n".join(limit_lines()))
        return
    place = "0.0.0.0" if lan else host
    kept = database_for(data, database)
    if kept is None and not works:
        raise BadInput("--no-work is for servers that share a database: name it with --database.")
    settings = Settings(
        host=place,
        port=port,
        data=data or data_file() if kept is None else None,
        database=kept,
        bus=bus_for(bus, kept),
        drain_seconds=drain_seconds,
        work=works,
        bot_pace=bot_pace,
        grace_ms=round(1000 * away_seconds),
        bot_processes=min(4, max(1, ((os.cpu_count() or 1) - 1) // workers)),
        themes=themes,
        behind_proxy=behind_proxy,
        public_url=checked_url(public_url),
        limits=limits_for(chosen_limits, lan=lan, guests_per_minute=guests_per_minute),
    )
    check_workers(workers, settings)
    try:
        listener = listen(settings) if workers == 1 else listen_together(settings)
    except OSError as error:
        raise BadInput(_cannot_listen(error, settings)) from None
    level = "DEBUG" if verbose else "WARNING"
    set_up_logs(level=level)
    address = (lan_address() if lan else None) or ("127.0.0.1" if lan else host)
    link = link_to(address, listener.getsockname()[1])
    try:
        if settings.database is not None:
            check_database(settings.database)
        app = create_app(settings) if workers == 1 else None
    except (RuntimeError, OSError, sqlite3.OperationalError) as error:
        listener.close()
        raise BadInput(_cannot_keep(error, settings)) from None

    def announce() -> None:
        click.echo(f"tilemeld is at {link}")
        click.echo(f"Games are kept in {settings.data or shown(kept or '')}. Stop with Ctrl+C.")
        if lan:
            click.echo(qr_code(link))
            click.echo("Phones in the same network can scan this. Without HTTPS a phone cannot install the")
            click.echo("table as an app nor keep its screen on by itself; playing works.")
        sys.stdout.flush()
        if browser or (browser is None and sys.stdout.isatty() and has_screen(sys.platform, os.environ)):
            webbrowser.open(link)

    if app is not None:
        run(app, settings, listener, announce)
    else:
        supervise(Supervisor(settings, workers, listener=listener, on_ready=announce, level=level))


def check_workers(workers: int, settings: Settings) -> None:
    """Refuse several processes where they could not share the data or the port."""
    if workers > 1 and settings.database is None:
        raise BadInput(
            f"{workers} processes cannot share a file: name a database with --database postgresql://…, "
            "or leave --workers out."
        )
    if workers > 1 and sys.platform == "win32":
        raise BadInput("--workers needs Linux or macOS: here, start several servers on ports of their own.")


def supervise(supervisor: Supervisor) -> None:
    """Run several servers until Ctrl+C; ``BadInput`` when they cannot be started."""
    try:
        asyncio.run(supervisor.run())
    except StartFailed:
        raise BadInput("A server process ended before it was ready: the reason is above.") from None


def checked_url(text: str | None) -> str | None:
    """Return the server's public address, with a slash at its end; refuse what is none."""
    if not text:
        return None
    found = urlsplit(text)
    if found.scheme not in ("http", "https") or not found.hostname or found.query or found.fragment:
        raise BadInput(f"{text[:100]!r} is not an address: write it as https://play.example.org")
    if found.path.strip("/"):
        raise BadInput(f"{text[:100]!r} has a path: the table is served at the top of its host")
    return f"{found.scheme}://{found.netloc}/"


def limits_for(chosen: Sequence[str], *, lan: bool, guests_per_minute: int | None) -> Limits:
    """Return the limits: more new guests on the local network unless a number was given; then the options.

    Raises ``BadInput`` for an unknown limit or an invalid number.
    """
    limits = (
        Limits(guests_per_minute=guests_per_minute or LAN_GUESTS) if guests_per_minute or lan else Limits()
    )
    return replace(limits, **dict(_limit(each) for each in chosen))


def limit_lines() -> list[str]:
    """List every limit with its default and what it bounds."""
    width = max(len(each.name) for each in fields(Limits))
    return [
        f"{each.name:{width}}  {each.default:>6g}  {each.metadata['text']}"
        if isinstance(each.default, float)
        else f"{each.name:{width}}  {each.default:>6}  {each.metadata['text']}"
        for each in fields(Limits)
    ]


FORMER_LIMITS: Mapping[str, str] = {
    "events_per_person": "tournaments_per_person",
    "address_events_per_hour": "address_tournaments_per_hour",
    "players_per_event": "players_per_tournament",
    "event_megabytes": "tournament_megabytes",
}
"""Limits that had another name: a server that was started with one starts after an update, too."""


def _limit(text: str) -> tuple[str, Any]:
    name, _, number = text.partition("=")
    name = FORMER_LIMITS.get(name, name)
    known = {each.name: each for each in fields(Limits)}
    if name not in known:
        raise BadInput(f"There is no limit {name[:40]!r}: --limit help lists them.")
    if not (number.isascii() and number.isdigit() and 1 <= len(number) <= 9 and int(number) > 0):
        raise BadInput(
            f"{number[:40]!r} is not a whole number from 1 to 999999999: --limit {name}=20, for instance."
        )
    return name, int(number)


def _cannot_listen(error: OSError, settings: Settings) -> str:
    """Say why the address cannot be used, and what to do."""
    host, port = settings.host, settings.port
    if error.errno == errno.EADDRINUSE:
        other = port + 1 if port < 65535 else 0
        return (
            f"Port {port} is taken, perhaps by another tilemeld: open {link_to(host, port)} to see, stop it, "
            f"or use another port: --port {other} (make play PORT={other}); --port 0 takes a free one."
        )
    if error.errno == errno.EACCES:
        return f"Port {port} is kept for the system: use one from 1024 on, such as --port 8000."
    reason = (error.strerror or str(error)).lower()
    return f"Cannot listen on {host}, port {port}: {reason}; --host takes an address of this machine."


def database_for(data: Path | None, database: str | None) -> str | None:
    """Return the address of the database to keep games in; none where a file was named or nothing was.

    Raises ``BadInput`` for an address of something else, and where the driver is missing.
    """
    if database is None or data is not None:
        return None
    with needing("postgres", what="--database"):
        importlib.import_module("asyncpg")
    return checked_database(database)


def bus_for(bus: str | None, database: str | None) -> str | None:
    """Return the address of the bus; ``BadInput`` without a database, or where the driver is missing."""
    if bus is None:
        return None
    if database is None:
        raise BadInput("--bus is for games in a database: name one with --database.")
    with needing("valkey", what="--bus"):
        importlib.import_module("valkey")
    return checked_bus(bus)


def check_database(url: str) -> None:
    """Bring the schema up to date; ``RuntimeError`` or ``OSError`` where the database cannot be used."""
    from tilemeld.adapters.postgres.schema import check  # noqa: PLC0415  # asyncpg is an extra

    asyncio.run(check(url))


def _cannot_keep(error: Exception, settings: Settings) -> str:
    """Say why games cannot be kept there, and where they could."""
    if isinstance(error, RuntimeError):
        return f"{error}."
    reason = (getattr(error, "strerror", None) or str(error)).lower()
    if settings.database is not None:
        return f"Games cannot be kept in {shown(settings.database)}: {reason}."
    return (
        f"Games cannot be kept in {settings.data}: {reason}. "
        "Name a file in a folder that can be written to: --data games.sqlite, for instance."
    )


def qr_code(link: str) -> str:
    """Return a QR code to be printed in a terminal."""
    text = io.StringIO()
    segno.make(link, error="m").terminal(out=text, compact=True)
    return text.getvalue()


def has_screen(platform: str, environment: Mapping[str, str]) -> bool:
    """Say whether a browser opened here would be seen by the person at this terminal."""
    if any(environment.get(name) for name in ("SSH_CONNECTION", "SSH_TTY", "CI")):
        return False
    if platform in ("win32", "darwin"):
        return True
    return bool(environment.get("DISPLAY") or environment.get("WAYLAND_DISPLAY"))

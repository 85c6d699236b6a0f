"""``tilemeld serve``: the server, for this machine or the local network."""

import asyncio
import errno
import io
import os
import socket
import sqlite3
import sys
import webbrowser
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from urllib.parse import urlsplit

import click
import segno
from starlette.applications import Starlette

from tilemeld.adapters.sql.database import DatabaseRefused
from tilemeld.cli.options.data_file import data_file
from tilemeld.cli.options.database_url import shown
from tilemeld.cli.options.limits import limit_lines, limits_for
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
from tilemeld.server.app import create_app
from tilemeld.server.logs import set_up_logs
from tilemeld.server.run import lan_address, link_to, listen, listen_together, run
from tilemeld.server.settings import Settings
from tilemeld.server.supervisor import StartFailed, Supervisor
from tilemeld.service.live.automatic_pauses import GRACE_MS


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
@database_option("Keep games in PostgreSQL instead of a file")
@bus_option("With --database, send notices over Redis or Valkey")
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
@themes_option("A folder of word lists, animals.txt for the theme 'animals' of word games.")
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
@verbose_option
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
    kept = None if database is None or data is not None else usable_database(database, what="--database")
    if kept is None and not works:
        raise BadInput("--no-work is for servers that share a database: name it with --database.")
    settings = Settings(
        host="0.0.0.0" if lan else host,
        port=port,
        data=data or data_file() if kept is None else None,
        database=kept,
        bus=usable_bus(bus, kept),
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
    listener = _listening(settings, workers)
    level = log_level(verbose=verbose)
    set_up_logs(level=level)
    app = _checked_app(settings, workers, listener)
    address = (lan_address() or "127.0.0.1") if lan else host
    announce = partial(
        announce_server, link_to(address, listener.getsockname()[1]), settings, lan=lan, browser=browser
    )
    if app is not None:
        try:
            run(app, settings, listener, announce)
        except RuntimeError as error:
            raise BadInput(_cannot_keep(error, settings)) from None
    else:
        supervise(Supervisor(settings, workers, listener=listener, on_ready=announce, level=level))


def _listening(settings: Settings, workers: int) -> socket.socket:
    """Return the socket that connections come to; ``BadInput`` where it cannot be had."""
    try:
        return listen(settings) if workers == 1 else listen_together(settings)
    except OSError as error:
        raise BadInput(_cannot_listen(error, settings)) from None


def _checked_app(settings: Settings, workers: int, listener: socket.socket) -> Starlette | None:
    """Return the server if it is to run in this process; ``BadInput`` where games cannot be kept."""
    try:
        if settings.database is not None:
            _check_or_wait(settings.database)
        return create_app(settings) if workers == 1 else None
    except (RuntimeError, OSError, sqlite3.OperationalError) as error:
        listener.close()
        raise BadInput(_cannot_keep(error, settings)) from None


def announce_server(link: str, settings: Settings, *, lan: bool, browser: bool | None) -> None:
    """Say where the server is, and open the browser where somebody would see it."""
    click.echo(f"tilemeld is at {link}")
    click.echo(f"Games are kept in {settings.data or shown(settings.database or '')}. Stop with Ctrl+C.")
    if lan:
        click.echo(qr_code(link))
        click.echo("Phones in the same network can scan this. Without HTTPS a phone cannot install the")
        click.echo("table as an app nor keep its screen on by itself; playing works.")
    sys.stdout.flush()
    if browser or (browser is None and sys.stdout.isatty() and has_screen(sys.platform, os.environ)):
        webbrowser.open(link)


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


def _check_or_wait(url: str) -> None:
    """Check the database; one that is away is waited for by the server, which then has nothing to serve."""
    try:
        check_database(url)
    except ConnectionError as error:
        click.echo(f"{shown(url)} cannot be reached ({error}): waiting for it. Stop with Ctrl+C.")
        sys.stdout.flush()


def check_database(url: str) -> None:
    """Bring the schema up to date.

    Raises ``ConnectionError`` where the database is away, ``RuntimeError`` where it cannot be used.
    """
    from tilemeld.adapters.postgres.schema import check  # noqa: PLC0415  # asyncpg is an extra

    asyncio.run(check(url))


def _cannot_keep(error: Exception, settings: Settings) -> str:
    """Say why games cannot be kept there, and where they could."""
    if isinstance(error, RuntimeError) and not isinstance(error, DatabaseRefused):
        return f"{error}."
    reason = (getattr(error, "strerror", None) or str(error)).lower().rstrip(".")
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

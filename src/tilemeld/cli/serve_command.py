"""``tilemeld serve``: the server of the live table, on this machine or for the local network."""

import io
import os
import sys
import webbrowser
from pathlib import Path

import click
import segno

from tilemeld.server.app import create_app
from tilemeld.server.logs import set_up_logs
from tilemeld.server.run import lan_address, listen, run
from tilemeld.server.settings import Settings

from .terminal import BadInput


@click.command(short_help="Serve games to clients; the browser table comes next.")
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on.")
@click.option(
    "--port", default=8000, show_default=True, type=click.IntRange(0, 65535), help="0 takes any free port."
)
@click.option(
    "--data",
    type=click.Path(dir_okay=False, path_type=Path),
    help="The file that games are kept in.  [default: in your data folder]",
)
@click.option("--lan", is_flag=True, help="Listen on the local network and show a QR code for phones.")
@click.option("--browser/--no-browser", default=None, help="Open the browser; by default where there is one.")
@click.option("--verbose", is_flag=True, help="Log more.")
def serve(host: str, port: int, data: Path | None, *, lan: bool, browser: bool | None, verbose: bool) -> None:
    """Serve games over HTTP and WebSockets (docs/protocol.md); the table for the browser comes next.

    \b
    Examples:
      tilemeld serve                 for this machine
      tilemeld serve --lan           for phones in the same network, with a QR code

    Games are kept in a file and go on after a restart: an acknowledged move is on disk. Stop with Ctrl+C.
    """
    set_up_logs(level="DEBUG" if verbose else "WARNING")
    settings = Settings(host="0.0.0.0" if lan else host, port=port, data=data or data_file())
    try:
        listener = listen(settings)
    except OSError as error:
        raise BadInput(
            f"Cannot listen on {settings.host}:{port}: {error.strerror}; --port 0 takes a free one."
        ) from None
    address = (lan_address() if lan else None) or ("127.0.0.1" if lan else host)
    link = f"http://{address}:{listener.getsockname()[1]}/"
    try:
        app = create_app(settings)
    except (RuntimeError, OSError) as error:
        listener.close()
        raise BadInput(f"{error}.") from None

    def announce() -> None:
        click.echo(f"tilemeld is at {link}")
        click.echo(f"Games are kept in {settings.data}. Stop with Ctrl+C.")
        if lan:
            click.echo(qr_code(link))
            click.echo("Phones in the same network can scan this. Without HTTPS a phone cannot install the")
            click.echo("table as an app nor keep its screen on by itself; playing works.")
        sys.stdout.flush()
        if has_screen() if browser is None else browser:
            webbrowser.open(link)

    run(app, settings, listener, announce)


def qr_code(link: str) -> str:
    """Return a QR code to be printed in a terminal."""
    text = io.StringIO()
    segno.make(link, error="m").terminal(out=text, compact=True)
    return text.getvalue()


def data_file() -> Path:
    """Return the file in the user's data folder that games are kept in."""
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local"))
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Application Support"
    else:
        base = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    return base / "tilemeld" / "games.sqlite"


def has_screen() -> bool:
    """Say whether a browser could be shown to the person at this terminal."""
    if not sys.stdout.isatty():
        return False
    return sys.platform in ("win32", "darwin") or bool(
        os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    )

"""A screen to take a picture of, and the server of our own that shows it."""

import json
import re
import secrets
import subprocess
import sys
import urllib.request
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

ROOT = Path(__file__).parents[1]
PATIENCE = 60.0
"""Seconds to wait for anything: the machine may have other things to do."""
Json = Any


class Server:
    """A server of our own on a free port, with nothing in it."""

    def __init__(self, data: Path) -> None:
        command = [sys.executable, "-m", "tilemeld", "serve", "--port", "0", "--data", str(data)]
        command += ["--no-browser", "--bot-pace", "0"]
        self._process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT)
        assert self._process.stdout is not None, "it was asked for"
        found = re.search(r"http://[^\s]+", self._process.stdout.readline())
        if found is None:
            raise RuntimeError("the server did not start")
        self.base = found.group(0).rstrip("/")

    def ask(self, method: str, path: str, body: Json = None, token: str = "") -> Json:
        """Ask the HTTP API."""
        headers = {"Idempotency-Key": secrets.token_hex(8)}
        headers |= {"Authorization": f"Bearer {token}"} if token else {}
        content = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.base + path, content, headers, method=method)
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            return json.load(answer)

    def guest(self, name: str, avatar: str) -> Json:
        """Let a guest in."""
        guest = self.ask("POST", "/api/guests", {"name": name})
        self.ask("PATCH", "/api/me", {"avatar": avatar}, guest["token"])
        return {**guest, "avatar": avatar}

    def stop(self) -> None:
        """Stop it."""
        self._process.terminate()
        self._process.wait(PATIENCE)


@dataclass(frozen=True, slots=True)
class Scene:
    """A screen to look at: whose browser, at which address, and what is done there first."""

    name: str
    guest: Json
    path: str
    ready: str = "h1"
    """What has to be there before the picture is taken."""
    click: str = ""
    """What is clicked first."""
    act: Callable[[Page], None] | None = None
    """What is done after that."""
    kept: Mapping[str, Json] = field(default_factory=dict)
    """What the browser keeps besides the guest and the settings, by name."""


def create(server: Server, host: Json, **options: Json) -> Json:
    """Set a table."""
    body = {"profile": "cs", "spectators": True, **options}
    return server.ask("POST", "/api/tables", body, host["token"])


def sit(server: Server, guest: Json, table: Json) -> None:
    """Let somebody sit down and be ready."""
    sat = server.ask("POST", f"/api/tables/{table['id']}/seats", {}, guest["token"])
    seat = next(at for at, place in enumerate(sat["places"]) if place["yours"])
    path = f"/api/tables/{table['id']}/seats/{seat}/ready"
    server.ask("PUT", path, {"ready": True}, guest["token"])

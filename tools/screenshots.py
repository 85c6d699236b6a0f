"""Pictures of every screen, against a real server, in a real browser: ``make screenshots``.

Plays real games over the wire to get to the states that are worth a look, then opens every screen in
the sizes, themes and languages asked for: ``--sizes all --only table,end --languages en,uk``. ``--axe``
looks for barriers as well and fails on serious ones.
"""

import argparse
import contextlib
import json
import os
import re
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]  # has no stubs
from PIL import Image
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright
from tools.browser import REMEDY, find_browser
from tools.hall_scenes import hall_scenes
from tools.page_scenes import page_scenes
from tools.scene import PATIENCE, ROOT, Json, Scene, Server, create, sit
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from tilemeld.bots import player_named
from tilemeld.engine.game.views import GameView
from tilemeld.engine.record.codec import from_json, to_json
from tilemeld.server.live.protocol import PROTOCOL

SIZES: dict[str, dict[str, Any]] = {
    "phone": {
        "viewport": {"width": 390, "height": 844},
        "device_scale_factor": 2,
        "has_touch": True,
        "is_mobile": True,
    },
    "desktop": {"viewport": {"width": 1440, "height": 900}, "device_scale_factor": 1},
}
WINDOWS = ("390x844", "390x664", "844x390", "360x560", "768x1024", "1440x900", "2560x1440")
"""The windows that every screen has to look good in: ``--sizes all``."""
HAND_HELD = 600
"""A window whose shorter side is below this is a phone: touched, and with fine pixels."""
MEDIA: dict[str, dict[str, Any]] = {
    "light": {"color_scheme": "light", "contrast": "no-preference"},
    "dark": {"color_scheme": "dark", "contrast": "no-preference"},
    "contrast": {"color_scheme": "light", "contrast": "more"},
}
"""What the system asks for in each theme."""
BEST = (
    "table-middle-desktop-light",
    "table-middle-phone-light",
    "lobby-phone-light",
    "end-desktop-light",
    "desk-results-desktop-light",
    "companion-clock-phone-light",
    "hall-me-phone-light",
    "replay-phone-light",
)
"""The pictures that the docs show."""
REFUSED_MOST = 20
"""How often a helper may come too late before something is wrong."""


class Player:
    """Plays a seat over the wire as a beginner would, so that games last, up to a point.

    The line's own thread reads all the time, so it lives while pictures are taken, however long they
    take; should it break all the same, it is laid again, and the server says where the game is.
    """

    def __init__(self, server: Server, guest: Json, table: str) -> None:
        self._open = contextlib.ExitStack()
        self._address = server.base.replace("http", "ws", 1) + "/ws"
        self._token, self._table = guest["token"], table
        self._view: dict[str, Json] | None = None
        self._game = ""
        self._seat: int | None = None
        self._random = Random(7)
        self._commands = 0
        self._refused: list[Json] = []
        self._socket = self._connect()

    def step(self) -> None:
        """Take in what has come meanwhile, and do what is to be done."""
        while self._take_in(0):
            pass
        if self._view is None or not self._acts(self._view):
            self._take_in(0.02)

    def is_at(self, turn: int | None) -> bool:
        """Say whether the game is over, or it is this seat's turn at this turn of the game or later."""
        view = self._view
        if view is None or view["phase"] == "ended":
            return view is not None
        mine = view["active"] == self._seat and view["phase"] == "turn"
        return turn is not None and mine and bool(view["turn"] >= turn)

    def close(self) -> None:
        """Hang up."""
        self._open.close()

    def forget(self) -> None:
        """Forget the game that is over: the next one comes with a view of its own."""
        self._view = None

    def _connect(self) -> ClientConnection:
        self._open.close()
        socket = self._open.enter_context(connect(self._address, max_queue=None))
        socket.send(json.dumps({"type": "hello", "protocol": PROTOCOL, "token": self._token}))
        socket.send(json.dumps({"type": "enter", "table": self._table}))
        return socket

    def _acts(self, view: dict[str, Json]) -> bool:
        if view["phase"] == "entropy" and self._seat is not None and view["entropy"][self._seat] is None:
            return self._do({"type": "add-entropy", "entropy": "a picture"})
        if view["active"] != self._seat or view["phase"] not in ("turn", "announce", "stacks"):
            return False
        choice = to_json(player_named("beginner").choose(from_json(GameView, view), self._random))
        assert isinstance(choice, dict), "a beginner never dawdles"
        return self._do(choice)

    def _do(self, command: dict[str, Json]) -> bool:
        """Send a command and wait for what comes of it; who was too late looks again and has another go."""
        assert self._view is not None, "acts on what it sees"
        self._commands += 1
        seen, refused = self._view["version"], len(self._refused)
        name = f"picture-{self._commands}"
        head = {"id": name, "game": self._game, "seat": self._seat, "seen": seen}
        with contextlib.suppress(ConnectionClosed):  # the listener notices
            self._socket.send(json.dumps({**command, **head}))
        while self._view["version"] == seen and len(self._refused) == refused and self._take_in(PATIENCE):
            pass
        if len(self._refused) > REFUSED_MOST:
            raise RuntimeError(f"refused again and again: {self._refused[-1]}")
        return True

    def _take_in(self, patience: float) -> bool:
        """Take in one message; say whether one came, or the line had to be laid again."""
        try:
            message = json.loads(self._socket.recv(timeout=patience))
        except TimeoutError:
            return False
        except ConnectionClosed:
            self._socket = self._connect()
            return True
        if message["type"] == "table":
            self._seat = message["seat"]
        elif message["type"] == "view":
            self._game, self._view = message["game"], message["view"]
        elif message["type"] == "moved" and self._view is not None:
            self._view = {**self._view, **message["changes"]}
        elif message["type"] == "refused":
            self._refused.append(message)
        return True


HALL_SCENES = ("tournaments", "new-tournament", "desk", "hall-")
GAME_SCENES = ("table", "between", "end", "replay")


def window_of(size: str) -> dict[str, Any]:
    """Return what Playwright opens for a size: a name (``phone``) or a window (``844x390``)."""
    if size in SIZES:
        return SIZES[size]
    found = re.fullmatch(r"([1-9][0-9]{2,3})x([1-9][0-9]{2,3})", size)
    if found is None:
        raise SystemExit(f"'{size}' is not a size: say {', '.join(SIZES)}, all, or a window such as 844x390.")
    width, height = int(found[1]), int(found[2])
    window: dict[str, Any] = {"viewport": {"width": width, "height": height}}
    if min(width, height) < HAND_HELD:
        window |= {"device_scale_factor": 2, "has_touch": True, "is_mobile": True}
    return window


def is_wanted(names: tuple[str, ...], only: tuple[str, ...]) -> bool:
    """Say whether scenes whose names begin like these can be among those asked for."""
    return any(name.startswith(each) or each.startswith(name) for name in names for each in only)


def set_scenes(server: Server, only: tuple[str, ...] = ("",)) -> Iterator[Scene]:
    """Make tables in every state and return what to look at; games are played only if they are asked for."""
    ola, jan, ewa = (
        server.guest(name, avatar)
        for name, avatar in (("Ola", "fox-clay"), ("Jan", "owl-sea"), ("Ewa", "whale-heather"))
    )
    yield from page_scenes(server, ola, jan, ewa)
    if is_wanted(HALL_SCENES, only):
        yield from hall_scenes(server, ola, jan)
    if is_wanted(GAME_SCENES, only):
        yield from _games(server, ola, jan)
    if is_wanted(("table-six",), only):
        yield from _crowd(server, ola)


def _games(server: Server, ola: Json, jan: Json) -> Iterator[Scene]:
    match = create(server, ola, seats=3, bots=["beginner"], games=3, house={"turn_seconds": 300})
    sit(server, jan, match)
    watcher = server.guest("Iza", "k2")
    players = [Player(server, each, match["id"]) for each in (ola, jan)]
    path = f"/t/{match['code']}"
    server.ask("POST", f"/api/tables/{match['id']}/start", {}, ola["token"])
    for name, turn in (("first", 1), ("middle", 38)):
        _in_turns(players, turn)
        yield Scene(f"table-{name}", ola, path, ready=".tm-tile")
    corner = "header .corner button"
    yield Scene("table-menu", ola, path, ready=".tm-tile", click=f"{corner} >> nth=-1")
    yield Scene("table-say", ola, path, ready=".tm-tile", click=f"{corner} >> nth=0")
    yield Scene("table-watching", watcher, path, ready=".tm-tile")
    yield Scene("table-waiting", jan, path, ready=".tm-tile")
    _in_turns(players, None)
    _wait_for_the_sheet(server, match)
    yield Scene("between", ola, path, ready="table")
    for _ in range(2):
        _wait_for_the_sheet(server, match)
        for player in players:
            player.forget()
        for guest, seat in ((ola, 0), (jan, 1)):
            ready = f"/api/tables/{match['id']}/seats/{seat}/ready"
            server.ask("PUT", ready, {"ready": True}, guest["token"])
        _in_turns(players, None)
    _wait_for_the_sheet(server, match)
    yield Scene("end", ola, path, ready="table")
    game = server.ask("GET", f"/api/tables/{match['id']}")["game"]
    yield Scene("replay", ola, f"/replay/{game}?turn=12", ready=".tm-tile")
    _review(server, ola, game)
    yield Scene("replay-review", ola, f"/replay/{game}?turn=20", ready=".verdict")
    yield Scene("replay-what-if", ola, f"/replay/{game}?turn=20", ready=".verdict", click="header .button")
    for player in players:
        player.close()


def _crowd(server: Server, ola: Json) -> Iterator[Scene]:
    """Six at a table: every seat a bot but one."""
    six = create(server, ola, profile="pl-xp", seats=6, bots=["casual"] * 5, house={"turn_seconds": 300})
    server.ask("POST", f"/api/tables/{six['id']}/start", {}, ola["token"])
    player = Player(server, ola, six["id"])
    _in_turns([player], 60)
    yield Scene("table-six", ola, f"/t/{six['code']}", ready=".tm-tile")
    player.close()


def _review(server: Server, guest: Json, game: str) -> None:
    """Have a game reviewed and wait for it."""
    path = f"/api/games/{game}/analysis"
    server.ask("POST", path, {}, guest["token"])
    while server.ask("GET", path, None, guest["token"])["state"] not in ("done", "failed"):
        time.sleep(0.2)


def _in_turns(players: list[Player], turn: int | None) -> None:
    """Let everybody play until it is the first one's turn at this turn of the game or later, or the end."""
    while not players[0].is_at(turn):
        for player in players:
            player.step()
            if players[0].is_at(turn):
                return


def _wait_for_the_sheet(server: Server, table: Json) -> None:
    """Wait until the game that is over stands on the score sheet."""
    for _ in range(100):
        if server.ask("GET", f"/api/tables/{table['id']}")["stage"] != "playing":
            return
        time.sleep(0.1)


def open_context(browser: Browser, scene: Scene, size: str, language: str) -> BrowserContext:
    """Open a browser of its own with the scene's guest and settings in it."""
    context = browser.new_context(locale=language, **window_of(size))
    context.set_default_timeout(1000 * PATIENCE)
    kept = {"guest": scene.guest, "settings": {"language": language, "motion": "less", "sound": False}}
    lines = [
        f"localStorage.setItem({json.dumps(f'tilemeld.{name}')}, {json.dumps(json.dumps(value))});"
        for name, value in {**kept, **scene.kept}.items()
    ]
    context.add_init_script("".join(lines))
    return context


def open_scene(page: Page, scene: Scene, base: str) -> None:
    """Open a screen and do what is to be done there."""
    page.goto(base + scene.path)
    page.wait_for_selector(scene.ready)
    if scene.click:
        page.click(scene.click)
    if scene.act is not None:
        scene.act(page)


def barriers(page: Page, axe: Axe) -> list[str]:
    """Return what axe finds that is serious."""
    return [
        f"{each['impact']} {each['id']}: {node['target']} {node['any'][:1]}"
        for each in axe.run(page).response["violations"]
        if each["impact"] in ("serious", "critical")
        for node in each["nodes"][:3]
    ]


@dataclass(frozen=True, slots=True)
class Camera:
    """Takes the pictures of a scene: in every theme, whole pages or what is in sight."""

    into: Path
    themes: tuple[str, ...]
    whole: bool = False
    axe: Axe | None = None

    def shoot(self, page: Page, name: str, size: str) -> Iterator[str]:
        """Take the pictures of one window; return what went wrong."""
        page.set_viewport_size(window_of(size)["viewport"])
        for theme in self.themes:
            page.emulate_media(reduced_motion="reduce", **MEDIA[theme])
            page.wait_for_timeout(300)
            title, _, tail = name.partition("@")
            target = self.into / f"{title}-{size}-{theme}{tail}.png"
            page.screenshot(path=target, full_page=self.whole)
            if self.axe is not None:
                yield from (f"{target.stem}: {each}" for each in barriers(page, self.axe))


def alike(sizes: tuple[str, ...]) -> list[list[str]]:
    """Return the sizes in groups that one browser can show: a phone stays a phone when it is turned."""
    groups: dict[str, list[str]] = {}
    for size in sizes:
        rest = {name: value for name, value in window_of(size).items() if name != "viewport"}
        groups.setdefault(json.dumps(rest, sort_keys=True), []).append(size)
    return list(groups.values())


def take(
    browser: Browser, scene: Scene, base: str, camera: Camera, *, sizes: list[str], language: str
) -> list[str]:
    """Take the pictures of a scene in windows that are alike; return what went wrong."""
    wrong: list[str] = []
    context = open_context(browser, scene, sizes[0], language)
    page = context.new_page()
    page.on("pageerror", lambda error: wrong.append(f"{scene.name}: {error}"))
    open_scene(page, scene, base)
    tail = "" if language == "en" else f"-{language}"
    for size in sizes:
        wrong += camera.shoot(page, f"{scene.name}@{tail}", size)
    context.close()
    return wrong


def main() -> int:
    """Take the pictures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--into", type=Path, default=ROOT / "build" / "screenshots")
    parser.add_argument("--themes", default="light,dark", help="of light, dark, contrast")
    parser.add_argument("--languages", default="en", help="of en, pl, cs, uk")
    parser.add_argument(
        "--sizes", default="phone,desktop", help="of phone, desktop; 844x390 and the like; all"
    )
    parser.add_argument("--only", default="", help="scenes whose names begin like one of these, with commas")
    parser.add_argument("--axe", action="store_true", help="look for barriers, too")
    parser.add_argument("--whole", action="store_true", help="whole pages, not only what is in sight")
    parser.add_argument("--best", action="store_true", help="put the best ones into docs/pictures")
    chosen = parser.parse_args()
    sizes = WINDOWS if chosen.sizes == "all" else tuple(chosen.sizes.split(","))
    for size in sizes:
        window_of(size)
    only = tuple(chosen.only.split(","))
    path = find_browser(os.environ)
    if path is None:
        print(REMEDY, file=sys.stderr)
        return 1
    chosen.into.mkdir(parents=True, exist_ok=True)
    wrong: list[str] = []
    with contextlib.ExitStack() as stack:
        server = Server(Path(stack.enter_context(tempfile.TemporaryDirectory())) / "games.sqlite")
        stack.callback(server.stop)
        playwright = stack.enter_context(sync_playwright())
        arguments = ["--no-sandbox", "--disable-background-networking"]
        browser = playwright.chromium.launch(executable_path=str(path), args=arguments)
        stack.callback(browser.close)
        axe = Axe() if chosen.axe else None
        camera = Camera(chosen.into, tuple(chosen.themes.split(",")), chosen.whole, axe)
        for scene in set_scenes(server, only):
            if not scene.name.startswith(only):
                continue
            before = len(wrong)
            for language in chosen.languages.split(","):
                for group in alike(sizes):
                    wrong += take(browser, scene, server.base, camera, sizes=group, language=language)
            print(f"{scene.name}: done", *wrong[before:], sep="\n  ", flush=True)
    if chosen.best:
        for name in BEST:
            picture = Image.open(chosen.into / f"{name}.png").convert("RGB")
            colours = picture.quantize(256, Image.Quantize.MAXCOVERAGE)  # keeps the few pixels of a joker
            picture = picture.quantize(palette=colours, dither=Image.Dither.FLOYDSTEINBERG)  # no bands
            picture.save(ROOT / "docs" / "pictures" / f"{name}.png", optimize=True)
    print(f"The pictures are in {chosen.into}.")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())

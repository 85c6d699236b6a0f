"""Every screen away from the game table and the tournament, with the states that people get into."""

import json
from collections.abc import Iterator

from playwright.sync_api import Page
from tools.scene import ROOT, Json, Scene, Server, create, sit

LONG = ("Maksymilian-Krzysztof", "Света", "Grzegorzewska-Brzęczy", "Ондржейка", "Wolfeschlegelstein")
COMPANION = ROOT / "tests/data/companion.json"
"""A match that the companion keeps."""


def page_scenes(server: Server, ola: Json, jan: Json, ewa: Json) -> Iterator[Scene]:
    """Return every screen that needs no game and no tournament."""
    match = {"companion.match.sample": json.loads(COMPANION.read_text(encoding="utf-8"))}
    match["companion.current"] = "sample"
    yield Scene("start", ola, "/")
    yield from _home(ola)
    yield from _solver(ola)
    yield Scene("replay-open", ola, "/replay", ready="input[type=file]")
    yield Scene("tutorial", ola, "/tutorial", ready=".tm-tile")
    yield Scene("companion", ola, "/companion", ready=".match", kept=match)
    yield Scene("companion-empty", ola, "/companion", ready=".empty")
    yield Scene("companion-new", ola, "/companion/new", ready=".players")
    six = {"companion.names": ["Ola", *LONG], "companion.profile": "pl-xp"}
    yield Scene("companion-six", ola, "/companion/new", ready=".players", kept=six)
    yield Scene("companion-clock", ola, "/companion/table", ready=".clock", click=".clock", kept=match)
    yield Scene("companion-score", ola, "/companion/score", ".outs", ".outs button", kept=match)
    yield Scene("companion-question", ola, "/companion/game-4", ready=".question", kept=match)
    yield Scene("companion-sheet", ola, "/companion/sheet", ready="figure", kept=match)
    yield Scene("rules", ola, "/rules", ready="main a")
    yield Scene("rules-pl", ola, "/rules/pl", ready="details")
    yield Scene("rules-word", ola, "/rules/pl-word", ready="section")
    yield from _lobby(server, ola, jan, ewa)


def _home(ola: Json) -> Iterator[Scene]:
    yield Scene("settings", ola, "/settings")
    yield Scene("settings-name", ola, "/settings", ready=".me", click=".me")
    yield Scene("settings-move", ola, "/settings", ready=".me", act=_open_move)
    yield Scene("move", ola, "/move")
    yield Scene("move-wrong", ola, "/move", ready="input", act=_type_a_wrong_device_code)
    yield Scene("privacy", ola, "/privacy")
    yield Scene("privacy-asking", ola, "/privacy", ready=".danger", click=".danger")
    yield Scene("help", ola, "/keys")
    yield Scene("lost", ola, "/nowhere")
    yield Scene("no-such-table", ola, "/t/QQQQQQ", ready="[role=alert]")
    yield Scene("no-such-tournament", ola, "/tournaments/none", ready="[role=alert]")


def _solver(ola: Json) -> Iterator[Scene]:
    tiles = {"solver.tiles": {"rack": "r6 b1 k11 b13 J", "table": "r4 r5 r6 r7 r8 | o1 o2 o3 o4 | r1 k1 b1"}}
    wrong = {"solver.tiles": {"rack": "r6 r6 r6 b1", "table": "r4 r5 b9"}}
    words = {"solver.letters": {"rack": "ATOMNEK", "table": "KOSZYK LAMPA"}}
    yield Scene("solver", ola, "/solver", ready=".keys")
    yield Scene("solver-answer", ola, "/solver", ready=".keys", act=_ask_for_numbers, kept=tiles)
    yield Scene("solver-wrong", ola, "/solver", ready=".keys", act=_type_no_tiles, kept=wrong)
    yield Scene("solver-words", ola, "/solver?rules=pl-word", ready=".letters")
    yield Scene(
        "solver-words-answer", ola, "/solver?rules=pl-word", ".letters", act=_ask_for_words, kept=words
    )


def _lobby(server: Server, ola: Json, jan: Json, ewa: Json) -> Iterator[Scene]:
    yield Scene("create", ola, "/create", ready="input[type=radio]")
    yield Scene("create-house", ola, "/create", ready="details", click="summary")
    yield Scene("create-bots", ola, "/create", ready="details", act=_add_bots)
    empty = create(server, ola, seats=4)
    yield Scene("lobby-empty", ola, f"/t/{empty['code']}", ready="img")

    house = {"turn_seconds": 90, "opening_points": 40}
    lobby = create(server, ola, house=house, seats=4, bots=["casual"], games=3, public=True)
    sit(server, jan, lobby)
    yield Scene("lobby", ola, f"/t/{lobby['code']}", ready="img")
    yield Scene("invitation", ewa, f"/t/{lobby['code']}", ready="img")
    yield Scene("start-tables", jan, "/")

    crowd = create(server, ola, profile="pl-xp", seats=6)
    for name in LONG:
        sit(server, server.guest(name, "owl-sea"), crowd)
    yield Scene("lobby-six", ola, f"/t/{crowd['code']}", ready="img")

    shared = create(server, ewa, seats=2, house={"turn_seconds": None})
    server.ask("POST", f"/api/tables/{shared['id']}/seats", {"seat": 1}, ewa["token"])
    server.ask("POST", f"/api/tables/{shared['id']}/start", {}, ewa["token"])
    yield Scene("hand-over", ewa, f"/t/{shared['code']}", ready="h1, .tm-tile")


def _open_move(page: Page) -> None:
    page.locator("section").first.locator(".button").click()
    page.wait_for_selector("[data-move-code]")


def _type_a_wrong_device_code(page: Page) -> None:
    page.fill("input", "🦊 x'; --")
    page.click("button[type=submit]")
    page.wait_for_selector("[role=alert]")


def _ask_for_numbers(page: Page) -> None:
    page.click(".ask")
    page.wait_for_selector("#answer")


def _type_no_tiles(page: Page) -> None:
    page.click("details summary")
    page.locator("details input").first.fill("r6 zebra 99 r14")
    page.wait_for_selector("details [role=alert]")


def _ask_for_words(page: Page) -> None:
    page.locator(".wishes .leads").click()
    page.wait_for_selector("#answer")


def _add_bots(page: Page) -> None:
    for _ in range(3):
        page.locator(".stepper").nth(1).get_by_role("button").last.click()

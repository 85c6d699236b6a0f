"""Every screen of a tournament: the desk, the players' phones, the referee, the public page, the wall."""

from collections.abc import Iterator

from playwright.sync_api import Page
from tools.scene import Json, Scene, Server

LAST_NAMES = ("Nowak", "Dvořák", "Шевченко", "Grzegorzewska-Brzęczyszczykiewicz", "Lis", "Nováková")
PLAYERS = 22
"""Four tables of four and two of three."""
SECTIONS = (
    ("players", ".players"),
    ("rounds", ".tables"),
    ("results", ".chip"),
    ("clock", "main .section *"),
    ("standings", "tbody"),
    ("log", ".log li"),
    ("paper", "main a"),
    ("staff", "img"),
    ("format", "details"),
)
"""The sections of the desk, and what has to be there."""


class Hall:
    """A tournament of our own, written over the API by its director."""

    def __init__(self, server: Server, name: str, players: int) -> None:
        self._server = server
        self.director = server.guest("Dora", "fox-moss")
        wish = {"name": name, "format": {"rounds": 4, "games": 2, "round_minutes": 50}}
        self.made = server.ask("POST", "/api/tournaments", wish, self.director["token"])
        self.page = f"/tournaments/{self.made['tournament']}"
        firsts = ("Łucja", "Tomáš", "Оксана", "Ewa")
        names = [f"{first} {last}" for first in firsts for last in LAST_NAMES][:players]
        if names:
            self.ask("POST", "/players", {"text": "\n".join(names)})

    def ask(self, method: str, path: str, body: Json = None, token: str = "") -> Json:
        """Ask the tournament's API, as its director or as somebody else."""
        return self._server.ask(method, f"/api{self.page}{path}", body, token or self.director["token"])

    def fact(self, kind: str, **fields: Json) -> None:
        """Write something down."""
        self.ask("POST", "/facts", {"fact": {"type": kind, **fields}})

    def publish(self, number: int) -> list[list[str]]:
        """Draw a round and publish it."""
        tables: list[list[str]] = self.ask("POST", "/proposals", {"round": number})["round"]["tables"]
        self.fact("seating-published", round=number)
        return tables

    def play(self, number: int, tables: list[list[str]]) -> None:
        """Enter both games of every table."""
        for table, seats in enumerate(tables, start=1):
            for game in (1, 2):
                lost = [-table - 7 * game - 6 * seat for seat in range(1, len(seats))]
                sheet = {"points": [*lost, -sum(lost)], "winners": [len(seats) - 1]}
                self.fact("result-entered", round=number, table=table, game=game, sheet=sheet)


def hall_scenes(server: Server, ola: Json, jan: Json) -> Iterator[Scene]:
    """The second round of a tournament: Ola plays at its first table, Jan is the head referee."""
    stranger = server.guest("Iza", "cat-sea")
    yield Scene("tournaments-empty", stranger, "/tournaments")
    yield Scene("tournaments-wrong", stranger, "/tournaments", ready="input", act=_type_a_wrong_link)
    yield Scene("new-tournament", stranger, "/tournaments/new", ready="details")
    fresh = Hall(server, "Turniej Noworoczny o Puchar Dyrektora Miejskiego Ośrodka Kultury", 0)
    yield Scene("desk-fresh", fresh.director, f"{fresh.page}/desk", ready="nav")
    yield Scene("desk-enter", fresh.director, f"{fresh.page}/desk/players", ".leads", act=_enter_players)
    yield Scene("hall-fresh", ola, fresh.page)

    planned = Hall(server, "Liga Kraków", PLAYERS)
    planned.fact("wishes-stated", wishes={"apart_rounds": 1, "never": [["P1", "P2"]], "fixed": [["P3", 2]]})
    planned.publish(1)
    planned.ask("POST", "/plans")
    yield Scene("desk-planned", planned.director, f"{planned.page}/desk/rounds", ".tables", act=_open_wishes)
    yield Scene("hall-announced", ola, planned.page, ready="main li", act=_look_ahead)
    hall = Hall(server, "Puchar Krakowa", PLAYERS)
    hall.play(1, hall.publish(1))
    first = hall.publish(2)[0][0]
    codes = {each["player"]: each["code"] for each in hall.ask("GET", "/codes")["codes"]}
    hall.ask("POST", "/claim", {"code": codes[first]}, ola["token"])
    hall.ask("POST", "/claim", {"code": hall.made["head_referee"]}, jan["token"])
    yield Scene("tournaments", hall.director, "/tournaments", ready=".list")
    yield from _desk(hall)
    yield Scene("hall-seats", jan, f"{hall.page}/clock", ready="ol")
    hall.fact("clock-started", round=2)
    hall.ask("POST", "/calls", {"round": 2, "table": 1, "why": "is this a run?"}, ola["token"])
    hall.ask("POST", "/facts", {"fact": {"type": "warning-given", "player": first}, "why": "shouts"})
    yield from _in_the_hall(hall, ola, jan, stranger)


def _desk(hall: Hall) -> Iterator[Scene]:
    for section, ready in SECTIONS:
        yield Scene(f"desk-{section}", hall.director, f"{hall.page}/desk/{section}", ready=ready)
    yield Scene("desk-player", hall.director, f"{hall.page}/desk/players", ".players", ".players .who")
    yield Scene("desk-reason", hall.director, f"{hall.page}/desk/log", ".log li", ".log .quiet")
    yield Scene("desk-why", hall.director, f"{hall.page}/desk/standings", "tbody", "tbody button")


def _in_the_hall(hall: Hall, ola: Json, jan: Json, stranger: Json) -> Iterator[Scene]:
    page = hall.page
    yield Scene("hall-public", ola, page, ready="tbody")
    yield Scene("hall-tables", ola, page, ready="tbody", act=_choose_tables)
    yield Scene("hall-find", stranger, page, ready="tbody", act=_find_me)
    yield Scene("hall-wall", jan, f"{page}/clock", ready="[role=timer]")
    yield Scene("hall-join", stranger, f"{page}/me", ready="form")
    yield Scene("hall-join-wrong", stranger, f"{page}/me", ready="form", act=_type_a_wrong_code)
    yield Scene("hall-me", ola, f"{page}/me", ready=".seat")
    yield Scene("hall-sheet", ola, f"{page}/me", ready=".seat", act=_enter_a_game)
    yield Scene("hall-turn-clock", ola, f"{page}/me", ready=".seat", click="button.leads")
    yield Scene("hall-referee", jan, f"{page}/referee", ready=".call")
    yield Scene("hall-referee-table", jan, f"{page}/referee", ready=".call", click=".call")
    yield Scene("hall-referee-join", stranger, f"{page}/referee", ready="form")


def _type_a_wrong_link(page: Page) -> None:
    page.fill("input", "https://example.org/?x=<b>")
    page.click("button[type=submit]")
    page.wait_for_selector("[role=alert]")


def _enter_players(page: Page) -> None:
    page.locator("main .leads").click()
    page.fill("textarea", "Łucja Nowak; Lu; 1500; KS Kraków\nx\n" + "Q" * 200 + "\nTomáš Dvořák\nŁucja Nowak")
    page.wait_for_selector(".preview")


def _choose_tables(page: Page) -> None:
    choice = page.locator("fieldset label:nth-of-type(2)")
    if choice.is_visible():  # a wide window shows both
        choice.click()


def _open_wishes(page: Page) -> None:
    for summary in page.locator("details.card > summary").all():
        summary.click()


def _look_ahead(page: Page) -> None:
    _find_me(page)
    page.locator("main form li button").first.click()
    _choose_tables(page)
    page.locator(".chip.announced").first.click()


def _find_me(page: Page) -> None:
    page.locator("main input").first.fill("grze")


def _type_a_wrong_code(page: Page) -> None:
    page.fill("input", "NONSENSE")
    page.click("button[type=submit]")
    page.wait_for_selector("[role=alert]")


def _enter_a_game(page: Page) -> None:
    page.get_by_role("button", name="Enter game 1").click()
    page.wait_for_selector("dialog")

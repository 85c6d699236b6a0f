"""Where page and server meet: a page of an older protocol, and a game that the server cannot read."""

import sqlite3
from pathlib import Path

from playwright.sync_api import WebSocketRoute, expect

from journeys.conftest import Arrive
from journeys.house import House, Position, serving
from journeys.test_promises import CALM, tile
from tilemeld.server.live.protocol import PROTOCOL

POSITION = Position(CALM, ["r4 r5 r6 b9", "k9 o2"], table="b1 b2 b3 b4 | k7 r7 o7", opened=(True, True))


def test_a_page_of_an_older_protocol_is_told_to_reload_and_its_half_built_table_survives(
    house: House, arrive: Arrive
) -> None:
    sitting = house.set_up(POSITION)
    ola = arrive("mouse", path=f"/t/{sitting.code}", who=sitting.people[0], locale="pl-PL")
    old, lines = False, list[WebSocketRoute]()

    def between(line: WebSocketRoute) -> None:
        """The server was updated: from then on this page says hello in the protocol before."""
        server = line.connect_to_server()
        now, before = (f'"protocol":{number}' for number in (PROTOCOL, PROTOCOL - 1))
        line.on_message(lambda said: server.send(str(said).replace(now, before) if old else said))
        lines.append(line)

    ola.page.route_web_socket("**/ws", between)
    ola.page.reload()
    expect(ola.page.locator(".bar .title")).to_have_text("Twój ruch")
    laid: list[str] = []
    for face in ("r4", "r5", "r6"):
        one = tile(ola, face)
        ola.put(one, laid or None)
        laid.append(one)
    built = ola.look().faces()
    assert ("r4", "r5", "r6") in built
    old = True
    lines[-1].close(code=1012)
    expect(ola.page.get_by_role("alert")).to_contain_text("odśwież stronę")
    old = False
    ola.page.get_by_role("button", name="Odśwież").click()
    expect(ola.page.locator(".bar .title")).to_have_text("Twój ruch")
    expect(ola.page.locator(".tm-tray")).to_have_count(3)
    assert ola.look().faces() == built, "the half-built table, with every set in its place"
    assert len(ola.look().rack) == 1


def test_a_table_whose_game_cannot_be_read_says_so_and_its_host_begins_a_new_one(
    tmp_path: Path, arrive: Arrive
) -> None:
    with serving(tmp_path / "games.sqlite") as house:
        sitting = house.set_up(POSITION)
        with sqlite3.connect(house.data) as data:
            data.execute("UPDATE steps SET body = '{' WHERE version > 0")
        data.close()
        ola, jan = (
            arrive("mouse", path=f"/t/{sitting.code}", who=who, url=house.url) for who in sitting.people
        )
        for each in (ola, jan):
            expect(each.page.get_by_role("alert")).to_contain_text("cannot be read")
        expect(jan.button("Begin a new game")).to_have_count(0)
        ola.button("Begin a new game").click()
        jan.button("I am ready").click()
        ola.button("Start the game").click()
        for each in (ola, jan):
            expect(each.page.locator("[role=option][data-tile]").first).to_be_visible()

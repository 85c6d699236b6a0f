"""A day in the hall: phones, the referee, the wall and the public page, each in a browser of its own."""

import json
from pathlib import Path

import pytest
from playwright.sync_api import expect

from journeys.conftest import Arrive
from journeys.house import House, Seated, serving
from journeys.tournament import Tournament, come_in


@pytest.mark.rule("M5", "E2", "R-7", "T10", "M3")
def test_a_round_in_the_hall(house: House, arrive: Arrive) -> None:
    tournament = Tournament(house)
    for player in [*tournament.codes][1:]:
        tournament.fact("checked-in", player=player)
    ola = tournament.phone(arrive, "P1")
    ola.press("I am here")
    expect(ola.page.get_by_text("You are checked in.")).to_be_visible()
    assert ola.presses <= 3
    tournament.publish()

    # The wall shows the seats, the referee starts the clock there.
    wall = arrive("mouse", path=f"{tournament.at}/referee")
    come_in(wall, tournament.made["referee"])
    wall.press(wall.page.get_by_role("link", name="Projector clock"))
    expect(wall.page.get_by_role("heading", name="Find your table")).to_be_visible()
    expect(wall.page.get_by_role("listitem").filter(has_text="Wanda")).to_be_visible()
    wall.press("Start the clock")
    wall.press("+5 min")
    expect(wall.page.get_by_role("timer")).to_contain_text("5:5")

    # Two phones of one table share its clock.
    table = next(number for number, each in enumerate(tournament.tables, start=1) if "P1" in each)
    seats = [tournament.name(seat, table) for seat in range(4)]
    seated = tournament.tables[table - 1]
    other = next(player for player in seated if player != "P1")
    expect(ola.page.get_by_role("region", name="My table")).to_contain_text(f"Table{table}")
    jan = tournament.phone(arrive, other)
    ola.press("Turn clock")
    ola.press("Start")
    jan.press("Back to the turn clock")
    who = jan.page.locator(".who .name")
    expect(who).to_have_text(seats[0])
    jan.press(f"Done. Next player: {seats[1]}")
    expect(ola.page.locator(".who .name")).to_have_text(seats[1])

    # A call stops the clock after the turn; the referee comes, rules and lets it go on.
    ola.press("Call the referee")
    ola.page.get_by_label("Reason (optional)").fill("is this a run?")
    ola.press("Call now")
    expect(jan.page.get_by_text("the clock stops after this turn")).to_be_visible()
    jan.press(f"Done. Then the clock stops: {seats[2]}")
    expect(ola.page.get_by_text("The clock waits for the referee.")).to_be_visible()
    referee = arrive("mouse", path=f"{tournament.at}/referee")
    come_in(referee, tournament.made["head_referee"])
    referee.press(referee.page.get_by_role("button", name="is this a run?"))
    referee.page.get_by_label("Reason").fill("it is one")
    referee.press("Save the ruling")
    expect(referee.page.get_by_text("Written into the log")).to_be_visible()
    referee.press("Settled")
    expect(referee.page.get_by_text("No table is waiting.")).to_be_visible()
    expect(referee.page.get_by_text("it is one")).to_be_visible()
    expect(ola.page.get_by_text("The clock waits for the referee.")).to_have_count(0)
    ola.press("The clock is stopped Continue")

    # The time of the round is over: the turn is finished, then everybody has one more.
    for _ in range(6):
        wall.press("−1 min")
        expect(wall.button("−1 min").or_(wall.page.get_by_text("Last turns"))).not_to_have_count(0)
    expect(wall.page.get_by_text("Last turns", exact=True)).to_be_visible()
    expect(jan.page.get_by_role("alert")).to_contain_text(f"{seats[2]} finishes this turn")
    for seat in (3, 0, 1, 2):
        ola.press(f"Done. Next player: {seats[seat]}")
    expect(ola.page.get_by_role("alert")).to_contain_text(f"{seats[2]} plays the very last turn")
    ola.press("Done. The last turns are over: The game is over")
    expect(jan.page.get_by_text("The last turns are over: count the racks.")).to_be_visible()

    # The result: racks become scores, somebody else confirms.
    for phone in (ola, jan):
        phone.press("Close the clock; it keeps running")
    ola.press("Enter game 1")
    ola.choose("Nobody")
    for name, rack in zip(seats, ("1", "5", "10", "15"), strict=True):
        ola.page.get_by_label(f"Rack of {name}").fill(rack)
    expect(ola.page.get_by_text("It adds up (0).")).to_be_visible()
    ola.press("Enter the result")
    expect(ola.page.get_by_text("waiting for confirmation")).to_be_visible()
    jan.press("That is right")
    expect(ola.page.get_by_text("confirmed", exact=True)).to_be_visible()

    # Everybody sees it, under the names that players chose.
    guest = arrive("touch", path=tournament.at)
    guest.page.get_by_label("Find me").fill(seats[0].lower())
    guest.press(guest.page.locator("form").get_by_role("button", name=seats[0]))
    expect(guest.page.get_by_role("region", name="My place")).to_contain_text("1.")
    expect(guest.page.get_by_role("row").filter(has_text=seats[0])).to_contain_text("27")
    expect(guest.page.get_by_text("Hidden")).to_have_count(0)
    guest.page.reload()
    expect(guest.page.get_by_role("region", name="My place")).to_contain_text(seats[0])


def test_a_killed_server_loses_nothing_and_every_page_finds_back(tmp_path: Path, arrive: Arrive) -> None:
    data = tmp_path / "games.sqlite"
    with serving(data) as first:
        tournament = Tournament(first, {"round_minutes": 60})
        tournament.publish()
        proxy = first.proxy()
        seats = [tournament.name(seat) for seat in range(4)]
        ola, jan = (tournament.phone(arrive, player, proxy.url) for player in tournament.tables[0][:2])
        wall = arrive("mouse", path=f"{tournament.at}/clock", url=proxy.url)
        expect(jan.page.get_by_role("region", name="My table")).to_contain_text("Table1")
        tournament.fact("clock-started", round=1)
        ola.press("Turn clock")
        ola.press("Start")
        expect(wall.page.get_by_role("timer")).to_contain_text("59:")
        log = tournament.api("GET", "/log")["entries"]
        first.kill()
        proxy.cut()
        expect(wall.page.get_by_text("No connection.")).to_be_visible()
        expect(ola.page.locator(".who .name")).to_have_text(seats[0])
        ola.press(f"Done. Next player: {seats[1]}")  # the table goes on without a line
        shown = wall.page.get_by_role("timer").inner_text()
        expect(wall.page.get_by_role("timer")).not_to_have_text(shown)  # and so does the wall
    with serving(data) as second:
        tournament.house = second
        proxy.mend(second)
        expect(wall.page.get_by_text("No connection.")).to_have_count(0)
        assert tournament.api("GET", "/log")["entries"] == log
        jan.press("Back to the turn clock")
        expect(jan.page.locator(".who .name")).to_have_text(seats[1])  # Ola's phone has brought it
        jan.press("Close the clock; it keeps running")
        jan.press("Enter game 1")
        jan.choose(seats[0])
        for name in seats[1:]:
            jan.page.get_by_label(f"Rack of {name}").fill("10")
        jan.press("Enter the result")
        expect(jan.page.get_by_text("waiting for confirmation")).to_be_visible()
        assert tournament.api("GET", "/log")["entries"][: len(log)] == log
    proxy.close()


@pytest.mark.rule("M4")
def test_an_online_table_and_a_look_that_stands_in_the_log(house: House, arrive: Arrive) -> None:
    tournament = Tournament(house, {"place": "online", "rounds": 1})
    people: dict[str, Seated] = {}
    for seat, player in enumerate(tournament.codes):
        guest = tournament.ask("POST", "/api/guests", {"name": player}, token="")
        tournament.api("POST", "/claim", {"code": tournament.codes[player]}, token=guest["token"])
        people[player] = Seated(seat, player, guest["token"], json.dumps(guest))
    tournament.publish()
    tournament.fact("clock-started", round=1)
    first = tournament.tables[0][0]
    ola = arrive("touch", path=f"{tournament.at}/me", who=people[first])
    referee = arrive("mouse", path=f"{tournament.at}/referee")
    come_in(referee, tournament.made["referee"])
    referee.press(referee.button("Table 1").first)
    referee.press("Look at the racks")
    expect(referee.page.get_by_text("written into the log for good")).to_be_visible()
    expect(referee.button("Log it and look")).to_be_disabled()
    referee.page.get_by_role("dialog").get_by_label("Reason").fill("a lost tile")
    referee.press("Log it and look")
    expect(referee.page.get_by_role("dialog").locator(".rack")).to_have_count(4)
    referee.press("Hide the tiles")
    referee.press(referee.page.get_by_role("dialog").get_by_role("button", name="Close"))
    expect(referee.page.get_by_text("Racks viewed")).to_be_visible()
    ola.press("Go to the table")
    expect(ola.page.locator(".zone")).to_be_visible()
    assert "Hidden" not in ola.page.content()

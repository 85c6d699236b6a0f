"""A whole tournament, every result typed in; the server dies once. At night 32 players and 4 rounds."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from at_night import at_night
from journeys.conftest import Arrive
from journeys.desk import Director
from journeys.house import serving
from journeys.person import Person
from journeys.test_companion import begin, points

TABLES, ROUNDS = at_night((8, 4), by_day=(4, 2))
NAMES = tuple(
    f"{name} {family}"
    for name in ("Ala", "Ola", "Jan", "Ewa", "Petr", "Zofia", "Marek", "Iwan")[:TABLES]
    for family in ("Nowak", "Malý", "Лис", "Bąk")
)
DIES_IN = ROUNDS - 1
"""In this round the server is killed while results are being typed in."""
USUAL_ROUNDS = 4
"""What the page offers at first."""


@pytest.mark.rule("E8", "M2", "M3", "M6", "T10")
def test_all_rounds_are_typed_in_at_the_desk_in_spite_of_a_killed_server(
    tmp_path: Path, arrive: Arrive
) -> None:
    data = tmp_path / "games.sqlite"
    with serving(data) as first:
        proxy = first.proxy()
        desk = Director(arrive("mouse", url=proxy.url, service_workers="allow"))
        set_up(desk)
        player, referee, wall, guest = others_come(desk, arrive, proxy.url)
        friends = arrive("touch", path="/companion", url=proxy.url, service_workers="allow")
        expect(friends.page.get_by_text("Saved on this device")).to_be_visible()
        for number in range(1, DIES_IN):
            begin_round(desk, wall, number)
            type_in_round(desk, number, 1)
            expect(guest.page.get_by_text("All results are in").first).to_be_visible()
        begin_round(desk, wall, DIES_IN)
        warn_exclude_and_undo(referee)
        in_time = TABLES // 4
        type_in_tables(desk, DIES_IN, 1, in_time)
        first.kill()
        proxy.cut()
        type_in_tables(desk, DIES_IN, in_time + 1, in_time + 2, state="waits to be sent")
        expect(desk.page.get_by_text("2 entries wait to be sent")).to_be_visible()
        desk.page.reload()
        play_without_the_server(friends)
    with serving(data) as second:
        proxy.mend(second)
        expect(desk.page.get_by_text("wait to be sent")).to_have_count(0)
        desk.page.get_by_label("Table no.").fill(str(in_time + 3))
        desk.page.keyboard.press("Enter")
        type_in_round(desk, DIES_IN, in_time + 3)
        begin_round(desk, wall, ROUNDS)
        type_in_round(desk, ROUNDS, 1)
        the_end(desk, player, guest, wall)
    proxy.close()


def set_up(desk: Director) -> None:
    page = desk.page
    desk.set_up("Autumn Open", games=2, rounds=USUAL_ROUNDS - ROUNDS)
    desk.press("Add players")
    page.get_by_label("List of players").fill("\n".join(NAMES))
    desk.in_dialog(lambda dialog: desk.press(f"Enter {len(NAMES)} players", dialog))


def others_come(desk: Director, arrive: Arrive, url: str) -> tuple[Person, Person, Person, Person]:
    """A player, a referee, the wall and a guest: each finds the tournament by nothing but a code."""
    page = desk.page
    desk.section("Staff")
    codes = page.locator(".codes .code")
    expect(codes).to_have_count(4)
    tournament, _, head, _ = codes.all_inner_texts()
    desk.press("Show the slips")
    own = page.locator(".slips li", has_text="Ala Nowak").locator(".code").inner_text()
    people = []
    for by, code in (("touch", own), ("mouse", head), ("mouse", tournament), ("touch", tournament)):
        person = arrive(by, path="/tournaments", url=url)
        person.page.get_by_label("Code or link").fill(code.lower())
        person.press("Enter")
        people.append(person)
    player, referee, wall, guest = people
    player.press("I am here")
    expect(player.page.get_by_text("You are checked in.")).to_be_visible()
    expect(referee.page.get_by_text("No table is waiting.")).to_be_visible()
    wall.press(wall.page.get_by_role("link", name="Projector clock"))
    expect(guest.page.get_by_role("heading", name=f"{len(NAMES)} players")).to_be_visible()
    desk.section("Players")
    desk.press("Check in all")
    return player, referee, wall, guest


def begin_round(desk: Director, wall: Person, number: int) -> None:
    page = desk.page
    desk.draw(number)
    expect(page.get_by_text("Nobody meets an opponent again")).to_be_visible()
    desk.press("Publish")
    expect(page.get_by_text(f"{TABLES} results missing", exact=True)).to_be_visible()
    page.get_by_role("link", name=f"start the clock of round {number}").click()
    desk.press("Start")
    expect(page.get_by_text("running", exact=True)).to_be_visible()
    expect(wall.page.get_by_role("timer")).to_contain_text("1:29:")
    desk.section("Results")
    page.locator("#sum-0").focus()


def type_in_round(desk: Director, number: int, first: int) -> None:
    type_in_tables(desk, number, first, TABLES)
    expect(desk.page.get_by_text("All results are in")).to_be_visible()


def type_in_tables(desk: Director, number: int, first: int, last: int, state: str = "entered") -> None:
    """Nothing but keys, one stroke after the other, as fast as they go: the next table comes by itself."""
    page = desk.page
    expect(page.get_by_role("heading", name=f"Table {first} · game 1")).to_be_visible()
    expect(page.locator("#sum-0")).to_be_focused()
    for table in range(first, last + 1):
        seat = (number + table) % 4
        left = ["5", "15", "20"]
        left.insert(seat, "0")
        page.keyboard.type("".join(f"{each}\n" for each in left))
    for table in range(first, last + 1):
        expect(desk.cell(table, state)).to_be_visible()


def warn_exclude_and_undo(referee: Person) -> None:
    """M6: exclusion comes after a warning, and both can be undone, in the opposite order."""
    page = referee.page
    referee.press(referee.button("Table 3").first)
    referee.press(page.get_by_role("region", name="Table 3").get_by_role("button", name="Conduct").first)
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_text("Exclusion comes after a warning.")).to_be_visible()
    dialog.get_by_label("Reason").fill("shouts at others")
    referee.press("Warn")
    dialog.get_by_label("Reason").fill("again")
    referee.press("Exclude from the tournament")
    expect(dialog.get_by_text("Excluded", exact=True)).to_be_visible()
    undo = dialog.get_by_role("button", name="Undo", exact=True)
    for left, reason in ((2, "it was somebody else"), (1, "and so was this")):
        expect(undo).to_have_count(left)
        referee.press(undo.first)
        dialog.last.get_by_label("Reason").fill(reason)
        referee.press("Undo it")
        expect(dialog).to_have_count(1)
    expect(undo).to_have_count(0)
    expect(dialog.get_by_text("Exclusion comes after a warning.")).to_be_visible()
    referee.press(dialog.get_by_role("button", name="Close"))


def play_without_the_server(friends: Person) -> None:
    """The companion, loaded before, keeps the score of friends while nobody answers."""
    friends.page.reload()
    begin(friends, "Ola", "Jan", starter="Jan")
    friends.press("End of the game: score")
    friends.press("Jan")
    friends.page.get_by_label("Ola: points left on the rack").fill("24")
    friends.press("Put it on the sheet")
    assert points(friends, 1) == ["−24", "+24"]


def the_end(desk: Director, player: Person, guest: Person, wall: Person) -> None:
    page = desk.page
    page.get_by_role("link", name="end the tournament").click()
    desk.press("End the tournament")
    desk.in_dialog(lambda dialog: desk.press("End the tournament", dialog))
    for each in (wall.page, guest.page):
        expect(each.get_by_text("The tournament is over").first).to_be_visible()
    expect(player.page.get_by_text("The tournament is over").first).to_be_visible()
    total = points_of_all(guest.page)
    assert sum(total) == 0, "what some win the others lose (M3)"
    assert len(total) == len(NAMES)
    expect(guest.page.get_by_text("shouts")).to_have_count(0)
    desk.section("Log")
    expect(page.locator("li", has_text="Result entered")).to_have_count(TABLES * ROUNDS)


def points_of_all(page: Page) -> list[int]:
    """What stands last in every row of the standings."""
    rows = page.get_by_role("table").first.get_by_role("row").all_inner_texts()
    found = [re.findall(r"[+−-]?\d+", row) for row in rows]
    return [int(each[-1].replace("−", "-")) for each in found if each]

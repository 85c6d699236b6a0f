"""Events with every mishap: a hall of 22, and an online event of 8, each in real browsers."""

import json

import pytest
from playwright.sync_api import expect

from journeys.conftest import Arrive
from journeys.desk import Director
from journeys.house import House, Seated
from journeys.tournament import Tournament, come_in

FIRST = ("Ola", "Jan", "Ewa", "Piotr", "Zofia", "Marek", "Wanda", "Adam", "Hana", "Petr", "Iva")
PEOPLE = [f"{first} {last}" for last in ("Nowak", "Malá") for first in FIRST]
NAMESAKES = {1: "Kraków", 2: "Gdynia"}
"""Two who are called alike come from different clubs."""


def entered() -> str:
    names = ["Jan Nowak" if number in NAMESAKES else name for number, name in enumerate(PEOPLE, start=1)]
    lines = [f"{name};{name};{NAMESAKES.get(number, '')}" for number, name in enumerate(names, start=1)]
    return "name;public name;club\n" + "\n".join(lines)


@pytest.mark.rule("M5", "M6", "R-11")
def test_an_event_of_22_with_every_mishap(house: House, arrive: Arrive) -> None:
    event = Tournament(house, {"final": "table", "b_final": True, "rounds": 2}, entered())
    event.publish()
    event.fact("clock-started", round=1)
    person = arrive("mouse", path=f"{event.at}/me")
    come_in(person, event.made["director"])
    desk = Director(person)
    page = desk.page
    referee = arrive("touch", path=f"{event.at}/referee")
    come_in(referee, event.made["head_referee"])

    # A phone enters a result, another disputes it: the desk sees it on every section and leads there.
    table = next(number for number, seated in enumerate(event.tables, start=1) if "P3" in seated)
    seated = event.tables[table - 1]
    event.play(1, but=table)
    phone = event.phone(arrive, seated[0])
    token = event.ask("POST", "/api/guests", {"name": "x"}, token="")["token"]
    event.api("POST", "/claim", {"code": event.codes[seated[1]]}, token=token)
    sheet = {"points": [10 * (len(seated) - 1), *[-10] * (len(seated) - 1)], "winners": [0]}
    fact = {"type": "result-entered", "round": 1, "table": table, "game": 1, "sheet": sheet}
    event.api("POST", "/facts", {"fact": fact}, token=token)
    phone.press("That is wrong")
    phone.press("Call now")
    page.goto(f"{house.url}{event.at}/desk/players")
    calls = page.get_by_role("region", name="Calls: 1")
    expect(calls).to_contain_text("The result of game 1 is wrong")
    expect(page.get_by_role("link", name="1 table waits for the referee")).to_be_visible()
    for section in ("Standings", "Results"):
        desk.section(section)
        expect(calls).to_be_visible()
    expect(desk.cell(table, "disputed")).to_be_visible()
    calls.get_by_role("link").click()
    expect(page.get_by_role("region", name=f"Table {table}")).to_be_visible()
    referee.press(referee.page.get_by_role("button", name="The result of game 1 is wrong"))
    referee.press("Settled: the clock may run again")
    expect(referee.page.get_by_text("Waiting:")).to_have_count(0)
    page.go_back()
    expect(calls).to_have_count(0)

    # Two who are called alike are told apart.
    desk.section("Players")
    expect(page.get_by_text("Jan Nowak (Kraków)")).to_be_visible()
    expect(page.get_by_text("Jan Nowak (Gdynia)")).to_be_visible()

    # One withdraws, a substitute plays on for another; both rounds keep who sat there.
    event.fact("withdrawn", player="P20")
    page.get_by_role("button", name="P3 ").first.click()
    page.get_by_role("dialog").get_by_role("button", name="Substitute").click()
    inner = page.get_by_role("dialog").last
    inner.get_by_label("Name").fill("Eve Stand-In")
    desk.press("Substitute", inner)
    expect(page.get_by_role("dialog").first).to_contain_text("Eve Stand-In")
    desk.press("Close", page.get_by_role("dialog").first)
    event.api("POST", "/players", {"text": "Late Comer"})
    event.publish(2)
    event.play(2)
    desk.section("Results")
    names = page.locator("tbody .names")
    expect(names.filter(has_text="Eve Stand-In")).to_have_count(1)
    page.get_by_role("button", name="Round 1", exact=True).click()
    expect(names.filter(has_text="Ewa Nowak")).to_have_count(1)
    expect(names.filter(has_text="Eve Stand-In")).to_have_count(0)
    desk.section("Standings")
    line = page.get_by_role("row").filter(has_text="Eve Stand-In")
    expect(line).to_contain_text("until round 1: Ewa Nowak")

    # The head referee warns and excludes; the director cannot.
    referee.page.goto(f"{house.url}{event.at}/referee/2/1")
    region = referee.page.get_by_role("region", name="Table 1")
    referee.press(region.get_by_role("button", name="Conduct").first)
    reason = referee.page.get_by_role("dialog").get_by_label("Reason")
    for press in ("Warn", "Exclude from the tournament"):
        expect(referee.button(press)).to_be_visible()
        expect(reason).to_have_value("")
        reason.fill("shouts")
        referee.press(press)
    expect(referee.page.get_by_role("dialog").get_by_text("Excluded", exact=True)).to_be_visible()

    # The final is a stage of its own.
    desk.section("Rounds")
    expect(page.get_by_text("In the final:")).to_be_visible()
    expect(page.get_by_text("In the B-final:")).to_be_visible()
    desk.press("Seat the final")
    desk.press("Publish")
    event.tables = [[""] * 4, [""] * 4]
    event.play(3)
    desk.section("Standings")
    expect(page.get_by_text("before the final").first).to_be_visible()
    expect(page.locator("tr.parted")).to_have_count(2)
    guest = arrive("touch", path=event.at)
    expect(guest.page.get_by_text("until round 1: Ewa Nowak")).to_be_visible()
    expect(guest.page.locator("tr.parted")).to_have_count(2)


@pytest.mark.rule("M5")
def test_an_online_event_of_8(house: House, arrive: Arrive) -> None:
    event = Tournament(house, {"place": "online", "rounds": 1, "round_minutes": 30})
    people: dict[str, Seated] = {}
    for seat, player in enumerate(event.codes):
        guest = event.ask("POST", "/api/guests", {"name": f"Guest {player}"}, token="")
        people[player] = Seated(seat, player, guest["token"], json.dumps(guest))
    for player, who in people.items():
        event.api("POST", "/claim", {"code": event.codes[player]}, token=who.token)
    event.publish()
    first, second, *_ = event.tables[0]
    phone = arrive("touch", path=f"{event.at}/me", who=people[first])
    expect(phone.page.get_by_text("Your table opens here by itself")).to_be_visible()
    expect(phone.button("Enter game 1")).to_have_count(0)
    expect(phone.button("Turn clock")).to_have_count(0)
    event.fact("clock-started", round=1)
    phone.press("Go to the table")
    laptop = arrive("mouse", path=f"{event.at}/me", who=people[second])
    laptop.press("Go to the table")

    # Everybody is called as entered, the clock of the round is in sight, and nobody pauses by agreement.
    for person in (phone, laptop):
        expect(person.page.locator(".zone")).to_be_visible()
        expect(person.page.get_by_role("img", name="Left in this round: 29:")).to_be_visible()
        assert "Guest P" not in person.page.content()
    expect(laptop.page.get_by_text(event.name(0)).first).to_be_visible()
    laptop.press("Menu")
    expect(laptop.page.get_by_text("Spring Cup · Round 1 · Table 1")).to_be_visible()
    expect(laptop.button("Ask for a pause")).to_have_count(0)
    laptop.press("Call the referee")
    laptop.page.get_by_role("dialog").get_by_label("Reason").fill("a question")
    laptop.press("Call now")
    expect(laptop.page.get_by_role("dialog")).to_have_count(0)
    call = event.api("GET", "")["calls"][0]
    assert (call["table"], call["player"], call["why"]) == (1, second, "a question")
    phone.press("Menu")
    phone.press("To the tournament")
    expect(phone.page.get_by_text("The referee has been called")).to_be_visible()

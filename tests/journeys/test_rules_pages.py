"""The rules pages: one for each profile, found from the start; what differs from the sisters is marked."""

from playwright.sync_api import expect

from journeys.conftest import Arrive
from journeys.house import House
from tilemeld.engine.rules import PROFILES


def test_the_rules_of_every_profile_are_found_from_the_start(house: House, arrive: Arrive) -> None:
    person = arrive("mouse")
    page = person.page
    person.press(page.get_by_role("link", name="Rules", exact=True))
    expect(page.locator("main li a")).to_have_count(len(PROFILES))
    person.press(page.locator("a[href='/rules/uk']"))
    expect(page.get_by_role("heading", name="Ukrainian family game")).to_be_visible()
    without = page.locator(".sentence").filter(has_text="Jokers are not allowed in the opening.")
    expect(page.get_by_text("Different in:")).to_have_count(0)  # a family reads rules, not what differs
    person.press(page.get_by_role("switch", name="Show what is different in other games"))
    expect(without).to_contain_text("Different in: Polish family game")
    person.press(page.get_by_text("Compared with the other games"))
    expect(page.locator("dl").filter(has_text="jokers in the opening")).to_contain_text("yes")
    for name in PROFILES:
        page.goto(f"{house.url}/rules/{name}")
        expect(page.locator("section h2")).to_have_count(10)
        assert "undefined" not in page.locator("main").inner_text()
    page.goto(f"{house.url}/rules/nowhere")
    expect(page.get_by_role("heading", name="Nothing here")).to_be_visible()

"""Somebody at the desk of a tournament, for journeys."""

from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect

from journeys.person import Person


class Director:
    """Somebody at the desk, with mouse and keyboard."""

    def __init__(self, person: Person) -> None:
        self.person, self.page = person, person.page

    def press(self, name: str, within: Locator | Page | None = None) -> None:
        (within or self.page).get_by_role("button", name=name, exact=True).click()

    def set_up(self, name: str, **less: int) -> None:
        """Set a tournament up, with so many rounds and games in a round less than is usual."""
        self.page.get_by_role("link", name="Tournaments").click()
        self.page.get_by_role("link", name="Set up a tournament").click()
        self.page.get_by_label("Name of the tournament").fill(name)
        for what, times in less.items():
            for _ in range(times):
                self.press({"rounds": "Rounds: less", "games": "Games in a round: less"}[what])
        self.press("Set up the tournament")
        expect(self.page.get_by_role("heading", name=name)).to_be_visible()

    def section(self, name: str) -> None:
        self.page.get_by_role("navigation").get_by_role("link", name=name, exact=True).click()

    def in_dialog(self, act: Callable[[Locator], None]) -> None:
        """Do something in the sheet over the page, which closes when it was done."""
        dialog = self.page.get_by_role("dialog")
        act(dialog)
        expect(dialog).to_have_count(0)

    def because(self, reason: str, action: str) -> None:
        def act(dialog: Locator) -> None:
            dialog.get_by_label("Reason").fill(reason)
            self.press(action, dialog)

        self.in_dialog(act)

    def type_in(self, *sums: str) -> None:
        """Type one number after the other, with Enter between and after them."""
        expect(self.page.locator("#sum-0")).to_be_focused()
        for number in sums:
            self.page.keyboard.type(number)
            self.page.keyboard.press("Enter")

    def cell(self, table: int, state: str) -> Locator:
        return self.page.get_by_role("button", name=f"Table {table}, game 1: {state}")

    def open_cell(self, table: int, state: str) -> None:
        self.cell(table, state).click()

    def draw(self, number: int) -> None:
        self.section("Rounds")
        self.press(f"Draw round {number}")
        expect(self.page.get_by_text("proposal", exact=True)).to_be_visible()

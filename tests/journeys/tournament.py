"""A tournament for journeys: a director sets it up over the API, people do the rest in their browsers."""

import json
from dataclasses import dataclass, field
from typing import Any

from journeys.conftest import Arrive
from journeys.house import House
from journeys.person import Person
from server.live_server import ask

PLAYERS = "name;public name\n" + "\n".join(
    f"{name} Hidden;{name}" for name in ("Ola", "Jan", "Ewa", "Piotr", "Zofia", "Marek", "Wanda", "Adam")
)


@dataclass
class Tournament:
    """A tournament that a director has set up over the API; people do the rest in their browsers."""

    house: House
    format: dict[str, Any] = field(default_factory=dict)
    players: str = PLAYERS

    def __post_init__(self) -> None:
        self.token = self.ask("POST", "/api/guests", {"name": "Dora"})["token"]
        wish = {"name": "Spring Cup", "format": {"rounds": 2, "games": 1, "round_minutes": 1, **self.format}}
        self.made = self.ask("POST", "/api/tournaments", wish)
        self.at = f"/tournaments/{self.made['tournament']}"
        self.api("POST", "/players", {"text": self.players})
        found = self.api("GET", "/codes")["codes"]
        self.codes = {each["player"]: each["code"] for each in found if each["player"]}
        self.tables: list[list[str]] = []

    def ask(self, method: str, path: str, body: Any = None, token: str | None = None) -> Any:
        port = int(self.house.url.rpartition(":")[2])
        token = getattr(self, "token", "") if token is None else token
        status, _, text = ask(port, method, path, body=body, token=token)
        assert status < 400, text
        return json.loads(text)

    def api(self, method: str, path: str, body: Any = None, token: str | None = None) -> Any:
        return self.ask(method, f"/api{self.at}{path}", body, token)

    def fact(self, kind: str, why: str = "", **fields: Any) -> None:
        self.api("POST", "/facts", {"fact": {"type": kind, **fields}, "why": why})

    def publish(self, number: int = 1) -> None:
        self.tables = self.api("POST", "/proposals", {"round": number})["round"]["tables"]
        self.fact("seating-published", round=number)

    def play(self, number: int, *, but: int = 0) -> None:
        """Every table of a round hands in a result, but one of them."""
        for table, seated in enumerate(self.tables, start=1):
            if table != but:
                points = [10 * (len(seated) - 1), *[-10] * (len(seated) - 1)]
                self.fact(
                    "result-entered",
                    round=number,
                    table=table,
                    game=1,
                    sheet={"points": points, "winners": [0]},
                )

    def name(self, seat: int, table: int = 1) -> str:
        """How somebody at a table is called there."""
        names = [line.partition(";")[2] for line in self.players.splitlines()[1:]]
        return names[int(self.tables[table - 1][seat][1:]) - 1]

    def phone(self, arrive: Arrive, player: str, url: str | None = None) -> Person:
        """Somebody scans the QR code of their own card."""
        return arrive("touch", path=f"{self.at}/me?code={self.codes[player]}", url=url or self.house.url)


def come_in(desk: Person, code: str) -> None:
    """Come in with a code that is typed."""
    desk.page.get_by_label("Code").fill(code)
    desk.press("Enter")

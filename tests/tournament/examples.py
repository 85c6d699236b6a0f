"""A tournament for tests: writes facts as the service does, and lets results follow from a seed."""

from random import Random

from tilemeld.engine.rules import profile
from tilemeld.engine.tiles import Seat
from tilemeld.tournament.format import Format
from tilemeld.tournament.log.decide import decide
from tilemeld.tournament.log.entries import Entry, Signature, active
from tilemeld.tournament.log.facts import (
    Entrant,
    Fact,
    PlayersEntered,
    ResultEntered,
    SeatingPublished,
    TournamentOpened,
)
from tilemeld.tournament.log.permissions import needs_head_referee
from tilemeld.tournament.log.state import TournamentState, fold
from tilemeld.tournament.next_round import propose_round
from tilemeld.tournament.result_sheet import Sheet

DIRECTOR = Signature("director", "dora")
REFEREE = Signature("referee", "remi")
HEAD = Signature("head-referee", "hela")
SERVER = Signature("server", "")


def player(number: int) -> Signature:
    return Signature("player", f"P{number}")


class Tournament:
    """A tournament and its log."""

    def __init__(self, players: int = 8, **chosen: object) -> None:
        self.log: list[Entry] = []
        self.now = 1_000
        options: dict[str, object] = {"rules": profile("pl-tournament"), "rounds": 3, "games": 2, **chosen}
        self.do(TournamentOpened("Cup", Format(**options), "seed"))  # type: ignore[arg-type]  # chosen by the test
        if players:
            entrants = tuple(Entrant(f"P{number}", 2000 - number) for number in range(1, players + 1))
            self.do(PlayersEntered(entrants))

    @property
    def state(self) -> TournamentState:
        state = fold(active(self.log))
        assert state is not None
        return state

    def do(self, fact: Fact, by: Signature = DIRECTOR, why: str = "") -> Entry:
        self.now += 1_000
        if by == DIRECTOR and self.log and needs_head_referee(self.state, fact):
            by = Signature("head-referee", DIRECTOR.who)  # nobody else has the role
        entry = decide(self.log, fact, by=by, at=self.now, why=why)
        self.log.append(entry)
        return entry

    def publish(self, number: int) -> None:
        fact, _ = propose_round(self.state, number)
        self.do(fact)
        self.do(SeatingPublished(number))

    def results(self, number: int, *, seed: str = "r", shuffle: bool = False) -> list[ResultEntered]:
        """Results for every game of a round, by chance but by the rules."""
        rng = Random(f"{seed}/{number}")
        facts = []
        for table, seated in enumerate(self.state.rounds[number].seating.tables, start=1):
            for game in range(1, self.state.format.games + 1):
                facts.append(ResultEntered(number, table, game, random_sheet(len(seated), rng)))
        if shuffle:
            rng.shuffle(facts)
        return facts

    def play(self, number: int) -> None:
        self.publish(number)
        for fact in self.results(number):
            self.do(fact)


def random_sheet(seats: int, rng: Random) -> Sheet:
    winner = rng.randrange(seats)
    points = [-rng.randrange(1, 80) if seat != winner else 0 for seat in range(seats)]
    points[winner] = -sum(points)
    return Sheet(tuple(points), (Seat(winner),))

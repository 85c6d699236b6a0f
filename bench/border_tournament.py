"""The director's page of a tournament, timed: computed at each poll as before, or once for each version.

Both ways run in one process, one after the other in turns, on the same tournament: 200 players, six rounds of
three games. The peer is what every poll did before: players, rounds, standings, then the encoding. CPU is
this process's own; the page's bytes are compared, so both say the same.

    python -m bench.border_tournament [--players 200] [--rounds 6] [--polls 40]
"""

import argparse
import random
import time
from collections.abc import Callable
from statistics import median

from msgspec.structs import replace

from tilemeld.engine.rules import profile
from tilemeld.engine.tiles import Seat
from tilemeld.server.http.endpoint import encode
from tilemeld.server.tournament.desk import desk_page
from tilemeld.tournament.format import Format
from tilemeld.tournament.log.entries import Entry, Signature
from tilemeld.tournament.log.facts import (
    Entrant,
    Fact,
    PlayersEntered,
    ResultEntered,
    SeatingDrawn,
    SeatingPublished,
    TournamentOpened,
)
from tilemeld.tournament.log.state import TournamentState, evolve
from tilemeld.tournament.players import Card
from tilemeld.tournament.result_sheet import Sheet
from tilemeld.tournament.seating.draw import draw_schedule

GAMES = 3
NOW = 10_000
BY = Signature("director", "dora")


def tournament(players: int, rounds: int) -> TournamentState:
    """A tournament whose every game has a result."""
    rng = random.Random("border")
    names = tuple(f"P{number}" for number in range(1, players + 1))
    facts: list[Fact] = [
        TournamentOpened("Cup", Format(profile("pl-tournament"), rounds=rounds, games=GAMES), "seed"),
        PlayersEntered(tuple(Entrant(name, 1000) for name in names)),
    ]
    for number, drawn in enumerate(draw_schedule(names, rounds, seed="border"), start=1):
        facts += [SeatingDrawn(number, drawn.tables, drawn.byes), SeatingPublished(number)]
        facts += [
            ResultEntered(round=number, table=table, game=game, sheet=sheet(len(seated), rng))
            for table, seated in enumerate(drawn.tables, start=1)
            for game in range(1, GAMES + 1)
        ]
    state: TournamentState | None = None
    for number, fact in enumerate(facts, start=1):
        state = evolve(state, Entry(number=number, at=NOW, by=BY, fact=fact))
    assert state is not None, "it was opened"
    return state


def sheet(seats: int, rng: random.Random) -> Sheet:
    """A result by chance that adds up."""
    points = [0, *(-rng.randrange(1, 80) for _ in range(seats - 1))]
    points[0] = -sum(points)
    return Sheet(tuple(points), (Seat(0),))


def cpu_ms(work: Callable[[], bytes], polls: int) -> list[float]:
    """What each poll takes of this process."""
    took = []
    for _ in range(polls):
        before = time.process_time()
        work()
        took.append((time.process_time() - before) * 1_000)
    return took


def main() -> None:
    """Time both ways in turns and print one line each."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--players", type=int, default=200)
    parser.add_argument("--rounds", type=int, default=6)
    parser.add_argument("--polls", type=int, default=40)
    asked = parser.parse_args()
    state = tournament(asked.players, asked.rounds)
    cards = {player: Card(f"Name {player}") for player in state.players}

    def each_poll() -> bytes:
        return encode(replace(desk_page(state, cards, 1, "cup", "ABCD"), role="director", now=NOW))

    kept = desk_page(state, cards, 1, "cup", "ABCD")

    def once_a_version() -> bytes:
        return encode(replace(kept, role="director", now=NOW))

    assert each_poll() == once_a_version(), "both say the same"
    old, new = [], []
    for _ in range(2):
        old += cpu_ms(each_poll, asked.polls // 2)
        new += cpu_ms(once_a_version, asked.polls // 2)
    size = len(once_a_version())
    print(f"{asked.players} players, {asked.rounds} rounds of {GAMES} games; {size / 1000:.0f} kB")
    print(f"computed at each poll:   median {median(old):7.2f} ms of CPU, worst {max(old):7.2f}")
    print(f"once for each version:   median {median(new):7.2f} ms of CPU, worst {max(new):7.2f}")


if __name__ == "__main__":
    main()

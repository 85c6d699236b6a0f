"""The director's page of a tournament, timed: how a poll was answered before, and now.

All ways run in one process, one after the other in turns, on the same tournament: 200 players, six rounds of
three games. First everything was computed at each poll, then computed once for a version but encoded at each
poll; now both are done once for a version, and who has the page is answered 304. CPU is this process's own;
the bytes are compared, so all say the same.

    python -m bench.border_tournament [--players 200] [--rounds 6] [--polls 40]
"""

import argparse
import gzip
import random
import time
from collections.abc import Callable
from statistics import median

from starlette.requests import Request

from tilemeld.engine.rules import profile
from tilemeld.engine.tiles import Seat
from tilemeld.server.http.endpoint import Kept, encode
from tilemeld.server.tournament.desk import desk_page, desk_view
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


def cpu_us(work: Callable[[], object], polls: int) -> list[float]:
    """What each poll takes of this process."""
    took = []
    for _ in range(polls):
        before = time.process_time_ns()
        work()
        took.append((time.process_time_ns() - before) / 1_000)
    return took


def request(tag: str = "") -> Request:
    """A poll as it comes from a browser."""
    headers = [(b"accept-encoding", b"gzip, deflate"), (b"if-none-match", tag.encode())]
    return Request({"type": "http", "method": "GET", "path": "/", "headers": headers})


def main() -> None:
    """Time all ways in turns and print one line each."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--players", type=int, default=200)
    parser.add_argument("--rounds", type=int, default=6)
    parser.add_argument("--polls", type=int, default=40)
    asked = parser.parse_args()
    state = tournament(asked.players, asked.rounds)
    cards = {player: Card(f"Name {player}") for player in state.players}

    def computed() -> bytes:
        return encode(desk_view(state, cards, 1, "cup", "ABCD"))

    view, page = desk_view(state, cards, 1, "cup", "ABCD"), desk_page(state, cards, 1, "cup", "ABCD")
    kept = Kept(page=page, role="director")
    fresh, again = request(), request(page.tag)
    ways: dict[str, Callable[[], object]] = {
        "computed and encoded at each poll": computed,
        "encoded at each poll": lambda: encode(view),
        "now, when something has changed": lambda: kept.answer(fresh, NOW, public=False),
        "now, when nothing has (304)": lambda: kept.answer(again, NOW, public=False),
    }
    assert computed() == encode(view) == page.body == gzip.decompress(page.packed), "all say the same"
    statuses = [kept.answer(each, NOW, public=False).status_code for each in (fresh, again)]
    assert statuses == [200, 304], statuses
    took: dict[str, list[float]] = {way: [] for way in ways}
    for _ in range(2):
        for way, work in ways.items():
            took[way] += cpu_us(work, asked.polls // 2)
    size = f"{len(page.body) / 1000:.0f} kB, compressed {len(page.packed) / 1000:.0f}"
    print(f"{asked.players} players, {asked.rounds} rounds of {GAMES} games; {size}")
    for way, times in took.items():
        print(f"{way:36} median {median(times):9.1f} µs of CPU, worst {max(times):9.1f}")


if __name__ == "__main__":
    main()

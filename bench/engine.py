"""The engine, timed: one confirmed turn over a full table, and whole random games.

Peers in the same run, so that a noisy machine cancels out: reading the whole table again without the
cache (what a judge without memory has to do), and one JSON round trip of a seat's view.
"""

import argparse
import json
import statistics
import time
from collections.abc import Callable
from dataclasses import replace

from tilemeld.adapters.lexicons import sets_with_words
from tilemeld.engine.game.commands import BeginGame, Confirm, CreateGame
from tilemeld.engine.game.decide import advance
from tilemeld.engine.game.shuffle import FixedChance
from tilemeld.engine.game.state import GameState, Phase
from tilemeld.engine.game.views import view
from tilemeld.engine.local_game import LocalGame
from tilemeld.engine.number_faces import COLOURS
from tilemeld.engine.record.codec import to_json
from tilemeld.engine.record.record import replay
from tilemeld.engine.rules import PROFILES, profile
from tilemeld.engine.sets.numbers import _read
from tilemeld.engine.tiles import Face, LaidTile, Seat, Table, TileId
from tilemeld.lab.simulate import play_random_game

CHANCE = FixedChance("bench")


def full_table() -> tuple[GameState, Table]:
    """A turn over 25 sets, and a move that completes the last of them with a rack tile."""
    game = LocalGame(CreateGame(profile("pl"), 4), chance=CHANCE)
    game.do(BeginGame())
    game.run_out()
    groups = [
        tuple(LaidTile(TileId(f"{colour}{number}{copy}")) for colour in COLOURS)
        for copy in "ab"
        for number in range(1, 14)
    ][:25]
    lone = groups[24][3]
    table = (*groups[:24], groups[24][:3])
    seats = tuple(replace(seat, opened=True, rack=(lone.tile, *seat.rack)) for seat in game.state.seats)
    return replace(game.state, table=table, seats=seats), tuple(groups)


def confirm(state: GameState, draft: Table) -> None:
    """Decide, evolve and show to four seats, as the server does for every move."""
    after, _ = advance(state, Confirm(Seat(state.active or 0), draft), now=0, chance=CHANCE)
    for seat in range(4):
        view(after, Seat(seat))


def time_words(repeats: int) -> tuple[float, int]:
    """The median of a confirmed turn over the fullest table of some random word games, and its words."""
    turns = []
    for number in range(8):
        game, _ = play_random_game(profile("pl-word"), 4, f"bench/{number}", sets_for=sets_with_words)
        for state, step in zip(
            replay(game.record, sets_for=sets_with_words), game.record.steps, strict=False
        ):
            if isinstance(step.command, Confirm):
                turns.append((len(state.table), state, step.command.table))
    words, state, draft = max(turns, key=lambda turn: turn[0])
    state = replace(state, deadline=None)
    return median_us(lambda: confirm(state, draft), repeats), words


def median_us(work: Callable[[], object], repeats: int) -> float:
    """The median CPU time of one call, in microseconds."""
    times = []
    for _ in range(repeats):
        start = time.process_time_ns()
        work()
        times.append(time.process_time_ns() - start)
    return statistics.median(times) / 1000


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repeats", type=int, default=2000)
    parser.add_argument("--games", type=int, default=40, help="random games for each profile")
    options = parser.parse_args()

    state, draft = full_table()

    def cold() -> None:
        _read.cache_clear()
        confirm(state, draft)

    def read_anew() -> None:
        for laid_set in draft:
            _read.__wrapped__(tuple(Face(laid.tile[:-1]) for laid in laid_set), (None,) * len(laid_set))

    shown = to_json(view(state, Seat(0)))
    warm_us = median_us(lambda: confirm(state, draft), options.repeats)
    rows = [
        ("confirm over 25 sets, seen before", warm_us),
        ("confirm over 25 sets, cold cache", median_us(cold, options.repeats)),
        ("peer: read 25 sets without a cache", median_us(read_anew, options.repeats)),
        (
            "peer: one JSON round trip of a view",
            median_us(lambda: json.loads(json.dumps(shown)), options.repeats),
        ),
    ]
    for name, micros in rows:
        print(f"{name:40} {micros:9.1f} us   {micros / warm_us:5.2f} x the confirm")
    words_us, words = time_words(options.repeats // 4)
    print(f"{f'confirm over {words} words':40} {words_us:9.1f} us   {words_us / warm_us:5.2f} x the confirm")
    for name in PROFILES:
        start = time.process_time()
        steps = 0
        for number in range(options.games):
            game, _ = play_random_game(profile(name), 4, f"bench/{number}", sets_for=sets_with_words)
            steps += len(game.record.steps)
            assert game.state.phase == Phase.ENDED
        seconds = time.process_time() - start
        rate, commands = options.games / seconds, steps / seconds
        print(f"{name:15} {rate:6.1f} random games a CPU second, {commands:8.0f} commands")


if __name__ == "__main__":
    main()

"""Ten thousand random games of every profile, each of them checked: what a night is for.

Every game: no tile lost, every set on the table reads, scores add up (M3), replaying the record gives
the same state; of every fifth one also: verifying it derives the same game. Says how fast that is.
"""

import argparse
import os
import sys
import time
from concurrent.futures import ProcessPoolExecutor, as_completed

from tilemeld.engine.game.match import is_sum_right
from tilemeld.engine.record.record import replay, verify
from tilemeld.engine.rules import NUMBER_PROFILES, profile
from tilemeld.engine.tiles import tile_ids, tiles_of
from tilemeld.lab.simulate import play_random_game

SPAN = 50
VERIFY_EVERY = 5


def check_span(name: str, start: int, count: int) -> list[str]:
    """Play and check some games; return what was wrong, with the seed that shows it."""
    rules = profile(name)
    numbers = range(rules.min_players, rules.max_players + 1)
    wrong = []
    for number in range(start, start + count):
        players, seed = numbers[number % len(numbers)], f"many/{name}/{number}"
        strict = rules.override({"strict": bool(number % 2)})
        game, _ = play_random_game(strict, players, seed)
        state = game.state
        held = [tile for seat in state.seats for tile in seat.rack]
        held += [tile for stack in state.bank for tile in stack] + tiles_of(state.table)
        checks = {
            "tiles": sorted(held) == sorted(tile_ids(state.sets.box())),
            "table": all(state.sets.read(laid).valid for laid in state.table),
            "sum": state.result is not None and is_sum_right(strict, state.result),
            "replay": list(replay(game.record))[-1] == state,
            "verify": number % VERIFY_EVERY > 0 or verify(game.record) == (),
        }
        wrong += [f"{seed}: {check}" for check, right in checks.items() if not right]
    return wrong


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=10_000, help="games for each profile")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--rules", nargs="+", choices=NUMBER_PROFILES, default=NUMBER_PROFILES)
    parser.add_argument("--first", type=int, default=0, help="the first game's number, to go on with a night")
    options = parser.parse_args()
    wrong: list[str] = []
    for name in options.rules:
        start, done, before = time.perf_counter(), 0, len(wrong)
        with ProcessPoolExecutor(options.jobs) as pool:
            starts = range(options.first, options.games, SPAN)
            sizes = [min(SPAN, options.games - each) for each in starts]
            waiting = {
                pool.submit(check_span, name, each, size): size
                for each, size in zip(starts, sizes, strict=True)
            }
            for finished in as_completed(waiting):
                wrong += finished.result()
                done += waiting[finished]
                print(f"\r{name:15} {done:6} of {options.games}, {len(wrong)} wrong", end="", file=sys.stderr)
        print(file=sys.stderr)
        seconds = time.perf_counter() - start
        verdict = "clean" if len(wrong) == before else f"{len(wrong) - before} WRONG"
        print(
            f"{name:15} {done} games {verdict} in {seconds:.0f} s, {done / seconds:.1f} a second", flush=True
        )
    print("\n".join(wrong) or "nothing wrong")
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()

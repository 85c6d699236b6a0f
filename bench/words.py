"""The word solver, timed: checking a table, opening with two jokers, and the best turn of real positions.

Positions come from seeded games between bots, one for every turn of an opened player, jokers on racks and
tables as they come; in every third one letter of the rack is made a joker. Each is asked once. A score is
compared with the solver's own bound, which no turn can beat.
"""

import argparse
import json
import random
import statistics
import time
from collections.abc import Sequence
from pathlib import Path

from tilemeld.adapters.lexicons import polish_lexicon, sets_with_words
from tilemeld.bots import Dawdle
from tilemeld.bots.words.levels import WORD_LEVELS, WordLevelPlayer, position_of
from tilemeld.engine.game.commands import BeginGame, CreateGame
from tilemeld.engine.game.shuffle import FixedChance
from tilemeld.engine.game.state import Phase
from tilemeld.engine.local_game import LocalGame
from tilemeld.engine.rules import profile
from tilemeld.engine.sets.letters import LETTERS, LetterSets
from tilemeld.engine.tiles import Table
from tilemeld.solver import Backend
from tilemeld.solver.words import WordPosition, WordSearch, best_turn, openings

OUT = Path(__file__).parent / "out"
RULES = profile("pl-word")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=8)
    parser.add_argument("--openings", type=int, default=40)
    parser.add_argument("--twin", type=int, default=10, help="positions for the plain Python twin")
    chosen = parser.parse_args()
    kernel = WordSearch(polish_lexicon())
    positions, tables = played(chosen.games)
    rows = {
        "checking a table": check_tables(tables),
        "best opening, 2 jokers": open_with_jokers(kernel, chosen.openings, every=False),
        "all openings, 2 jokers": open_with_jokers(kernel, chosen.openings, every=True),
        "best turn": solve_all(kernel, positions),
        "of these with jokers": solve_all(kernel, [each for each in positions if has_jokers(each)]),
    }
    if chosen.twin:
        twin: Backend = "twin"
        rows["best turn, twin"] = solve_all(
            WordSearch(polish_lexicon(), backend=twin), positions[:: len(positions) // chosen.twin]
        )
    for name, row in rows.items():
        text = "  ".join(f"{key} {value:.4g}" for key, value in row.items())
        print(f"{name:22} {text}")
    OUT.mkdir(exist_ok=True)
    (OUT / "words.json").write_text(json.dumps(rows, indent=1) + "\n", encoding="utf-8")


def played(games: int) -> tuple[list[WordPosition], list[Table]]:
    """Play games between bots of every level; return a position for every turn, and the tables."""
    positions, tables = [], []
    names = list(WORD_LEVELS)
    for number in range(games):
        rng = random.Random(number)
        bots = [
            WordLevelPlayer(WORD_LEVELS[names[(number + seat) % len(names)]], polish_lexicon())
            for seat in range(2 + number % 3)
        ]
        chance = FixedChance(f"bench/{number}")
        game = LocalGame(CreateGame(RULES, len(bots)), chance=chance, sets_for=sets_with_words)
        game.do(BeginGame())
        while not game.is_over:
            if game.state.phase == Phase.REDEAL:
                game.run_out()
                continue
            view = game.view(game.active)
            if view.seats[game.active].opened:
                positions.append(
                    with_joker(position_of(view), rng) if rng.random() < 1 / 3 else position_of(view)
                )
                tables.append(view.table)
            choice = bots[game.active].choose(view, rng)
            assert not isinstance(choice, Dawdle)
            game.do(choice)
    return positions, tables


def with_joker(position: WordPosition, rng: random.Random) -> WordPosition:
    """Make one letter of the rack a joker."""
    if not position.rack:
        return position
    place = rng.randrange(len(position.rack))
    rack = position.rack[:place] + "?" + position.rack[place + 1 :]
    return WordPosition(position.table, rack)


def has_jokers(position: WordPosition) -> bool:
    return "?" in position.rack or any(laid.jokers for laid in position.table)


def check_tables(tables: Sequence[Table]) -> dict[str, float]:
    """Read every word of a table again, and compare them."""
    sets = sets_with_words(RULES)
    assert isinstance(sets, LetterSets)
    times = []
    for table in tables:
        start = time.process_time()
        faults = [sets.read(laid).faults for laid in table]
        twice = sets.table_faults(table, table)
        times.append(time.process_time() - start)
        assert not any(faults)
        assert not twice
    return {"tables": len(tables), "words": statistics.mean(map(len, tables)), **spread(times)}


def open_with_jokers(search: WordSearch, count: int, *, every: bool) -> dict[str, float]:
    """Find the best opening of a rack of fourteen with two jokers, or list them all."""
    bag = [face for face, copies in LETTERS.items() for _ in range(copies)]
    times, found = [], 0
    for number in range(count):
        rack = "".join(random.Random(number).sample(bag, 12)) + "??"
        position = WordPosition((), rack, opened=False)
        start = time.process_time()
        found += len(openings(position, search)) if every else best_turn(position, search).points
        times.append(time.process_time() - start)
    return {"racks": count, "openings" if every else "points": found / count, **spread(times)}


def solve_all(search: WordSearch, positions: Sequence[WordPosition]) -> dict[str, float]:
    """Ask for every best turn once."""
    times, shares, letters = [], [], []
    for position in positions:
        start = time.process_time()
        best = best_turn(position, search)
        times.append(time.process_time() - start)
        if best.bound:
            shares.append(best.points / best.bound)
            letters.append(len(best.word.word) / best.longest if best.word else 0.0)
    return {
        "positions": len(positions),
        **spread(times),
        "proven": sum(share == 1 for share in shares) / len(shares),
        "of_bound": statistics.mean(shares),
        "of_longest_word": statistics.mean(letters),
    }


def spread(times: list[float]) -> dict[str, float]:
    """The middle, the 95th percentile and the most, in milliseconds of CPU time."""
    ordered = sorted(times)
    return {
        "p50_ms": 1000 * statistics.median(ordered),
        "p95_ms": 1000 * ordered[int(0.95 * (len(ordered) - 1))],
        "most_ms": 1000 * ordered[-1],
    }


if __name__ == "__main__":
    main()

"""The coach's figures: does accuracy go with winning, and how soon does skill tell two bots apart.

``python -m bench.coach --games 400 --seed coach-report`` lets unequal bots play, judges every turn by chance
to win, and writes one line of JSON for each pair and one for all. The seed is used for nothing else.
"""

import argparse
import json
import statistics
import time
from collections.abc import Iterator
from dataclasses import dataclass

from tilemeld.bots import player_named
from tilemeld.bots.coach.ledger import Account, judge_turn, settle
from tilemeld.bots.coach.review_game import decisions_of
from tilemeld.engine.rules import profile
from tilemeld.engine.tiles import Seat
from tilemeld.lab.arena import hurried, play_game
from tilemeld.lab.intervals import share_estimate

PAIRS = (("expert", "club"), ("club", "casual"), ("casual", "beginner"), ("club", "beginner"))
RULES = profile("pl")


@dataclass(frozen=True, slots=True)
class Judged:
    """One game: how it ended, and everybody's account; the stronger bot first."""

    result: tuple[float, float]
    accounts: tuple[Account, Account]

    @property
    def agrees(self) -> float:
        """Whether the higher accuracy won; a half where they were equal, or the win was shared."""
        first, second = (account.accuracy for account in self.accounts)
        if first == second:
            return 0.5
        return self.result[0] if first > second else self.result[1]


def main() -> None:
    """Play and judge the games, and print what they say."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--seed", default="coach-report")
    chosen = parser.parse_args()
    everything = []
    for pair in PAIRS:
        games = list(judged(pair, chosen.seed, chosen.games // len(PAIRS)))
        everything += games
        print(json.dumps({"pair": " v ".join(pair), **figures(games), **ledger(games)}), flush=True)
    print(json.dumps({"pair": "all", **figures(everything)}), flush=True)


def judged(pair: tuple[str, str], seed: str, games: int) -> Iterator[Judged]:
    """Play games between two bots, the stronger one in either seat, and judge them."""
    for number in range(games):
        swapped = number % 2
        names = pair[::-1] if swapped else pair
        game = play_game(
            RULES, [hurried(player_named(name)) for name in names], f"{seed}/{pair}/{number // 2}"
        )
        winners = game.state.result.winners if game.state.result else ()
        result = tuple((seat in winners) / len(winners) for seat in range(2))
        decisions, _ = decisions_of(game.record)
        turns = [(state.active or Seat(0), judge_turn(state, events)) for state, events in decisions]
        first, second = settle(turns, result, 2)
        order = (1, 0) if swapped else (0, 1)
        accounts = (first, second)
        yield Judged((result[order[0]], result[order[1]]), (accounts[order[0]], accounts[order[1]]))


def figures(games: list[Judged]) -> dict[str, object]:
    """Say how often the higher accuracy won."""
    share = share_estimate([game.agrees for game in games])
    return {
        "games": len(games),
        "higher_accuracy_won": [round(100 * each, 1) for each in (share.mean, share.low, share.high)],
        "cpu_s": round(time.process_time(), 1),
    }


def ledger(games: list[Judged]) -> dict[str, object]:
    """Say how many games results need to tell the two bots apart, and how many skill needs."""
    raw = [game.result[0] - 0.5 for game in games]
    skill = [game.accounts[0].skill for game in games]
    return {
        "won": round(100 * statistics.mean(raw) + 50, 1),
        "skill": round(statistics.mean(skill), 3),
        "spread_of_results": round(statistics.stdev(raw), 3),
        "spread_of_skill": round(statistics.stdev(skill), 3),
        "games_needed_share": round(needed(skill) / needed(raw), 2) if needed(raw) else None,
    }


def needed(values: list[float]) -> float:
    """Return how many games it takes until the mean is one standard error from nought."""
    mean = statistics.mean(values)
    return (statistics.stdev(values) / mean) ** 2 if mean else float("inf")


if __name__ == "__main__":
    main()

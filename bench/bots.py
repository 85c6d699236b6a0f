"""The bots, timed: whole four-player club games in this process, where the time goes, and answer times.

CPU time throughout, since the machine is shared. ``python -m bench.bots`` is part of ``make bench``.
"""

import argparse
import cProfile
import pstats
import random
import statistics
import time
from dataclasses import replace
from pathlib import Path

from tilemeld.bots import LEVELS, Choice, LevelPlayer, Player, player_named
from tilemeld.bots.numbers.expert import Expert
from tilemeld.engine.game.state import Phase
from tilemeld.engine.game.views import GameView
from tilemeld.engine.rules import profile
from tilemeld.lab.arena import play_game, play_span

ROOMS = ("engine", "solver", "bots", "lab")


def games_per_second(players: int, deals: int) -> float:
    """Play mirrored deals between club players; return the games of a CPU second, as the arena plays them."""
    names = ("club",) * players
    play_span(profile("pl"), names, "warm", range(1))
    begun = time.process_time()
    played = play_span(profile("pl"), names, "bench", range(deals))
    return sum(map(len, played)) / (time.process_time() - begun)


def where_the_time_goes(players: int, deals: int) -> dict[str, float]:
    """Return each room's share of the time, the kernel by itself; a profile, so calls cost extra."""
    names = ("club",) * players
    profiler = cProfile.Profile(time.process_time)
    profiler.enable()
    play_span(profile("pl"), names, "bench", range(deals))
    profiler.disable()
    shares = dict.fromkeys(("kernel", *ROOMS, "python"), 0.0)
    stats: dict[tuple[str, int, str], tuple[int, int, float, float, object]]
    stats = pstats.Stats(profiler).stats  # type: ignore[attr-defined]  # its one useful attribute
    for (file, _, function), (_, _, own, _, _) in stats.items():
        shares[_room(file, function)] += own
    total = sum(shares.values())
    return {room: own / total for room, own in shares.items()}


def _room(file: str, function: str) -> str:
    if "kernel" in function:
        return "kernel"
    return next((part for part in Path(file).parts if part in ROOMS), "python")


CLUB = LevelPlayer(LEVELS["club"]).hurried()
AIMS = {"beginner": 5.0, "expert": 1_000.0}
"""What the answers of a level may take, in milliseconds, 95 of 100 of them."""


def answer_times(name: str, games: int) -> list[float]:
    """Return how long the bot, with all its care, took for each of its turns, in CPU milliseconds."""
    timed = _Timed(player_named(name))
    for number in range(games):
        play_game(profile("pl"), [timed, CLUB], f"answers/{number}")
    return timed.times


def search_times(rules: str, players: int, games: int) -> list[float]:
    """Return how long an expert takes who is made to search in every fourth turn, whoever holds what."""
    expert = LEVELS["expert"]
    assert isinstance(expert.strategy, Expert), "an expert has one"
    searching = LevelPlayer(replace(expert, strategy=replace(expert.strategy, near_out=99)))
    timed = _Timed(searching, other=LevelPlayer(expert), every=4)
    for number in range(games):
        play_game(profile(rules), [timed, *[CLUB] * (players - 1)], f"searches/{number}")
    return timed.times


class _Timed:
    """A player with a stop-watch; another may play most of its turns."""

    def __init__(self, player: Player, *, other: Player | None = None, every: int = 1) -> None:
        self._player = player
        self._other = other or player
        self._every = every
        self._turns = 0
        self.times: list[float] = []

    def choose(self, view: GameView, rng: random.Random) -> Choice:
        if view.phase != Phase.TURN:
            return self._other.choose(view, rng)
        self._turns += 1
        if self._turns % self._every:
            return self._other.choose(view, rng)
        begun = time.process_time()
        choice = self._player.choose(view, rng)
        self.times.append(1000 * (time.process_time() - begun))
        return choice


def tell(name: str, times: list[float], aim: float | None) -> None:
    """Print the middle, the 95th of a hundred and the longest of some times."""
    ordered = sorted(times)
    p95 = ordered[int(0.95 * (len(ordered) - 1))]
    wanted = "" if aim is None else f" (aim: p95 under {aim:.0f})"
    print(
        f"{name:>24}: {len(ordered)} answers, p50 {statistics.median(ordered):.2f}, p95 {p95:.2f}, "
        f"most {ordered[-1]:.1f} CPU ms{wanted}",
        flush=True,
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=25)
    parser.add_argument("--games", type=int, default=6)
    parser.add_argument("--searches", type=int, default=2, help="games in which the expert is made to search")
    chosen = parser.parse_args()
    for players in (2, 4):
        rate = games_per_second(players, chosen.deals)
        minutes = 10_000 / rate / 60
        print(
            f"club, {players} players: {rate:.1f} games a CPU second; 10,000 games {minutes:.1f} CPU minutes"
        )
    shares = where_the_time_goes(4, max(2, chosen.deals // 3))
    print("where it goes: " + ", ".join(f"{room} {100 * share:.0f} %" for room, share in shares.items()))
    for name in ("random-legal", *LEVELS):
        tell(name, answer_times(name, chosen.games), AIMS.get(name))
    for rules, players in (("pl", 2), ("pl", 4), ("pl-xp", 2), ("uk-xp", 2), ("uk-xp", 6)):
        found = search_times(rules, players, chosen.searches)
        tell(f"expert, searching, {rules}, {players}", found, AIMS["expert"])


if __name__ == "__main__":
    main()

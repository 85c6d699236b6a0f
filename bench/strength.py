"""The strength study behind docs/bots.md: levels against each other, and the holder with parts switched off.

``python -m bench.strength --games 1000 --seed report`` plays every row; ``--only`` picks rows by a part of
their name. Rows are mirrored deals of the real engine; the seeds ``tune...`` were used while the values
were chosen and are never reported.
"""

import argparse
import json
import sys
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from functools import partial

from tilemeld.bots import LEVELS, LevelPlayer, Player, player_named
from tilemeld.bots.numbers.holder import Holder
from tilemeld.engine.rules import profile
from tilemeld.lab.arena import Deal, hurried, play_deal, sum_up

SEARCHLESS = Holder(danger=0)
VARIANTS: dict[str, Holder] = {
    "holder": Holder(),
    "no-search": SEARCHLESS,
    "no-counting": Holder(deals=1),
    "searches-more": Holder(all_nodes=1_000_000),
    "lays-all": Holder(holds=False),
    "holds-20": Holder(most_held=20),
    "spends-jokers": Holder(spends_jokers=True),
    "opens-late": Holder(delays_opening=12),
    "no-holding": replace(SEARCHLESS, holds=False),
    "no-holding-but-search": Holder(holds=False, danger=7),
    "no-holding-no-counting": Holder(holds=False, danger=7, deals=1),
    "joker-1": replace(SEARCHLESS, holds=False, keeps_joker=1),
    "joker-3": replace(SEARCHLESS, holds=False, keeps_joker=3),
    "open-at-12": replace(SEARCHLESS, delays_opening=12),
    "open-at-8": replace(SEARCHLESS, delays_opening=8),
    "club-open-at-12": replace(SEARCHLESS, holds=False, delays_opening=12),
    "hold-to-14": replace(SEARCHLESS, most_held=14),
    "hold-to-20": replace(SEARCHLESS, most_held=20),
    "hold-to-26": replace(SEARCHLESS, most_held=26),
    "release-8": replace(SEARCHLESS, release_bank=8),
    "release-20": replace(SEARCHLESS, release_bank=20),
    "release-32": replace(SEARCHLESS, release_bank=32),
}
"""The holder with one thing changed at a time."""


@dataclass(frozen=True, slots=True)
class Row:
    """One match-up: who plays, by which rules, and how much of the games asked for it gets."""

    players: tuple[str, ...]
    rules: str = "pl"
    share: float = 1.0

    @property
    def name(self) -> str:
        return f"{self.rules} {' v '.join(self.players)}"


ROWS: tuple[Row, ...] = (
    Row(("club", "beginner")),
    Row(("club", "casual")),
    Row(("casual", "beginner"), share=0.5),
    Row(("beginner", "random-legal"), share=2.0),
    Row(("expert", "club"), share=2.0),
    Row(("adaptive", "beginner")),
    Row(("adaptive", "casual")),
    Row(("adaptive", "club"), share=0.5),
    Row(("adaptive", "random-legal")),
    *(Row((name, "club")) for name in VARIANTS if name != "holder"),
    Row(("holder", "no-search")),
    Row(("holder", "hold-to-20")),
    Row(("holder", "searches-more"), rules="pl-xp", share=0.4),
    Row(("expert", "club", "club"), share=0.6),
    Row(("no-search", "club", "club"), share=0.6),
    Row(("expert", "club", "club", "club"), share=0.6),
    Row(("no-search", "club", "club", "club"), share=0.6),
    *(Row(("expert", "club"), rules=name, share=0.4) for name in ("pl-tournament", "cs", "uk", "pl-xp")),
    Row(("expert", "club", "club", "club", "club", "club"), rules="uk-xp", share=0.2),
)


def player(name: str) -> Player:
    if name in LEVELS or name not in VARIANTS:
        return hurried(player_named(name))
    return LevelPlayer(replace(LEVELS["holder"], name=name, strategy=VARIANTS[name])).hurried()


def play_one(row: Row, seed: str, number: int) -> Deal:
    return play_deal(
        profile(row.rules), [player(name) for name in row.players], f"{seed}/{row.rules}/{number}"
    )


def deals_of(row: Row, count: int, seed: str, jobs: int) -> Iterator[Deal]:
    play = partial(play_one, row, seed)
    if jobs <= 1:
        yield from map(play, range(count))
        return
    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(play, range(count), chunksize=4)


def report(rows: Sequence[Row], *, games: int, seed: str, jobs: int) -> None:
    for row in rows:
        begun = time.process_time()
        count = max(2, round(games * row.share / len(row.players)))
        standings = sum_up(row.rules, seed, row.players, list(deals_of(row, count, seed, jobs)))
        first = standings.lines[0]
        data = {
            "row": row.name,
            "games": standings.games,
            "wins": [round(100 * x, 1) for x in (first.wins.mean, first.wins.low, first.wins.high)],
            "score": [round(x, 1) for x in (first.score.mean, first.score.low, first.score.high)],
            "turns": round(standings.turns, 1),
            "causes": standings.causes,
            "cpu_ms_per_game": round(1000 * (time.process_time() - begun) / standings.games, 1),
        }
        print(json.dumps(data), flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seed", default="report")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--only", default="", help="rows whose name holds this text")
    parser.add_argument("--exact", action="store_true", help="only the row of just this name")
    chosen = parser.parse_args()
    rows = [row for row in ROWS if (chosen.only == row.name if chosen.exact else chosen.only in row.name)]
    if not rows:
        sys.exit(f"no row holds {chosen.only!r}: {', '.join(row.name for row in ROWS)}")
    report(rows, games=chosen.games, seed=chosen.seed, jobs=chosen.jobs)


if __name__ == "__main__":
    main()

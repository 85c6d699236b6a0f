"""The expert against everybody, in counts (which the engine equals: ``bench.count_games``), resumable.

``python -m bench.experts --out build/experts.jsonl --seed report-18 --deals 100`` plays mirrored deals of
every match of the table and writes each as it is done; the same command goes on where it stopped, and
``--table`` only sums up what is there. Seeds that begin with ``tune`` were used while the expert was made
and are never reported.
"""

import argparse
import json
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

from bench.counter_strategies import COUNTERS

from tilemeld.bots.numbers.expert import Expert
from tilemeld.bots.numbers.holder import Holder
from tilemeld.bots.value.count_game import CountGame, CountPlayer, deal
from tilemeld.bots.value.habits import Habit
from tilemeld.bots.value.judge_player import JudgePlayer
from tilemeld.bots.value.model import asker_for, model
from tilemeld.engine.rules import profile
from tilemeld.lab.intervals import estimate, share_estimate

PLAYERS: dict[str, CountPlayer] = {
    "expert": Expert(),
    "model": JudgePlayer(model()),
    "holder": Holder(danger=0),
    "club": Habit(),
    "holder-20": Habit(holds=20),
    **COUNTERS,
}


@dataclass(frozen=True, slots=True)
class Match:
    """A match: the first player against the others, all of whom are alike unless named."""

    names: tuple[str, ...]
    rules: str = "pl"

    @property
    def name(self) -> str:
        return f"{self.rules} {len(self.names)} {self.names[0]} v {' '.join(sorted(set(self.names[1:])))}"


MATCHES: tuple[Match, ...] = (
    Match(("expert", "club")),
    Match(("expert", "holder")),
    *(Match(("expert", name)) for name in COUNTERS),
    Match(("expert", "holder-20")),
    Match(("expert", "model")),
    Match(("expert", "expert")),
    Match(("holder", "club")),
    Match(("expert", "club", "club")),
    Match(("expert", "club", "club", "club")),
    Match(("holder", "club", "club", "club")),
    Match(("expert", *["club"] * 5), "uk-xp"),
    Match(("holder", *["club"] * 5), "uk-xp"),
    Match(("expert", "club"), "uk"),
    Match(("expert", "club"), "pl-xp"),
)


def play_deal(match: Match, seed: str) -> dict[str, object]:
    """Play one shuffle once for every rotation; return the first player's shares, points and habits."""
    rules, count = profile(match.rules), len(match.names)
    shares, points, lays, turns = [], [], 0, 0
    times: list[float] = []
    for turned in range(count):
        game = deal(rules, count, Random(seed))
        seats = [PLAYERS[match.names[(seat + turned) % count]] for seat in range(count)]
        dice = [Random(f"{seed}/{seat}") for seat in range(count)]
        me = (-turned) % count
        times += _play(game, seats, dice, me)
        result = game.result(asker_for(rules))
        shares.append(result.share(me))
        points.append(result.points[me])
        lays += game.lays[me]
        turns += game.turns[me]
    return {"shares": shares, "points": points, "lays": lays, "turns": turns, "ms": sorted(times)}


def _play(game: CountGame, seats: Sequence[CountPlayer], dice: Sequence[Random], me: int) -> list[float]:
    """Play a game to its end; return how long one seat's answers took, in CPU milliseconds."""
    asker = asker_for(game.rules)
    times = []
    for _ in range(500):
        begun = time.process_time()
        seat = game.turn
        tiles = seats[seat].lay(game.view(seat), asker, dice[seat])
        if seat == me:
            times.append(round(1000 * (time.process_time() - begun), 1))
        if game.lay(tiles):
            break
    return times


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", default="build/experts.jsonl")
    parser.add_argument("--seed", default="tune")
    parser.add_argument("--deals", type=int, default=20, help="mirrored deals of two players; others fewer")
    parser.add_argument("--only", default="", help="matches whose name holds this text")
    parser.add_argument("--table", action="store_true", help="only sum up what is there")
    chosen = parser.parse_args()
    out = Path(chosen.out)
    out.parent.mkdir(parents=True, exist_ok=True)
    known = _read(out, chosen.seed)
    matches = [match for match in MATCHES if chosen.only in match.name]
    if not matches:
        sys.exit(f"no match holds {chosen.only!r}: {', '.join(match.name for match in MATCHES)}")
    for match in matches:
        wanted = 0 if chosen.table else max(2, 2 * chosen.deals // len(match.names))
        done = known.setdefault(match.name, {})
        for number in range(wanted):
            if number not in done:
                done[number] = play_deal(match, f"{chosen.seed}/{match.rules}/{number}")
                line = {"seed": chosen.seed, "match": match.name, "number": number, **done[number]}
                with out.open("a", encoding="utf-8") as file:
                    file.write(json.dumps(line) + "\n")
        if done:
            print(summed_up(match, list(done.values())), flush=True)


def _read(out: Path, seed: str) -> dict[str, dict[int, dict[str, object]]]:
    known: dict[str, dict[int, dict[str, object]]] = {}
    for line in out.read_text(encoding="utf-8").splitlines() if out.exists() else []:
        data = json.loads(line)
        if data["seed"] == seed:
            known.setdefault(data["match"], {})[data["number"]] = data
    return known


def summed_up(match: Match, deals: Sequence[dict[str, object]]) -> str:
    """Say how a match stands: wins and points with 95 % intervals over deals, turns, answer times."""
    lays, turns = (sum(int(str(deal[name])) for deal in deals) for name in ("lays", "turns"))
    shares = [_mean(deal["shares"]) for deal in deals]
    points = [_mean(deal["points"]) for deal in deals]
    wins, score = share_estimate(shares).scaled(100), estimate(points)
    times = sorted(value for deal in deals for value in _numbers(deal["ms"]))
    return (
        f"{match.name:32} {wins.mean:5.1f} % ({wins.low:.1f} to {wins.high:.1f})  "
        f"{score.mean:+6.1f} ({score.low:+.1f} to {score.high:+.1f})  "
        f"{len(deals) * len(match.names):4} games, lays in {100 * lays / turns:.0f} % of turns, "
        f"answers {_mean(times):.0f} ms, p95 {times[int(0.95 * (len(times) - 1))]:.0f}"
    )


def _numbers(values: object) -> list[float]:
    assert isinstance(values, list), "a list of numbers"
    return values


def _mean(values: object) -> float:
    numbers = _numbers(values)
    return sum(numbers) / len(numbers)


if __name__ == "__main__":
    main()

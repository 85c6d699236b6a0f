"""Seating, compared with Pantheon's: repeated opponents and CPU seconds, 8 to 200 players, 4 to 8 rounds.

Two peers get the same input: the best of 1,000 shuffles round by round (for "fewest repeats"), and the
greedy that fills tables from the top of the standings (for Swiss, over simulated standings).
"""

import argparse
import json
import time
from pathlib import Path
from random import Random

from tilemeld.tournament.seating.baselines import best_of_shuffles, nearest_first
from tilemeld.tournament.seating.draw import draw_round, draw_schedule, fewest_possible
from tilemeld.tournament.seating.seating import Cost, Round, cost_of, even_places, meetings, schedule_cost
from tilemeld.tournament.seating.table_sizes import table_sizes

PLAYERS = (8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 22, 24, 28, 32, 40, 50, 64, 75, 100, 150, 200)


def names(count: int) -> list[str]:
    return [f"p{number}" for number in range(count)]


def met_matrix(order: list[str], history: list[Round]) -> list[list[int]]:
    met = meetings(history)
    return [[met[min(a, b), max(a, b)] if a != b else 0 for b in order] for a in order]


def shuffled_schedule(players: int, rounds: int, *, shuffles: int) -> Cost:
    rng, history = Random(1), list[Round]()
    order = names(players)
    for _ in range(rounds):
        tables = best_of_shuffles(table_sizes(players), met_matrix(order, history), rng, shuffles=shuffles)
        history.append(Round(tuple(tuple(order[at] for at in table) for table in tables)))
    return schedule_cost(history)


def swiss(players: int, rounds: int) -> tuple[int, int, int, float]:
    """Return in how many rounds we cost more than the greedy, repeats of both, CPU seconds a round."""
    rng, history, worse, ours_repeats, theirs_repeats, seconds = Random(2), list[Round](), 0, 0, 0, 0.0
    strength = {player: rng.gauss(0, 1) for player in names(players)}
    scores = dict.fromkeys(strength, 0.0)
    for number in range(rounds):
        order = sorted(strength, key=lambda player: -scores[player])
        places = {player: at + 1 for at, player in enumerate(order)}
        greedy = nearest_first(table_sizes(players), met_matrix(order, history), range(players))
        theirs = Round(tuple(tuple(order[at] for at in table) for table in greedy))
        start = time.process_time()
        ours = draw_round(order, method="swiss", seed=str(number), history=history, places=places)
        seconds += time.process_time() - start
        cost = cost_of(theirs, history, places=even_places(places))
        worse += ours.cost.total - 2 * ours.cost.seats > cost.total - 2 * cost.seats
        ours_repeats, theirs_repeats = ours_repeats + ours.cost.repeats, theirs_repeats + cost.repeats
        history.append(ours.round)
        for player in scores:
            scores[player] += strength[player] + rng.gauss(0, 1)
    return worse, ours_repeats, theirs_repeats, seconds / rounds


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", default="4,6,8", help="which numbers of rounds, with commas")
    parser.add_argument("--shuffles", type=int, default=1_000, help="shuffles of the first peer")
    options = parser.parse_args()
    rows = []
    print(
        "players rounds | repeats bound worst seats CPU s | shuffles worst | swiss greedy worse CPU s a round"
    )
    for rounds in map(int, options.rounds.split(",")):
        for players in PLAYERS:
            start = time.process_time()
            schedule = draw_schedule(names(players), rounds, seed="bench")
            seconds = time.process_time() - start
            cost, bound = schedule_cost(schedule), fewest_possible(players, rounds)
            peer = shuffled_schedule(players, rounds, shuffles=options.shuffles)
            worse, ours, theirs, swiss_seconds = swiss(players, rounds)
            rows.append(
                {
                    "players": players,
                    "rounds": rounds,
                    "repeats": cost.repeats,
                    "bound": bound,
                    "worst": cost.worst,
                    "seats": cost.seats,
                    "seconds": round(seconds, 3),
                    "shuffles_repeats": peer.repeats,
                    "shuffles_worst": peer.worst,
                    "never_worse": cost.total <= peer.total and not worse,
                    "swiss_repeats": ours,
                    "greedy_repeats": theirs,
                    "swiss_worse": worse,
                    "swiss_seconds": round(swiss_seconds, 3),
                }
            )
            print(
                f"{players:7} {rounds:6} | {cost.repeats:7} {bound:5} {cost.worst:5} {cost.seats:5}"
                f" {seconds:5.2f} | {peer.repeats:8} {peer.worst:5} |"
                f" {ours:5} {theirs:6} {worse:5} {swiss_seconds:8.2f}",
                flush=True,
            )
    out = Path(__file__).parent / "out"
    out.mkdir(exist_ok=True)
    (out / "seating.json").write_text(json.dumps(rows, indent=1) + "\n", encoding="utf-8")
    print("never worse than the peers:", all(row["never_worse"] for row in rows))


if __name__ == "__main__":
    main()

"""Whole schedules, compared with plain annealing: repeats, tables of three, seats and CPU seconds.

The peer is ``plain_annealing.c``, compiled with ``cc``: the same cost, seconds of its own for every case, but
nothing else. It stops early where it has reached what cannot be avoided. Without a compiler our side is shown
alone.
"""

import argparse
import json
import shutil
import subprocess
import tempfile
import time
from pathlib import Path

from tilemeld.tournament.seating.aims import SHORT, Aims, Priority
from tilemeld.tournament.seating.draw import draw_schedule, fewest_possible
from tilemeld.tournament.seating.seating import Cost, Round, schedule_cost
from tilemeld.tournament.seating.table_sizes import table_sizes

PEER = Path(__file__).parent / "plain_annealing.c"


def compiled(folder: str) -> str | None:
    compiler = shutil.which("cc")
    if compiler is None:
        return None
    program = f"{folder}/plain_annealing"
    subprocess.run([compiler, "-O3", "-o", program, str(PEER), "-lm"], check=True)
    return program


def annealed(program: str, players: int, rounds: int, priority: Priority, *, seconds: float) -> Cost:
    price = SHORT[priority] if priority == "repeats" else 1_100  # a steep price freezes an annealing
    asked = [program, str(players), str(rounds), str(seconds), "1", str(price)]
    lines = subprocess.run(asked, check=True, capture_output=True, text=True).stdout.splitlines()[1:]
    sizes, drawn = table_sizes(players), []
    for line in lines:
        order = iter(line.split())
        drawn.append(Round(tuple(tuple(next(order) for _ in range(size)) for size in sizes)))
    return schedule_cost(drawn, aims=Aims(priority))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--players", default="8-60", help="from-to")
    parser.add_argument("--rounds", default="3-8", help="from-to")
    parser.add_argument("--seconds", type=float, default=10, help="of annealing for every case")
    options = parser.parse_args()
    (first, last), (least, most) = (map(int, each.split("-")) for each in (options.players, options.rounds))
    rows, worse = [], 0
    print(
        "players rounds first   | bound | repeats worst spread seats CPU s | annealing: repeats worst spread"
    )
    with tempfile.TemporaryDirectory() as folder:
        program = compiled(folder)
        for players in range(first, last + 1):
            for rounds in range(least, most + 1):
                priorities: tuple[Priority, ...] = ("threes",) if players % 4 == 0 else ("threes", "repeats")
                for priority in priorities:
                    aims, start = Aims(priority), time.process_time()
                    names = [f"p{number}" for number in range(players)]
                    drawn = draw_schedule(names, rounds, seed="bench", aims=aims)
                    seconds = time.process_time() - start
                    ours, bound = schedule_cost(drawn, aims=aims), fewest_possible(players, rounds)
                    theirs = program and annealed(program, players, rounds, priority, seconds=options.seconds)
                    row = {
                        "players": players,
                        "rounds": rounds,
                        "first": priority,
                        "bound": bound,
                        "repeats": ours.repeats,
                        "worst": ours.worst,
                        "spread": ours.short_spread,
                        "seats": ours.seats,
                        "seconds": round(seconds, 2),
                    }
                    said = (
                        f"{players:7} {rounds:6} {priority:7} | {bound:5} | {ours.repeats:7} {ours.worst:5}"
                    )
                    said += f" {ours.short_spread:6} {ours.seats:5} {seconds:5.2f} |"
                    if theirs:
                        is_worse = ours.total - 2 * ours.seats > theirs.total - 2 * theirs.seats
                        worse += is_worse
                        row |= {
                            "annealing_repeats": theirs.repeats,
                            "annealing_worst": theirs.worst,
                            "annealing_spread": theirs.short_spread,
                            "worse": is_worse,
                        }
                        said += f" {theirs.repeats:18} {theirs.worst:5} {theirs.short_spread:6} |"
                        said += " worse" if is_worse else ""
                    rows.append(row)
                    print(said, flush=True)
    out = Path(__file__).parent / "out"
    out.mkdir(exist_ok=True)
    (out / "seating_search.json").write_text(json.dumps(rows, indent=1) + "\n", encoding="utf-8")
    print(f"{len(rows)} cases; costs more than annealing in {worse}")


if __name__ == "__main__":
    main()

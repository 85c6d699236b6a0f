"""``make cluster``: a whole installation plays, loses one part of each kind, and is compared with its people.

python -m tools.cluster [--servers 3] [--workers 2] [--tables 6] [--seed 1] [--keep]
python -m tools.cluster --faults 4 --seed 17      # faults by seed instead of one kill of each kind
python -m tools.cluster --faults 3 --seed 100 --runs 50   # fifty seeds, one after the other
"""

import argparse
import sys
from dataclasses import replace
from functools import partial

from tools.checker.__main__ import lines_of

from .faults import one_of_each, planned
from .installation import Installation, Shape, describe_machine
from .series import Series, by_fault
from .story import USUAL, Outcome, Script, Story, slower

THINKING = (0.2, 0.8)
"""Seconds that people take for a turn, so that games last longer than the faults."""


def main() -> int:
    """Run a story and say what came of it."""
    chosen = _options()
    if chosen.store == "sqlite":
        shape = Shape("sqlite")
    else:
        shape = Shape(
            servers=chosen.servers,
            workers=chosen.workers,
            has_bus=not chosen.no_bus,
            has_proxy=not chosen.no_proxy,
            has_links=chosen.faults > 0,
            has_clock=chosen.clock,
            older=chosen.older,
        )
    print(f"machine: {describe_machine()}", flush=True)
    installation = Installation(shape)
    try:
        if chosen.runs:
            return _series(installation, chosen)
        if chosen.faults:
            faults = planned(chosen.seed, installation, number=chosen.faults, within=chosen.within)
        else:
            faults = one_of_each(installation, every=8.0)
        script = Script(chosen.seed, chosen.tables, wish=slower(USUAL, THINKING), faults=faults)
        outcome = Story(installation, script, say=lambda line: print(line, flush=True)).run()
        print("\n".join(summary(outcome)))
        chosen.keep |= not outcome.is_good
        return 0 if outcome.is_good else 1
    finally:
        installation.stop(keep=chosen.keep)
        if chosen.keep:
            print("kept:", *sorted({str(part.folder) for part in installation.parts}))


def _series(installation: Installation, chosen: argparse.Namespace) -> int:
    """Carry out many seeds, one after the other."""
    seeds = range(chosen.seed, chosen.seed + chosen.runs)
    plan = partial(planned, installation=installation, number=chosen.faults or 3, within=chosen.within)
    series = Series(
        installation,
        seeds,
        plan,
        tables=chosen.tables,
        minutes=chosen.minutes,
        say=lambda line: print(line, flush=True),
    )
    outcome = series.run()
    print("\n".join([*by_fault(outcome.recoveries), *summary(replace(outcome, recoveries=[]))]))
    print(f"{sum(not run.problems for run in series.runs)} of {len(series.runs)} seeds without a problem")
    chosen.keep |= not outcome.is_good
    return 0 if outcome.is_good else 1


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--store", choices=["postgres", "sqlite"], default="postgres")
    parser.add_argument("--servers", type=int, default=3)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--tables", type=int, default=6)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--faults", type=int, default=0, help="so many by seed, instead of one kill of each kind"
    )
    parser.add_argument("--runs", type=int, default=0, help="so many seeds on one installation")
    parser.add_argument("--minutes", type=float, default=1e9, help="begin no other seed after so long")
    parser.add_argument("--older", default="", help="the commit from which every second server runs")
    parser.add_argument("--clock", action="store_true", help="let the database's clock jump, too")
    parser.add_argument("--within", type=float, default=15.0, help="seconds in which they come")
    parser.add_argument("--no-bus", action="store_true")
    parser.add_argument("--no-proxy", action="store_true")
    parser.add_argument("--keep", action="store_true", help="leave logs, data and journals")
    return parser.parse_args()


def summary(outcome: Outcome) -> list[str]:
    """Say what came of a story."""
    tally = outcome.tally
    lines = [f"{tally.moves} moves and {tally.games} games in {outcome.seconds:.0f} s"]
    for each in outcome.recoveries:
        itself = f"{each.fault}, which answered after {each.own_seconds:.1f} s"
        lines.append(f"  {each.seconds:5.1f} s until moves went on after: {itself}")
    wanted = ("sent again", "looked again", "reloads", "dawdled", "connection given up")
    lines.append("  people: " + ", ".join(f"{name} {tally.counts[name]}" for name in wanted))
    if tally.codes:
        lines.append(
            "  refusals and faults: " + ", ".join(f"{code} {n}" for code, n in tally.codes.most_common())
        )
    lines += lines_of(outcome.report)
    lines += [f"PROBLEM {problem}" for problem in outcome.problems]
    return [*lines, "PASSED" if outcome.is_good else "FAILED"]


if __name__ == "__main__":
    sys.exit(main())

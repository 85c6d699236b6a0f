"""``python -m tools.checker DATABASE JOURNAL…``: compare, say what was found, fail when something was."""

import argparse
import sys
from pathlib import Path

from . import check, read_journals, read_log
from .check import Bounds, Report


def main() -> int:
    """Read, compare, report."""
    parser = argparse.ArgumentParser(description="Compare a log with the journals of its clients.")
    parser.add_argument("database", help="a SQLite file, or postgresql://…")
    parser.add_argument("journals", nargs="*", type=Path, help="files that clients wrote")
    parser.add_argument("--unfinished", action="store_true", help="games may still be going on")
    parser.add_argument("--late-ms", type=int, default=Bounds().late_ms, help="how late a deadline may fire")
    chosen = parser.parse_args()
    for path in chosen.journals:
        if not path.is_file():
            parser.error(f"no journal at {str(path)!r}")
    bounds = Bounds(late_ms=chosen.late_ms, is_finished=not chosen.unfinished)
    report = check(read_log(chosen.database), read_journals(chosen.journals), bounds)
    print("\n".join(lines_of(report)))
    return 1 if report.faults else 0


def lines_of(report: Report, most: int = 20) -> list[str]:
    """Say in lines what was compared and what did not agree."""
    lines = [f"  {number:8,} {name}" for name, number in report.counts.items()]
    if report.lateness_ms:
        late = sorted(report.lateness_ms)
        middle = late[len(late) // 2]
        lines.append(f"  deadlines were fired {middle} ms after their time (median), {late[-1]} ms at worst")
    lines += [f"FAULT {fault}" for fault in report.faults[:most]]
    if len(report.faults) > most:
        lines.append(f"FAULT … and {len(report.faults) - most} more")
    return [*lines, "nothing contradicts the log" if not report.faults else f"{len(report.faults)} faults"]


if __name__ == "__main__":
    sys.exit(main())

"""Runs a command and says what it took in CPU seconds, with everything that it started.

``python -m tools.cpu_time make test``. The shell's ``time`` misses what outlives its parent, as the
processes of a browser do: here orphans come to us (on Linux), and nobody is left out.
"""

import os
import resource
import sys
import time

from tools.measure_tests import adopt_orphans


def main() -> None:
    """Run the command that is given, say what it took, and end as it did."""
    adopt_orphans()
    start = time.monotonic()
    child = os.posix_spawnp(sys.argv[1], sys.argv[1:], os.environ)
    code = 0
    while True:
        try:
            ended, status = os.wait()
        except ChildProcessError:
            break
        if ended == child:
            code = os.waitstatus_to_exitcode(status)
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    user, system = used.ru_utime, used.ru_stime
    print(f"{user + system:.0f} CPU seconds ({user:.0f} user, {system:.0f} system)", end=" ")
    print(f"in {time.monotonic() - start:.0f} seconds, at a load of {os.getloadavg()[1]:.1f}")
    sys.exit(abs(code))


if __name__ == "__main__":
    main()

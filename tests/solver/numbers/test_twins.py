"""The kernel and its plain twin: the same answers, sets and node counts, whatever is asked.

Proves `solver/numbers/backends.py`, `solver/numbers/question.py`, `solver/numbers/twin/beam.py`,
`solver/numbers/twin/groups.py`, `solver/numbers/twin/prices.py`, `solver/numbers/twin/rebuild.py`,
`solver/numbers/twin/runs.py`, `solver/numbers/twin/search.py`, `solver/numbers/twin/sweep.py`.
"""

import os
import shutil
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from threading import Thread

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from solver.judging import PLAY_GOALS, faces, judge, known_positions, positions
from tilemeld.solver import Goal, Position, has_kernel, solve
from tilemeld.solver.numbers.backends import SEARCHERS, Backend, searcher

EXAMPLES = 100


def test_the_kernel_was_built_wherever_there_is_a_compiler() -> None:
    compiler = os.environ.get("CC") or next(filter(shutil.which, ("cc", "gcc", "clang")), None)
    assert has_kernel() or compiler is None or sys.platform == "win32", (
        f"{compiler} is there, the kernel is not"
    )


@pytest.mark.kernel
@settings(max_examples=EXAMPLES)
@given(positions(), st.sampled_from(list(Goal)))
@example(Position((), ()), Goal.TILES)
@example(Position((), faces("J", "J", "J", "J"), copies=3, jokers=4), Goal.POINTS)
@example(Position((), faces("J", "J", "J", "J"), copies=3, jokers=4), Goal.OPENING)
@example(Position((faces(*(f"r{n}" for n in range(1, 14))),), faces("J", "J")), Goal.TILES)
def test_kernel_and_twin_agree_to_the_last_set(position: Position, goal: Goal) -> None:
    by_kernel = solve(position, goal, least=False, backend="kernel")
    assert by_kernel == solve(position, goal, least=False, backend="twin")
    judge(position, by_kernel)


@pytest.mark.kernel
@settings(max_examples=40)
@given(positions(most_sets=5, most_rack=6), st.sampled_from(PLAY_GOALS))
def test_kernel_and_twin_disturb_the_table_alike(position: Position, goal: Goal) -> None:
    by_kernel = solve(position, goal, least_budget_nodes=300, backend="kernel")
    assert by_kernel == solve(position, goal, least_budget_nodes=300, backend="twin")
    judge(position, by_kernel)


@pytest.mark.kernel
@settings(max_examples=EXAMPLES)
@given(positions(most_sets=12), st.sampled_from(list(Goal)), st.integers(0, 120))
def test_kernel_and_twin_agree_when_the_budget_runs_out(position: Position, goal: Goal, budget: int) -> None:
    by_kernel = solve(position, goal, budget_nodes=budget, least=False, backend="kernel")
    assert by_kernel == solve(position, goal, budget_nodes=budget, least=False, backend="twin")
    best = solve(position, goal, least=False)
    assert by_kernel.value <= best.value <= by_kernel.bound
    assert by_kernel.nodes <= budget
    if by_kernel.optimal:
        assert by_kernel.value == best.value


@pytest.mark.kernel
@settings(max_examples=60)
@given(positions(most_sets=8), st.sampled_from(list(Goal)), st.data())
def test_kernel_and_twin_obey_required_and_forbidden_tiles_alike(
    position: Position, goal: Goal, data: st.DataObject
) -> None:
    order = data.draw(st.permutations(position.rack))
    cut = data.draw(st.integers(0, min(2, len(order))))
    end = data.draw(st.integers(cut, min(cut + 2, len(order))))
    needed, kept = tuple(order[:cut]), tuple(order[cut:end])
    by_kernel = solve(position, goal, required=needed, forbidden=kept, least=False, backend="kernel")
    assert by_kernel == solve(position, goal, required=needed, forbidden=kept, least=False, backend="twin")
    judge(position, by_kernel)


def test_many_threads_may_search_at_once() -> None:
    asked = [known.position for known in known_positions("xp")]
    alone = [solve(position, least=False) for position in asked]
    with ThreadPoolExecutor(8) as pool:
        for _ in range(3):
            assert list(pool.map(lambda position: solve(position, least=False), asked)) == alone


@pytest.mark.kernel
@pytest.mark.parametrize("backend", ["kernel", "twin"])
def test_others_go_on_while_the_kernel_searches_but_not_while_the_twin_does(backend: Backend) -> None:
    """No thread is made to hand the interpreter over here: who gets in during a search was let in by it."""
    position = known_positions("xp")[0].position
    solve(position, least=False, backend=backend)  # what is loaded and kept is by now
    inside = met = finished = False

    def search() -> None:
        nonlocal inside, finished
        for _ in range(10_000 if backend == "kernel" else 3):
            inside = True
            solve(position, least=False, backend=backend)
            inside = False
            if met:
                break
        finished = True

    interval = sys.getswitchinterval()
    sys.setswitchinterval(1_000)
    try:
        searching = Thread(target=search)
        searching.start()
        while not finished:
            met = met or inside
            time.sleep(0)
        searching.join()
    finally:
        sys.setswitchinterval(interval)
    assert met == (backend == "kernel")


@pytest.mark.kernel
def test_a_backend_that_was_not_built_is_not_replaced_in_silence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(SEARCHERS, "kernel")
    assert not has_kernel()
    with pytest.raises(LookupError, match="not compiled"):
        searcher("kernel")


COUNTS, ONES = bytes(52), (1,) * 13


@pytest.mark.kernel
@pytest.mark.parametrize(
    "arguments",
    [
        (COUNTS[:51], COUNTS, (0, 0), (ONES, ONES), (0, 1, -1)),
        (bytes([1] * 52), COUNTS, (0, 0), (ONES, ONES), (0, 1, -1)),
        (COUNTS, bytes([4] * 52), (0, 0), (ONES, ONES), (0, 1, -1)),
        (COUNTS, COUNTS, (2, 1), (ONES, ONES), (0, 1, -1)),
        (COUNTS, COUNTS, (0, 5), (ONES, ONES), (0, 1, -1)),
        (COUNTS, COUNTS, (0, 0), (ONES[:12], ONES), (0, 1, -1)),
        (COUNTS, COUNTS, (0, 0), (ONES, [1] * 13), (0, 1, -1)),
        (COUNTS, COUNTS, (0, 0), ((-1,) * 13, ONES), (0, 1, -1)),
        (COUNTS, COUNTS, (0, 0), ((10**6,) * 13, ONES), (0, 1, -1)),
    ],
)
def test_the_kernel_refuses_counts_and_weights_it_cannot_hold(arguments: tuple[object, ...]) -> None:
    with pytest.raises(ValueError, match="expected"):
        SEARCHERS["kernel"](*arguments)  # type: ignore[arg-type]  # what a caller in error would pass


@pytest.mark.kernel
@pytest.mark.parametrize(
    "arguments", [(), (COUNTS, COUNTS, 1, 2, 3), (COUNTS, COUNTS, (0, 0), (("x",) * 13, ONES), (0, 1, -1))]
)
def test_the_kernel_refuses_what_is_of_the_wrong_type(arguments: tuple[object, ...]) -> None:
    with pytest.raises(TypeError):
        SEARCHERS["kernel"](*arguments)  # type: ignore[arg-type]  # what a caller in error would pass


@pytest.mark.kernel
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="memory limits of a process are Linux's")
def test_a_kernel_without_memory_raises_and_does_not_say_no_move() -> None:
    code = """
import resource
from tilemeld.engine.tiles import Face
from tilemeld.solver import Goal, Position, solve
box = [Face(f"{c}{n}") for c in "rbko" for n in range(1, 14) for _ in range(3)] + [Face("J")] * 4
hard = Position((), tuple(box[::2]) + (Face("J"),) * 2, copies=3, jokers=4)
solve(hard, Goal.OPENING)
used = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
resource.setrlimit(resource.RLIMIT_AS, (used, used))
kept = []
try:
    while True:
        kept.append(bytearray(1 << 16))
except MemoryError:
    pass
try:
    while True:
        kept.append(bytearray(1 << 10))
except MemoryError:
    pass
try:
    solve(hard, Goal.OPENING)
except MemoryError:
    kept.clear()
    print("raised")
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.stdout == "raised\n", done.stderr

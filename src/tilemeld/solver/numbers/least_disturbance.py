"""Least disturbance: of equally good plays the one that keeps most sets, then moves fewest tiles.

First the sets to break. Keeping some sets may make the goal's value unreachable: such sets are a
*conflict*, and one of them has to break. The fewest sets that break every conflict known are tried; if the
value is out of reach with all others kept, a new conflict is found and they are chosen again (the implicit
hitting set method: Moreno-Centeno and Karp 2013). The first that works is proven: fewer cannot be enough.

Then the tiles that move. Every broken set may have a *host*, a set afterwards that holds some of its tiles;
what is not in the host has moved. Hosts are tried one broken set after the other, the most overlap first.
"""

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import NamedTuple

from tilemeld.engine.sets.numbers import read_numbers
from tilemeld.engine.tiles import FaceSet

from .backends import Searcher
from .candidate_hosts import Host, hosts_of
from .counts import JOKER_INDEX, as_bytes, count_faces
from .disturbance import count_moved, tally
from .question import SearchQuestion, read_sets
from .twin.search import Status


class Least(NamedTuple):
    """A table that disturbs little, and whether none disturbs less."""

    table: tuple[FaceSet, ...]
    proven: bool
    nodes: int


def disturb_least(
    question: SearchQuestion,
    before: Sequence[FaceSet],
    after: tuple[FaceSet, ...],
    *,
    search: Searcher,
    budget: int,
) -> Least:
    """Return the least disturbing of the tables that are as good as the one given."""
    pass_ = _Pass(question, before, after, search=search, budget=budget)
    try:
        pass_.break_few()
        pass_.break_fewest()
        pass_.move_fewest()
    except _Spent:
        return Least(pass_.table, False, pass_.used)
    return Least(pass_.table, True, pass_.used)


class _Spent(Exception):  # not an error: how a pass that may not go on ends
    """The node budget is used up."""


class _Rest(NamedTuple):
    """What is still open when some sets are fixed: tiles that must and may be used, the weight to reach."""

    lowest: int
    highest: int
    weight: int


class _Pass:
    """One search for the least disturbance: what it may use, and the best table so far."""

    def __init__(
        self,
        question: SearchQuestion,
        before: Sequence[FaceSet],
        after: tuple[FaceSet, ...],
        *,
        search: Searcher,
        budget: int,
    ) -> None:
        self.question = question
        self.before = before
        self.counts = [count_faces(laid) for laid in before]
        self.weights = [question.weigh(as_bytes(counted)) for counted in self.counts]
        weight = question.weigh(as_bytes(count_faces(chain.from_iterable(after))))
        lowest, highest = (int.from_bytes(ends, "little") for ends in (question.lowest, question.highest))
        self.whole = _Rest(lowest, highest, weight)
        self.table = after
        self.search = search
        self.budget = budget
        self.used = 0
        self.fixed = frozenset(i for i, laid in enumerate(before) if not read_numbers(laid).valid)
        """List the sets that do not read, which can only be broken."""
        self.conflicts: list[frozenset[int]] = []
        self.breakings: list[frozenset[int]] = []
        self.size = len(before) + 1
        self.moved = 0

    def break_few(self) -> None:
        """Keep what the table keeps, then one more set after the other where that is possible.

        That gives a good table, though not always the best.
        """
        sets, broken = self._as_it_is()
        self._take(sets, broken)
        for i in sorted(broken - self.fixed):
            found = self._solve(self._rest(broken - {i}))
            if found is not None:
                broken -= {i}
                self._take(found, broken)

    def _as_it_is(self) -> tuple[list[FaceSet], frozenset[int]]:
        """Say which sets the table given has that did not lie there, and which ones it broke."""
        new, broken = [*self.table], set()
        tallies = [*map(tally, new)]
        for i, laid in enumerate(self.before):
            if i not in self.fixed and tally(laid) in tallies:
                place = tallies.index(tally(laid))
                del new[place], tallies[place]
            else:
                broken.add(i)
        return new, frozenset(broken)

    def break_fewest(self) -> None:
        """Find every smallest choice of sets to break, and keep the table that moves fewest tiles."""
        size = len(self.fixed)
        while not self.breakings and (size, 0) != (self.size, self.moved):
            tried: set[frozenset[int]] = set()
            while (broken := self._untried(size, tried)) is not None:
                tried.add(broken)
                sets = self._solve(self._rest(broken))
                if sets is None:
                    self._add_conflict(broken)
                    continue
                self.breakings.append(broken)
                self._take(sets, broken)
                if self.moved == 0:
                    return
            size += 1

    def move_fewest(self) -> None:
        """For every smallest choice of sets to break, look for hosts that leave fewer tiles moved."""
        for broken in self.breakings:
            order = sorted(broken, key=lambda i: (-len(self.before[i]), i))
            self._house(self._rest(broken), broken, order, hosts=(), cost=0)

    def _untried(self, size: int, tried: set[frozenset[int]]) -> frozenset[int] | None:
        """Return a choice of so many sets that breaks every conflict and was not tried yet."""
        for broken in self._hitting(self.fixed, size):
            if broken not in tried:
                return broken
        return None

    def _hitting(self, broken: frozenset[int], size: int) -> Iterator[frozenset[int]]:
        """Yield the choices of at most so many sets that break every conflict."""
        for conflict in self.conflicts:
            if not conflict & broken:
                if len(broken) < size:
                    for i in sorted(conflict):
                        yield from self._hitting(broken | {i}, size)
                return
        yield broken

    def _add_conflict(self, broken: frozenset[int]) -> None:
        """Return a minimal conflict among the kept sets."""
        conflict = [i for i in range(len(self.before)) if i not in broken]
        free = broken
        for i in tuple(conflict):
            if self._solve(self._rest(free | {i})) is None:
                free |= {i}
                conflict.remove(i)
        self.conflicts.append(frozenset(conflict))

    def _rest(self, broken: frozenset[int]) -> _Rest:
        """Return what is open when all other sets stay: the broken sets' tiles and the rack."""
        lowest, highest, weight = self.whole
        kept = [i for i in range(len(self.before)) if i not in broken]
        gone = sum([self.counts[i] for i in kept])
        return _Rest(lowest - gone, highest - gone, weight - sum([self.weights[i] for i in kept]))

    def _solve(self, rest: _Rest) -> tuple[FaceSet, ...] | None:
        """Return sets that reach the weight with what is open, or None if there are none.

        Raises _Spent when the budget ran out first.
        """
        if self.used >= self.budget:
            raise _Spent
        question = self.question._replace(lowest=as_bytes(rest.lowest), highest=as_bytes(rest.highest))
        answer = question.between(
            self.search, floor=rest.weight, ceiling=rest.weight, budget=self.budget - self.used
        )
        self.used += answer.nodes + 1
        if answer.status == Status.UNKNOWN:
            raise _Spent
        return None if answer.status == Status.NONE else read_sets(answer.sets)

    def _moved(self, sets: Sequence[FaceSet], broken: frozenset[int]) -> int:
        """Return how many tiles of the broken sets change their set."""
        return count_moved([self.before[i] for i in sorted(broken)], sets)

    def _take(self, sets: Sequence[FaceSet], broken: frozenset[int]) -> None:
        """Take the kept sets as they lie and these sets as the table, if that disturbs less than so far."""
        moved = self._moved(sets, broken)
        if (len(broken), moved) >= (self.size, self.moved):
            return
        self.size, self.moved = len(broken), moved
        kept = [laid for i, laid in enumerate(self.before) if i not in broken]
        self.table = (*kept, *sets)

    def _house(
        self,
        rest: _Rest,
        broken: frozenset[int],
        order: Sequence[int],
        *,
        hosts: tuple[FaceSet, ...],
        cost: int,
    ) -> None:
        """Try hosts for the first broken set in order, and then for the others."""
        if not order:
            return
        laid = self.before[order[0]]
        size = len(laid)
        least_overlap = max(1, cost + size - self.moved + 1)
        candidates = hosts_of(laid, as_bytes(rest.highest), least_overlap=least_overlap)
        for host in candidates:
            spent = cost + size - host.overlap
            if spent >= self.moved:
                return
            smaller = self._without(rest, host)
            sets = self._solve(smaller)
            if sets is not None:
                chosen = (*hosts, host.faces)
                self._take((*chosen, *sets), broken)
                self._house(smaller, broken, order[1:], hosts=chosen, cost=spent)
        if cost + size < self.moved:
            self._house(rest, broken, order[1:], hosts=hosts, cost=cost + size)

    def _without(self, rest: _Rest, host: Host) -> _Rest:
        """Return what is open when a host is fixed as well."""
        used = host.counted
        # Byte by byte, and not below nothing: the top bit that is set before stays where enough was there.
        left = (rest.lowest | TOP_BITS) - used
        enough = (left & TOP_BITS) >> 7
        return _Rest(
            left & enough * 127, rest.highest - used, rest.weight - self.question.weigh(as_bytes(used))
        )


TOP_BITS = int.from_bytes(bytes([128]) * (JOKER_INDEX + 1), "little")

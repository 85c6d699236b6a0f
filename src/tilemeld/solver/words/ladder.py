"""The best turn: which tables are searched, for which lengths, and with how many nodes.

Words are taken by length, the longest that table and rack could spell together first: that is a bound. A
search may go wrong in its own way, by spending everything on words that nobody can lay, so no answer comes
from one search alone. There is a *field* for every number of words that may be broken: the small tables of
so many words each or, without a limit, the whole table. Each field is searched with more and more nodes. What
is allowed more, more words or more nodes, does all the searches of what is allowed less, so **it never finds
less**. It stops as soon as an answer is proven, which it mostly is by the first search.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from tilemeld.engine.sets.lexicon import CLASS_LETTERS

from .lexicon_search import WordSearch
from .position import SHORTEST, WordPosition, WordSolution
from .turn_search import TurnSearch

BUDGET = 1_200_000
"""The default node budget of a search; most need far fewer."""
RUNGS = (BUDGET // 64, BUDGET // 16, BUDGET // 4, BUDGET, BUDGET * 4)
"""Budgets are rounded down to one of these, and the smaller ones are spent first."""
FEW = 3
"""Up to so many words a limit on broken words is exact; a higher one that still limits counts as this."""
FEW_SHARES = (4, 1, 1, 1)
"""The search that breaks no word, one, two, three gets one of so many parts of the nodes."""
PARTS = 150
"""Choices of a few words that are looked at, those with most letters first."""
SHARES = 5
"""The words of one length get one of so many parts of the nodes that are left."""
PART_SHARES = 6
"""One choice of words gets one of so many parts of what its length has left."""
LUCK = CLASS_LETTERS
"""Leftovers are laid out in words of up to so many letters: so long a new word may turn up by luck."""


@dataclass(frozen=True, slots=True)
class Field:
    """The tables on which a turn is looked for: choices of a few words of the position's, or all of it."""

    position: WordPosition
    parts: Sequence[TurnSearch]
    longest: int
    """No turn of the field has a longer new word."""
    is_complete: bool = True
    """Whether these are all the tables."""
    budget_share: int = 1

    def best(self, budget_nodes: int, *, over: int) -> WordSolution:
        """Return the best turn found with so many nodes, and what no turn of this field can beat.

        What cannot score more than ``over`` is not looked for; that changes nothing in what is found above.
        """
        found = WordSolution(self.position.table)
        can_double = self.position.can_double
        left = budget_nodes
        single = double = 0 if self.is_complete else self.longest
        """The longest words that could not be ruled out, for a plain turn and for a double."""
        for length in range(self.longest, SHORTEST - 1, -1):
            if max(length, LUCK) * (1 + can_double) <= over:
                break
            if can_double and found.points < 2 * length:
                better, ruled_out, spent = self._turn_of(length, double=True, nodes=left // SHARES)
                found, left = max(found, better or found, key=_points), left - spent
                double = double or (0 if ruled_out else length)
            if found.points < length:
                better, ruled_out, spent = self._turn_of(length, double=False, nodes=left // SHARES)
                found, left = max(found, better or found, key=_points), left - spent
                single = single or (0 if ruled_out else length)
        return replace(found, bound=max(found.points, single, 2 * double if can_double else 0))

    def emptying(self, budget_nodes: int) -> WordSolution | None:
        """Return a turn that lays the whole rack, with the longest word found; nothing if none is known."""
        left = budget_nodes
        for length in range(self.longest, SHORTEST - 1, -1):
            found, _, spent = self._turn_of(length, double=True, nodes=left // SHARES)
            left -= spent
            if found is not None:
                return found
        return None

    @property
    def nodes(self) -> int:
        """What everything that was asked here has cost."""
        return sum(part.nodes for part in self.parts)

    def _turn_of(self, length: int, *, double: bool, nodes: int) -> tuple[WordSolution | None, bool, int]:
        """Ask the tables for a turn with a word of this length; say if there is none, and what it cost.

        Where there are many tables, looking for words costs most, and is paid for every time.
        """
        spent, ruled_out = 0, True
        has_choice = len(self.parts) > 1
        for part in self.parts:
            if part.longest < length:
                continue
            if spent >= nodes:
                return None, False, spent
            spent += part.looking_for(length) if has_choice else 0
            share = max(0, nodes - spent) // (PART_SHARES if has_choice else 1)
            found, none, cost = part.turn_of(length, double=double, nodes=share)
            spent += cost
            ruled_out = ruled_out and none
            if found is not None:
                others = tuple(laid for laid in self.position.table if laid not in part.position.table)
                found = replace(found, before=self.position.table, table=(*others, *found.table))
                return found, False, spent
        return None, ruled_out, spent


def climb(
    position: WordPosition, search: WordSearch, *, breaks: int | None, budget_nodes: int
) -> WordSolution:
    """Return the best turn that breaks no more than so many words, with a bound for such turns."""
    whole = whole_table(position, search)
    best = WordSolution(position.table)
    bounds, nodes = [], 0
    for field in _fields(whole, search, breaks):
        bound = position.points_for(field.longest, laid=len(position.rack))
        for rung in RUNGS:
            if best.points >= bound or rung > budget_nodes:
                break
            found = field.best(rung // field.budget_share, over=best.points)
            bound = min(bound, max(found.bound, best.points))
            best = max(best, found, key=_points)
        bounds.append(bound)
        nodes += field.nodes
        if best.points >= bounds[0]:
            break
    return replace(best, longest=whole.longest, bound=max(bounds[0], best.points), nodes=nodes)


def climb_emptying(position: WordPosition, search: WordSearch, *, budget_nodes: int) -> WordSolution | None:
    """Return a turn that lays the whole rack, with the longest word found; nothing if none is known."""
    field = whole_table(position, search)
    bound = position.points_for(field.longest, laid=len(position.rack))
    best: WordSolution | None = None
    for rung in RUNGS:
        if rung > budget_nodes or (best is not None and best.points >= bound):
            break
        found = field.emptying(rung)
        best = max(best or found, found, key=_points) if found is not None else best
    return None if best is None else replace(best, longest=field.longest, bound=bound, nodes=field.nodes)


def whole_table(position: WordPosition, search: WordSearch) -> Field:
    """Return the field in which every word may be broken."""
    part = TurnSearch(position, search)
    return Field(position, (part,), part.longest)


def _fields(whole: Field, search: WordSearch, breaks: int | None) -> Iterator[Field]:
    """Yield the fields that a limit allows, the one with the most words first."""
    words = len(whole.position.table)
    if breaks is None or breaks >= words:
        yield whole
    few = min(FEW if breaks is None else breaks, FEW, words - 1)
    for number in range(few, -1, -1):
        yield _few_words(whole, search, number)


def _few_words(whole: Field, search: WordSearch, breaks: int) -> Field:
    """Return the field of all choices of so many words, those with most letters where there are too many."""
    position = whole.position
    choices = sorted(
        combinations(position.table, breaks), key=lambda few: -sum(len(laid.word) for laid in few)
    )
    parts = [
        TurnSearch(replace(position, table=few), search, beside=position.words - {laid.word for laid in few})
        for few in choices[:PARTS]
    ]
    letters = len(position.rack) + sum(len(laid.word) for laid in choices[0])
    return Field(
        position,
        parts,
        min(letters, whole.longest),
        is_complete=len(choices) <= PARTS,
        budget_share=FEW_SHARES[breaks],
    )


def _points(solution: WordSolution) -> int:
    return solution.points

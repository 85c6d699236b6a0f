"""Building the smallest automaton that accepts exactly the given words, from a sorted list.

The words come in sorted order, so that everything behind the common beginning of one word and the next
is final and can be shared at once (Daciuk, Mihov, Watson, Watson: Incremental Construction of Minimal
Acyclic Finite-State Automata, 2000). We differ in keeping the word's end on the edge rather than on the
node, which saves a node for every ending, and in the order of the nodes: those with the longest words
before them come first. So every edge leads further on, and the same words always give the same bytes.

An *edge* is 32 bits: the letter (6), whether it is the last of its node (1), where the next node's edges
begin (24), whether a word ends here (1). A *node* is the lower 25 bits of the edge that leads to it.
"""

from array import array
from collections.abc import Iterable, Sequence

MAX_LETTERS = 64
MAX_EDGES = 1 << 24
LETTER_SHIFT = 26
LAST = 1 << 25
NODE = LAST - 1
"""The part of an edge that says where it leads, and whether a word ends there."""


def build_edges(words: Iterable[bytes]) -> "array[int]":
    """Return the edges of the automaton; the root's begin at 1, and 0 is where nothing follows.

    The words are sorted, different and not empty, a letter's number in each byte.

    Raises ``ValueError`` when they are not, or are too many for 24 bits.
    """
    nodes: dict[tuple[int, ...], int] = {(): 0}
    open_edges: list[list[int]] = [[]]
    ends = [0]
    previous = b""
    for word in words:
        shared = _shared(previous, word)
        if shared == len(word) or word < previous:
            raise ValueError(f"expected sorted, different words, got {word!r} after {previous!r}")
        _close(open_edges, ends, nodes, previous, shared)
        for _ in range(shared, len(word)):
            open_edges.append([])
            ends.append(0)
        ends[-1] = 1
        previous = word
    _close(open_edges, ends, nodes, previous, 0)
    return _number(open_edges[0], list(nodes))


def _shared(one: bytes, other: bytes) -> int:
    """Return how many letters two words share at their beginning."""
    if other.startswith(one):
        return len(one)
    shared = 0
    for left, right in zip(one, other, strict=False):
        if left != right:
            break
        shared += 1
    return shared


def _close(
    open_edges: list[list[int]], ends: list[int], nodes: dict[tuple[int, ...], int], word: bytes, keep: int
) -> None:
    """Share the nodes behind the first letters of the word: nothing will be added to them any more."""
    for depth in range(len(word), keep, -1):
        node = nodes.setdefault(tuple(open_edges.pop()), len(nodes))
        open_edges[-1].append(word[depth - 1] << LETTER_SHIFT | node << 1 | ends.pop())


def _number(root: list[int], nodes: list[tuple[int, ...]]) -> "array[int]":
    """Lay the nodes out, those with the longest words before them first: an edge always leads further on."""
    heights = [0]
    for edges in nodes[1:]:
        heights.append(1 + max(heights[(edge & NODE) >> 1] for edge in edges))
    starts = [0] * len(nodes)
    free = 1 + len(root)
    order = sorted(range(1, len(nodes)), key=lambda node: -heights[node])
    for node in order:
        starts[node] = free
        free += len(nodes[node])
    if free > MAX_EDGES:
        raise ValueError(f"expected at most {MAX_EDGES} edges, got {free}: the list is too large")
    laid = array("I", [0])
    laid_out: list[Sequence[int]] = [root, *(nodes[node] for node in order)]
    for level in laid_out:
        for edge in level:
            laid.append(edge & ~NODE | starts[(edge & NODE) >> 1] << 1 | edge & 1)
        if level:
            laid[-1] |= LAST
    return laid

"""Plan: a short list of moves from the present table to the desired one.

One *move* takes any number of tiles from one place (a set on the table, or the rack), all at once,
and puts them down in one other place (another set, or a free spot). Every tile moves at most once
and goes straight to the set in which it ends; nothing is held in the hand between two moves. So the
number of moves is the number of times a person reaches out, and each of them is final.

Between two moves a set may be broken or not yet complete: the plan takes the order of moves in which
the fewest sets are, counted over all moments. A set that is equal before and after, whatever the
order of its tiles (N5), is never touched.

The codes of moves: ``plan/new-set`` lays rack tiles on a free spot, ``plan/add`` adds rack tiles to a
set, ``plan/split`` parts a set in two sets, ``plan/take`` takes tiles out to start a set with them,
``plan/move`` moves tiles from one set to another, ``plan/join`` puts a whole set to another. How few
transfers are enough is decided in ``transfers``; the texts are in ``text``.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from tilemeld.engine.tiles import Face, FaceSet

from .order import Move, best_order, in_order, is_set
from .transfers import Flow, least_flows

PLAN_CODES = ("plan/new-set", "plan/add", "plan/split", "plan/take", "plan/move", "plan/join")
"""The stable codes of moves, one list for wire, translations and tests."""

ALWAYS_PROVEN = 4
"""With so many changed sets or fewer the budget is ignored: the plan is the shortest."""

LARGEST_RACK = 40
"""Beyond this many tiles the budget applies: with a whole box a proof would take too long."""


@dataclass(frozen=True, slots=True)
class PlanStep:
    """One move, with everything that its text needs."""

    code: str
    """One of ``PLAN_CODES``."""
    tiles: FaceSet
    """What moves."""
    source: int | None
    """The place it comes from: an index into the table, new places counted on; ``None`` is the rack."""
    target: int
    """The place it goes to; the next free number for a free spot."""
    source_set: FaceSet
    """The source as it lies before the move; empty for the rack."""
    target_set: FaceSet
    """The target as it lies before the move; empty for a free spot."""
    left: FaceSet
    """What is left in the source; empty for the rack and after a join."""
    result: FaceSet
    """The target as it lies after the move."""


@dataclass(frozen=True, slots=True)
class Plan:
    """Moves that lead from one table to another."""

    steps: tuple[PlanStep, ...]
    proven: bool
    """Whether no plan has fewer moves."""


def make_plan(before: Sequence[FaceSet], after: Sequence[FaceSet], *, budget_nodes: int = 1_000) -> Plan:
    """Return a plan with the fewest moves that turns one table into the other.

    Tiles that are in ``after`` but not in ``before`` come from the rack. Where more than four sets of
    ``before`` change, or more tiles are laid than a rack holds, each part of the table may look at
    ``budget_nodes`` choices; if that was not enough, the plan is good but not ``proven`` the shortest.

    >>> from tilemeld.engine.notation import parse_face_sets
    >>> table = parse_face_sets("r3 r4 r5 r6")
    >>> wanted = parse_face_sets("r3 r4 r5 | r6 b6 k6")
    >>> [(step.code, step.result) for step in make_plan(table, wanted).steps]
    [('plan/take', ('r6',)), ('plan/add', ('r6', 'b6', 'k6'))]

    Raises ``ValueError`` when a tile of ``before`` is missing in ``after``.
    """
    lost = Counter(face for laid in before for face in laid)
    lost.subtract(Counter(face for laid in after for face in laid))
    if missing := +lost:
        raise ValueError(
            f"expected every table tile in the new table, missing {sorted(missing.elements())!r}"
        )
    changed, wanted = _changes(before, after)
    rows = [Counter(before[place]) for place in changed]
    columns = [Counter(after[index]) for index in wanted]
    is_turn = len(rows) <= ALWAYS_PROVEN and (-lost).total() <= LARGEST_RACK
    limit = None if is_turn else budget_nodes
    flows = least_flows([*rows, -lost], columns, budget_nodes=limit)
    board = Board(before, changed, [after[index] for index in wanted])
    for flow in flows:
        board.carry_out(flow)
    return Plan(tuple(board.steps), all(flow.proven for flow in flows))


def apply_step(places: Sequence[FaceSet], step: PlanStep) -> tuple[FaceSet, ...]:
    """Return the places after one move; an emptied place stays, so that the numbers keep their meaning.

    Raises ``ValueError`` when the places are not as the move expects them.
    """
    laid = [*places]
    if step.target == len(laid):
        laid.append(())
    source_set = () if step.source is None else laid[step.source]
    if (source_set, laid[step.target]) != (step.source_set, step.target_set):
        raise ValueError(f"expected the places of {step!r}, got {places!r}")
    if step.source is not None:
        laid[step.source] = step.left
    laid[step.target] = step.result
    return tuple(laid)


def apply_plan(before: Sequence[FaceSet], plan: Plan) -> tuple[FaceSet, ...]:
    """Return the table after all moves of the plan, in the order of its places."""
    places = tuple(before)
    for step in plan.steps:
        places = apply_step(places, step)
    return tuple(laid for laid in places if laid)


def _changes(before: Sequence[FaceSet], after: Sequence[FaceSet]) -> tuple[list[int], list[int]]:
    """List the places of the sets that change, and the indexes of the sets that are new."""
    old = [_key(laid) for laid in before]
    new = [_key(laid) for laid in after]
    return _beyond(old, Counter(new)), _beyond(new, Counter(old))


def _key(laid: FaceSet) -> FaceSet:
    return tuple(sorted(laid))


def _beyond(keys: list[FaceSet], others: Counter[FaceSet]) -> list[int]:
    """List the indexes of the keys that are left when each of the others has taken away one equal."""
    rest = []
    for index, key in enumerate(keys):
        if others[key]:
            others[key] -= 1
        else:
            rest.append(index)
    return rest


class Board:
    """The places while a plan is made: it makes the moves in the best order and writes them down.

    The last six methods are about numbers; ``words.plan`` answers them for letters.
    """

    def __init__(self, before: Sequence[FaceSet], changed: Sequence[int], wanted: Sequence[FaceSet]) -> None:
        self.places = [*before]
        self.steps: list[PlanStep] = []
        self._changed = [*changed, None]
        self._wanted = wanted

    def carry_out(self, flow: Flow) -> None:
        """Make all transfers of one part of the table; spots not yet chosen have numbers below 0."""
        ends = {column: -1 - column for _, column, _ in flow.transfers}
        ends |= {column: _known(self._changed[row]) for column, row in flow.home.items()}
        finals = {place: self._wanted[column] for column, place in ends.items()}
        moves = [
            Move(self._changed[row], ends[column], self._in_hand(tiles, self._wanted[column]))
            for row, column, tiles in flow.transfers
        ]
        touched = {place for move in moves for place in move[:2] if place is not None}
        holds = {place: self._bare(self.places[place]) if place >= 0 else () for place in sorted(touched)}
        spots: dict[int, int] = {}
        for number in best_order(holds, moves, is_whole=self._is_whole):
            self._make(moves[number], spots, finals)
        self._finish(finals)

    def _make(self, move: Move, spots: dict[int, int], finals: dict[int, FaceSet]) -> None:
        target = move.target if move.target >= 0 else spots.setdefault(move.target, len(self.places))
        if target == len(self.places):
            self.places.append(())
        target_set = self.places[target]
        result = self._lay((*target_set, *move.tiles), finals[move.target])
        source_set: FaceSet = ()
        left: FaceSet = ()
        if move.source is not None:
            source_set = self.places[move.source]
            left = self._lay(self._without(source_set, move.tiles), finals.get(move.source, ()))
            self.places[move.source] = left
        self.places[target] = result
        code = self._code(source_set, target_set, left, result)
        self.steps.append(
            PlanStep(
                code=code,
                tiles=move.tiles,
                source=move.source,
                target=target,
                source_set=source_set,
                target_set=target_set,
                left=left,
                result=result,
            )
        )

    def _without(self, laid: FaceSet, tiles: FaceSet) -> FaceSet:
        """Return what is left of a set, in its order, when the tiles are taken out."""
        taken = Counter(tiles)
        left = []
        for face, bare in zip(laid, self._bare(laid), strict=True):
            if taken[bare]:
                taken[bare] -= 1
            else:
                left.append(face)
        return tuple(left)

    def _code(self, source_set: FaceSet, target_set: FaceSet, left: FaceSet, result: FaceSet) -> str:
        """Name the kind of move by what is there before and after it."""
        if not source_set:
            return "plan/add" if target_set else "plan/new-set"
        if target_set:
            return "plan/move" if left else "plan/join"
        return "plan/split" if self._is_split(left, result) else "plan/take"

    def _bare(self, faces: FaceSet) -> FaceSet:
        """Return the tiles without what jokers stand for."""
        return faces

    def _is_whole(self, faces: FaceSet) -> bool:
        """Say of tiles in any order whether they are a set."""
        return is_set(faces)

    def _is_split(self, left: FaceSet, result: FaceSet) -> bool:
        """Say of the two parts of a set whether they are sets."""
        return is_set(left) and is_set(result)

    def _in_hand(self, tiles: Sequence[Face], final: FaceSet) -> FaceSet:
        """Put the tiles of a move in order."""
        return in_order(tiles)

    def _lay(self, faces: FaceSet, final: FaceSet) -> FaceSet:
        """Lay tiles as they lie in the end when they are complete; until then as they read best."""
        return final if _key(faces) == _key(final) else in_order(faces)

    def _finish(self, finals: dict[int, FaceSet]) -> None:
        """Do what is left when all tiles are where they belong: with numbers nothing."""


def _known(place: int | None) -> int:
    assert place is not None, "the rack is nobody's home"
    return place

"""The plan of a word turn: which letters of which words go where, as moves of the hand.

The moves are those of ``plan``, with the same codes; one more, ``plan/order``, puts the letters of a word
in another order. Letters are put down in the order of the word that they end in, and a joker is written
with its letter (``?(T)``) as soon as its word is complete.
"""

from collections import Counter
from collections.abc import Sequence

from tilemeld.engine.tiles import Face

from .plan import PLAN_CODES, Plan, Step
from .plan_flow import Flow, least_flows
from .plan_order import Faces, Move, best_order
from .word_position import JOKER, LaidWord, tiles_laid

WORD_PLAN_CODES = (*PLAN_CODES, "plan/order")
"""The stable codes of moves with words."""


def word_faces(laid: LaidWord) -> Faces:
    """Return the tiles of a word as they are written one by one, a joker with its letter.

    >>> word_faces(LaidWord("KOT", (2,)))
    ('K', 'O', '?(T)')
    """
    return tuple(
        Face(f"{JOKER}({letter})" if place in laid.jokers else letter)
        for place, letter in enumerate(laid.word)
    )


def make_word_plan(
    before: Sequence[LaidWord], after: Sequence[LaidWord], *, budget_nodes: int = 1_000
) -> Plan:
    """Return few moves that turn one table of words into the other; the places are those of ``before``.

    >>> plan = make_word_plan([LaidWord("KOSZYK")], [LaidWord("KOT"), LaidWord("SZYK")])
    >>> [(step.code, "".join(step.tiles), "".join(step.result)) for step in plan.steps]
    [('plan/take', 'KO', 'KO'), ('plan/add', 'T', 'KOT')]

    Raises ``ValueError`` when a tile of the table is gone.
    """
    rack = Counter({Face(face): count for face, count in tiles_laid(before, after).items()})
    changed = [place for place, laid in enumerate(before) if laid not in after]
    wanted = [laid for laid in after if laid not in before]
    rows = [_counted(before[place]) for place in changed]
    flows = least_flows([*rows, rack], [_counted(laid) for laid in wanted], budget_nodes=budget_nodes)
    board = _WordBoard(before, changed, wanted)
    for flow in flows:
        board.carry_out(flow)
    return Plan(tuple(board.steps), all(flow.proven for flow in flows))


def _counted(laid: LaidWord) -> Counter[Face]:
    return Counter(map(Face, laid.faces))


class _WordBoard:
    """The places while a plan is made: it makes the moves in the best order and writes them down."""

    def __init__(
        self, before: Sequence[LaidWord], changed: Sequence[int], wanted: Sequence[LaidWord]
    ) -> None:
        self.places = [word_faces(laid) for laid in before]
        self.steps: list[Step] = []
        self._changed = [*changed, None]
        self._finals = [word_faces(laid) for laid in wanted]
        self._whole = {_key(faces) for faces in (*self.places, *self._finals)}

    def carry_out(self, flow: Flow) -> None:
        """Make all transfers of one part of the table; spots not yet chosen have numbers below 0."""
        homes = {column: self._changed[row] for column, row in flow.home.items()}
        ends = {column: -1 - column for _, column, _ in flow.transfers}
        ends |= {column: place for column, place in homes.items() if place is not None}
        finals = {place: self._finals[column] for column, place in ends.items()}
        moves = [
            Move(self._changed[row], ends[column], _spelled(tiles, self._finals[column]))
            for row, column, tiles in flow.transfers
        ]
        touched = {place for move in moves for place in move[:2] if place is not None}
        holds = {place: _bare(self.places[place]) if place >= 0 else () for place in sorted(touched)}
        spots: dict[int, int] = {}
        for number in best_order(holds, moves, is_whole=lambda faces: _key(faces) in self._whole):
            self._make(moves[number], spots, finals)
        for place, final in finals.items():
            if place >= 0 and self.places[place] != final:
                self._put_in_order(place, final)

    def _make(self, move: Move, spots: dict[int, int], finals: dict[int, Faces]) -> None:
        target = move.target if move.target >= 0 else spots.setdefault(move.target, len(self.places))
        if target == len(self.places):
            self.places.append(())
        target_set = self.places[target]
        result = _lay((*target_set, *move.tiles), finals[move.target])
        source_set: Faces = ()
        left: Faces = ()
        if move.source is not None:
            source_set = self.places[move.source]
            left = _lay(_without(source_set, move.tiles), finals.get(move.source, ()))
            self.places[move.source] = left
        self.places[target] = result
        code = self._code(source_set, target_set, left, result)
        self.steps.append(Step(code, move.tiles, move.source, target, source_set, target_set, left, result))

    def _put_in_order(self, place: int, final: Faces) -> None:
        """Put letters that stay where they are in another order."""
        lying = self.places[place]
        self.steps.append(Step("plan/order", _bare(final), place, place, lying, lying, final, final))
        self.places[place] = final

    def _code(self, source_set: Faces, target_set: Faces, left: Faces, result: Faces) -> str:
        """Name the kind of move by what is there before and after it."""
        if not source_set:
            return "plan/add" if target_set else "plan/new-set"
        if target_set:
            return "plan/move" if left else "plan/join"
        return "plan/split" if {left, result} <= {*self._finals} else "plan/take"


def _bare(faces: Faces) -> Faces:
    """Return the faces without what jokers stand for."""
    return tuple([Face(face[0]) for face in faces])


def _key(faces: Faces) -> Faces:
    return tuple(sorted(_bare(faces)))


def _spelled(tiles: Sequence[Face], final: Faces) -> Faces:
    """Put tiles in the order of the word that they end in."""
    return _bare(_lay(tuple(tiles), final))


def _lay(faces: Faces, final: Faces) -> Faces:
    """Lay letters in the order of the word they become, those of no use to it last; its jokers are named."""
    if _key(faces) == _key(final):
        return final
    left = [*faces]
    ordered = []
    for wanted in _bare(final):
        found = next((face for face in left if face[0] == wanted), None)
        if found is not None:
            left.remove(found)
            ordered.append(found)
    return (*ordered, *left)


def _without(laid: Faces, tiles: Faces) -> Faces:
    """Return what is left of a word, in its order, when the tiles are taken out."""
    taken = Counter(tiles)
    left = []
    for face in laid:
        if taken[Face(face[0])]:
            taken[Face(face[0])] -= 1
        else:
            left.append(face)
    return tuple(left)

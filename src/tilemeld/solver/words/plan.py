"""The plan of a word turn: which letters of which words go where, as moves of the hand.

The moves are those of ``plan``, with the same codes; one more, ``plan/order``, puts the letters of a word
in another order. Letters are put down in the order of the word that they end in, and a joker is written
with its letter (``?(T)``) as soon as its word is complete.
"""

from collections import Counter
from collections.abc import Sequence

from tilemeld.engine.tiles import Face, FaceSet
from tilemeld.solver.plan.plan import PLAN_CODES, Board, Plan, PlanStep
from tilemeld.solver.plan.transfers import least_flows

from .position import JOKER, LaidWord, tiles_laid

WORD_PLAN_CODES = (*PLAN_CODES, "plan/order")
"""The stable codes of moves with words."""


def word_faces(laid: LaidWord) -> FaceSet:
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
    board = _WordBoard([word_faces(laid) for laid in before], changed, [word_faces(laid) for laid in wanted])
    for flow in flows:
        board.carry_out(flow)
    return Plan(tuple(board.steps), all(flow.proven for flow in flows))


def _counted(laid: LaidWord) -> Counter[Face]:
    return Counter(map(Face, laid.faces))


class _WordBoard(Board):
    """The places while a plan is made with words."""

    def __init__(self, before: Sequence[FaceSet], changed: Sequence[int], wanted: Sequence[FaceSet]) -> None:
        super().__init__(before, changed, wanted)
        self._whole = {_key(faces) for faces in (*before, *wanted)}

    def _bare(self, faces: FaceSet) -> FaceSet:
        return _bare(faces)

    def _is_whole(self, faces: FaceSet) -> bool:
        return _key(faces) in self._whole

    def _is_split(self, left: FaceSet, result: FaceSet) -> bool:
        return {left, result} <= {*self._wanted}

    def _in_hand(self, tiles: Sequence[Face], final: FaceSet) -> FaceSet:
        """Put tiles in the order of the word that they end in."""
        return _bare(self._lay(tuple(tiles), final))

    def _lay(self, faces: FaceSet, final: FaceSet) -> FaceSet:
        """Lay letters in the order of the word they become, what it has no use for last; jokers are named."""
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

    def _finish(self, finals: dict[int, FaceSet]) -> None:
        """Put letters that stay where they are in another order."""
        for place, final in finals.items():
            if place >= 0 and (lying := self.places[place]) != final:
                step = PlanStep(
                    code="plan/order",
                    tiles=_bare(final),
                    source=place,
                    target=place,
                    source_set=lying,
                    target_set=lying,
                    left=final,
                    result=final,
                )
                self.steps.append(step)
                self.places[place] = final


def _bare(faces: FaceSet) -> FaceSet:
    return tuple([Face(face[0]) for face in faces])


def _key(faces: FaceSet) -> FaceSet:
    return tuple(sorted(_bare(faces)))

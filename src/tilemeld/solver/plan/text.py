"""The words of a plan, rendered from its codes in English, Polish, Czech and Ukrainian.

Tiles are written in the notation (``r7``, ``J``), which is the same everywhere; the words are those
that players know from their boxes (RULES.md, section 9). The texts are in ``words/*/plans.json``.
"""

from collections.abc import Mapping

from tilemeld.engine.notation import format_faces
from tilemeld.words.message import fill

from .catalogue import TEXTS
from .plan import Plan, PlanStep


def format_plan(plan: Plan, language: str = "en") -> str:
    """Write the plan as a heading and numbered sentences.

    >>> from tilemeld.engine.notation import parse_face_sets
    >>> from tilemeld.solver.plan.plan import make_plan
    >>> plan = make_plan(parse_face_sets("r3 r4 r5"), parse_face_sets("r3 r4 r5 r6 r7"))
    >>> print(format_plan(plan, "pl"))
    1 krok, krócej się nie da:
    1. Dołóż z tabliczki r6 r7 do zestawu r3 r4 r5: r3 r4 r5 r6 r7.

    Raises ``ValueError`` for a language that the catalogue does not have.
    """
    texts = _texts(language)
    if not plan.steps:
        return texts["nothing"]
    heading = texts["proven"] if plan.proven else texts["found"]
    counted = fill(texts["steps"], language, {"n": len(plan.steps)})
    lines = [f"{number}. {format_step(step, language)}" for number, step in enumerate(plan.steps, start=1)]
    return "\n".join([fill(heading, language, {"counted": counted}), *lines])


def format_step(step: PlanStep, language: str = "en") -> str:
    """Write one move of a plan as a sentence."""
    texts = _texts(language)
    values = {
        "tiles": format_faces(step.tiles),
        "counted": fill(texts["tiles"], language, {"n": len(step.tiles)}),
        "source": format_faces(step.source_set),
        "target": format_faces(step.target_set),
        "left": format_faces(step.left),
        "result": format_faces(step.result),
    }
    return fill(texts[step.code], language, values)


def _texts(language: str) -> Mapping[str, str]:
    try:
        return TEXTS[language]
    except KeyError:
        raise ValueError(f"expected one of {sorted(TEXTS)}, got {language!r}") from None

"""The words of a plan, rendered from its codes in English, Polish, Czech and Ukrainian.

Tiles are written in the notation (``r7``, ``J``), which is the same everywhere; the words are those
that players know from their boxes (RULES.md, section 9). Counted words have the plural forms of
each language: two in English, three in the others. The texts are in ``words/*/plans.json``.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from tilemeld.engine.notation import format_faces

from .catalogue import FORMS, TEXTS
from .plan import Plan, Step


@dataclass(frozen=True, slots=True)
class PlanWords:
    """One language: sentences by code, and counted words in their plural forms, in the language's order."""

    sentences: Mapping[str, str]
    """For each code of a move; ``{tiles} {counted} {source} {target} {left} {result}`` are filled in."""
    tiles: tuple[str, ...]
    """Tiles as the object of a sentence, counted: 1, 2, 5."""
    steps: tuple[str, ...]
    nothing: str
    proven: str
    """The heading when no plan is shorter; ``{counted}`` is filled in."""
    found: str
    """The heading when a shorter plan may exist."""


def _words_of(language: str) -> PlanWords:
    texts, forms = TEXTS[language], FORMS[language]
    return PlanWords(
        sentences={key: text for key, text in texts.items() if key.startswith("plan/")},
        tiles=forms["tiles"],
        steps=forms["steps"],
        nothing=texts["nothing"],
        proven=texts["proven"],
        found=texts["found"],
    )


PLAN_WORDS: Mapping[str, PlanWords] = MappingProxyType({language: _words_of(language) for language in TEXTS})
"""The catalogue, by language."""


def format_plan(plan: Plan, language: str = "en") -> str:
    """Write the plan as a heading and numbered sentences.

    >>> from tilemeld.engine.notation import parse_face_sets
    >>> from tilemeld.solver.plan.plan import make_plan
    >>> plan = make_plan(parse_face_sets("r3 r4 r5"), parse_face_sets("r3 r4 r5 r6 r7"))
    >>> print(format_plan(plan, "pl"))
    1 krok, mniej się nie da:
    1. Dołóż z tabliczki r6 r7 do zestawu r3 r4 r5: r3 r4 r5 r6 r7.

    Raises ``ValueError`` for a language that the catalogue does not have.
    """
    words = _words(language)
    if not plan.steps:
        return words.nothing
    heading = words.proven if plan.proven else words.found
    counted = count_words(len(plan.steps), words.steps, language)
    lines = [f"{number}. {format_step(step, language)}" for number, step in enumerate(plan.steps, start=1)]
    return "\n".join([heading.format(counted=counted), *lines])


def format_step(step: Step, language: str = "en") -> str:
    """Write one move of a plan as a sentence."""
    words = _words(language)
    return words.sentences[step.code].format(
        tiles=format_faces(step.tiles),
        counted=count_words(len(step.tiles), words.tiles, language),
        source=format_faces(step.source_set),
        target=format_faces(step.target_set),
        left=format_faces(step.left),
        result=format_faces(step.result),
    )


def count_words(n: int, forms: tuple[str, ...], language: str) -> str:
    """Write a number with the matching form of the word (the CLDR's plural rules).

    >>> [count_words(n, ("{n} плитка", "{n} плитки", "{n} плиток"), "uk") for n in (1, 3, 11, 21, 22)]
    ['1 плитка', '3 плитки', '11 плиток', '21 плитка', '22 плитки']
    """
    return forms[min(_plural(n, language), len(forms) - 1)].format(n=n)


def _plural(n: int, language: str) -> int:
    """Return the plural form of a whole number: 0 one, 1 few, 2 many."""
    teens = n % 100 in (11, 12, 13, 14)
    if n == 1 or (language == "uk" and n % 10 == 1 and not teens):
        return 0
    if language == "cs":
        return 1 if 2 <= n <= 4 else 2
    return 1 if 2 <= n % 10 <= 4 and not teens else 2


def _words(language: str) -> PlanWords:
    try:
        return PLAN_WORDS[language]
    except KeyError:
        raise ValueError(f"expected one of {sorted(PLAN_WORDS)}, got {language!r}") from None

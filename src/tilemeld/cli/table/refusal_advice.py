"""Remedies: what would work, in addition to the engine's reason for a refusal."""

from collections.abc import Iterable
from typing import get_args

from tilemeld.cli.text.catalogue import Key
from tilemeld.cli.text.refusals import in_words
from tilemeld.cli.text.speech import ENGLISH, Speech
from tilemeld.engine.errors import Refusal
from tilemeld.engine.tiles import Table

from .draft import Draft

REMEDIES: frozenset[str] = frozenset(
    key.removeprefix("remedy.") for key in get_args(Key) if key.startswith("remedy.")
)
"""The codes of refusals for which there is something to do; examples are in the notation of the game."""


def explain(
    refusals: Iterable[Refusal], draft: Draft, table: Table, *, speech: Speech = ENGLISH
) -> list[str]:
    """Say everything the engine said, and what would work.

    The engine counts sets in the table that was confirmed, or in its own ``table`` for those that lay
    there; people know them by the draft's numbers.
    """
    notation = draft.notation
    examples = {"set": notation.set, "tile": notation.tile, "joker": notation.joker}
    lines = []
    remedies: dict[str, None] = {}
    for refusal in refusals:
        lines.append(f"{_capital(in_words(_renumbered(refusal, draft, table), speech))}.")
        if refusal.code in REMEDIES:
            remedies[speech.say_of("remedy", refusal.code, **examples)] = None
    return [*lines, *(f"→ {_capital(remedy)}." for remedy in remedies)]


def _renumbered(refusal: Refusal, draft: Draft, table: Table) -> Refusal:
    """Turn the engine's count of a set into the number under which the player sees it."""
    place = refusal.params.get("set")
    if not isinstance(place, int):
        return refusal
    lying = refusal.code == "opening/table-touched"
    number = draft.table.index(table[place - 1]) + 1 if lying else draft.number_of(place - 1)
    return Refusal(refusal.code, {**refusal.params, "set": number})


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:] if not text[:2].strip("rbkoJ").isdigit() else text

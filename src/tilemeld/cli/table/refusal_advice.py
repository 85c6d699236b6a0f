"""Remedies: what would work, in addition to the engine's reason for a refusal."""

from collections.abc import Iterable, Mapping

from tilemeld.cli.text.event_sentences import in_words
from tilemeld.engine.errors import Refusal
from tilemeld.engine.tiles import Table

from .draft import Draft

REMEDIES: Mapping[str, str] = {
    "table/bad-set": "add or move tiles until every set reads, or 'undo'",
    "table/tile-missing": "'undo', or put it back",
    "table/joker-freed": "'reset', open first, free the joker in a later turn",
    "lay/nothing": "type 'lay {set}' or 'add {tile} 3', or 'take'",
    "opening/too-low": "lay more sets from your rack, or 'reset' and 'take'",
    "opening/table-touched": "'reset' and lay sets from your rack only; the table is for later turns",
    "opening/one-word": "lay one word from your rack, or 'reset' and 'take'",
    "opening/word-too-short": "find a longer word, or 'reset' and 'take'",
    "word/on-table": "lay another word, or take that one apart: 'make 1 2 KOT SZYK'",
    "word/twice": "lay another word",
    "opening/no-jokers": "'back {joker}' and open without it",
    "take/bank-empty": "type 'pass'",
    "pass/bank-not-empty": "type 'take'",
}
"""What a player can do about a refusal, by its code; examples are written as the game writes its tiles."""


def explain(refusals: Iterable[Refusal], draft: Draft, table: Table) -> list[str]:
    """Say everything the engine said, and what would work.

    The engine counts sets in the table that was confirmed, or in its own ``table`` for those that lay
    there; people know them by the draft's numbers.
    """
    notation = draft.notation
    examples = {"set": notation.set, "tile": notation.tile, "joker": notation.joker}
    lines = []
    remedies: dict[str, None] = {}
    for refusal in refusals:
        lines.append(f"{_capital(in_words(_renumbered(refusal, draft, table)))}.")
        if refusal.code in REMEDIES:
            remedies[REMEDIES[refusal.code].format(**examples)] = None
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

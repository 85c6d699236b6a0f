"""Orders: the lines that a player types, split into a verb and its words, and how they change the draft."""

import difflib
import re
from collections.abc import Mapping
from typing import NamedTuple

from tilemeld.cli.text.catalogue import Key
from tilemeld.cli.text.notations import NUMBERS, Notation, is_spelled
from tilemeld.engine.notation import WrittenSet, WrittenTile

from .draft import Draft, DraftError

ALIASES: Mapping[str, str] = {
    "l": "lay",
    "a": "add",
    "m": "move",
    "mv": "move",
    "b": "back",
    "return": "back",
    "replace": "swap",
    "free": "swap",
    "u": "undo",
    "d": "done",
    "confirm": "done",
    "end": "done",
    "t": "take",
    "draw": "take",
    "p": "pass",
    "s": "sort",
    "h": "hint",
    "?": "help",
    "q": "quit",
    "exit": "quit",
    "bye": "quit",
    "look": "show",
    "rack": "show",
    "sheet": "score",
    "merge": "join",
}
EDITS = ("lay", "add", "move", "split", "join", "swap", "back", "table", "make")
"""The verbs that change the draft."""
VERBS = (
    *EDITS,
    "undo",
    "reset",
    "done",
    "take",
    "pass",
    "sort",
    "hint",
    "show",
    "score",
    "rules",
    "check",
    "help",
    "quit",
)

HELP: tuple[tuple[str, Key], ...] = (
    ("lay r10 b10 k10", "help.lay"),
    ("add r7 3", "help.add"),
    ("move r7 3 5", "help.move"),
    ("split 3 r6", "help.split"),
    ("join 2 5", "help.join"),
    ("swap r7 3", "help.swap"),
    ("back r7", "help.back"),
    ("table r3 r4 r5 | b7 k7 o7", "help.table"),
    ("make 1 2 r3 r4 r5 | b7 k7 o7", "help.make"),
    ("undo, reset", "help.undo"),
    ("done", "help.done"),
    ("take", "help.take"),
    ("pass", "help.pass"),
    ("sort colour|number|mine", "help.sort"),
    ("hint", "help.hint"),
    ("show, score, rules, help, quit", "help.look"),
)
"""What can be typed, with the message that says what it does."""

WORD_HELP: tuple[tuple[str, Key], ...] = (
    ("lay KOSZYK", "word-help.lay"),
    ("make 1 2 SZYSZKA OCZY KAT", "word-help.make"),
    ("add I 3", "word-help.add"),
    ("move T 3 5", "word-help.move"),
    ("split 3 S", "word-help.split"),
    ("join 2 5", "word-help.join"),
    ("swap T 3", "word-help.swap"),
    ("back T", "word-help.back"),
    ("table KOT SZYK", "word-help.table"),
    ("check KOTEK", "word-help.check"),
    ("undo, reset", "help.undo"),
    ("done", "help.done"),
    ("take", "help.take"),
    ("pass", "help.pass"),
    ("sort colour|number|mine", "word-help.sort"),
    ("hint", "word-help.hint"),
    ("show, score, rules, help, quit", "help.look"),
)
"""The same for the word game."""

_TILE_LIKE = re.compile(r"[rbko]\d|j(\W|$)")
_SPOKEN = re.compile(r"(red|blue|black|orange|joker)s?\W*$|\d{1,2}[a-z]?$")
"""How people say a tile before they know how it is written."""
_FILLERS = frozenset({"to", "from", "set", "into", "with", "and", "in", "at", "->", "the"})


class Order(NamedTuple):
    """What the player wants: a verb and the rest of the line."""

    verb: str
    rest: str = ""


def parse_order(line: str, notation: Notation = NUMBERS) -> Order | None:
    """Read a line; nothing for an empty one.

    >>> parse_order("r10 b10 k10")
    Order(verb='lay', rest='r10 b10 k10')

    Raises ``DraftError`` when it is not an order.
    """
    words = line.split(maxsplit=1)
    if not words:
        return None
    first = words[0].lower()
    verb = ALIASES.get(first, first)
    is_shout = notation.letters and words[0] == words[0].upper() and words[0] != notation.joker
    if verb in VERBS and not (is_shout and first not in VERBS):
        return Order(verb, words[1].strip() if len(words) > 1 else "")
    if not notation.letters and _SPOKEN.match(first):
        raise DraftError("order.spoken-tile", text=shown(words[0]))
    near = difflib.get_close_matches(first, [*VERBS, *ALIASES], n=1)
    if notation.letters and is_spelled(first) and (is_shout or not near):
        return Order("lay", line.strip())
    if not notation.letters and _TILE_LIKE.match(first):
        return Order("lay", line.strip())
    if near:
        raise DraftError("order.unknown-near", text=shown(words[0]), near=ALIASES.get(near[0], near[0]))
    raise DraftError("order.unknown", text=shown(words[0]))


def shown(typed: str) -> str:
    """Return what was typed for a sentence that quotes it: short, and nothing that steers a terminal."""
    return "".join(letter if letter.isprintable() else "�" for letter in typed[:30])


def apply_edit(draft: Draft, order: Order) -> Draft:
    """Change the draft as the order says.

    Raises ``DraftError`` or ``NotationError`` with a reason when it cannot be done.
    """
    match order.verb:
        case "lay":
            return draft.lay(_sets(draft, order))
        case "table":
            return draft.retype(_sets(draft, order))
        case "make":
            return _make(draft, order)
        case "add":
            tiles, (number,) = _tiles_and_sets(draft, order, "add r7 3", sets=1)
            return draft.lay([tiles]) if number is None else draft.add(tiles, number)
        case "move":
            return _move(draft, order)
        case "split":
            tiles, (number,) = _tiles_and_sets(draft, order, "split 3 r6", sets=1, tiles=1)
            return draft.split(_named(number, "split 3 r6"), tiles[0])
        case "swap":
            tiles, (number,) = _tiles_and_sets(draft, order, "swap r7 3", sets=1, tiles=1)
            return draft.swap(tiles[0], _named(number, "swap r7 3"))
        case "join":
            _, (first, second) = _tiles_and_sets(draft, order, "join 2 5", sets=2, tiles=0)
            return draft.join(_named(first, "join 2 5"), _named(second, "join 2 5"))
        case _:
            assert order.verb == "back", order.verb
            tiles, _ = _tiles_and_sets(draft, order, "back r7", sets=0)
            return draft.back(tiles)


def _move(draft: Draft, order: Order) -> Draft:
    """Move to a set, or to a new one; with one set named, the other is found or is new."""
    tiles, places = _tiles_and_sets(draft, order, "move r7 3 5")
    if len(places) == 1 and places[0] is not None:
        return draft.move(tiles, None, places[0])
    if len(places) == 1:
        return draft.move(tiles, None, None)
    if len(places) != 2 or places[0] is None:
        raise _wrong("move r7 3 5")
    return draft.move(tiles, places[0], places[1])


def _make(draft: Draft, order: Order) -> Draft:
    """Take the sets with these numbers apart and lay others."""
    words = order.rest.replace(",", " ").split()
    numbers = [int(word[:6]) for word in words if word.isdecimal() and word.isascii()]
    rest = " ".join(word for word in words if not (word.isdecimal() and word.isascii()))
    sets = draft.notation.parse(rest)
    if not numbers or not sets:
        raise _wrong(f"make 1 2 {draft.notation.set}")
    return draft.remake(numbers, sets)


def _sets(draft: Draft, order: Order) -> tuple[WrittenSet, ...]:
    sets = draft.notation.parse(order.rest)
    if not sets:
        raise _wrong(f"{order.verb} {draft.notation.set}")
    return sets


def _tiles_and_sets(
    draft: Draft, order: Order, example: str, *, sets: int | None = None, tiles: int | None = None
) -> tuple[WrittenSet, list[int | None]]:
    """Split the words of an order into tiles and set numbers; ``new`` counts as the number of no set."""
    written: list[WrittenTile] = []
    places: list[int | None] = []
    for word in order.rest.replace(",", " ").split():
        letters = draft.notation.letters
        if word.lower() == "new" or (word.lower() == "n" and not letters):
            places.append(None)
        elif word.isdecimal() and word.isascii():
            places.append(int(word[:6]))
        elif letters or word.lower() not in _FILLERS:
            written += [tile for each in draft.notation.parse(word) for tile in each]
    example = example.replace("r7", draft.notation.tile).replace("r6", draft.notation.tile)
    if (sets is not None and len(places) != sets) or (tiles is not None and len(written) != tiles):
        raise _wrong(example)
    if tiles is None and not written:
        raise _wrong(example)
    return tuple(written), places


def _named(place: int | None, example: str) -> int:
    if place is None:
        raise _wrong(example)
    return place


def _wrong(example: str) -> DraftError:
    verb = example.split(maxsplit=1)[0]
    return DraftError("order.example", verb=verb, example=example)

"""Orders: the lines that a player types, split into a verb and its words, and how they change the draft."""

import difflib
import re
from collections.abc import Mapping
from typing import NamedTuple

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

HELP: tuple[tuple[str, str], ...] = (
    ("lay r10 b10 k10", "lay a new set from your rack; 'lay' may be left out, | parts several sets"),
    ("add r7 3", "add a tile of your rack (or several) to set 3"),
    ("move r7 3 5", "move a tile from set 3 to set 5; 'move r7 3 new' starts a set"),
    ("split 3 r6", "cut set 3 in two: the second part begins with its r6"),
    ("join 2 5", "put the tiles of set 5 to set 2"),
    ("swap r7 3", "put r7 in place of the joker of set 3, which is then free to use"),
    ("back r7", "take a tile that you laid this turn back to your rack"),
    ("table r3 r4 r5 | b7 k7 o7", "type the whole table as it should be"),
    ("make 1 2 r3 r4 r5 | b7 k7 o7", "take sets 1 and 2 apart and lay these, with tiles of your rack"),
    ("undo, reset", "take the last step back, or all of this turn"),
    ("done", "end your turn: the table as you see it counts"),
    ("take", "take a tile from the bank instead of laying; it ends your turn"),
    ("pass", "do neither, once the bank is empty"),
    ("sort colour|number|mine", "show your rack by colour, by number, or as the tiles came"),
    ("hint", "can I play? Once more: with which tiles? Once more: how? 'hint play' does it"),
    (
        "show, score, rules, help, quit",
        "look again, the score sheet, the rules of this game, this page, leave",
    ),
)
"""What can be typed, with what it does."""

WORD_HELP: tuple[tuple[str, str], ...] = (
    ("lay KOSZYK", "lay a new word from your rack; 'lay' may be left out, blanks part several words"),
    ("make 1 2 SZYSZKA OCZY KAT", "take words 1 and 2 apart and lay these, with tiles of your rack"),
    ("add I 3", "add a letter of your rack (or several) to word 3, where it makes a word"),
    ("move T 3 5", "move a letter from word 3 to word 5; 'move T 3 new' starts a word"),
    ("split 3 S", "cut word 3 in two: the second part begins with its S"),
    ("join 2 5", "put the letters of word 5 to word 2"),
    ("swap T 3", "put T in place of the joker of word 3, which is then free to use"),
    ("back T", "take a letter that you laid this turn back to your rack"),
    ("table KOT SZYK", "type the whole table as it should be; KO?(T) is a joker that stands for T"),
    ("check KOTEK", "look words up in the dictionary (W8)"),
    ("undo, reset", "take the last step back, or all of this turn"),
    ("done", "end your turn: the table as you see it counts"),
    ("take", "take a tile from the bank instead of laying; it ends your turn"),
    ("pass", "do neither, once the bank is empty"),
    ("sort colour|number|mine", "show your rack by the alphabet, vowels first, or as the tiles came"),
    ("hint", "can I play? Once more: with which letters? Once more: how? 'hint play' does it"),
    (
        "show, score, rules, help, quit",
        "look again, the score sheet, the rules of this game, this page, leave",
    ),
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
        raise DraftError(
            f"{words[0][:30]!r}: tiles are written with a letter and a number, r7 for the red 7; "
            "r red, b blue, k black, o orange, J a joker."
        )
    near = difflib.get_close_matches(first, [*VERBS, *ALIASES], n=1)
    if notation.letters and is_spelled(first) and (is_shout or not near):
        return Order("lay", line.strip())
    if not notation.letters and _TILE_LIKE.match(first):
        return Order("lay", line.strip())
    meant = f"did you mean '{ALIASES.get(near[0], near[0])}'? " if near else ""
    raise DraftError(f"{words[0][:30]!r} is not an order: {meant}'help' lists what you can type.")


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
    return DraftError(f"'{verb}' is written like this: {example}.")

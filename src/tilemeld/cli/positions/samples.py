"""Positions to measure with: random ones by a seed, from empty tables to crowded ones, or those of a file."""

import random
from collections import Counter
from collections.abc import Iterable

from tilemeld.cli.terminal import BadInput
from tilemeld.engine.errors import CodedError
from tilemeld.engine.number_faces import JOKER
from tilemeld.engine.rules import Rules
from tilemeld.engine.tiles import Face, FaceSet
from tilemeld.service.questions.numbers import Question
from tilemeld.solver import FACES, KERNEL_COLOURS, Goal, Position, position_under

from .jsonl import LineError, parse_line

LARGEST_TABLE = 40
"""How many tiles lie on the fullest table for every copy in the box."""
LARGEST_RACK = 20
TRIES = 200
"""How many random sets are tried for a table: in a box that is nearly empty most do not fit."""


def random_positions(count: int, rules: Rules, goal: Goal, seed: int) -> list[Question]:
    """Make up positions whose tables grow from nothing to most of the box.

    >>> from tilemeld.engine.rules import profile
    >>> [len(asked.position.table) > 5 for asked in random_positions(2, profile("pl"), Goal.TILES, seed=1)]
    [False, True]
    """
    dice = random.Random(seed)
    steps = max(1, count - 1)
    tables = (LARGEST_TABLE * rules.copies * number // steps for number in range(count))
    return [Question(_position(dice, tiles, rules), goal, needed=rules.opening_points) for tiles in tables]


def positions_of(lines: Iterable[str]) -> list[Question]:
    """Read positions as ``tilemeld solve --jsonl`` does; here a bad line is an error."""
    asked = []
    for number, line in enumerate(lines, start=1):
        try:
            asked.append(parse_line(line))
        except (LineError, CodedError) as error:
            raise BadInput(f"Line {number}: {error} ({error.code}).") from None
    return asked


def _position(dice: random.Random, tiles: int, rules: Rules) -> Position:
    """Lay random sets while they fit and not too many tiles lie there, then draw a rack from the rest."""
    box = Counter({face: rules.jokers if face == JOKER else rules.copies for face in FACES})
    table: list[FaceSet] = []
    lying = 0
    for _ in range(TRIES):
        laid = _set(dice)
        if lying + len(laid) <= tiles and Counter(laid) <= box:
            box -= Counter(laid)
            table.append(laid)
            lying += len(laid)
    rack = dice.sample(sorted(box.elements()), min(box.total(), dice.randint(1, LARGEST_RACK)))
    return position_under(rules, table, rack)


def _set(dice: random.Random) -> FaceSet:
    """Make up a run or a group, now and then with a joker."""
    if dice.random() < 0.45:
        number = dice.randint(1, 13)
        laid = [Face(f"{colour}{number}") for colour in dice.sample(KERNEL_COLOURS, dice.choice([3, 3, 4]))]
    else:
        size = dice.choice([3, 3, 3, 4, 4, 5, 6, 7])
        low, colour = dice.randint(1, 14 - size), dice.choice(KERNEL_COLOURS)
        laid = [Face(f"{colour}{low + step}") for step in range(size)]
    if dice.random() < 0.08:
        laid[dice.randrange(len(laid))] = JOKER
    return tuple(laid)

"""Vectors of the engine's reading of sets, for the twin in the browser to be tested against.

``make docs`` writes the file.
"""

import json
import random
from collections.abc import Iterator, Sequence
from itertools import product

from tilemeld.engine.number_faces import COLOURS, HIGHEST, JOKER, NUMBER_FACES
from tilemeld.engine.sets.numbers import read_numbers
from tilemeld.engine.tiles import Face

RANDOM_SETS = 1_400

Names = tuple[Face | None, ...]


def vectors_file() -> str:
    """One vector to a line: tiles, names, kind, order, what jokers may be, stands for, worth, faults."""
    lines = [json.dumps(vector(faces, names), separators=(",", ":")) for faces, names in questions()]
    return "[\n" + ",\n".join(dict.fromkeys(lines)) + "\n]\n"


def vector(faces: Sequence[Face], names: Names = ()) -> list[object]:
    """One question and the engine's answer."""
    reading = read_numbers(faces, names)
    return [
        " ".join(faces),
        " ".join(name or "-" for name in names),
        reading.kind,
        list(reading.order),
        [" ".join(each) for each in reading.may_be] if any(reading.may_be) else [],
        [name or "" for name in reading.stands_for] if any(reading.stands_for) else [],
        reading.worth,
        [[fault.code, dict(fault.params)] for fault in reading.faults],
    ]


def questions() -> Iterator[tuple[tuple[Face, ...], Names]]:
    """Every kind of set, nearly every way to miss one, names that fit and names that do not."""
    dice = random.Random(20)
    yield from ((faces, ()) for faces in _small())
    yield from ((faces, ()) for faces in _runs())
    yield from ((faces, ()) for faces in _groups())
    yield from _named()
    for _ in range(RANDOM_SETS):
        yield _random_set(dice), ()


def _small() -> Iterator[tuple[Face, ...]]:
    """Too few tiles, jokers alone, and every trio of a few tiles that have something in common."""
    yield from ((JOKER,) * count for count in range(6))
    yield from ((JOKER,) * count for count in (13, 14))
    few = [Face(face) for face in ("r1", "r2", "r3", "r13", "b2", "b13", "k2")] + [JOKER]
    for size in (1, 2, 3):
        yield from product(few, repeat=size)


def _runs() -> Iterator[tuple[Face, ...]]:
    """Rising and falling runs of every length, whole, with jokers, with a gap, a stranger or a repeat."""
    for low in range(1, HIGHEST - 1):
        for length in range(3, HIGHEST - low + 2):
            run = [Face(f"b{number}") for number in range(low, low + length)]
            yield tuple(run)
            yield tuple(reversed(run))
            middle = length // 2
            yield (*run[:middle], JOKER, *run[middle + 1 :])
            yield (*run[1:], JOKER)
            yield (JOKER, *run)
            yield (*run[:middle], *run[middle + 1 :])
            yield (*run, Face("k5"))
            yield (*run, run[middle])
            yield (*run, JOKER, JOKER)


def _groups() -> Iterator[tuple[Face, ...]]:
    """Groups of every number, whole, with jokers, with a repeat or a stranger."""
    for number in range(1, HIGHEST + 1):
        whole = tuple(Face(f"{colour}{number}") for colour in COLOURS)
        yield whole
        yield whole[:3]
        yield (*whole[1:], JOKER)
        yield (*whole[:2], JOKER)
        yield (JOKER, whole[3], JOKER)
        yield (JOKER, JOKER, whole[1], JOKER)
        yield (*whole, JOKER)
        yield (*whole[:3], whole[0])
        yield (*whole[:2], Face(f"r{number % HIGHEST + 1}"))


def _named() -> Iterator[tuple[tuple[Face, ...], Names]]:
    """Jokers with every kind of name: right, wrong, twice, of two colours, and a tile that is not a joker."""
    names = [None, *(Face(face) for face in ("r4", "r5", "r6", "r7", "k5", "b5", "o5", "k6"))]
    shapes = ["r5 J J", "J r5 J", "r5 b5 J", "J r5 r6", "J J J", "J J r9", "r5 r6 r8 J J", "r6 J k6 J"]
    for shape in shapes:
        faces = tuple(Face(face) for face in shape.split())
        choices = [names if face == JOKER else [None] for face in faces]
        yield from ((faces, given) for given in product(*choices) if any(given))
    for name in (Face("r1"), Face("r9"), Face("r12"), Face("r13")):
        yield from (((JOKER,) * 4, (None,) * place + (name,) + (None,) * (3 - place)) for place in range(4))
    yield tuple(Face(face) for face in ("r5", "r6", "r7")), (Face("r5"), None, None)


def _random_set(dice: random.Random) -> tuple[Face, ...]:
    """Tiles that nearly form a set, shuffled or not."""
    size = dice.choice((3, 3, 4, 4, 5, 6, 7, 9, 12))
    if dice.random() < 0.6:
        colour, low = dice.choice(COLOURS), dice.randint(1, HIGHEST)
        faces = [Face(f"{colour}{(low + step - 1) % HIGHEST + 1}") for step in range(size)]
    else:
        number = dice.randint(1, HIGHEST)
        faces = [Face(f"{COLOURS[step % 4]}{number}") for step in range(min(size, 5))]
    for _ in range(dice.choice((0, 0, 1, 1, 2))):
        faces[dice.randrange(len(faces))] = dice.choice((JOKER, dice.choice(NUMBER_FACES)))
    if dice.random() < 0.5:
        dice.shuffle(faces)
    return tuple(faces)

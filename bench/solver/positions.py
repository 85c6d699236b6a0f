"""Positions for the benches: those with known optima, and seeded ones by table size."""

import json
import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

KNOWN = Path(__file__).parents[2] / "tests" / "data" / "positions"
COLOURS = "rbko"


@dataclass(frozen=True, slots=True)
class Case:
    """One position and where it comes from."""

    source: str
    table: tuple[tuple[str, ...], ...]
    rack: tuple[str, ...]
    copies: int
    jokers: int
    optimum: int | None = None
    """Most tiles that can be laid, where two other solvers agreed on it."""

    @property
    def table_tiles(self) -> int:
        """How many tiles lie on the table."""
        return sum(map(len, self.table))


def known_cases(name: str) -> list[Case]:
    """Load the positions with known optima: ``standard`` or ``xp``."""
    lines = (KNOWN / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    return [_known_case(name, line) for line in lines]


def _known_case(name: str, line: str) -> Case:
    data = json.loads(line)
    return Case(
        source=name,
        table=tuple(tuple(laid) for laid in data["table_sets"]),
        rack=tuple(data["rack"]),
        copies=data["copies"],
        jokers=data["jokers"],
        optimum=data["opt"].get("max_tiles"),
    )


def seeded_cases(seed: int, count: int, *, copies: int = 2, jokers: int = 2) -> Iterator[Case]:
    """Yield random positions with tables of 0 to 80 tiles (one and a half times that with XP)."""
    rng = random.Random(seed)
    largest = 80 if copies == 2 else 120
    for number in range(count):
        wanted = largest * number // max(1, count - 1)
        yield random_case(rng, wanted, rng.randint(1, 20), copies=copies, jokers=jokers)


def random_case(rng: random.Random, table_tiles: int, rack_tiles: int, *, copies: int, jokers: int) -> Case:
    """Lay random sets until about so many tiles lie there, then draw a rack from the rest of the box."""
    box = full_box(copies, jokers)
    table = []
    lying = 0
    for _ in range(2000):
        if lying >= table_tiles:
            break
        laid = random_set(rng, jokers=jokers)
        if not Counter(laid) - box:
            box -= Counter(laid)
            table.append(laid)
            lying += len(laid)
    rest = sorted(box.elements())
    rack = tuple(rng.sample(rest, min(rack_tiles, len(rest))))
    return Case("seeded" if copies == 2 else "seeded-xp", tuple(table), rack, copies, jokers)


def full_box(copies: int, jokers: int) -> Counter[str]:
    """Count every face of the box (N1)."""
    box = Counter({f"{colour}{number}": copies for colour in COLOURS for number in range(1, 14)})
    box["J"] = jokers
    return box


def random_set(rng: random.Random, *, jokers: int) -> tuple[str, ...]:
    """Make up a run or a group, now and then with a joker."""
    if rng.random() < 0.45:
        number = rng.randint(1, 13)
        faces = [f"{colour}{number}" for colour in rng.sample(COLOURS, rng.choice([3, 3, 4]))]
    else:
        size = rng.choice([3, 3, 3, 4, 4, 5, 6, 7])
        low = rng.randint(1, 14 - size)
        colour = rng.choice(COLOURS)
        faces = [f"{colour}{low + step}" for step in range(size)]
    if jokers and rng.random() < 0.08:
        faces[rng.randrange(len(faces))] = "J"
    return tuple(faces)

"""Result sheets and what is wrong with them: vectors that hold the client's own check (``make docs``)."""

import json
from random import Random

import msgspec

from tilemeld.engine.rules import PROFILES, profile
from tilemeld.engine.tiles import Seat
from tilemeld.tournament.result_sheet import POINTS_LIMIT, Ending, Sheet, problems_of

SHEETS = 60
"""How many sheets there are for each profile."""
ENDINGS: tuple[Ending, ...] = ("rack-empty", "lowest-rack")


def vectors_file() -> str:
    """The rules of every profile, and random sheets with the refusals of each."""
    rng = Random("result sheets")
    sheets = [_vector(name, rng) for name in PROFILES for _ in range(SHEETS)]
    rules = {name: msgspec.to_builtins(profile(name)) for name in PROFILES}
    lines = ",\n".join(f"    {json.dumps(each)}" for each in sheets)
    return f'{{\n  "rules": {json.dumps(rules)},\n  "sheets": [\n{lines}\n  ]\n}}\n'


def _vector(name: str, rng: Random) -> dict[str, object]:
    """A sheet as a desk types it: points seat by seat; those with the most have won."""
    points, ended = _points(rng), rng.choice(ENDINGS)
    best = max(points)
    winners = tuple(Seat(seat) for seat, each in enumerate(points) if each == best)
    found = problems_of(Sheet(tuple(points), winners, ended), profile(name), seats=len(points), table=1)
    problems = [[each.code, dict(each.params)] for each in found]
    return {"profile": name, "points": points, "ended": ended, "problems": problems}


def _points(rng: Random) -> list[int]:
    """Points that add up, unless chance spoils one: a remainder, a sign, a number too large."""
    seats, winners = rng.choice((3, 4)), rng.choice((1, 1, 1, 2))
    lost = [-rng.randrange(0, 90) for _ in range(seats - winners)]
    points = [-sum(lost) // winners] * winners + lost
    spoilt = rng.randrange(seats)
    points[spoilt] += rng.choice((0, 0, 0, 1, -1, -7, 200, POINTS_LIMIT + 1))
    rng.shuffle(points)
    return points

"""Who was winning, what each turn cost, and how much of the result was luck: a number game by chance to win.

The value model (``bots/value``) says before every turn how likely each seat is to win, by what that seat
knows. A turn *costs* what its choice is worth less than the best one: laying all, less, a single tile, or
nothing. What is chosen is judged before the tile that is taken for it is seen, so such a tile is luck, never
skill.

The *ledger* of a seat begins at an equal share and ends with the result. Its skill is what the others gave
away less what it gave away itself; everything else is luck, the deal and every tile that anybody took. Luck
and skill add up to the result. Nobody can give away more than everything: who gives away a tenth again and
again has each time a tenth less to give.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp

from tilemeld.bots.value.choices import ChoiceKind
from tilemeld.bots.value.model import chances, judge_choices, judge_play
from tilemeld.engine.game.events import Event
from tilemeld.engine.game.state import GameState, Phase
from tilemeld.engine.game.views import view
from tilemeld.engine.tiles import Seat, face_of
from tilemeld.solver import count_faces

from .turn_outcome import laid_in

MATTERS = 0.1
"""A turn that costs this much of the chance to win is marked."""
MARKED = 5
"""So many turns of a game are marked at most, the dearest."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """A turn by chance to win, from 0 to 1."""

    chances: tuple[float, ...]
    """Every seat's chance when the turn began."""
    chance: float
    """The active seat's chance after what it chose."""
    best_choice: ChoiceKind
    best_chance: float

    @property
    def cost(self) -> float:
        """What the choice gave away."""
        return max(0.0, self.best_chance - self.chance)


@dataclass(frozen=True, slots=True)
class Account:
    """One seat's ledger: deal, luck and skill add up to the result, less an equal share."""

    deal: float
    """What the deal gave."""
    luck: float
    """What all tiles gave that were taken, the deal included."""
    skill: float
    """What the others gave away, less what this seat gave away."""
    accuracy: float
    """How much of its chances the seat kept, in per cent."""


def judge_turn(state: GameState, events: tuple[Event, ...]) -> Judgement:
    """Judge a turn of a game whose rules the model knows."""
    seat = state.active
    assert seat is not None, "a turn belongs to a player"
    seen = view(state, seat)
    play = laid_in(events)
    played = count_faces(face_of(tile) for tile in play.laid) if play else 0
    if state.phase != Phase.TURN:
        chance = judge_play(seen, played)
        return Judgement(chances(state), chance, best_choice="all" if played else "hold", best_chance=chance)
    judged = judge_choices(seen)
    known = {each.tiles: each.chance for each in judged}
    chance = known[played] if played in known else judge_play(seen, played)
    best = max(judged, key=lambda each: each.chance)
    if chance >= best.chance:
        kinds: list[ChoiceKind] = [each.kind for each in judged if each.tiles == played]
        same = kinds[0] if kinds else "part"
        return Judgement(chances(state), chance, best_choice=same, best_chance=chance)
    return Judgement(chances(state), chance, best_choice=best.kind, best_chance=best.chance)


def settle(
    turns: Sequence[tuple[Seat, Judgement]], result: Sequence[float] | None, players: int
) -> tuple[Account, ...]:
    """Settle the ledgers of a game; one that is still going on ends with what the last turn led to."""
    equal = 1 / players
    start = turns[0][1].chances if turns else (equal,) * players
    end = tuple(result) if result is not None else turns[-1][1].chances if turns else start
    costs = [sum(each.cost for seat, each in turns if seat == mine) for mine in range(players)]
    given = [1 - exp(-cost) for cost in costs]
    accounts = []
    for seat in range(players):
        gained = sum(given[other] for other in range(players) if other != seat) / (players - 1)
        skill = gained - given[seat]
        accounts.append(
            Account(
                deal=start[seat] - equal,
                luck=end[seat] - equal - skill,
                skill=skill,
                accuracy=100 * (1 - given[seat]),
            )
        )
    return tuple(accounts)


def turning_points(costs: Sequence[float]) -> frozenset[int]:
    """Return the places of the few turns that mattered: the dearest of those that cost a tenth.

    >>> sorted(turning_points([0.02, 0.3, 0.12]))
    [1, 2]
    """
    dear = sorted(
        (place for place, cost in enumerate(costs) if cost >= MATTERS), key=lambda place: -costs[place]
    )
    return frozenset(dear[:MARKED])

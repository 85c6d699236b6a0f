"""Imagined games: hidden tiles dealt to fit what everybody did, and played out by habits."""

from collections.abc import Sequence
from random import Random

from tilemeld.solver import Count, CountSolver, list_units

from .count_game import CountGame
from .count_view import CountView
from .habits import Habit

SELDOM = 0.34
"""A player who has opened and lays in a smaller share of turns than this is taken for one who holds back …"""
MANY = 14
"""… if they have at least so many tiles."""
TEMPO = 4
"""Such a player is taken to know that the last tile of the bank is worth a single tile."""


def habit_of(view: CountView, seat: int) -> Habit:
    """Guess from the history how a player plays: holding back for the end, or laying what they can."""
    seldom = view.lays[seat] < SELDOM * (view.turns[seat] + 1)
    if view.opened[seat] and seldom and view.held[seat] >= MANY:
        return Habit(holds=99, tempo=TEMPO)
    return Habit()


def imagine(
    view: CountView, asker: CountSolver, rng: Random, *, habits: Sequence[Habit], tries: int
) -> CountGame:
    """Deal the tiles that the viewer cannot see at random to the other racks and the bank.

    Whoever lays what they can would have done so: a hand with which such a player, except for one tile
    taken since, could lay something now is dealt again, up to ``tries`` times.
    """
    hidden = list(list_units(view.hidden))
    racks: list[Count] = []
    for seat, count in enumerate(view.held):
        if seat == view.seat:
            racks.append(view.rack)
            continue
        for tries_left in range(tries, 0, -1):
            rng.shuffle(hidden)
            if tries_left == 1 or _is_likely(view, asker, seat, hidden[:count], habits[seat]):
                break
        racks.append(sum(hidden[:count]))
        del hidden[:count]
    rng.shuffle(hidden)
    return CountGame(
        rules=view.rules,
        table=view.table,
        racks=racks,
        opened=list(view.opened),
        bank=hidden,
        turn=view.seat,
        lap_left=view.lap_left,
        idle=view.idle,
        turns=list(view.turns),
        lays=list(view.lays),
        silent=list(view.silent),
    )


def play_out(
    game: CountGame, habits: Sequence[Habit], asker: CountSolver, rng: Random, *, most_turns: int
) -> None:
    """Play on by habit until the game is over, or for so many turns."""
    for _ in range(most_turns):
        if game.is_over or game.lay(habits[game.turn].lay(game.view(game.turn), asker, rng)):
            return


def _is_likely(view: CountView, asker: CountSolver, seat: int, hand: Sequence[Count], habit: Habit) -> bool:
    """Say whether a player with this hand, but for the last tile of it, could not have laid anything."""
    if habit.holds or len(hand) < 2:
        return True
    before = sum(hand[:-1])
    if not view.opened[seat]:
        return not asker.can_open(view.rules, before)
    return not asker.lay_most(view.table, before)

"""What the value model looks at: numbers about one seat's situation, all of which that seat may know.

The same features describe the beginning of a turn, the moment after one, and every moment in between turns.
"""

from math import exp

from tilemeld.solver import ONE_JOKER, Count, CountSolver, count_jokers, rack_value

from .count_view import CountView

FEATURES: tuple[str, ...] = (
    "own tiles",
    "own tiles, squared",
    "few own tiles",
    "own points",
    "own jokers",
    "tile taken and not seen",
    "opened",
    "stuck tiles",
    "stuck points",
    "nothing stuck",
    "one or two stuck",
    "stuck with a joker more",
    "a joker more would go out",
    "tiles in own sets",
    "could be laid now",
    "turns until own turn",
    "next seat's tiles",
    "fewest tiles of others",
    "fewest tiles of opened others, inverse",
    "mean tiles of others",
    "most tiles of others",
    "turns until the leader's turn",
    "own tiles less the leader's",
    "others who opened",
    "leader has opened",
    "others silent, most",
    "others silent, mean",
    "others lay, share of turns",
    "leader lays, share of turns",
    "own silence",
    "own turns",
    "bank",
    "bank, nearly empty",
    "bank, less than a third",
    "last turn of a lap, nearly there",
    "last turn of a lap, soon",
    "first turn of a lap, nearly there",
    "first turn of a lap, soon",
    "in the last lap",
    "turns left in the lap",
    "a turn left in the lap",
    "turns passed",
    "table",
    "jokers on the table",
    "hidden jokers",
    "three players",
    "four players",
    "five players",
    "six players",
    "larger box",
    "ends when all pass",
    "stuck tiles, bank nearly empty",
    "stuck points in the lap",
    "own points less a usual rack, near the end",
    "silent others' tiles, near the end",
)
"""The names of the features, in their order."""

_MOST_JOKERS = 4


def features(
    view: CountView, asker: CountSolver, *, best: Count | None = None, spare: Count | None = None
) -> list[float]:
    """Return the features of a seat's situation.

    ``best`` is what the seat could lay at most and ``spare`` the same with a joker more, where that is known.
    """
    seat, held, opened, players = view.seat, view.held, view.opened, len(view.held)
    rules, rack, table, bank = view.rules, view.rack, view.table, view.bank
    mine = held[seat]
    worth = rack_value(rack, rules.joker_rack_value)
    if best is None:
        best = most(view, asker)
    stuck = rack - best
    stuck_tiles = sum(stuck.to_bytes(53, "little"))
    stuck_points = rack_value(stuck, rules.joker_rack_value)
    with_joker = float(stuck_tiles)
    if stuck_tiles and opened[seat] and count_jokers(table + rack) < _MOST_JOKERS:
        if spare is None:
            spare = most_with_joker(view, asker)
        with_joker = float(sum((rack + ONE_JOKER - spare).to_bytes(53, "little")))
    own_sets = asker.lay_most(0, rack) if rack else 0
    others = [place for place in range(players) if place != seat]
    counts = [held[place] for place in others]
    fewest = min(counts)
    leader = min(others, key=lambda place: (held[place], (place - view.active) % players))
    active = [held[place] for place in others if opened[place]]
    silent = [view.silent[place] for place in others if opened[place]]
    rates = [view.lays[place] / (view.turns[place] + 1) for place in others]
    until = (seat - view.active) % players
    near, soon = exp(-bank / 3), exp(-bank / 12)
    lap = view.lap_left
    if lap is None:
        position = (until - bank) % players  # 0: first in the lap, if everybody takes from now on
        last, first = float(position == players - 1), float(position == 0)
        has_turn = 1.0
    else:
        position = lap - 1 - until
        last, first = float(position == 0), float(until == 0 and lap == players)
        has_turn = float(until < lap)
    quiet = max((held[place] for place in others if opened[place] and view.silent[place] > 2), default=0)
    lapped = lap is not None
    return [
        mine / 14,
        (mine / 14) ** 2,
        exp(-mine / 4),
        worth / 100,
        float(count_jokers(rack)),
        float(mine - sum(rack.to_bytes(53, "little"))),
        float(opened[seat]),
        stuck_tiles / 8,
        stuck_points / 60,
        float(stuck_tiles == 0),
        float(1 <= stuck_tiles <= 2),
        with_joker / 8,
        float(with_joker == 0),
        sum(own_sets.to_bytes(53, "little")) / 10,
        sum(best.to_bytes(53, "little")) / 10,
        until / players,
        held[(seat + 1) % players] / 14,
        fewest / 14,
        1 / (1 + min(active)) if active else 0.0,
        sum(counts) / len(counts) / 14,
        max(counts) / 14,
        ((leader - view.active) % players) / players,
        (mine - fewest) / 14,
        sum([opened[place] for place in others]) / len(others),
        float(opened[leader]),
        min(max(silent, default=0), 12) / 6,
        min(sum(silent) / len(silent), 12) / 6 if silent else 0.0,
        sum(rates) / len(rates),
        view.lays[leader] / (view.turns[leader] + 1),
        min(view.silent[seat], 12) / 6,
        view.turns[seat] / 20,
        bank / 50,
        near,
        soon,
        last * near,
        last * soon,
        first * near,
        first * soon,
        float(lapped),
        (lap or 0) / players if lapped else 0.0,
        has_turn,
        view.idle / players,
        sum(table.to_bytes(53, "little")) / 50,
        float(count_jokers(table)),
        float(rules.jokers - count_jokers(table + rack)),
        float(players == 3),
        float(players == 4),
        float(players == 5),
        float(players == 6),
        float(rules.copies > 2),
        float(rules.bank_end == "all-pass"),
        stuck_tiles / 8 * soon,
        stuck_points / 60 * lapped,
        (stuck_points - 5 * fewest) / 60 * near,
        quiet / 14 * soon,
    ]


def most(view: CountView, asker: CountSolver) -> Count:
    """Return what the seat could lay at most: after its opening anything, before it an opening."""
    if view.opened[view.seat]:
        return asker.lay_most(view.table, view.rack) if view.rack else 0
    return asker.opening(view.rules, view.rack)


def most_with_joker(view: CountView, asker: CountSolver) -> Count:
    """Return what the seat could lay at most if it held one joker more."""
    return asker.lay_most(view.table, view.rack + ONE_JOKER)

"""The next round of a tournament: who is to be seated, and the draw that the format asks for."""

from collections.abc import Mapping, Sequence

from tilemeld.tournament.log.facts import DayPlanned, PlannedRound, SeatingDrawn
from tilemeld.tournament.log.state import RoundState, TournamentState
from tilemeld.tournament.players import Card
from tilemeld.tournament.results.standings import places
from tilemeld.tournament.seating.aims import Aims
from tilemeld.tournament.seating.draw import Method, draw_round, plan_from
from tilemeld.tournament.seating.seat_letters import seat_round
from tilemeld.tournament.seating.seating import Cost, Round, cost_of, even_places, plan_cost

from .errors import tournament_error
from .wishes import aims_of

FINALISTS = 4
"""How many play at the table of a final."""


def players_of(state: TournamentState, number: int) -> tuple[str, ...]:
    """Return who plays in a round: everybody who is here; after the cut and in the final, the best.

    Once a player has checked in, only those who have are here. Players who were cut stay out, even when one
    who made the cut leaves; players who enter after the cut are too late.
    """
    everybody = [player.id for player in state.here]
    cut = state.format.cut_after
    if cut is not None and number > cut + 1:
        everybody = [player for player in everybody if player in _through(state, cut)]
    if state.format.is_final(number):
        best = _best(state, everybody, FINALISTS * (1 + state.format.b_final), after=state.format.rounds)
        has_b_final = len(best) >= FINALISTS + state.format.smallest
        return best if has_b_final else best[:FINALISTS]
    if cut is not None and number == cut + 1:
        return _best(state, everybody, state.format.cut_to, after=cut)
    return tuple(everybody)


def method_of(state: TournamentState, number: int) -> Method:
    """Return how the format draws a round.

    A first round by chance is the first of a schedule whose players are shuffled, where the later rounds
    look for the fewest repeats: it is as random, and the others can follow without any.
    """
    first, later = state.format.first_draw, state.format.later_draw
    if number > 1:
        return later
    return "fewest" if (first, later) == ("random", "fewest") else first


NO_CLUBS: Mapping[str, str] = {}


def clubs_of(state: TournamentState, cards: Mapping[str, Card]) -> Mapping[str, str]:
    """Return the clubs of the players, where the seating depends on them."""
    if not state.wishes.apart_rounds:
        return NO_CLUBS
    return {player: cards[player].club for player in state.players if player in cards}


def propose_round(
    state: TournamentState,
    number: int,
    *,
    seed: str | None = None,
    clubs: Mapping[str, str] = NO_CLUBS,
) -> tuple[SeatingDrawn, Cost]:
    """Return a proposal for a round's seating, as the fact to be written, and what it costs.

    Where the day was planned in advance it is the planned one, unless another seed is asked for or somebody
    has come or gone.
    """
    if not 1 <= number <= state.format.all_rounds:
        raise tournament_error("round/unknown", round=number, rounds=state.format.all_rounds)
    players, history = players_of(state, number), history_before(state, number)
    method, chosen = method_of(state, number), state.seed if seed is None else seed
    if state.format.is_final(number):
        tables = [players[at : at + FINALISTS] for at in range(0, len(players), FINALISTS)]
        seated = Round(seat_round(tables, history))
        return SeatingDrawn(
            round=number, tables=seated.tables, byes=(), method="final", seed=chosen
        ), cost_of(seated, history)
    aims, planned = aims_of(state.wishes, state.format.priority, clubs), state.plan.get(number)
    if seed is None and planned is not None and {*planned.players} == {*players}:
        return SeatingDrawn(
            round=number, tables=planned.tables, byes=planned.byes, method="plan", seed=chosen
        ), cost_of(planned, history, aims=aims)
    ranked = places(state, after=number - 1)
    last = max(ranked.values(), default=1)
    draw = draw_round(
        players,
        method=method,
        seed=chosen,
        history=history,
        places={player: ranked.get(player, last) for player in players},
        rounds=state.format.rounds,
        smallest=state.format.smallest,
        aims=aims,
    )
    return SeatingDrawn(
        round=number, tables=draw.round.tables, byes=draw.round.byes, method=method, seed=chosen
    ), draw.cost


def plan_day(
    state: TournamentState, *, seed: str | None = None, clubs: Mapping[str, str] = NO_CLUBS
) -> DayPlanned:
    """Return a plan of all rounds that are left, the final and those after a cut aside, for new opponents."""
    chosen, fixed = state.seed if seed is None else seed, state.format
    first = len(state.published) + 1
    last = fixed.rounds if fixed.cut_after is None else fixed.cut_after
    aims, planned = aims_of(state.wishes, fixed.priority, clubs), [*history_before(state, first)]
    if first > last:
        raise tournament_error("round/unknown", round=first, rounds=last)
    for _ in range(first, last + 1):
        draw = draw_round(
            players_of(state, first),
            method="fewest",
            seed=chosen,
            history=planned,
            rounds=last,
            smallest=fixed.smallest,
            aims=aims,
        )
        planned.append(draw.round)
    rounds = enumerate(planned[first - 1 :], start=first)
    return DayPlanned(tuple(PlannedRound(number, each.tables, each.byes) for number, each in rounds))


def proposal_cost(
    state: TournamentState,
    number: int,
    *,
    swap: tuple[str, str] | None = None,
    clubs: Mapping[str, str] = NO_CLUBS,
) -> Cost:
    """Return what a round's seating costs, as it is or with two players swapped.

    Where it follows a schedule, with what a departure from it makes the later rounds cost.
    """
    now = state.rounds.get(number)
    if now is None:
        raise tournament_error("round/not-drawn", round=number)
    seating = now.seating if swap is None else now.seating.swapped(*swap)
    history, aims = history_before(state, number), aims_of(state.wishes, state.format.priority, clubs)
    if now.method == "swiss":
        ranked = places(state, after=number - 1)
        last = max(ranked.values(), default=1)
        everybody = {player: ranked.get(player, last) for player in seating.players}
        return cost_of(seating, history, places=even_places(everybody), aims=aims)
    plan = _plan(state, now, history, aims) if now.method == "fewest" and number > 1 else ()
    if plan:
        return plan_cost(seating, history, plan, aims=aims)
    return cost_of(seating, history, aims=aims)


def _plan(state: TournamentState, now: RoundState, history: Sequence[Round], aims: Aims) -> tuple[Round, ...]:
    return plan_from(
        now.seating.players,
        now.seed,
        history,
        rounds=state.format.rounds,
        smallest=state.format.smallest,
        aims=aims,
    )


def history_before(state: TournamentState, number: int) -> Sequence[Round]:
    """Return the seatings of the rounds before."""
    return [now.seating for now in state.published if now.number < number]


def _through(state: TournamentState, cut: int) -> tuple[str, ...]:
    """Return who made the cut: those who were seated, or sat out, in the first round after it."""
    after = state.rounds.get(cut + 1)
    return () if after is None else after.seating.players


def _best(state: TournamentState, players: Sequence[str], count: int, *, after: int) -> tuple[str, ...]:
    ranked = places(state, after=after)
    last = max(ranked.values(), default=0) + 1
    return tuple(sorted(players, key=lambda player: ranked.get(player, last))[:count])

"""Analysis of a recorded game: for every turn the best play, what was played, and what was left.

Number games are judged by chance to win (``ledger``): what each turn cost against the best choice, which
few turns mattered, and how much of the result was luck. *Accuracy* is how much of its chances a player kept.
The exact solver's best play, most tiles, then most points (``best_turn``), stands beside it: *seen* is the
share of tiles, in per cent, that a player laid of those that could be laid, over all turns in which something
could. With words both are the share of points (``word_review``). A turn that a referee took back does not
count; the turn played in its place does.
"""

from collections.abc import Callable
from dataclasses import replace

from tilemeld.bots.numbers.best_turn import BestTurn, Budget, best_turn
from tilemeld.bots.value.model import is_judged
from tilemeld.bots.words.vocabulary import words_of
from tilemeld.engine.errors import RulesError
from tilemeld.engine.game.events import (
    Event,
    MistakeMade,
    Passed,
    TilesLaid,
    TilesTaken,
    TimeUp,
    TurnTakenBack,
)
from tilemeld.engine.game.evolve import SetRulesFor
from tilemeld.engine.game.state import GameState, Phase
from tilemeld.engine.record.record import Record, replay
from tilemeld.engine.sets.for_rules import sets_of
from tilemeld.engine.tiles import Seat, face_of, faces_of
from tilemeld.solver import has_kernel, points_of

from .ledger import Account, Judgement, judge_turn, settle, turning_points
from .review_values import Analysis, PlayerReview, TurnReview
from .turn_outcome import deed_of, laid_in, taken_in
from .word_review import review_words

ANALYSIS_BUDGET = Budget(2_000_000, 3_000) if has_kernel() else Budget(20_000, 500)
"""The node budget of one turn; beyond it ``proven`` is false and the best is a lower bound."""

OnTurn = Callable[[int, int], None]
"""Called with the number of turns done and the total."""


def analyse(
    record: Record,
    *,
    on_turn: OnTurn | None = None,
    budget: Budget = ANALYSIS_BUDGET,
    sets_for: SetRulesFor = sets_of,
) -> Analysis:
    """Review every turn of a recorded game, which may still be going on; ``sets_for`` knows its words.

    Raises ``RecordError`` when the steps do not follow from each other, ``PositionError`` for a box that
    the solver does not know, and ``RulesError`` for a word game without words.
    """
    review = _reviewer(record, budget, sets_for)
    decisions, last = decisions_of(record)
    reviews = []
    for done, (state, events) in enumerate(decisions, start=1):
        reviews.append(review(state, events))
        if on_turn is not None:
            on_turn(done, len(decisions))
    rules = record.created.rules
    by_chance = is_judged(rules)
    if by_chance:
        reviews = _marked(reviews)
    players = tuple(_sum_up(Seat(seat), reviews, last) for seat in range(last.players))
    result = _shares(last)
    if by_chance:
        accounts = settle(_judgements(reviews), result, last.players)
        players = tuple(
            _with_account(player, account) for player, account in zip(players, accounts, strict=True)
        )
    return Analysis(
        profile=rules.profile,
        sets=rules.sets,
        players=players,
        turns=tuple(reviews),
        finished=last.phase == Phase.ENDED,
        by_chance=by_chance,
        result=result or (),
    )


def _marked(reviews: list[TurnReview]) -> list[TurnReview]:
    """Mark the few turns that mattered."""
    places = turning_points([review.cost for review in reviews])
    return [
        replace(review, matters=True) if place in places else review for place, review in enumerate(reviews)
    ]


def _judgements(reviews: list[TurnReview]) -> list[tuple[Seat, Judgement]]:
    return [
        (
            review.seat,
            Judgement(
                review.chances,
                review.best_chance - review.cost,
                best_choice="hold",  # what it was makes no difference to a ledger
                best_chance=review.best_chance,
            ),
        )
        for review in reviews
    ]


def _shares(last: GameState) -> tuple[float, ...] | None:
    """Return each seat's share of the win; nothing before the end, or where nobody won."""
    if last.result is None or not last.result.winners:
        return None
    winners = last.result.winners
    return tuple((seat in winners) / len(winners) for seat in range(last.players))


def _with_account(player: PlayerReview, account: Account) -> PlayerReview:
    return replace(
        player,
        accuracy=None if player.accuracy is None else round(account.accuracy, 1),
        deal=round(account.deal, 3),
        luck=round(account.luck, 3),
        skill=round(account.skill, 3),
    )


_Decision = tuple[GameState, tuple[Event, ...]]
_Reviewer = Callable[[GameState, tuple[Event, ...]], TurnReview]


def _reviewer(record: Record, budget: Budget, sets_for: SetRulesFor) -> _Reviewer:
    """Return what reviews one turn of this game."""
    if record.created.rules.sets == "numbers":
        judges = is_judged(record.created.rules)
        return lambda state, events: _review(state, events, budget, judges=judges)
    words = words_of(sets_for(record.created.rules))
    if words is None:
        raise RulesError("rules/no-words", what="lexicon that can be searched")
    return lambda state, events: review_words(state, events, words, budget_nodes=budget.nodes)


def decisions_of(record: Record) -> tuple[list[_Decision], GameState]:
    """List the state before, and what happened in, each step that decided a turn; and the last state."""
    found: list[_Decision] = []
    states = replay(record)
    state = next(states)
    for step, after in zip(record.steps, states, strict=True):
        if any(isinstance(event, TurnTakenBack) for event in step.events) and found:
            found.pop()
        if state.phase in _DECIDING and any(_is_deed(event, state) for event in step.events):
            found.append((state, step.events))
        state = after
    return found, state


_DECIDING = (Phase.TURN, Phase.VOTE)
"""The phases in which a turn may be decided: a vote on its words ends it too (W16)."""


def _is_deed(event: Event, state: GameState) -> bool:
    """Say whether an event is the active player's choice for the turn."""
    if isinstance(event, TilesTaken) and event.cause == "ruling":
        return False
    return (
        isinstance(event, TilesLaid | TilesTaken | Passed | MistakeMade | TimeUp)
        and event.seat == state.active
    )


def _review(state: GameState, events: tuple[Event, ...], budget: Budget, *, judges: bool) -> TurnReview:
    seat = state.active
    assert seat is not None, "a turn belongs to a player"
    mine, rules = state.seats[seat], state.rules
    free = faces_of(tile for tile in mine.rack if tile not in state.waiting)
    table = tuple(faces_of(laid.tile for laid in laid_set) for laid_set in state.table)
    best = best_turn(rules, table, free, opened=mine.opened, budget=budget)
    play = laid_in(events)
    laid = play.laid if play else ()
    played = tuple(face_of(tile) for tile in laid)
    points = points_of(played, rules.joker_rack_value)
    if (len(played), points) > (best.tiles, best.points):
        # an opening chosen for its points may be beaten in tiles; with an unproven best, anything may
        best = BestTurn(
            opening=best.opening, played=played, points=points, worth=best.worth, table=(), proven=best.proven
        )
    left = len(mine.rack) - len(laid) + taken_in(events, seat)
    review = TurnReview(
        turn=state.turn,
        seat=seat,
        version=state.version,
        opened=mine.opened,
        rack=faces_of(mine.rack),
        table=table,
        deed=deed_of(events, opened=mine.opened),
        played=played,
        points=points,
        best_played=best.played,
        best_points=best.points,
        best_worth=best.worth,
        best_table=best.table if best.tiles else (),
        proven=best.proven,
        left=left,
        wins=left == 0,
        could_win=best.tiles == len(mine.rack) > 0,
    )
    return _with_judgement(review, judge_turn(state, events)) if judges else review


def _with_judgement(review: TurnReview, judged: Judgement) -> TurnReview:
    return replace(
        review,
        chances=tuple(round(chance, 3) for chance in judged.chances),
        chance=round(judged.chance, 3),
        best_choice=judged.best_choice,
        best_chance=round(judged.best_chance, 3),
        cost=round(judged.cost, 3),
    )


def _sum_up(seat: Seat, reviews: list[TurnReview], last: GameState) -> PlayerReview:
    mine = [review for review in reviews if review.seat == seat]
    choices = [review for review in mine if review.is_choice]
    laid = sum(len(review.played) for review in choices)
    best = sum(len(review.best_played) for review in choices)
    points = sum(review.points for review in choices)
    best_points = sum(review.best_points for review in choices)
    made, possible = (points, best_points) if last.rules.sets == "letters" else (laid, best)
    seen = round(100 * made / possible, 1) if possible else None
    unopened = [review for review in mine if not review.opened and review.best_played]
    opened = [review.turn for review in mine if review.deed == "open"]
    return PlayerReview(
        seat=seat,
        turns=len(mine),
        choices=len(choices),
        best_turns=sum(review.is_best for review in choices),
        tiles=laid,
        best_tiles=best,
        accuracy=seen,
        seen=seen,
        could_open_at=unopened[0].turn if unopened else None,
        opened_at=opened[0] if opened else None,
        late_turns=sum(review.deed != "open" for review in unopened),
        missed_wins=tuple(review.turn for review in mine if review.missed_win),
        score=last.result.scores[seat].points if last.result is not None else None,
        won=last.result is not None and seat in last.result.winners,
        points=points,
        best_points=best_points,
    )

"""The review of a word turn: the best turn with words that people know, and what was played.

A turn is judged by what it scores (W10, W11). The *best turn* is the exact solver's with natural family
words (``vocabulary``), so accuracy measures how much a player saw of what a player could see; the best turn
with the whole dictionary is given too, with the bound that no turn can beat; and so is the best that a
person could find in the time, with everyday words of up to ten letters and one word of the table taken apart.
A player who finds a rarer word that scores more has played the best turn.

A *missed win* is a turn in which, with the bank empty, the whole rack could have been laid in the lead:
that ends the game, once the others have had the same number of turns (W15).
"""

from dataclasses import replace

from tilemeld.bots.words.levels import position_of
from tilemeld.bots.words.to_tiles import words_on
from tilemeld.bots.words.vocabulary import everyday, family, natural
from tilemeld.engine.game.events import Event, TilesLaid
from tilemeld.engine.game.state import GameState
from tilemeld.engine.game.views import view
from tilemeld.engine.sets.lexicon import Lexicon
from tilemeld.engine.tiles import Face, FaceSet, Seat, Table, face_of, faces_of
from tilemeld.solver.words import BUDGET, WordPosition, WordSearch, best_turn, can_empty, word_faces

from .review_values import TurnReview
from .turn_outcome import deed_of, laid_in, taken_in

PERSON_BREAKS = 1
"""How many words of the table a person takes apart in a turn's time."""


def review_words(
    state: GameState, events: tuple[Event, ...], words: Lexicon, *, budget_nodes: int | None = None
) -> TurnReview:
    """Review one turn of a word game."""
    seat = state.active
    assert seat is not None, "a turn belongs to a player"
    nodes = budget_nodes or BUDGET
    position = position_of(view(state, seat))
    known = natural(words, without=state.rejected)
    best = best_turn(position, known, budget_nodes=nodes)
    widest = best_turn(position, family(words, without=state.rejected), budget_nodes=nodes)
    found = best_turn(
        position, everyday(words, without=state.rejected), breaks=PERSON_BREAKS, budget_nodes=nodes
    )
    mine = state.seats[seat]
    review = TurnReview(
        turn=state.turn,
        seat=seat,
        version=state.version,
        opened=mine.opened,
        rack=faces_of(mine.rack),
        table=_faces(state.table),
        deed=deed_of(events, opened=mine.opened),
        played=(),
        points=0,
        best_played=tuple(map(Face, best.laid)),
        best_points=best.points,
        best_worth=0,
        best_table=tuple(map(word_faces, best.table)),
        proven=best.optimal,
        left=len(mine.rack) + taken_in(events, seat),
        wins=False,
        could_win=_could_win(state, seat, position, known, nodes),
        by_points=True,
        best_word=best.word.word if best.word else "",
        best_double=best.is_double,
        dictionary_word=widest.word.word if widest.word else "",
        dictionary_points=widest.points,
        bound=max(widest.bound, best.points),
        person_word=found.word.word if found.word else "",
        person_points=found.points,
    )
    play = laid_in(events)
    return review if play is None else _with_play(review, state, play)


def _with_play(review: TurnReview, state: GameState, play: TilesLaid) -> TurnReview:
    """Add what was played; where that scores more than any natural word, it was the best turn."""
    left = review.left - len(play.laid)
    wins = left == 0 and _leads(state, play.seat, play.points)
    review = replace(
        review,
        played=tuple(face_of(tile) for tile in play.laid),
        points=play.points,
        word=play.word,
        double=play.double,
        left=left,
        wins=wins,
        could_win=review.could_win or wins,
        bound=max(review.bound, play.points),
    )
    if play.points <= review.best_points:
        return review
    return replace(
        review,
        best_played=review.played,
        best_points=play.points,
        best_table=_faces(play.table),
        best_word=play.word,
        best_double=play.double,
        proven=play.points == review.bound,
    )


def _could_win(
    state: GameState, seat: Seat, position: WordPosition, known: WordSearch, budget_nodes: int
) -> bool:
    """Say whether the whole rack could be laid in the lead with the bank empty (W15)."""
    if state.bank_count or state.waiting:
        return False
    emptying = can_empty(position, known, budget_nodes=budget_nodes)
    return emptying is not None and _leads(state, seat, emptying.points)


def _leads(state: GameState, seat: Seat, points: int) -> bool:
    totals = [sum(each.turn_points) for each in state.seats]
    mine = totals.pop(seat) + points
    return mine >= max(totals)


def _faces(table: Table) -> tuple[FaceSet, ...]:
    return tuple(word_faces(laid) for laid in words_on(table))

"""The coach's review of a finished game, for the HTTP API."""

from typing import Literal

import msgspec
from msgspec import Struct

from tilemeld.bots.coach.review_values import Analysis, analysis_to_json
from tilemeld.server.live.protocol import RefusalInfo
from tilemeld.service.study.analyses import Job

Faces = list[str]


class PlayerReviewInfo(Struct, forbid_unknown_fields=True, kw_only=True):
    """The summary of one player."""

    seat: int
    turns: int
    choices: int
    """Turns in which something could be laid."""
    best_turns: int
    """Of those: how many were the best possible."""
    tiles: int
    best_tiles: int
    accuracy: float | None
    """Tiles laid, with words points scored, in per cent of the best plays; none: nothing could be laid."""
    could_open_at: int | None
    opened_at: int | None
    late_turns: int
    missed_wins: list[int]
    score: int | None
    won: bool
    points: int = 0
    """The points of all turns that were a choice, and of the best plays in them."""
    best_points: int = 0


class TurnReviewInfo(Struct, forbid_unknown_fields=True, kw_only=True):
    """One turn: the best play and what was played."""

    turn: int
    seat: int
    version: int
    opened: bool
    rack: Faces
    table: list[Faces]
    deed: Literal["open", "lay", "take", "pass", "mistake", "time-up", "left"]
    played: Faces
    points: int
    best_played: Faces
    best_points: int
    best_worth: int
    best_table: list[Faces]
    proven: bool
    left: int
    wins: bool
    missed_tiles: int
    missed_points: int
    is_choice: bool
    is_best: bool
    missed_win: bool
    could_win: bool = False
    """Whether the whole rack could have been laid, with words in the lead and with an empty bank (W15)."""
    by_points: bool = False
    """Whether turns are judged by what they score, as with words; jokers are written ``?(T)`` then."""
    word: str = ""
    """With words: what scored (W10), and whether it was a double (W11)."""
    double: bool = False
    best_word: str = ""
    """With words: what scores in the best turn of words that people know."""
    best_double: bool = False
    dictionary_word: str = ""
    """With words: what scores in the best turn that was found with the whole dictionary."""
    dictionary_points: int = 0
    bound: int = 0
    """With words: no turn, with whatever words, could score more."""


class ReviewInfo(Struct, forbid_unknown_fields=True, kw_only=True):
    """A whole game, reviewed."""

    profile: str
    finished: bool
    players: list[PlayerReviewInfo]
    turns: list[TurnReviewInfo]
    sets: Literal["numbers", "letters"] = "numbers"


class AnalysisInfo(Struct, kw_only=True):
    """An analysis: its progress and its result."""

    state: Literal["waiting", "working", "done", "failed"]
    done: int
    """Turns looked at so far."""
    total: int
    """Turns there are; 0 while it waits."""
    review: ReviewInfo | None
    """The result, once it is done."""
    refusals: list[RefusalInfo]
    """Why it failed, if it did."""


def analysis_info(job: Job) -> AnalysisInfo:
    """Describe the progress of an analysis."""
    review = None if job.result is None else review_info(job.result)
    problem = job.problem
    why = (
        []
        if problem is None
        else [RefusalInfo(code=problem.code, params=dict(problem.params), text=str(problem))]
    )
    return AnalysisInfo(state=job.state, done=job.done, total=job.total, review=review, refusals=why)


def review_info(analysis: Analysis) -> ReviewInfo:
    """Write an analysis."""
    return msgspec.convert(analysis_to_json(analysis), ReviewInfo)

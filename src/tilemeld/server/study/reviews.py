"""The coach's review of a finished game, for the HTTP API."""

from typing import Literal

from msgspec import Struct

from tilemeld.bots.coach.review_values import Analysis
from tilemeld.server.live.protocol import RefusalInfo
from tilemeld.service.study.analyses import ReviewJob


class AnalysisInfo(Struct, kw_only=True):
    """An analysis: its progress and its result."""

    state: Literal["none", "waiting", "working", "done", "failed"]
    """``none``: nobody has asked for it."""
    done: int
    """Turns looked at so far."""
    total: int
    """Turns there are; 0 while it waits."""
    review: Analysis | None
    """The result, once it is done."""
    refusals: list[RefusalInfo]
    """Why it failed, if it did."""


def analysis_info(job: ReviewJob) -> AnalysisInfo:
    """Describe the progress of an analysis."""
    problem = job.problem
    why = (
        []
        if problem is None
        else [RefusalInfo(code=problem.code, params=dict(problem.params), text=str(problem))]
    )
    return AnalysisInfo(state=job.state, done=job.done, total=job.total, review=job.result, refusals=why)

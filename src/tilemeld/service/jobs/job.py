"""Jobs as values: what is asked of workers, what they answer, and how long each kind may take."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeGuard, get_args

from tilemeld.bots.coach.hint_values import Hint, HintStep
from tilemeld.bots.coach.review_values import Analysis
from tilemeld.bots.player import Choice
from tilemeld.engine.errors import Param
from tilemeld.engine.game.views import GameView
from tilemeld.service.claims import NOBODY, Claim
from tilemeld.service.questions.numbers import BestPlay, Question
from tilemeld.service.questions.words import BestWords, WordQuestion

Kind = Literal["bot", "hint", "question", "review"]
KINDS: tuple[Kind, ...] = get_args(Kind)
"""The kinds of jobs, the most urgent first."""


@dataclass(frozen=True, slots=True)
class BotTurn:
    """A bot's turn: the same view and seed lead to the same choice."""

    bot: str
    view: GameView
    seed: str


@dataclass(frozen=True, slots=True)
class HintWanted:
    """A hint for the seat of a view."""

    view: GameView
    step: HintStep


@dataclass(frozen=True, slots=True)
class ReviewWanted:
    """A review of a recorded game."""

    record: str


Work = BotTurn | HintWanted | Question | WordQuestion | ReviewWanted
"""What a worker may be asked for."""
Answer = Choice | Hint | BestPlay | BestWords | Analysis
"""What it answers, in the order of the above."""


@dataclass(frozen=True, slots=True)
class Failure:
    """Why there is no answer: a code of the service and its values."""

    code: str
    params: Mapping[str, Param] = field(default_factory=dict)


TOO_LONG = Failure("work/too-long")
"""It took longer than it may."""
DIED = Failure("work/died")
"""Worker after worker died over it."""
UNREADABLE = Failure("work/unreadable")
"""The worker that took it does not understand it."""
UNANSWERED = (TOO_LONG, DIED, UNREADABLE)
"""Failures of workers, not of what was asked."""


@dataclass(frozen=True, slots=True)
class Job:
    """One piece of work; what is asked for under the same key is done once."""

    key: str
    work: Work
    claim: Claim = NOBODY
    seconds: float = 10.0
    """How long a worker may take."""

    @property
    def kind(self) -> Kind:
        """Which kind of job it is."""
        return kind_of(self.work)


def kind_of(work: Work) -> Kind:
    """Return which kind of job some work is."""
    match work:
        case BotTurn():
            return "bot"
        case HintWanted():
            return "hint"
        case ReviewWanted():
            return "review"
        case _:
            return "question"


@dataclass(frozen=True, slots=True)
class TakenJob:
    """A job that one worker has taken, for a try."""

    job: Job
    worker: str
    number: int
    """Which try it is; of an earlier one that comes back late, an answer still counts, a failure does not."""


@dataclass(frozen=True, slots=True)
class JobProgress:
    """How far a job is."""

    is_taken: bool = False
    """Whether a worker that lives is doing it."""
    done: int = 0
    """Turns of a review that are done."""
    total: int = 0
    outcome: Answer | Failure | None = None


@dataclass(frozen=True, slots=True)
class WorkerInfo:
    """A process that takes jobs."""

    id: str
    kinds: tuple[Kind, ...]
    stands_in: bool = False
    """Whether it works only while no other worker lives."""


def is_kind(text: str) -> TypeGuard[Kind]:
    """Say whether a text names a kind of jobs."""
    return text in KINDS

"""Hints as values: codes and figures, never a sentence; their texts are rendered from the codes."""

from dataclasses import dataclass
from typing import Literal

from tilemeld.engine.tiles import Face, FaceSet
from tilemeld.solver.plan import PlanStep

HintCode = Literal["hint/open", "hint/lay", "hint/take", "hint/pass", "hint/not-now", "hint/unknown-box"]
HINT_CODES: tuple[HintCode, ...] = (
    "hint/open",
    "hint/lay",
    "hint/take",
    "hint/pass",
    "hint/not-now",
    "hint/unknown-box",
)
"""What a hint can say: open, lay, take a tile, pass, it is not your turn, unknown box."""

HintStep = Literal[1, 2, 3]
STEPS: tuple[HintStep, ...] = (1, 2, 3)
"""You can play; with these tiles; like this."""


@dataclass(frozen=True, slots=True)
class Hint:
    """The coach's hint for one seat, up to one step."""

    version: int
    """The version of the game that the hint is about: it is stale when the game has moved on."""
    step: HintStep
    code: HintCode
    tiles: int = 0
    """How many tiles can be laid."""
    points: int = 0
    """What they count: for an opening what the sets are worth (P2), enough or not; else off the rack.

    With words: what the turn scores (W10, W11); before the opening, the longest word, enough or not."""
    needed: int = 0
    """The points that an opening needs, with words its letters; 0 once the seat has opened."""
    goes_out: bool = False
    """Whether that is the whole rack, so that it wins (E1) or, with words, ends the game (W15)."""
    proven: bool = True
    """Whether nothing better exists (with words: among common words); otherwise it is a lower bound."""
    played: tuple[Face, ...] = ()
    """From the second step on: the tiles to lay."""
    plan: tuple[PlanStep, ...] = ()
    """At the third step: the moves, with their codes (``plan/...``)."""
    table: tuple[FaceSet, ...] = ()
    """At the third step: the whole table after them; a joker is written with its letter, ``?(T)``."""
    double: bool = False
    """With words: whether that is a double (W11)."""
    word: str = ""
    """With words, at the third step: the word that scores (W10)."""
    better: str = ""
    """What keeps clearly more of the chance to win than laying all this: hold, all-but-jokers, own-sets,
    single or part; empty where nothing does, or where the model does not know."""
    better_chance: float = 0.0
    """The chance to win that it keeps, from 0 to 1."""
    laying_chance: float = 0.0
    """The chance to win that laying all this leaves."""
    waiting: int = 0
    """How many more of the player's tiles one tile would let be laid; 0 where few wait."""
    waits_for: Face | None = None
    """Which tile that is."""

    @property
    def can_play(self) -> bool:
        """Whether there is something to lay."""
        return self.code in ("hint/open", "hint/lay")

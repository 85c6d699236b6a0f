"""Reviews as values: one turn, one player, a whole game; on the wire they are as they are here."""

from dataclasses import asdict, dataclass, field
from typing import Any, Literal

from tilemeld.engine.rules import Sets
from tilemeld.engine.tiles import Face, FaceSet, Seat

Deed = Literal["open", "lay", "take", "pass", "mistake", "time-up", "left"]


@dataclass(frozen=True, slots=True)
class TurnReview:
    """One turn: the best play and what was played."""

    turn: int
    seat: Seat
    version: int
    """The version of the game when the turn could still be played differently."""
    opened: bool
    """Whether the seat had opened before this turn."""
    rack: tuple[Face, ...]
    """The player's tiles when the turn began."""
    table: tuple[FaceSet, ...]
    """The table when the turn began."""
    deed: Deed
    """What the player did."""
    played: tuple[Face, ...]
    points: int
    """What the played tiles count on the rack (E4); with words what the turn scored (W10, W11)."""
    best_played: tuple[Face, ...]
    best_points: int
    best_worth: int
    """Before the opening: what the best own sets are worth (P2), enough or not; with words 0."""
    best_table: tuple[FaceSet, ...]
    """The whole table after the best play; empty when there was nothing to lay."""
    proven: bool
    """Whether no better play exists; with words: none of words that people know."""
    left: int
    """How many tiles stayed on the rack after the turn, taken ones included."""
    wins: bool
    """Whether the turn emptied the rack; with words: for good, and in the lead (W15)."""
    could_win: bool = False
    """Whether a turn could have done so."""
    by_points: bool = False
    """Whether turns are judged by what they score, not by tiles, as with words (W10)."""
    word: str = ""
    """With words: the word that scored."""
    double: bool = False
    """With words: whether the turn scored double (W11)."""
    best_word: str = ""
    """With words: the word that scores in the best turn."""
    best_double: bool = False
    dictionary_word: str = ""
    """With words: what scores in the best turn that was found with the whole dictionary."""
    dictionary_points: int = 0
    bound: int = 0
    """With words: no turn, with whatever words of the dictionary, could score more."""
    person_word: str = ""
    """With words: what scores in the best turn that a person could find in the time (``word_review``)."""
    person_points: int = 0
    chances: tuple[float, ...] = ()
    """Every seat's chance to win when the turn began, from 0 to 1; empty where the model does not know."""
    chance: float = 0.0
    """The player's chance after what was chosen, before a tile that is taken for it is seen."""
    best_choice: str = ""
    """What would have kept most of the chance: hold, all, all-but-jokers, own-sets, single or part."""
    best_chance: float = 0.0
    cost: float = 0.0
    """What the choice gave away: the best chance less the one that was kept."""
    matters: bool = False
    """Whether it is one of the few turns that mattered."""

    missed_tiles: int = field(init=False)
    """How many more tiles the best play lays."""
    missed_points: int = field(init=False)
    """How many more points the best play takes off the rack or, with words, scores."""
    is_choice: bool = field(init=False)
    """Whether anything could be laid: only such turns count for accuracy."""
    is_best: bool = field(init=False)
    """Whether nothing better could be laid."""
    missed_win: bool = field(init=False)
    """Whether the whole rack could have been laid, and was not (E1, W15)."""

    def __post_init__(self) -> None:
        laid, best = (len(self.played), self.points), (len(self.best_played), self.best_points)
        follows = {
            "missed_tiles": max(0, best[0] - laid[0]),
            "missed_points": max(0, best[1] - laid[1]),
            "is_choice": bool(self.best_played or self.played),
            "is_best": laid[1] >= best[1] if self.by_points else laid >= best,
            "missed_win": self.could_win and not self.wins,
        }
        for name, value in follows.items():
            object.__setattr__(self, name, value)


@dataclass(frozen=True, slots=True)
class PlayerReview:
    """The summary of one player."""

    seat: Seat
    turns: int
    choices: int
    """Turns in which something could be laid."""
    best_turns: int
    """Of those: how many were the best possible."""
    tiles: int
    """Tiles laid."""
    best_tiles: int
    """Tiles of the best plays, turn by turn."""
    accuracy: float | None
    """In per cent (see ``review_game``); ``None`` for a player who could never lay anything."""
    could_open_at: int | None
    """The first turn in which the player could have opened."""
    opened_at: int | None
    """The turn in which the player opened."""
    late_turns: int
    """How many of the player's turns passed without opening although it was possible."""
    missed_wins: tuple[int, ...]
    """The turns in which the whole rack could have been laid, and was not."""
    score: int | None
    """The points of the game, once it is over."""
    won: bool
    points: int = 0
    """The points of all turns that were a choice."""
    best_points: int = 0
    """The points of the best plays, turn by turn."""
    seen: float | None = None
    """How much of the table the player saw, in per cent: what was laid, of what the best plays lay."""
    deal: float = 0.0
    """How much the deal changed the chance to win, from 0 to 1."""
    luck: float = 0.0
    """How much all tiles that were taken changed it, the deal included."""
    skill: float = 0.0
    """How much the players' choices changed it; luck and skill add up to the result, less an equal share."""


@dataclass(frozen=True, slots=True)
class Analysis:
    """A whole game, reviewed."""

    profile: str
    sets: Sets
    finished: bool
    players: tuple[PlayerReview, ...]
    turns: tuple[TurnReview, ...]
    by_chance: bool = False
    """Whether the game is judged by chance to win: accuracy is then how much of the chances was kept."""
    result: tuple[float, ...] = ()
    """Each seat's share of the win, once the game is over."""


def analysis_to_json(analysis: Analysis) -> dict[str, Any]:
    """Write an analysis for other programs; every field is always present."""
    return asdict(analysis)

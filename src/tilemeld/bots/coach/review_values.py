"""Reviews as values: one turn, one player, a whole game, and how they are written for other programs."""

from dataclasses import dataclass
from typing import Literal

from tilemeld.engine.record.codec import Json, to_json
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

    @property
    def missed_tiles(self) -> int:
        """How many more tiles the best play lays."""
        return max(0, len(self.best_played) - len(self.played))

    @property
    def missed_points(self) -> int:
        """How many more points the best play takes off the rack or, with words, scores."""
        return max(0, self.best_points - self.points)

    @property
    def is_choice(self) -> bool:
        """Whether anything could be laid: only such turns count for accuracy."""
        return bool(self.best_played or self.played)

    @property
    def is_best(self) -> bool:
        """Whether nothing better could be laid."""
        if self.by_points:
            return self.points >= self.best_points
        return (len(self.played), self.points) >= (len(self.best_played), self.best_points)

    @property
    def missed_win(self) -> bool:
        """Whether the whole rack could have been laid, and was not (E1, W15)."""
        return self.could_win and not self.wins


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


@dataclass(frozen=True, slots=True)
class Analysis:
    """A whole game, reviewed."""

    profile: str
    sets: Sets
    players: tuple[PlayerReview, ...]
    turns: tuple[TurnReview, ...]
    finished: bool


def analysis_to_json(analysis: Analysis) -> dict[str, Json]:
    """Write an analysis for the wire and other programs; every field is always present."""
    return {
        "profile": analysis.profile,
        "sets": analysis.sets,
        "finished": analysis.finished,
        "players": [_fields(player) for player in analysis.players],
        "turns": [
            {
                **_fields(turn),
                "missed_tiles": turn.missed_tiles,
                "missed_points": turn.missed_points,
                "is_choice": turn.is_choice,
                "is_best": turn.is_best,
                "missed_win": turn.missed_win,
            }
            for turn in analysis.turns
        ],
    }


def _fields(review: PlayerReview | TurnReview) -> dict[str, Json]:
    values = {name: getattr(review, name) for name in review.__dataclass_fields__}
    return {name: value if isinstance(value, float) else to_json(value) for name, value in values.items()}

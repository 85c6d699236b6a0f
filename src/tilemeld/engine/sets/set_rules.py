"""``SetRules``: what is a set, what is it worth, what may a joker be here.

``numbers.py`` implements it for numbers, ``letters.py`` for letters. Turn, table, bank,
clock, draft, record and view use only this interface and never know which game is played.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from tilemeld.engine.errors import Refusal
from tilemeld.engine.tiles import Face, LaidSet, LaidTile, TileId


@dataclass(frozen=True, slots=True)
class Reading:
    """How tiles read as a set: as what, in which order, worth how much; or why they do not."""

    kind: str = ""
    """``run``, ``group`` or ``word``; empty when the tiles do not read."""
    order: tuple[int, ...] = ()
    """The places of the given tiles in the order in which the set lies (R-1)."""
    may_be: tuple[tuple[Face, ...], ...] = ()
    """For each tile, in that order: the faces a joker may stand for there; empty for other tiles."""
    stands_for: tuple[Face | None, ...] = ()
    """For each tile, in that order: what a joker stands for, where the player or its place says so."""
    worth: int = 0
    """Points for the opening (numbers) or letters for the score (words)."""
    faults: tuple[Refusal, ...] = ()
    """Everything that is wrong; empty exactly when the set is valid."""

    @property
    def valid(self) -> bool:
        """Whether the tiles form a set."""
        return not self.faults


class TurnScore(NamedTuple):
    """What a turn is worth where turns are scored, and the word that it is worth that for (W10)."""

    points: int = 0
    word: str = ""


NO_SCORE = TurnScore()


class SetRules(Protocol):
    """The questions that the game loop asks about tiles and sets."""

    @property
    def scores_turns(self) -> bool:
        """Whether the score is made turn by turn (W10) rather than from the racks at the end (E3–E7)."""
        ...

    @property
    def words(self) -> str | None:
        """The list of words in use, for the record; empty where there are no words (W8).

        Raises ``RulesError`` when the game needs words and has none.
        """
        ...

    def in_edition(self, words: str | None) -> "SetRules":
        """Return the same with the list of words that a game names, if an earlier edition is known (W8)."""
        ...

    @property
    def joker(self) -> Face:
        """The joker's face."""
        ...

    def box(self) -> tuple[Face, ...]:
        """Return every tile's face, as the box holds them (N1, W1)."""
        ...

    def read(self, laid: LaidSet) -> Reading:
        """Say how the tiles read as a set, or everything that is wrong with them."""
        ...

    def keep(self, laid: LaidSet, own: Collection[TileId]) -> LaidSet:
        """Return the largest valid part of the set if only the player's tiles may leave (T6)."""
        ...

    def opening_faults(self, sets: Sequence[LaidSet]) -> tuple[Refusal, ...]:
        """Say why these sets, all valid, are not an opening (P2, W6); empty when they are."""
        ...

    def table_faults(self, before: Sequence[LaidSet], after: Sequence[LaidSet]) -> tuple[Refusal, ...]:
        """Say what is wrong with the table as a whole beyond its single sets (W9)."""
        ...

    def turn_score(
        self, before: Sequence[LaidSet], after: Sequence[LaidSet], laid: Collection[TileId]
    ) -> TurnScore:
        """Return what a turn in which these rack tiles were laid is worth (W10); asked where turns score."""
        ...

    def words_to_vote(self, before: Sequence[LaidSet], after: Sequence[LaidSet]) -> tuple[str, ...]:
        """List the new words that the other players vote on; asked where they do (W16)."""
        ...

    def can_open(self, rack: Sequence[Face]) -> bool:
        """Say whether some tiles of the rack make an opening (E7); exact."""
        ...

    def rack_value(self, rack: Sequence[Face]) -> int:
        """Return what the tiles count when the game ends (E4)."""
        ...

    def starter_rank(self, face: Face) -> int | None:
        """Rank a tile drawn for the first turn, the highest starts; ``None`` is drawn again (S1, W2)."""
        ...

    def may_redeal(self, rack: Sequence[Face]) -> bool:
        """Say whether these dealt tiles give the right to a new deal (S7, W4)."""
        ...


def arrange(laid: LaidSet, reading: Reading) -> LaidSet:
    """Put a valid set in the order in which it reads, with what each joker stands for (R-1)."""
    return tuple(
        LaidTile(laid[place].tile, face)
        for place, face in zip(reading.order, reading.stands_for, strict=True)
    )

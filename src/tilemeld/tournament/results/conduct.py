"""Conduct and real tables: what the referee's page shows and what stays private (M4–M8, T9).

Table manners, and how a table is settled that nobody can restore, are fields of the rules;
here are their English sentences.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from tilemeld.engine.rules import Manner, Rules, Settlement
from tilemeld.tournament.log.entries import Entry
from tilemeld.tournament.log.facts import ConductReported, Excluded, WarningGiven
from tilemeld.tournament.log.state import TournamentState

SETTLEMENT_TEXT: Mapping[Settlement, str] = {
    "bank": "Tiles that belong to no set go to the bank.",
    "bank-mixed": "Tiles that belong to no set are mixed into the bank.",
    "player": "The player takes every tile that is outside a valid set.",
}

REAL_TABLE: Mapping[Manner, str] = {
    "gap": "Tiles belong to one set when the gap is at most a tile's width sideways "
    "and half a tile's height up or down.",
    "push": "Push several tiles towards the middle before the time is up. Touching tiles after it voids the "
    "move: undo, take 1.",
    "clock": "Take the tile first, then press the clock.",
    "done": "Say “Już” or “Dalej” when done, “Wyłożę się w następnej rundzie” to announce an opening.",
    "distance": "People who do not play stay 1.5 m away and say nothing that could help.",
    "count": "A player asked, on the asker's turn, how many tiles they hold must answer. "
    "Others may check the points that are counted and written down.",
    "call": "The winner calls out “Руммікуб!”; the sheet records games won as well as points.",
}
"""What the books say about real tables only (M4, M7, M8)."""


def real_table_rules(rules: Rules) -> tuple[str, ...]:
    """Return what a card at a real table says in addition to the rules of the game (M8).

    >>> from tilemeld.engine.rules import profile
    >>> len(real_table_rules(profile("pl-tournament"))), len(real_table_rules(profile("uk")))
    (6, 1)
    """
    return tuple(REAL_TABLE[manner] for manner in rules.table_manners)


@dataclass(frozen=True, slots=True)
class ConductRecord:
    """What the referees know of a player's conduct; never public."""

    player: str
    reports: int
    warnings: int
    excluded: bool
    entries: tuple[Entry, ...]

    @property
    def may_be_excluded(self) -> bool:
        """Whether a warning was given, so that exclusion is possible (M6)."""
        return self.warnings > 0 and not self.excluded


def conduct_of(state: TournamentState, player: str) -> ConductRecord:
    """Return the record of one player, for referees only."""
    entries = tuple(
        entry
        for entry in state.conduct
        if isinstance(entry.fact, ConductReported | WarningGiven | Excluded) and entry.fact.player == player
    )
    known = state.players[player]
    return ConductRecord(
        player=player,
        reports=known.reports,
        warnings=known.warnings,
        excluded=known.status == "excluded",
        entries=entries,
    )

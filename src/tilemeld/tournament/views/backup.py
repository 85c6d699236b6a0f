"""Backups: a whole tournament as one JSON text, from which another server makes the same again.

The log is in it as it was sealed, so that a changed or missing entry is noticed, and so are the names.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tilemeld.engine.errors import RecordError
from tilemeld.engine.record.codec import Json, from_json, to_json
from tilemeld.tournament.errors import TournamentError, tournament_error
from tilemeld.tournament.log.decide import check
from tilemeld.tournament.log.entries import Entry, active, first_broken
from tilemeld.tournament.log.facts import TournamentOpened, Undone
from tilemeld.tournament.log.state import TournamentState, evolve
from tilemeld.tournament.players import Card, player_problems

ID_LIMIT = 64


@dataclass(frozen=True, slots=True)
class Backup:
    """A tournament with everything that belongs to it."""

    tournament: str
    cards: Mapping[str, Card]
    log: tuple[Entry, ...]
    state: TournamentState


def backup_json(tournament: str, cards: Mapping[str, Card], log: Sequence[Entry]) -> dict[str, Json]:
    """Return what a tournament is made again from."""
    return {
        "tournament": tournament,
        "cards": {card: to_json(each) for card, each in sorted(cards.items())},
        "entries": [to_json(entry) for entry in log],
    }


def read_backup(text: str) -> Backup:
    """Read a backup and verify it: every seal, and that every entry fits those before it.

    Raises ``TournamentError`` that names the first entry that was changed.
    """
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        raise tournament_error("backup/unreadable") from None
    if not isinstance(data, dict) or not isinstance(data.get("entries"), list):
        raise tournament_error("backup/unreadable")
    tournament, cards = data.get("tournament"), data.get("cards")
    fits = isinstance(tournament, str) and 1 <= len(tournament) <= ID_LIMIT and tournament.isascii()
    if not isinstance(tournament, str) or not fits or not isinstance(cards, dict):
        raise tournament_error("backup/unreadable")
    try:
        log = tuple(from_json(Entry, each) for each in data["entries"])
        named = {card: from_json(Card, each) for card, each in cards.items()}
    except RecordError:
        raise tournament_error("backup/unreadable") from None
    if any([*player_problems(card)] for card in named.values()):
        raise tournament_error("backup/unreadable")
    broken = first_broken(log)
    if broken is not None:
        raise tournament_error("backup/broken", number=broken)
    return Backup(tournament=tournament, cards=named, log=log, state=_state_of(log))


def _state_of(log: Sequence[Entry]) -> TournamentState:
    state: TournamentState | None = None
    for entry in active(log):
        if isinstance(entry.fact, Undone):
            continue
        try:
            check(state, entry, is_new=False)  # what people may write changes, logs stay
        except TournamentError as error:
            raise tournament_error("backup/entry", number=entry.number, reason=str(error)) from None
        state = evolve(state, entry)
    if state is None or not isinstance(log[0].fact, TournamentOpened):
        raise tournament_error("backup/unreadable")
    return state

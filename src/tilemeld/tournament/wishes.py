"""Wishes for the seating, as a director states them: players by number, clubs by name."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from .errors import TournamentError, tournament_error
from .seating.aims import Aims, Priority
from .seating.draw import MAX_ROUNDS

TABLE_LIMIT = 250
WISH_LIMIT = 400
"""How many wishes of one kind there may be."""


@dataclass(frozen=True, slots=True)
class Wishes:
    """What a director wishes for the seating of a tournament."""

    apart_rounds: int = 0
    """In how many of the first rounds people of one club or family sit apart."""
    families: tuple[tuple[str, ...], ...] = ()
    """Players who belong together although no club says so."""
    never: tuple[tuple[str, str], ...] = ()
    """Two who must not meet."""
    fixed: tuple[tuple[str, int], ...] = ()
    """Players with the number of the table at which they always sit."""


def aims_of(wishes: Wishes, priority: Priority, clubs: Mapping[str, str]) -> Aims:
    """Return the wishes as aims of a draw; people without a club belong to none.

    >>> aims_of(Wishes(apart_rounds=1), "threes", {"P1": "Kraków", "P2": " kraków", "P3": ""}).groups
    (('P1', 'P2'),)
    """
    members: dict[str, list[str]] = {}
    for player, club in clubs.items():
        if name := " ".join(club.casefold().split()):
            members.setdefault(name, []).append(player)
    groups = [*map(tuple, members.values()), *wishes.families] if wishes.apart_rounds else []
    return Aims(
        priority=priority,
        never=wishes.never,
        groups=tuple(group for group in groups if len(group) > 1),
        group_rounds=wishes.apart_rounds,
        fixed=wishes.fixed,
    )


def wish_problems(wishes: Wishes, known: Mapping[str, object]) -> Iterator[TournamentError]:
    """Say everything that is wrong with wishes: unknown players, one table for two, numbers out of range."""
    if not 0 <= wishes.apart_rounds <= MAX_ROUNDS:
        yield tournament_error(
            "tournament/bad-format", field="apart_rounds", value=wishes.apart_rounds, low=0, high=MAX_ROUNDS
        )
    lists = (*wishes.families, *wishes.never, tuple(player for player, _ in wishes.fixed))
    for player in dict.fromkeys(player for players in lists for player in players):
        if player not in known:
            yield tournament_error("player/unknown", player=player[:60])
    if max(len(wishes.families), len(wishes.never), len(wishes.fixed)) > WISH_LIMIT:
        yield tournament_error("wishes/too-many", limit=WISH_LIMIT)
    for players in (*wishes.families, *wishes.never):
        if len(set(players)) < len(players) or len(players) < 2:
            yield tournament_error("wishes/twice", player=players[0][:60] if players else "")
    for player, times in Counter(player for player, _ in wishes.fixed).items():
        if times > 1:
            yield tournament_error("wishes/two-tables", player=player)
    for table, times in Counter(table for _, table in wishes.fixed).items():
        if not 1 <= table <= TABLE_LIMIT:
            yield tournament_error(
                "tournament/bad-format", field="table", value=table, low=1, high=TABLE_LIMIT
            )
        elif times > 1:
            yield tournament_error("wishes/table-taken", table=table, count=times)

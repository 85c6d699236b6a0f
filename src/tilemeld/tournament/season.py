"""A season: a table over several tournaments, for players and for their clubs."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from tilemeld.tournament.log.state import TournamentState
from tilemeld.tournament.players import Card
from tilemeld.tournament.results.standings import Row, standings

By = Literal["place", "big-points"]
"""What a tournament is worth: points for the place, or the big points of its games."""
Event = tuple[TournamentState, Mapping[str, Card]]
"""A tournament with the names of its players."""


@dataclass(frozen=True, slots=True)
class SeasonRules:
    """How a season is counted."""

    by: By = "place"
    best: int | None = None
    """How many tournaments count, the best ones of each; ``None``: all."""
    points: tuple[int, ...] = ()
    """What the places are worth, the first one first; none: one point, and one for everybody left behind."""
    team: int = 3
    """How many of a club count in a tournament."""


@dataclass(frozen=True, slots=True)
class Scored:
    """What somebody has from one tournament."""

    points: Fraction
    counts: bool


@dataclass(frozen=True, slots=True)
class SeasonRow:
    """A line of the table of a season."""

    place: int
    name: str
    club: str
    total: Fraction
    results: tuple[Scored | None, ...]
    """Tournament by tournament; ``None``: did not take part."""


def season_table(events: Sequence[Event], rules: SeasonRules) -> tuple[SeasonRow, ...]:
    """Return the table of the players; equal totals are decided by the best single results, then shared."""
    keyed = _keys(events)
    scores: dict[str, list[Fraction | None]] = {}
    cards: dict[str, Card] = {}
    for at, (event, points) in enumerate(_event_points(events, rules)):
        for player, each in points.items():
            key = keyed[at][player]
            scores.setdefault(key, [None] * len(events))[at] = each
            cards[key] = event[1].get(player) or cards.get(key) or Card(player)
    return _ranked({key: (cards[key].shown, cards[key].club) for key in scores}, scores, rules.best)


def team_table(events: Sequence[Event], rules: SeasonRules) -> tuple[SeasonRow, ...]:
    """Return the table of the clubs: in every tournament the best few of each are added up."""
    scores: dict[str, list[Fraction | None]] = {}
    shown: dict[str, tuple[str, str]] = {}
    for at, (event, points) in enumerate(_event_points(events, rules)):
        members: dict[str, list[Fraction]] = {}
        for player, each in points.items():
            club = event[1][player].club if player in event[1] else ""
            if key := _plain(club):
                members.setdefault(key, []).append(each)
                shown.setdefault(key, (club, ""))
        for key, each_points in members.items():
            best = sorted(each_points, reverse=True)[: rules.team]
            scores.setdefault(key, [None] * len(events))[at] = sum(best, Fraction())
    return _ranked(shown, scores, rules.best)


def _event_points(events: Sequence[Event], rules: SeasonRules) -> list[tuple[Event, Mapping[str, Fraction]]]:
    return [(event, _points(standings(event[0]), rules)) for event in events]


def _points(rows: Sequence[Row], rules: SeasonRules) -> Mapping[str, Fraction]:
    """Return what a tournament is worth to each of its players; who shares a place gets the mean."""
    if rules.by == "big-points":
        return {row.player: Fraction(row.big_points) for row in rows if row.games}
    played = [row for row in rows if row.games]
    shared = Counter(row.place for row in played)
    worth = rules.points or tuple(range(len(played), 0, -1))
    padded = (*worth, *([0] * len(played)))
    return {
        row.player: Fraction(
            sum(padded[row.place - 1 : row.place - 1 + shared[row.place]]), shared[row.place]
        )
        for row in played
    }


def _ranked(
    shown: Mapping[str, tuple[str, str]], scores: Mapping[str, Sequence[Fraction | None]], best: int | None
) -> tuple[SeasonRow, ...]:
    rows = []
    for key, of_events in scores.items():
        order = sorted(
            (at for at, each in enumerate(of_events) if each is not None), key=lambda at: -_at(of_events, at)
        )
        counting = {*order[:best]}
        results = tuple(
            None if each is None else Scored(each, at in counting) for at, each in enumerate(of_events)
        )
        counted = tuple(_at(of_events, at) for at in order[:best])
        rows.append((sum(counted, Fraction()), counted, *shown[key], results))
    rows.sort(key=lambda row: (-row[0], tuple(-each for each in row[1]), row[2]))
    ranks = [(row[0], row[1]) for row in rows]
    return tuple(
        SeasonRow(place=ranks.index((total, counted)) + 1, name=name, club=club, total=total, results=results)
        for total, counted, name, club, results in rows
    )


def _at(scores: Sequence[Fraction | None], at: int) -> Fraction:
    return scores[at] or Fraction()


def _keys(events: Sequence[Event]) -> list[dict[str, str]]:
    """Return who is who: by name; where a tournament has namesakes, by name and club."""
    doubled = {
        name
        for _, cards in events
        for name, times in Counter(_plain(card.name) for card in cards.values()).items()
        if times > 1
    }
    keys: list[dict[str, str]] = []
    for at, (state, cards) in enumerate(events):
        of_event = {}
        for player in state.players:
            card = cards.get(player)
            if card is None:  # the name was erased: nobody knows who it is
                of_event[player] = f"{at}/{player}"
            else:
                name = _plain(card.name)
                of_event[player] = f"{name}\n{_plain(card.club)}" if name in doubled else name
        keys.append(of_event)
    return keys


def _plain(text: str) -> str:
    return " ".join(text.casefold().split())

"""Standings: big points, small points, then what the director chose; and why a player ranks above the next.

They are computed from the results alone, so the order in which results were entered does not matter.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations, product

from tilemeld.tournament.format import Criterion
from tilemeld.tournament.log.facts import RulingMade
from tilemeld.tournament.log.state import RoundState, Sitter, TournamentState
from tilemeld.tournament.seating.seating import Round
from tilemeld.tournament.seating.table_sizes import FULL

Number = int | Fraction
BIG = 1_000_000
"""What a big point counts in a direct meeting: more than any sum of small ones."""


FINAL, B_FINAL = 3, 2
"""The stages of those who play in the final, and in the one for the places after it."""


@dataclass(frozen=True, slots=True)
class GameScore:
    """What a player got in one game."""

    round: int
    table: int
    game: int
    seat: int
    points: Fraction
    """Small points, equalised where the format says so."""
    written: int
    """The points on the sheet."""
    big_points: int
    won: bool
    opponents: tuple[str, ...]
    confirmed: bool
    counts: bool = True
    """Whether the place depends on it: for players at the final table only the final does."""


@dataclass(frozen=True, slots=True)
class RuledPoints:
    """Points that a referee gave to a player or took away."""

    round: int
    table: int
    points: int
    counts: bool
    """Whether the place depends on it, as for a game."""


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a player ranks above the next one: what decided, and both values as they are shown."""

    criterion: Criterion
    mine: str
    theirs: str

    def __str__(self) -> str:
        return f"{WORDS[self.criterion]}: {self.mine} against {self.theirs}"


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the standings."""

    place: int
    player: str
    big_points: int
    total: Fraction
    wins: int
    games: int
    best_game: Fraction
    penalties: int
    """Warnings, penalty tiles and points taken away; points given by a ruling are not a penalty."""
    ruled_points: int
    """What rulings added to the total."""
    byes: int
    missed: int
    """The rounds that the rule for missed rounds is applied to: sat out, or played before the player came."""
    missed_points: Fraction
    """What that rule added to the total."""
    stage: int
    """3: the final table, 2: the B-final, 1: still in, 0: out by the cut."""
    preliminary: Fraction | None
    """The total before the final; ``None`` for players who are in none."""
    unconfirmed: int
    """How many games are not confirmed yet, whether they count or not."""
    card: str = ""
    """Whose line it is: the card of whoever played last under this number."""
    before: tuple[Sitter, ...] = ()
    """Who played under this number before, in which rounds."""
    before_next: Reason | None = None
    """Why this player ranks above the next; ``None`` if they share the place or there is no next."""

    @property
    def lines(self) -> tuple[str, ...]:
        """The values in words, for the player's own page."""
        return (
            f"big points {self.big_points}",
            f"points {format_points(self.total)}",
            f"wins {self.wins} of {self.games}",
            f"best game {format_points(self.best_game)}",
            f"penalties {self.penalties}",
        )


WORDS: Mapping[Criterion, str] = {
    "big-points": "big points",
    "total": "points",
    "wins": "games won",
    "direct": "direct meeting",
    "best-game": "best game",
    "fewest-penalties": "fewer penalties",
    "opponents": "big points of the opponents",
    "last-round": "last round",
}


def standings(state: TournamentState, *, after: int | None = None) -> tuple[Row, ...]:
    """Return the standings, after a round or of all rounds; players who are still level share a place.

    Excluded players are left out; players who withdrew keep what they scored.
    """
    last = state.format.all_rounds if after is None else after
    every = _scores(state, last)
    scores = {
        player: [game for game in games if _counts(state, player, game, last)]
        for player, games in every.items()
    }
    waiting = {player: sum(not game.confirmed for game in games) for player, games in every.items()}
    rows = {
        player: replace(_row(state, player, games, last), unconfirmed=waiting[player])
        for player, games in scores.items()
    }
    if any(row.stage >= B_FINAL for row in rows.values()):
        before = {row.player: row.total for row in standings(state, after=state.format.rounds)}
        rows = {
            player: replace(row, preliminary=before[player]) if row.stage >= B_FINAL else row
            for player, row in rows.items()
        }
    ranked = _ranked(state, rows, scores)
    return tuple(_with_reasons(state, ranked, scores))


def places(state: TournamentState, *, after: int | None = None) -> dict[str, int]:
    """Return everybody's place; before any result, the place by rating."""
    if any(now.results for now in state.published):
        return {row.player: row.place for row in standings(state, after=after)}
    ratings = sorted((player.rating for player in state.present), reverse=True)
    return {player.id: ratings.index(player.rating) + 1 for player in state.present}


def game_scores(state: TournamentState, player: str) -> tuple[GameScore, ...]:
    """Return every game of a player, in order: with the points by rulings they explain the total."""
    last = state.format.all_rounds
    return tuple(
        replace(game, counts=_counts(state, player, game, last))
        for game in _scores(state, last).get(player, ())
    )


def ruled_points(state: TournamentState, player: str, *, after: int | None = None) -> tuple[RuledPoints, ...]:
    """Return the points that rulings gave to a player or took away, in the order of the rulings."""
    last = state.format.all_rounds if after is None else after
    return tuple(
        RuledPoints(
            round=ruling.round,
            table=ruling.table,
            points=ruling.value,
            counts=_round_counts(state, player, ruling.round, last),
        )
        for ruling in _rulings(state, player, last)
        if ruling.kind == "points"
    )


def _rulings(state: TournamentState, player: str, last: int) -> list[RulingMade]:
    made = (entry.fact for entry in state.rulings)
    return [
        fact for fact in made if isinstance(fact, RulingMade) and fact.player == player and fact.round <= last
    ]


def format_points(points: Number) -> str:
    """Write points: whole numbers as they are, thirds as thirds.

    >>> format_points(Fraction(-40, 3)), format_points(Fraction(7)), format_points(Fraction(2, 3))
    ('-13⅓', '7', '⅔')
    """
    points = Fraction(points)
    if points.denominator == 1:
        return str(points.numerator)
    whole, rest = divmod(abs(points), 1)
    part = {Fraction(1, 3): "⅓", Fraction(2, 3): "⅔"}.get(rest, f" {rest}")
    return f"{'-' if points < 0 else ''}{whole or ''}{part}"


def _scores(state: TournamentState, last: int) -> dict[str, list[GameScore]]:
    scores: dict[str, list[GameScore]] = {
        player.id: [] for player in state.players.values() if player.status != "excluded"
    }
    for now in state.published:
        if now.number <= last:
            for player, score in _round_scores(state, now):
                if player in scores:
                    scores[player].append(score)
    return scores


def _round_scores(state: TournamentState, now: RoundState) -> Iterator[tuple[str, GameScore]]:
    for (table, game), result in sorted(now.results.items()):
        seated = now.seating.tables[table - 1]
        big = result.sheet.big_points(state.format.rules)
        factor = _factor(state, now.seating, seated)
        for seat, player in enumerate(seated):
            yield (
                player,
                GameScore(
                    round=now.number,
                    table=table,
                    game=game,
                    seat=seat,
                    points=result.sheet.points[seat] * factor,
                    written=result.sheet.points[seat],
                    big_points=big[seat],
                    won=seat in result.sheet.winners,
                    opponents=tuple(other for other in seated if other != player),
                    confirmed=result.confirmed,
                ),
            )


def _factor(state: TournamentState, seating: Round, seated: Sequence[str]) -> Fraction:
    """Return 4/3 for a table of three, where the director chose it and others play at four."""
    equal = state.format.equalise == "four-thirds" and len(seated) == 3
    return Fraction(4, 3) if equal and any(len(table) == FULL for table in seating.tables) else Fraction(1)


def _row(state: TournamentState, player: str, counted: Sequence[GameScore], last: int) -> Row:
    ruled = sum(each.points for each in ruled_points(state, player, after=last) if each.counts)
    penalties = sum(
        ruling.kind == "penalty-tiles" or (ruling.kind == "points" and ruling.value < 0)
        for ruling in _rulings(state, player, last)
    )
    sitters = state.sitters(player, after=last)
    stage = _stage(state, player, last)
    missed = _missed(state, player, last) if stage < B_FINAL else ()
    big_points, missed_points = _for_missed(state, counted, len(missed))
    return Row(
        place=0,
        player=player,
        big_points=sum(game.big_points for game in counted) + big_points,
        total=sum((game.points for game in counted), Fraction(0)) + ruled + missed_points,
        wins=sum(game.won for game in counted),
        games=len(counted),
        best_game=max((game.points for game in counted), default=Fraction(0)),
        penalties=penalties + state.players[player].warnings,
        ruled_points=ruled,
        byes=sum(player in now.seating.byes for now in state.published if now.number <= last),
        missed=len(missed),
        missed_points=missed_points,
        stage=stage,
        preliminary=None,
        unconfirmed=0,
        card=sitters[-1].card if sitters else state.players[player].card_in(1),
        before=sitters[:-1],
    )


def _missed(state: TournamentState, player: str, last: int) -> tuple[int, ...]:
    """Return the rounds that a player missed while others of their stage played.

    Of those who have left, only the rounds that they sat out; nobody misses a final or a round after the cut.
    """
    known, cut = state.players[player], state.format.cut_after
    if cut is not None and _stage(state, player, last) == 0:
        last = min(last, cut)
    return tuple(
        now.number
        for now in state.published
        if now.number <= last
        and not state.format.is_final(now.number)
        and now.table_of(player) is None
        and (known.status == "in" or player in now.seating.byes)
    )


def _for_missed(state: TournamentState, counted: Sequence[GameScore], missed: int) -> tuple[int, Fraction]:
    """Return the big and small points for missed rounds, as the director has chosen."""
    if state.format.missed == "fixed":
        return 0, Fraction(state.format.missed_points * missed)
    played = len({game.round for game in counted})
    if state.format.missed == "nothing" or not played:
        return 0, Fraction(0)
    big = sum(game.big_points for game in counted) * missed // played
    return big, sum((game.points for game in counted), Fraction(0)) * missed / played


def _counts(state: TournamentState, player: str, game: GameScore, last: int) -> bool:
    """Say whether a game counts for a player: one that is not confirmed only if the director says so."""
    is_taken = game.confirmed or state.format.unconfirmed == "count"
    return is_taken and _round_counts(state, player, game.round, last)


def _round_counts(state: TournamentState, player: str, number: int, last: int) -> bool:
    """Say whether a round counts for a player: at the final table only the final decides."""
    return _stage(state, player, last) < B_FINAL or state.format.is_final(number)


def _stage(state: TournamentState, player: str, last: int) -> int:
    """Say how far a player has come: out by the cut, still in, or at the final table that is being played."""
    final = state.rounds.get(state.format.rounds + 1)
    if final is not None and final.published and final.number <= last:
        table = final.table_of(player)
        if table is not None:
            return FINAL if table == 1 else B_FINAL
    cut = state.format.cut_after
    if cut is None or last <= cut or cut + 1 not in state.rounds or not state.rounds[cut + 1].published:
        return 1
    return int(player in state.rounds[cut + 1].seating.players)


def _ranked(
    state: TournamentState, rows: Mapping[str, Row], scores: Mapping[str, Sequence[GameScore]]
) -> list[list[Row]]:
    """Return groups of rows, the best first; a group of several shares a place."""
    groups: list[list[Row]] = []
    for stage, has_played in product((FINAL, B_FINAL, 1, 0), (True, False)):  # no game is not above a loss
        players = [
            player for player, row in rows.items() if (row.stage, bool(row.games)) == (stage, has_played)
        ]
        groups += [
            [rows[player] for player in group]
            for group in _split(state, players, state.format.ranking, rows, scores)
        ]
    return groups


def _split(
    state: TournamentState,
    group: list[str],
    criteria: Sequence[Criterion],
    rows: Mapping[str, Row],
    scores: Mapping[str, Sequence[GameScore]],
) -> list[list[str]]:
    """Split a group by the first criterion, each part by the next, and so on."""
    if not group:
        return []
    if len(group) == 1 or not criteria:
        return [sorted(group, key=lambda player: state.players[player].number)]
    values = _values(criteria[0], group, rows, scores)
    parts = []
    for value in sorted(set(values.values()), reverse=True):
        part = [player for player in group if values[player] == value]
        parts += _split(state, part, criteria[1:], rows, scores)
    return parts


def _values(
    criterion: Criterion,
    group: Sequence[str],
    rows: Mapping[str, Row],
    scores: Mapping[str, Sequence[GameScore]],
) -> dict[str, Fraction]:
    if criterion == "direct":
        return _direct(group, scores)
    return {player: _value(criterion, rows[player], rows, scores) for player in group}


def _value(
    criterion: Criterion, row: Row, rows: Mapping[str, Row], scores: Mapping[str, Sequence[GameScore]]
) -> Fraction:
    by_criterion: dict[Criterion, Callable[[], Number]] = {
        "big-points": lambda: row.big_points,
        "total": lambda: row.total,
        "wins": lambda: row.wins,
        "best-game": lambda: row.best_game,
        "fewest-penalties": lambda: -row.penalties,
        "opponents": lambda: sum(
            rows[other].big_points if other in rows else 0
            for game in scores[row.player]
            for other in game.opponents
        ),
        "last-round": lambda: _last_round(scores[row.player]),
    }
    return Fraction(by_criterion[criterion]())


def _last_round(games: Sequence[GameScore]) -> Fraction:
    last = max((game.round for game in games), default=0)
    return sum((game.points for game in games if game.round == last), Fraction(0))


def _direct(group: Sequence[str], scores: Mapping[str, Sequence[GameScore]]) -> dict[str, Fraction]:
    """Count what each got in games against others of the group, if every two of them have met."""
    together = {
        player: [game for game in scores[player] if set(game.opponents) & set(group)] for player in group
    }
    met = all(any(other in game.opponents for game in together[one]) for one, other in combinations(group, 2))
    if not met:
        return dict.fromkeys(group, Fraction(0))
    return {
        player: sum((BIG * game.big_points + game.points for game in games), Fraction(0))
        for player, games in together.items()
    }


def _with_reasons(
    state: TournamentState, groups: Sequence[Sequence[Row]], scores: Mapping[str, Sequence[GameScore]]
) -> Iterator[Row]:
    rows = {row.player: row for group in groups for row in group}
    place = 1
    for at, group in enumerate(groups):
        below = groups[at + 1] if at + 1 < len(groups) else None
        for row in group:
            reason = None if below is None else _reason(state, row, below[0], rows, scores)
            yield replace(row, place=place, before_next=reason)
        place += len(group)


def _reason(
    state: TournamentState,
    row: Row,
    below: Row,
    rows: Mapping[str, Row],
    scores: Mapping[str, Sequence[GameScore]],
) -> Reason | None:
    """Return the first criterion in which two players differ; none where a cut or a final parts them."""
    if (row.stage, bool(row.games)) != (below.stage, bool(below.games)):
        return None
    for criterion in state.format.ranking:
        values = _values(criterion, [row.player, below.player], rows, scores)
        mine, theirs = values[row.player], values[below.player]
        if mine != theirs:
            return Reason(criterion, _shown(criterion, mine), _shown(criterion, theirs))
    return None


def _shown(criterion: Criterion, value: Fraction) -> str:
    """Write what was compared as people read it."""
    if criterion == "fewest-penalties":
        return format_points(-value)
    if criterion != "direct":
        return format_points(value)
    big = round(value / BIG)
    return f"{big} / {format_points(value - big * BIG)}"

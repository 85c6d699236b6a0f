"""Refusals of tournaments: stable codes in addition to those of the rules, each with its English sentence."""

from collections.abc import Iterable, Mapping
from functools import partial
from itertools import islice
from typing import Any

from tilemeld.engine.errors import Param, TilemeldError

EXACT = 2**53
"""Numbers up to this one are represented exactly everywhere."""
NUMBER_LIMIT = 26
TEXT_LIMIT = 100
REASON_LIMIT = 300
"""The longest value that is quoted; a reason is a whole sentence."""
REASONS_LIMIT = 20
"""The most reasons given at once; a list of players may have a thousand lines."""

CODES: Mapping[str, str] = {
    # Seating
    "seating/too-few": "too few players ({players}): a table has at least {smallest}",
    "seating/twice": "{player} is in the list twice",
    "seating/unknown": "{player} has no seat in this round",
    "seating/rounds": "a schedule has 1 to {limit} rounds, not {rounds}",
    "seating/players": "at most {limit} players can be seated at once, not {players}",
    "wishes/too-many": "at most {limit} wishes of one kind can be kept",
    "wishes/twice": "{player} stands alone or twice in a wish: name two different players",
    "wishes/two-tables": "{player} has two fixed tables: choose one",
    "wishes/table-taken": "table {table} is fixed for {count} players who would meet in every round",
    # The list of players
    "players/none": "there are no players in this list",
    "players/no-list": "{beginning} is not a list of players: save the table as CSV, or paste the names",
    "players/too-many": "a list has at most {limit} lines: enter the players in several parts",
    "players/unreadable": "line {line} cannot be read: a quotation mark is opened and not closed",
    "players/rating": "line {line}: {rating} is not a rating; write a whole number",
    "players/rating-size": "line {line}: {rating} is not a rating; write a number from -{limit} to {limit}",
    "players/comma": (
        "line {line}: {word} may be a club or part of a name; put {name} in quotation marks if it is a name,"
        " or write a semicolon before the club"
    ),
    "players/no-name": "line {line} has no name",
    "players/twice": "line {line}: {name} is in the list twice; tell them apart by club or initial",
    "players/name": "{name} cannot be a name: write 1 to {limit} printable characters",
    "players/line-name": "line {line}: {name} cannot be a name: write 1 to {limit} printable characters",
    # The tournament
    "tournament/unknown": "there is no such tournament",
    "tournament/too-many": "you direct {limit} tournaments already: forget one that is over first",
    "tournament/too-many-players": (
        "a tournament has at most {limit} players here; this one would have {count}"
    ),
    "tournament/full": (
        "the log of this tournament has reached {limit} MB, its limit: nothing more can be written"
    ),
    "tournament/reused": "this id was used for another entry",
    "tournament/drawing": "the server is drawing {count} rounds already: try again in a moment",
    "tournament/no-role": "you have no role in this tournament: enter with a code",
    "tournament/no-player": "you do not play in this tournament: enter with a player's code",
    "tournament/busy": "too many changes at once in this tournament: try again",
    "tournament/not-online": "this table is not played on this server",
    "tournament/own-table": "{player} plays at table {table} in round {round}: other staff have to do this",
    "tournament/fact-unknown": "{kind} is not a fact of a tournament: docs/tournaments.md lists them",
    "tournament/fact-lacks": "{field} is missing in this fact",
    "tournament/fact-value": "{field} cannot be {value} in this fact",
    "tournament/no-number": "{value} is not a whole number from 0 to {limit}",
    "tournament/no-paper": (
        "{kind} in {language} cannot be printed: choose one of {kinds}, in one of {languages}"
    ),
    "tournament/no-recipient": "certificates cannot go to {value}: choose one of {values}",
    "tournament/no-separator": "columns cannot be separated by {value}: choose one of {values}",
    "tournament/server-only": "the server writes this itself: {what}",
    "tournament/not-opened": "this tournament has not been opened yet",
    "tournament/opened": "this tournament has been opened already",
    "tournament/ended": "the tournament is over: undo its end first",
    "tournament/not-yours": "a {role} may not do this: it is for {needed}",
    "tournament/no-why": "this needs a reason of 1 to {limit} printable characters, not {count}",
    "tournament/name": (
        "{name} cannot be used as a tournament's name: write 1 to {limit} printable characters"
    ),
    "tournament/bad-format": "{field} cannot be {value}: choose {low} to {high}",
    "tournament/bad-rules": "{profile} is not played at tables of four",
    "tournament/box-too-small": (
        "{players} players with {rack_size} tiles each need more tiles than the box has"
    ),
    "tournament/tie-break-twice": "{criterion} is in the list of tie-breaks twice",
    "tournament/nothing-to-undo": "entry {number} does not exist or is undone already",
    "tournament/needed-by": (
        "entry {number} cannot be undone while entry {by} ({what}) depends on it: {reason}"
    ),
    "tournament/cannot-return": "entry {number} cannot be brought back: {reason}",
    "tournament/last-director": (
        "entry {number} cannot be undone: nobody would direct the tournament; give the role to somebody first"
    ),
    "backup/unreadable": "this is not the file of a whole tournament: save export.json at the desk",
    "backup/broken": "entry {number} was changed, or one before it left out: the seals do not fit",
    "backup/entry": "entry {number} does not fit those before it: {reason}",
    "backup/other": "this server has the tournament already, and differently: forget it here first",
    # Players of a tournament
    "player/unknown": "there is no player {player} in this tournament",
    "player/exists": "there is a player {player} already",
    "player/out": "{player} is not in the tournament any more",
    "player/in": "{player} is in the tournament",
    "player/excluded": "{player} was excluded",
    "player/substituted": "{player} sits in round {round}, which is being played: wait for its end",
    # Rounds
    "round/unknown": "there is no round {round}: the tournament has {rounds}",
    "round/order": "round {round} comes after round {before}, which is not published yet",
    "round/not-finished": "round {before} lacks {count} results, first table {table} game {game}: enter them",
    "round/drawn": "round {round} is published: undo that first",
    "round/not-drawn": "round {round} has not been drawn",
    "round/not-published": "the seating of round {round} has not been published",
    "round/started": "round {round} has results: undo them first",
    "round/twice": "{player} sits twice in this seating",
    "round/sizes": "in this tournament every table has {low} to {high} players",
    "clock/running": "the clock of round {round} is running",
    "clock/not-running": "the clock of round {round} is not running",
    "clock/over": "the time of round {round} is over",
    "clock/seconds": "{seconds} seconds cannot be added: 1 to {limit}, or no more taken off than are left",
    # Results
    "round/no-table": "there is no table {table} in round {round}",
    "round/no-game": "a round has {games} games; there is no game {game}",
    "result/exists": "game {game} of table {table} has a result: correct it instead",
    "result/missing": "game {game} of table {table} has no result",
    "result/count": "table {table} has {seats} seats, but the result has {count}",
    "result/sum": "the scores add up to {sum} and have to add up to {expected}",
    "result/no-winner": "nobody is marked as the winner: mark one player",
    "result/winner-abandoned": "a game that was given up has no winner: take the mark away",
    "result/winner-seat": "the player marked as the winner does not sit at this table",
    "result/one-winner": "only one player can have emptied the rack: mark one winner",
    "result/most-points": "the most points win, and equal points share the win: mark those with {points}",
    "result/equal-share": "players who share a win have the same score: {one} and {other} differ",
    "result/positive": "seat {seat} has not won and cannot score {points}",
    "result/share": "the winners share {loss}: each gets {expected}, not {points}",
    "result/racks": "by the racks, seat {seat} scores {expected}, but the score says {points}",
    "result/rack-winner": "by the racks, the win goes to {seats}: mark that",
    "result/no-empty-rack": "no rack is empty: then the lowest rack has won, or a rack was counted wrongly",
    "result/rack-value": "a rack counts 0 to {limit} points; {rack} is not possible",
    "result/too-large": "a score has to be between -{limit} and {limit}; {points} is not",
    "result/confirmed": "game {game} of table {table} is confirmed",
    "result/changed": (
        "somebody has corrected game {game} of table {table} meanwhile, to {points}: look at it again first"
    ),
    "result/not-at-table": "{player} does not sit at table {table} in round {round}",
    "result/own": "{player} has confirmed this already",
    # Referee
    "call/unknown": "there is no open call {number}",
    "call/open": "table {table} has called already",
    "ruling/count": "{value} is out of range: {low} to {high}",
    "ruling/no-player": "choose the player this ruling is about",
    "conduct/no-warning": "{player} has no warning yet: exclusion comes after a warning",
    "role/unknown": "there is no such role or code",
}
"""Every code with its English sentence; other languages translate from the code and its parameters."""


class TournamentError(TilemeldError, ValueError):
    """A refusal of a tournament: a stable code and the values that fill its sentence."""

    def __init__(self, code: str, /, **params: Param) -> None:
        assert code in CODES, code
        self.code = code
        self.params: Mapping[str, Param] = {
            name: shortened(value, REASON_LIMIT if name == "reason" else TEXT_LIMIT)
            for name, value in params.items()
        }
        super().__init__(CODES[code].format(**self.params))

    @property
    def reasons(self) -> "tuple[TournamentError, ...]":
        """Every reason, each by itself."""
        return (self,)

    def __reduce__(self) -> tuple[Any, ...]:
        return partial(type(self), self.code, **self.params), ()  # it may come from another process


class TournamentRefused(TournamentError):
    """A refusal of a tournament for several reasons; its code is that of the first."""

    def __init__(self, reasons: Iterable[TournamentError]) -> None:
        self._reasons = tuple(reasons)
        first = self._reasons[0]
        super().__init__(first.code, **first.params)

    @property
    def reasons(self) -> tuple[TournamentError, ...]:
        """Every reason, each by itself."""
        return self._reasons

    def __str__(self) -> str:
        return "; ".join(str(reason) for reason in self._reasons)

    def __reduce__(self) -> tuple[Any, ...]:
        return TournamentRefused, (self._reasons,)


def refuse(problems: Iterable[TournamentError]) -> None:
    """Raise everything that was found wrong, of a long list the beginning; do nothing if there is nothing."""
    found = list(islice(problems, REASONS_LIMIT))
    if found:
        raise found[0] if len(found) == 1 else TournamentRefused(found)


def shortened(value: Param, limit: int = TEXT_LIMIT) -> Param:
    """Return a value that can be quoted: the beginning of a long text, a huge number as text.

    >>> shortened(-30), shortened(10**40)
    (-30, '1000000000000000000000000…')
    """
    if isinstance(value, int) and abs(value) <= EXACT:
        return value
    text = str(value)
    most = limit if isinstance(value, str) else NUMBER_LIMIT
    return text if len(text) <= most else text[: most - 1] + "…"


def tournament_error(code: str, /, **params: Param) -> TournamentError:
    """Build the error of a code.

    >>> str(tournament_error("seating/too-few", players=2, smallest=3))
    'too few players (2): a table has at least 3'
    """
    return TournamentError(code, **params)

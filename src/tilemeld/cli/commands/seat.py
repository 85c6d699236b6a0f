"""``tilemeld seat``: the seating of a whole tournament or its next round."""

import json
import sys
from collections.abc import Sequence
from pathlib import Path

import click
from rich.table import Table as Grid
from rich.text import Text

from tilemeld.cli.options.language import language_option
from tilemeld.cli.options.word_lists import why_unreadable
from tilemeld.cli.terminal import Refusing, Unusable, WholeNumber, messages, output, print_json, typed
from tilemeld.cli.text.speech import Message, Speech
from tilemeld.cli.text.tiles import DIM
from tilemeld.engine.errors import RecordError
from tilemeld.engine.record.codec import Json, from_json
from tilemeld.tournament.errors import TournamentError, refuse
from tilemeld.tournament.player_list import parse_players, read_players
from tilemeld.tournament.players import NewPlayer
from tilemeld.tournament.seating.aims import Aims, Priority
from tilemeld.tournament.seating.draw import (
    MAX_PLAYERS,
    MAX_ROUNDS,
    Method,
    draw_round,
    draw_schedule,
    fewest_possible,
)
from tilemeld.tournament.seating.seating import SEATS, Cost, Round, cost_of, schedule_cost
from tilemeld.tournament.seating.table_sizes import FULL, Smallest
from tilemeld.tournament.wishes import Wishes, aims_of, wish_problems


@click.command()
@click.argument("players", metavar="PLAYERS")
@click.option(
    "--rounds",
    default=4,
    metavar="R",
    show_default=True,
    type=WholeNumber(1, MAX_ROUNDS),
    help="How many rounds are planned.",
)
@click.option(
    "--method",
    default="fewest",
    show_default=True,
    type=click.Choice(["random", "rating", "fewest", "swiss"]),
    help="By chance; one of each strength at every table; fewest repeated opponents; similar scores meet.",
)
@click.option(
    "--after", "history", metavar="FILE", help="Draw the round after those in this file (made by --json)."
)
@click.option(
    "--swap", multiple=True, metavar="A,B", help="Swap two players of the last round; shows the cost."
)
@click.option(
    "--seed", default="1", metavar="S", show_default=True, help="Any text; the same seed, the same draw."
)
@click.option(
    "--smallest",
    default="3",
    show_default=True,
    type=click.Choice(["2", "3", "4"]),
    help="The smallest table allowed; with 4, players left over sit out.",
)
@click.option(
    "--first",
    "priority",
    default="threes",
    show_default=True,
    type=click.Choice(["threes", "repeats"]),
    help="What counts for more: tables of three shared evenly, or fewest repeated opponents.",
)
@click.option("--apart", multiple=True, metavar="A,B", help="Two players who must not meet.")
@click.option("--fixed", multiple=True, metavar="A=T", help="A player who always sits at table T.")
@click.option(
    "--clubs-apart",
    default=0,
    metavar="R",
    show_default=True,
    type=WholeNumber(0, MAX_ROUNDS),
    help="In how many of the first rounds players of one club sit apart.",
)
@click.option("--json", "as_json", is_flag=True, help="Write JSON for other programs.")
@language_option
def seat(
    *,
    players: str,
    rounds: int,
    method: Method,
    history: str | None,
    swap: tuple[str, ...],
    seed: str,
    smallest: str,
    priority: Priority,
    apart: tuple[str, ...],
    fixed: tuple[str, ...],
    clubs_apart: int,
    as_json: bool,
    speech: Speech,
) -> None:
    """Seat a tournament: every round at once, or the next one.

    PLAYERS is a number, or a file with one name per line or columns (name, rating, club; a heading may name
    them), or - for standard input. Nobody meets twice wherever a way is known; seats A to D are shared
    evenly, and so are tables of three. Methods other than "fewest" draw one round: by rating, or Swiss from
    the column of ratings.

    \b
    Examples:
      tilemeld seat 32 --rounds 8
      tilemeld seat club.csv --rounds 5 --json > rounds.json
      tilemeld seat club.csv --method swiss --after rounds.json
      tilemeld seat club.csv --clubs-apart 2 --apart "Ala Nowak,Jan Lis" --fixed "Ola Kot=1"
      tilemeld seat 16 --rounds 5 --swap "Player 1,Player 9"
    """
    entered = _players(players, speech)
    names = [player.name for player in entered]
    size: Smallest = 2 if smallest == "2" else 4 if smallest == "4" else 3
    before = [] if history is None else read_rounds(history)
    wishes = Wishes(
        apart_rounds=clubs_apart,
        never=tuple(_pair("--apart", each) for each in apart),
        fixed=tuple(_place("--fixed", each) for each in fixed),
    )
    try:
        refuse(wish_problems(wishes, dict.fromkeys(names)))
        aims = aims_of(wishes, priority, {player.name: player.club for player in entered})
        if method == "fewest" and not before:
            with messages().status(speech.say("seat.seating", count=len(names), rounds=rounds)):
                drawn = list(draw_schedule(names, rounds, seed=seed, smallest=size, aims=aims))
        else:
            draw = draw_round(
                names,
                method=method,
                seed=seed,
                history=before,
                places=_places(entered),
                rounds=rounds,
                smallest=size,
                aims=aims,
            )
            drawn = [*before, draw.round]
        drawn[-1] = _swapped(drawn[-1], swap)
    except TournamentError as error:
        raise Refusing(error) from error
    if as_json:
        print_json(_to_json(drawn, aims))
    else:
        _show(drawn, first=len(before), swapped=bool(swap), smallest=size, aims=aims, speech=speech)


def _players(text: str, speech: Speech) -> Sequence[NewPlayer]:
    if text.isdigit():
        if not 1 <= int(text[:9]) <= MAX_PLAYERS:
            raise Unusable("seat-input.number", players=typed(text), limit=str(MAX_PLAYERS))
        return [NewPlayer(speech.say("seat.player", number=number)) for number in range(1, int(text) + 1)]
    try:
        return listed_players(text, speech)
    except TournamentError as error:
        raise Unusable("seat-input.list", file=typed(text), reason=error) from error


def listed_players(name: str, speech: Speech) -> Sequence[NewPlayer]:
    """Read a list of players from a file, and name the columns that are not used."""
    text = read_text(name)
    players, head = parse_players(text), read_players(text).head
    unused = [
        title or str(at)
        for at, (column, title) in enumerate(zip(head.columns, head.titles, strict=True), start=1)
        if column == "unused"
    ]
    if unused:
        messages().print(speech.say("seat.unused", columns=typed(", ".join(unused))))
    return players


def read_text(name: str) -> str:
    """Read a text file, or standard input for ``-``."""
    try:
        if name == "-":
            return sys.stdin.buffer.read(1_000_000).decode("utf-8-sig")
        return Path(name).read_text(encoding="utf-8-sig")
    except (OSError, ValueError) as error:
        raise Unusable("seat-input.file", file=typed(name), reason=why_unreadable(error)) from None


def read_rounds(name: str) -> list[Round]:
    """Read the rounds that ``--json`` wrote."""
    try:
        data: Json = json.loads(read_text(name))
        rounds = data.get("rounds") if isinstance(data, dict) else None
        if not isinstance(rounds, list):
            raise _no_rounds(name, Message("rounds.none"))
        read = [from_json(Round, _bare(each)) for each in rounds]
    except RecordError:
        raise _no_rounds(name, Message("rounds.form")) from None
    except (ValueError, RecursionError):
        raise _no_rounds(name, Message("rounds.not-json")) from None
    for number, each in enumerate(read, start=1):
        if (fault := _round_fault(number, each)) is not None:
            raise _no_rounds(name, fault)
    return read


def _no_rounds(name: str, reason: Message) -> Unusable:
    return Unusable("seat-input.rounds", file=typed(name), reason=reason)


def _round_fault(number: int, each: Round) -> Message | None:
    """Say why nobody can sit in a round; nothing where they can."""
    if not each.tables:
        return Message("rounds.no-tables", {"round": number})
    for table in each.tables:
        if not 2 <= len(table) <= FULL:
            return Message("rounds.size", {"round": number, "count": len(table), "most": FULL})
    if len(set(each.players)) != len(each.players):
        return Message("rounds.twice", {"round": number})
    return None


def _bare(data: Json) -> Json:
    return {key: data[key] for key in ("tables", "byes") if key in data} if isinstance(data, dict) else data


def _places(players: Sequence[NewPlayer]) -> dict[str, int]:
    """Return places by rating; equals share one."""
    ratings = sorted((player.rating for player in players), reverse=True)
    return {player.name: ratings.index(player.rating) + 1 for player in players}


def _pair(option: str, text: str) -> tuple[str, str]:
    one, comma, other = (part.strip() for part in text.partition(","))
    if not (one and comma and other):
        raise Unusable("seat-input.pair", option=option, value=typed(text))
    return one, other


def _place(option: str, text: str) -> tuple[str, int]:
    player, sign, table = (part.strip() for part in text.rpartition("="))
    if not (player and sign and table.isascii() and table.isdigit() and len(table) < 4):
        raise Unusable("seat-input.place", option=option, value=typed(text))
    return player, int(table)


def _swapped(last: Round, swaps: Sequence[str]) -> Round:
    for swap in swaps:
        one, comma, other = (part.strip() for part in swap.partition(","))
        if not comma:
            raise Unusable("seat-input.swap", swap=typed(swap))
        last = last.swapped(one, other)
    return last


def _to_json(rounds: Sequence[Round], aims: Aims) -> Json:
    cost = schedule_cost(rounds, aims=aims)
    return {
        "rounds": [
            {
                "tables": [list(table) for table in each.tables],
                "byes": list(each.byes),
                "cost": _cost_json(cost_of(each, rounds[:at], aims=aims)),
            }
            for at, each in enumerate(rounds)
        ],
        "cost": _cost_json(cost),
    }


def _cost_json(cost: Cost) -> Json:
    return {
        "repeats": cost.repeats,
        "worst": cost.worst,
        "short": cost.short,
        "short_spread": cost.short_spread,
        "apart": [list(pair) for pair in cost.apart],
        "misplaced": list(cost.misplaced),
        "byes_again": cost.byes_again,
        "seats": cost.seats,
        "total": cost.total,
    }


def _show(
    rounds: Sequence[Round],
    *,
    first: int,
    swapped: bool,
    smallest: Smallest,
    aims: Aims,
    speech: Speech,
) -> None:
    console = output()
    for number, each in list(enumerate(rounds, start=1))[first:]:
        title = speech.say("seat.round", round=number)
        grid = Grid(title=title, title_style="bold", title_justify="left")
        grid.add_column(speech.say("seat.table"), justify="right")
        for seat in SEATS[: max(map(len, each.tables))]:
            grid.add_column(seat)
        for at, table in enumerate(each.tables, start=1):
            grid.add_row(str(at), *map(Text, table))
        console.print(grid)
        if each.byes:
            console.print(f"{speech.say('tournaments.byes')} {', '.join(each.byes)}")
    whole = not first and not swapped
    cost = schedule_cost(rounds, aims=aims) if whole else cost_of(rounds[-1], rounds[:-1], aims=aims)
    for line in cost_lines(cost, speech):
        console.print(line)
    least = 0 if first else fewest_possible(len(rounds[0].players), len(rounds), smallest=smallest)
    if least:
        console.print(Text(speech.say("seat.unavoidable", count=least), style=DIM))


def cost_lines(cost: Cost, speech: Speech) -> list[str]:
    """Say what the cost of a seating is made of, in the words of the director's desk."""
    say = speech.say
    lines = []
    if cost.repeats:
        met = ", ".join(
            say("seat.pair", one=one, other=other, times=str(times)) for one, other, times in cost.pairs
        )
        lines.append(f"{say('tournaments.cost.repeats', count=cost.repeats)}: {met}")
    if cost.byes_again:
        lines.append(say("tournaments.cost.byes", count=cost.byes_again))
    if cost.apart:
        pairs = ", ".join(f"{one} – {other}" for one, other in cost.apart)
        lines.append(say("tournaments.cost.apart", players=pairs))
    if cost.misplaced:
        lines.append(say("tournaments.cost.misplaced", players=", ".join(cost.misplaced)))
    if cost.short:
        lines.append(say("tournaments.cost.short", count=cost.short))
    if cost.distance:
        lines.append(say("tournaments.cost.distance", value=str(cost.distance)))
    if cost.seats:
        lines.append(say("tournaments.cost.seats", count=cost.seats))
    if cost.later:
        lines.append(say("tournaments.cost.later", value=str(cost.later)))
    return [*lines, say("tournaments.cost", value=str(cost.total))]

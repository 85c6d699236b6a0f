"""``tilemeld arena``: bots play each other over mirrored deals, measured."""

import os
from pathlib import Path

import click
from rich.table import Table as Grid
from rich.text import Text

from tilemeld.bots import PLAYERS
from tilemeld.bots.words.levels import WORD_LEVELS
from tilemeld.cli.options.bulk import dask_option, workers_of
from tilemeld.cli.options.games_progress import many_games, playing
from tilemeld.cli.options.house import house_rules
from tilemeld.cli.options.word_lists import words_for
from tilemeld.cli.terminal import BadInput, output, print_json
from tilemeld.cli.text.tiles import DIM, HEAD
from tilemeld.engine.record.codec import Json
from tilemeld.engine.rules import Rules
from tilemeld.lab.arena import Standings, contest
from tilemeld.lab.foreign_bots import is_foreign
from tilemeld.lab.intervals import Estimate
from tilemeld.lab.ladder import draw_ladder
from tilemeld.lab.spread import Workers


@click.command()
@click.option("--rules", "name", default="pl", metavar="P", show_default=True, help="The profile to play.")
@click.option(
    "--bots",
    required=True,
    metavar="A,B,...",
    help=f"Who plays, 2 to 6 names: {', '.join(PLAYERS)}, or yours as module:Class; a name may come twice.",
)
@many_games(games=200, rounded=", rounded up to whole mirrored deals", jobs=None)
@dask_option
@click.option("--record", metavar="DIR", help="Keep the record of every game in this folder.")
@click.option("--picture", metavar="FILE", help="Save a picture of the ladder to this file (SVG).")
@click.option("--json", "as_json", is_flag=True, help="Write JSON for other programs.")
def arena(
    *,
    name: str,
    bots: str,
    games: int,
    seed: str,
    jobs: int | None,
    dask: str | None,
    record: str | None,
    house: tuple[str, ...],
    picture: str | None,
    as_json: bool,
) -> None:
    """Let bots play each other and measure who is stronger.

    Every shuffle is played once for each rotation of the players over the seats, so that luck cancels
    out; the 95 % intervals are computed over these mirrored deals, not over games. Ratings are
    openskill's (Plackett-Luce, 25 is an unknown player). The result does not depend on --jobs.

    \b
    Examples:
      tilemeld arena --rules pl --bots expert,club --games 2000 --seed 7
      tilemeld arena --bots beginner,casual,club,expert --picture ladder.svg
      tilemeld arena --rules uk-xp --bots club,club,club,club,club,expert --games 600 --json
      tilemeld arena --bots mybot:MyBot,club --record games
      tilemeld arena --rules pl-word --bots beginner,casual,club,expert --games 40
    """
    rules = house_rules(name, house)
    names = _names(bots, rules)
    file = None if picture is None else _picture_file(picture)
    folder = None if record is None else _record_folder(record)
    workers = workers_of(jobs or os.cpu_count() or 1, dask)
    standings = _run(rules, names, games=games, seed=seed, workers=workers, folder=folder)
    if file is not None:
        _save(file, draw_ladder(standings))
    if as_json:
        print_json(standings_to_json(standings, house))
    else:
        _show(standings)


def _names(bots: str, rules: Rules) -> list[str]:
    names = [each.strip() for each in bots.split(",") if each.strip()]
    low, high = rules.min_players, rules.max_players
    known = dict.fromkeys([*PLAYERS, *(WORD_LEVELS if rules.sets == "letters" else ())])
    unknown = [each for each in names if each not in known and not is_foreign(each)]
    if unknown:
        raise BadInput(f"--bots: there is no bot {unknown[0][:40]!r}: choose from {', '.join(known)}.")
    if not low <= len(names) <= high:
        players = "1 player" if len(names) == 1 else f"{len(names)} players"
        raise BadInput(
            f"--bots {bots[:80]!r} names {players}, but {rules.profile} is for {low} to {high}: "
            "name more or fewer, such as --bots expert,club."
        )
    return names


def _run(
    rules: Rules, names: list[str], *, games: int, seed: str, workers: Workers, folder: Path | None
) -> Standings:
    def keep(deal: int, turned: int, text: str) -> None:
        assert folder is not None, "records are asked for with a folder"
        (folder / f"{rules.profile}-{deal:05}-{turned}.jsonl").write_text(text, encoding="utf-8")

    with playing(-(-games // len(names)) * len(names)) as on_games:
        return contest(
            rules,
            names,
            games=games,
            seed=seed,
            workers=workers,
            on_games=on_games,
            on_record=None if folder is None else keep,
            sets_for=words_for(rules),
        )


def standings_to_json(standings: Standings, house: tuple[str, ...] = ()) -> Json:
    """Write the arena's result for other programs."""
    return {
        "profile": standings.profile,
        "house": [*house],
        "seed": standings.seed,
        "deals": standings.deals,
        "games": standings.games,
        "turns": standings.turns,
        "causes": {**standings.causes},
        "players": [
            {
                "name": line.name,
                "wins": _estimate(line.wins),
                "score": _estimate(line.score),
                "rating": line.rating,
                "uncertainty": line.uncertainty,
            }
            for line in standings.lines
        ],
    }


def _estimate(value: Estimate) -> Json:
    """Write a mean and its interval; a single deal has none."""
    return {
        "mean": value.mean,
        "low": value.low if value.is_known else None,
        "high": value.high if value.is_known else None,
    }


def _show(standings: Standings) -> None:
    console = output()
    title = f"{standings.profile}, {standings.games} games in {standings.deals} mirrored deals"
    grid = Grid(title=title, title_style=HEAD, title_justify="left")
    for heading in ("", "wins", "95 %", "score", "95 %", "rating"):
        grid.add_column(heading, justify="right" if heading else "left")
    for place, line in enumerate(standings.ranked):
        wins = line.wins.scaled(100)
        grid.add_row(
            Text(line.name, style="bold green" if place == 0 else ""),
            f"{wins.mean:.1f} %",
            _interval(wins, ".1f"),
            f"{line.score.mean:+.1f}",
            _interval(line.score, "+.1f"),
            f"{line.rating:.1f} ± {2 * line.uncertainty:.1f}",
        )
    console.print(grid)
    ends = ", ".join(f"{ENDS.get(cause, cause)} {count}" for cause, count in sorted(standings.causes.items()))
    console.print(Text(f"{standings.turns:.0f} turns a game; ended by {ends}.", style=DIM))


def _interval(value: Estimate, how: str) -> str:
    """Write the interval of a mean; a single deal has none."""
    return f"{value.low:{how}} to {value.high:{how}}" if value.is_known else "–"


ENDS = {
    "rack-empty": "an empty rack",
    "last-lap": "the last turns",
    "all-passed": "all passing",
    "abandoned": "everybody leaving",
}
"""How games end, in words."""


def _record_folder(name: str) -> Path:
    path = Path(name)
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadInput(
            f"--record {name!r} cannot be made a folder ({error.strerror}): choose another name."
        ) from None
    return path


def _picture_file(name: str) -> Path:
    path = Path(name)
    if not path.name or not path.parent.is_dir():
        raise BadInput(f"--picture {name!r} is in no folder that exists: write --picture ladder.svg.")
    return path


def _save(path: Path, text: str) -> None:
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise BadInput(
            f"--picture {str(path)!r} cannot be written ({error.strerror}): choose another name."
        ) from None

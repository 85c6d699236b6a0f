"""``tilemeld simulate``: seeded games between random players, counted."""

from pathlib import Path

import click
from rich.table import Table as Grid
from rich.text import Text

from tilemeld.cli.options.games_progress import many_games, playing
from tilemeld.cli.options.house import house_rules
from tilemeld.cli.options.word_lists import themed, word_options, words_for
from tilemeld.cli.terminal import BadInput, WholeNumber, output, print_json
from tilemeld.cli.text.tiles import BAD, DIM
from tilemeld.engine.game.commands import CreateGame
from tilemeld.engine.game.decide import decide
from tilemeld.engine.game.evolve import SetRulesFor
from tilemeld.engine.game.shuffle import FixedChance
from tilemeld.engine.rules import Rules
from tilemeld.lab.simulate import simulate as run_simulation
from tilemeld.lab.tally import COUNTS, Tally, applicable


@click.command()
@click.option("--rules", "name", default="pl", metavar="P", show_default=True, help="The profile to play.")
@click.option(
    "--players", default=4, metavar="N", show_default=True, type=WholeNumber(), help="How many players."
)
@many_games(games=100)
@click.option("--record", "folder", metavar="DIR", help="Save the record of every game in this folder.")
@click.option("--json", "as_json", is_flag=True, help="Write JSON for other programs.")
@word_options
def simulate(
    *,
    name: str,
    players: int,
    games: int,
    seed: str,
    jobs: int,
    house: tuple[str, ...],
    folder: str | None,
    as_json: bool,
    lexicon: str | None,
    theme: str | None,
) -> None:
    """Let random players play and count what happens.

    They open, rearrange, free jokers, dawdle, err, ask for redeals, announce and leave; the statistics
    say how often, with the rule each count belongs to. The result does not depend on --jobs.

    \b
    Examples:
      tilemeld simulate --rules pl --players 4 --games 1000 --seed 7 --jobs 4
      tilemeld simulate --rules uk-xp --players 6 --games 10 --record games/
      tilemeld simulate --rules pl --house strict=true --json
    """
    rules = themed(house_rules(name, house), theme)
    sets_for = words_for(rules, lexicon, theme)
    create = CreateGame(rules, players)
    decide(None, create, now=0, chance=FixedChance(seed), sets_for=sets_for)  # refuses impossible tables
    tally = _run(create, games=games, seed=seed, jobs=jobs, folder=_make_folder(folder), sets_for=sets_for)
    if as_json:
        print_json(
            {
                "profile": rules.profile,
                "rules_version": rules.version,
                "house": list(house),
                "players": players,
                "games": tally.games,
                "seed": seed,
                "counts": {count: tally.counts[count] for count in COUNTS},
                "applicable": [count for count in COUNTS if count in applicable(rules)],
            }
        )
    else:
        _show(rules, players, tally)


def _run(
    table: CreateGame, *, games: int, seed: str, jobs: int, folder: Path | None, sets_for: SetRulesFor
) -> Tally:
    with playing(games) as on_games:
        return run_simulation(
            table.rules,
            players=table.players,
            games=games,
            seed=seed,
            jobs=jobs,
            on_games=on_games,
            record_folder=folder,
            sets_for=sets_for,
        )


def _make_folder(folder: str | None) -> Path | None:
    if folder is None:
        return None
    path = Path(folder)
    try:
        path.mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise BadInput(
            f"--record {folder!r} is not a folder to write to ({reason}): name another one."
        ) from None
    return path


def _show(rules: Rules, players: int, tally: Tally) -> None:
    console = output()
    title = f"{rules.profile}, {players} players, {tally.games} games"
    grid = Grid(title=title, title_style="bold", title_justify="left")
    grid.add_column("what")
    grid.add_column("count", justify="right")
    grid.add_column("per game", justify="right")
    counted = applicable(rules)
    for name, words in COUNTS.items():
        if name in counted or tally.counts[name]:
            style = BAD if not tally.counts[name] else ""
            grid.add_row(Text(words, style=style), str(tally.counts[name]), f"{tally.per_game(name):.2f}")
    console.print(grid)
    never = [words for name, words in COUNTS.items() if name not in counted]
    if never:
        console.print(Text(f"Cannot happen under these rules: {'; '.join(never)}.", style=DIM))

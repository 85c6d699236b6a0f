"""``tilemeld train``: the value model, made by self-play."""

import json
from pathlib import Path

import click

from tilemeld.cli.options.bulk import bulk_options, workers_of
from tilemeld.cli.options.games_progress import playing
from tilemeld.cli.terminal import BadInput, output
from tilemeld.lab.training import Trained, TrainingPlan
from tilemeld.lab.training import train as train_model


@click.command()
@click.option("--seed", default=TrainingPlan().seed, metavar="S", show_default=True, help="Any text.")
@click.option(
    "--scale",
    default=1.0,
    metavar="X",
    show_default=True,
    type=click.FloatRange(0.01, 100),
    help="Play so many times the usual number of games.",
)
@click.option(
    "--into", required=True, metavar="FILE", help="Where to write the weights, with all that made them."
)
@bulk_options
def train(*, seed: str, scale: float, into: str, jobs: int, dask: str | None) -> None:
    """Train the model of the chance to win by self-play.

    Games in counts between players of many habits and earlier models, then a small network fitted to what
    came of every position. The result depends on the seed and the scale, not on who did the work.

    \b
    Examples:
      tilemeld train --into chance_model.json
      tilemeld train --seed mine --scale 4 --jobs 8 --into mine.json
      tilemeld train --dask tcp://10.0.0.5:8786 --into chance_model.json
    """
    path = Path(into)
    if not path.name or not path.parent.is_dir():
        raise BadInput(f"--into {into!r} is in no folder that exists: write --into chance_model.json.")
    usual = TrainingPlan()
    plan = TrainingPlan(seed=seed, games=tuple(max(40, round(scale * games)) for games in usual.games))
    with playing(sum(plan.games)) as on_games:
        trained = train_model(plan, workers=workers_of(jobs, dask), on_games=on_games)
    write_model(path, trained)
    found = trained.quality
    output().print(
        f"{trained.positions:,} positions; on {found.count:,} of games kept apart: log-loss "
        f"{found.log_loss:.3f} (the mean alone {found.base:.3f}), AUC {found.auc:.3f}, "
        f"off by {100 * found.off:.1f} points in the mean.",
        highlight=False,
    )


def write_model(path: Path, trained: Trained) -> None:
    """Write the model: a line for each row of weights, so that a change can be read."""
    data = trained.to_json()
    lines = [f"{json.dumps(name)}: {_value(value)}" for name, value in data.items()]
    path.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


def _value(value: object) -> str:
    if isinstance(value, tuple):
        return "[\n" + ",\n".join(json.dumps(row, separators=(",", ":")) for row in value) + "\n]"
    return json.dumps(value)

"""``tilemeld train``: a file with the weights and what made them, or a clear word about what is wrong.

Proves `cli/options/bulk.py`.
"""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tilemeld.bots.value.model import network_of
from tilemeld.cli.commands.train import write_model
from tilemeld.cli.main import cli
from tilemeld.lab.training import TrainingPlan, train


def run(*args: str) -> Result:
    return CliRunner().invoke(cli, ["train", *args], env={"COLUMNS": "110"})


def test_the_file_holds_the_weights_and_everything_that_made_them(tmp_path: Path) -> None:
    trained = train(TrainingPlan(seed="tiny", games=(6, 6), hidden=4, epochs=2, batch=16))
    write_model(tmp_path / "model.json", trained)
    data = json.loads((tmp_path / "model.json").read_text(encoding="utf-8"))
    assert network_of(data) == trained.network
    assert data["command"] == "tilemeld train --seed tiny"
    assert {"plan", "positions", "log_loss", "auc"} <= set(data)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--into", "no/such/folder/model.json"], "is in no folder that exists"),
        (["--into", "model.json", "--dask", "somewhere"], "is not the address of a scheduler"),
    ],
)
def test_what_cannot_be_used_is_said(arguments: list[str], said: str) -> None:
    found = run(*arguments)
    assert found.exit_code == 2
    assert said in " ".join(found.output.split())

"""What `deploy/` gives to hosts is true: commands exist, variables are read, metrics are reported.

What cannot be proved here: there is no engine that builds or runs containers. The same commands run in
``make cluster``.
"""

import json
import re
import shlex
import shutil
import subprocess
from pathlib import Path
from typing import Any

import click
import pytest
import yaml  # type: ignore[import-untyped]
from tools.cluster.installation import BIN
from tools.monitoring import ALERTS, PANELS

from tilemeld.cli.main import cli
from tilemeld.server.metrics import Metrics

Json = Any
ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
UNITS = sorted((DEPLOY / "systemd").glob("*.service"))
COMPOSE: Json = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
OURS = {name: service for name, service in COMPOSE["services"].items() if service["image"] == "tilemeld"}
INSTRUCTIONS = {
    *("FROM", "WORKDIR", "COPY", "RUN", "USER", "ENV", "VOLUME"),
    *("EXPOSE", "STOPSIGNAL", "HEALTHCHECK", "ENTRYPOINT", "CMD"),
}
FROM_PROMETHEUS = {"up", "process_resident_memory_bytes"}


def accept(words: list[str]) -> click.Command:
    """Parse a command line as the terminal does; it raises for an option that does not exist."""
    command: click.Command = cli
    context = click.Context(cli)
    while isinstance(command, click.Group):
        found = command.get_command(context, words.pop(0))
        assert found is not None
        command = found
    required = [opt for opt in command.params if opt.required and opt.envvar]  # the environment file has them
    command.make_context("tilemeld", [*words, *(f"{opt.opts[0]}=postgresql://x/y" for opt in required)])
    return command


def envvars(command: click.Command) -> set[str]:
    return {str(option.envvar) for option in command.params if option.envvar}


@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.name)
def test_systemd_starts_a_command_that_exists(unit: Path) -> None:
    line = re.search(r"^ExecStart=(.*)$", unit.read_text(), re.MULTILINE)
    assert line is not None
    words = shlex.split(line.group(1).replace("%i", "8001"))
    assert words.pop(0) == "/opt/tilemeld/bin/tilemeld"
    accept(words)


@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.name)
def test_systemd_understands_every_line(unit: Path, tmp_path: Path) -> None:
    """With systemd's own check where it is installed, and by the names of sections everywhere."""
    text = unit.read_text()
    assert re.findall(r"^\[(\w+)\]$", text, re.MULTILINE) == ["Unit", "Service", "Install"]
    tool = shutil.which("systemd-analyze")
    if tool is not None:
        name = unit.name.replace("@.", "@1.")
        copy = tmp_path / name
        copy.write_text(text.replace("/opt/tilemeld/bin/tilemeld", str(BIN / "tilemeld")))
        done = subprocess.run([tool, "verify", str(copy)], capture_output=True, text=True, check=False)
        assert [line for line in done.stderr.splitlines() if name in line] == []


def test_compose_starts_commands_that_exist_with_variables_that_are_read() -> None:
    assert OURS
    for service in OURS.values():
        command = accept(list(service["command"]))
        assert set(service["environment"]) <= envvars(command)
        assert set(service["depends_on"]) <= set(COMPOSE["services"])


def test_compose_asks_for_no_variable_that_the_example_lacks() -> None:
    asked = set(re.findall(r"\$\{(\w+)", (DEPLOY / "compose.yaml").read_text()))
    given = dict(
        line.split("=", 1)
        for line in (DEPLOY / "tilemeld.env.example").read_text().splitlines()
        if line and not line.startswith("#")
    )
    assert asked <= set(given)
    command = accept(["serve"])
    proxied = set(re.findall(r"\{\$(\w+)", (DEPLOY / "Caddyfile").read_text()))
    assert set(given) - asked <= envvars(command) | proxied, "each variable is read by somebody"


def test_every_volume_of_compose_is_declared() -> None:
    used = {
        volume.partition(":")[0]
        for service in COMPOSE["services"].values()
        for volume in service.get("volumes", [])
        if not volume.startswith(".")
    }
    assert used == set(COMPOSE["volumes"])


def test_the_containers_own_command_exists_and_its_files_are_there() -> None:
    text = (DEPLOY / "Containerfile").read_text().replace("\\\n", " ")
    lines = [line.split(None, 1) for line in text.splitlines() if line and not line.startswith("#")]
    assert {name for name, _ in lines} <= INSTRUCTIONS
    by_name = dict(lines)
    assert json.loads(by_name["ENTRYPOINT"]) == ["tilemeld"]
    accept(json.loads(by_name["CMD"]))
    copied = [
        word for name, rest in lines if name == "COPY" and "--from" not in rest for word in rest.split()[:-1]
    ]
    assert copied
    assert [name for name in copied if not (ROOT / name).exists()] == []
    assert by_name["USER"].isdigit(), "never root"
    assert all(re.search(r":\d", rest) for name, rest in lines if name == "FROM"), "never :latest"


def test_the_proxy_understands_its_file() -> None:
    config = str(DEPLOY / "Caddyfile")
    command = [str(BIN / "caddy"), "validate", "--config", config, "--adapter", "caddyfile"]
    done = subprocess.run(
        command, capture_output=True, text=True, check=False, env={"TILEMELD_ADDRESS": "http://:1"}
    )
    assert done.returncode == 0, done.stderr


def metrics_in(query: str) -> set[str]:
    """Return the metrics that a query names."""
    bare = re.sub(r"\{[^}]*\}|\[[^\]]*\]|by \([^)]*\)", "", query)
    return set(re.findall(r"\b(?:tilemeld|process)_\w+|\bup\b", bare))


def test_board_and_alerts_name_metrics_that_the_server_reports() -> None:
    page = Metrics().page().decode()
    reported = set(re.findall(r"^# TYPE (\w+) ", page, re.MULTILINE)) | FROM_PROMETHEUS
    queries = [query for panel in PANELS for query, _ in panel.queries] + [alert.when for alert in ALERTS]
    for query in queries:
        named = metrics_in(query)
        assert named, query
        for name in named:
            assert {name, name.removesuffix("_bucket"), name.removesuffix("_total")} & reported, query


def test_a_metric_that_does_not_exist_is_noticed() -> None:
    assert metrics_in('sum(rate(tilemeld_gone_total{code="x"}[1m])) > 0') == {"tilemeld_gone_total"}

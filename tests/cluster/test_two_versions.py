"""Servers of two versions on one database and one bus: people notice nothing, and nothing is lost.

The older one is a real commit, the last one whose servers know no numbered notices (decision 214), run with
this environment's packages. When the protocol changes, the commit here moves on to one that speaks it.
"""

import io
import re
import shutil
import subprocess
import tarfile
from pathlib import Path

import pytest
from tools.cluster.__main__ import summary
from tools.cluster.faults import Fault
from tools.cluster.installation import ROOT, Installation, Shape
from tools.cluster.series import SHORT
from tools.cluster.story import Script, Story, slower

from at_night import IS_NIGHT
from tilemeld.server.live.protocol import PROTOCOL

OLDER = "47f96531"


def git(*words: str) -> bytes:
    return subprocess.run(["git", "-C", str(ROOT), *words], check=True, capture_output=True).stdout


def unpacked(commit: str, folder: Path) -> Path:
    """Unpack the sources of a commit, with the kernels that are built here: they have not changed since."""
    with tarfile.open(fileobj=io.BytesIO(git("archive", commit, "src"))) as archive:
        archive.extractall(folder, filter="data")
    for kernel in (ROOT / "src").rglob("kernel.*.so"):
        shutil.copy(kernel, folder / kernel.relative_to(ROOT))
    return folder / "src"


@pytest.mark.parametrize("store", ["valkey", "postgres"])
def test_servers_of_two_versions_share_games_and_one_is_upgraded_while_they_are_played(
    store: str, tmp_path: Path
) -> None:
    protocol = git("show", f"{OLDER}:src/tilemeld/server/live/protocol.py").decode()
    assert re.search(rf"^PROTOCOL = {PROTOCOL}$", protocol, re.MULTILINE), "choose a newer commit"
    if not IS_NIGHT:
        return
    installation = Installation(Shape(servers=3, has_bus=store == "valkey", is_durable=False))
    source = str(unpacked(OLDER, tmp_path))
    for server in installation.servers[:2]:
        server.environment["PYTHONPATH"] = source
    faults = [
        Fault("kill", "server-1", after=2.0, lasts=1.0),
        Fault("kill", "server-3", after=6.0, lasts=1.0),
        Fault("upgrade", "server-2", after=10.0, lasts=0.5),
        Fault("upgrade", "server-1", after=16.0, lasts=0.5),
    ]
    try:
        script = Script(1, tables=3, wish=slower(SHORT, (0.2, 0.8)), faults=faults)
        outcome = Story(installation, script).run()
    finally:
        installation.stop()
    assert outcome.is_good, "\n".join(summary(outcome))
    assert outcome.tally.codes["view went astray"] == 0

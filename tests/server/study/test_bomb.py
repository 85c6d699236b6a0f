"""A record of 1 kB that says a hundred million players, sent to a real process: nothing is built."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from server.live_server import ask

GAME = Path(__file__).parents[2] / "data" / "games" / "cs-1.jsonl"
pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="memory is read from /proc")


def peak_megabytes(process: "subprocess.Popen[str]") -> float:
    """The most memory that the server's own process has held so far."""
    status = Path(f"/proc/{process.pid}/status").read_text(encoding="utf-8")
    (line,) = (line for line in status.splitlines() if line.startswith("VmHWM"))
    return int(line.split()[1]) / 1024


def test_a_bomb_is_refused_and_the_server_stays_as_large_as_it_was(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tilemeld", "serve", "--port", "0", "--no-browser"]
    command += ["--data", str(tmp_path / "games.sqlite")]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            port = int(process.stdout.readline().strip().rstrip("/").rsplit(":", 1)[1])
            token = json.loads(ask(port, "POST", "/api/guests", body={})[2])["token"]
            header = json.loads(GAME.read_text(encoding="utf-8").splitlines()[0])
            header["created"]["players"] = 100_000_000
            before = peak_megabytes(process)
            body = {"record": json.dumps(header) + "\n"}
            status, _, text = ask(port, "POST", "/api/records/reviews", body=body, token=token)
            assert status == 400
            (refusal,) = json.loads(text)["refusals"]
            assert refusal["code"] == "record/unreadable"
            assert "from 2 to 6" in refusal["text"]
            assert peak_megabytes(process) < before + 30
        finally:
            process.kill()

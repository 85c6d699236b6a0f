"""The real thing: a process on a pseudo terminal, typed at like a person does."""

import os
import pty
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

COMMAND = [sys.executable, "-m", "tilemeld"]
PATIENCE_SECONDS = 30
GAMES = Path(__file__).parent.parent / "data" / "games"


class Person:
    """Somebody who types at a pseudo terminal and reads what appears there."""

    def __init__(self, *args: str, columns: int = 80, **environment: str) -> None:
        main, other = pty.openpty()
        env = {**os.environ, "TERM": "xterm-256color", "COLUMNS": str(columns), "LINES": "40", **environment}
        # A shell that runs the tests in the background has all below it ignore Ctrl-C; a terminal does not.
        before = signal.signal(signal.SIGINT, signal.default_int_handler)
        self._process = subprocess.Popen(
            [*COMMAND, *args], stdin=other, stdout=other, stderr=other, env=env, start_new_session=True
        )
        signal.signal(signal.SIGINT, before)
        os.close(other)
        self._main = main
        self.seen = ""
        self._read_to = 0

    def wait_for(self, text: str) -> None:
        """Read until the text has appeared after what was waited for last."""
        end = time.monotonic() + PATIENCE_SECONDS
        while (found := plain(self.seen).find(text, self._read_to)) < 0:
            assert time.monotonic() < end, f"{text!r} did not appear in:\n{plain(self.seen)}"
            assert self._read(), f"the game stopped before {text!r}:\n{plain(self.seen)}"
        self._read_to = found + len(text)

    def type(self, line: str) -> None:
        os.write(self._main, f"{line}\n".encode())

    def stop(self, key: bytes) -> None:
        """Press Ctrl-C, which reaches the game as a signal, or Ctrl-D, which ends its input."""
        if key == b"\x04":
            os.write(self._main, key)
            return
        for _ in range(
            PATIENCE_SECONDS
        ):  # Python may overlook one between the prompt and its waiting for keys
            self._process.send_signal(signal.SIGINT)
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(timeout=3)
                return

    def leave(self) -> int:
        """Read what is left and return the exit code."""
        while self._read():
            pass
        return self._process.wait(timeout=PATIENCE_SECONDS)

    def close(self) -> None:
        if self._process.poll() is None:
            self._process.send_signal(signal.SIGKILL)
            self._process.wait()
        os.close(self._main)

    def _read(self) -> bool:
        ready, _, _ = select.select([self._main], [], [], PATIENCE_SECONDS)
        try:
            data = os.read(self._main, 65536) if ready else b""
        except OSError:  # the other side is closed
            return False
        self.seen += data.decode("utf-8", "replace")
        return bool(data)


def plain(text: str) -> str:
    """Take away what colours the text."""
    return re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", text)


@pytest.fixture
def people() -> Iterator[list[Person]]:
    seated: list[Person] = []
    yield seated
    for person in seated:
        person.close()


def test_a_person_plays_a_few_turns(people: list[Person], tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    person = Person("play", "--seed", "7", "--players", "2", "--rules", "cs", "--record", str(file))
    people.append(person)
    person.wait_for("Your rack")
    person.type("lya r1")
    person.wait_for("did you mean 'lay'?")
    for _ in range(3):
        person.type("take")
        person.wait_for("You take 1 tile")
        person.wait_for("Your rack")
    person.type("quit")
    assert person.leave() == 0
    assert "Thank you for playing" in plain(person.seen)
    assert "\x1b[" in person.seen, "a terminal gets colours"
    assert file.exists()


@pytest.mark.parametrize("key", [b"\x03", b"\x04"], ids=["ctrl-c", "ctrl-d"])
def test_ctrl_c_and_ctrl_d_leave_cleanly(people: list[Person], key: bytes) -> None:
    person = Person("play", "--seed", "7", "--players", "2")
    people.append(person)
    person.wait_for("Your rack")
    person.wait_for("> ")
    person.stop(key)
    assert person.leave() == 0
    assert "Traceback" not in person.seen
    assert "Thank you for playing" in plain(person.seen)


def test_no_color_and_narrow_terminals_are_respected(people: list[Person]) -> None:
    person = Person("play", "--seed", "7", "--players", "2", columns=60, NO_COLOR="1")
    people.append(person)
    person.wait_for("Your rack")
    person.type("quit")
    assert person.leave() == 0
    assert not re.search(r"\x1b\[[0-9;]*(3|4)[0-9][;m]", person.seen), "no colours were wanted"
    assert max(len(line.rstrip()) for line in plain(person.seen).splitlines()) <= 60


@pytest.mark.parametrize(
    ("args", "doing", "done"),
    [
        (
            ("arena", "--rules", "cs", "--bots", "club,beginner", "--games", "4", "--jobs", "1"),
            "playing",
            "/4",
        ),
        (("analyse", str(GAMES / "cs-1.jsonl")), "analysing", "/24"),
    ],
    ids=["arena", "analyse"],
)
def test_long_work_shows_on_a_terminal_how_far_it_is(
    people: list[Person], args: tuple[str, ...], doing: str, done: str
) -> None:
    person = Person(*args)
    people.append(person)
    person.wait_for(doing)
    person.wait_for(done)
    assert person.leave() == 0


def test_a_pipe_that_closes_early_is_no_accident() -> None:
    command = f"{sys.executable} -m tilemeld rules pl | head -1"
    done = subprocess.run(["sh", "-c", command], capture_output=True, text=True, check=False)
    assert "Traceback" not in done.stderr


def test_bytes_that_are_no_text_do_not_stop_a_game() -> None:
    env = {**os.environ, "PYTHONIOENCODING": "ascii"}
    done = subprocess.run(
        [*COMMAND, "play", "--seed", "7", "--players", "2"],
        input=b"\xff\xfe nonsense\ntake\n",
        capture_output=True,
        env=env,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert b"is not a command" in done.stdout
    assert b"Traceback" not in done.stderr

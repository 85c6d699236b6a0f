"""Setting up: a broken environment is rebuilt, and every failure is explained in a sentence with a remedy."""

import os
import re
import subprocess
import sys
import time
from pathlib import Path

import pytest
from tools.set_up import (
    NO_NETWORK,
    NODE,
    SetUpError,
    check_python,
    fault_of,
    has_node,
    make_venv,
    python_of,
    raise_for_network,
    uv_settings,
    without,
)

ROOT = Path(__file__).parents[1]
DEV_ONLY = ("openskill", "mypy", "playwright", "hypothesis", "pytest", "ruff", "schemathesis", "pillow")


def pinned(lock: str) -> dict[str, str]:
    text = (ROOT / lock).read_text(encoding="utf-8")
    return dict(re.findall(r"^([a-z0-9-]+)(?:\[[a-z]+\])?==([^ ]+)", text, re.MULTILINE))


def test_the_lock_for_playing_holds_nothing_that_only_developers_need() -> None:
    play, dev = pinned("requirements.lock"), pinned("requirements-dev.lock")
    assert not set(DEV_ONLY) & set(play)
    assert set(DEV_ONLY) <= set(dev)
    assert len(play) < 30


def test_the_lock_for_developers_agrees_with_the_one_for_playing() -> None:
    play, dev = pinned("requirements.lock"), pinned("requirements-dev.lock")
    assert {name: dev.get(name) for name in play} == play


def test_make_play_installs_the_lock_for_playing_alone() -> None:
    made = (ROOT / "Makefile").read_text(encoding="utf-8")
    wanted = {
        name: needs.split() for name, needs in re.findall(r"^([^\s:#]+): ([^#\n=]*)", made, re.MULTILINE)
    }
    reached, waiting = set(), ["play"]
    while waiting:
        reached.add(name := waiting.pop())
        waiting += [need for need in wanted.get(name, []) if need not in reached]
    assert "$(PLAY_STAMP)" in reached
    assert not {"$(STAMP)", "$(CLIENT_STAMP)", "requirements-dev.lock"} & reached


@pytest.mark.parametrize(
    ("tools", "enough"),
    [
        ({"node": "v24.1.0", "npm": "11"}, True),
        ({"node": "v22.0.0", "npm": "10"}, True),
        ({"node": "v18.20.4", "npm": "9"}, False),
        ({"node": "nonsense", "npm": "9"}, False),
        ({"node": "v24.1.0"}, False),
        ({}, False),
    ],
)
def test_a_machine_with_a_new_node_fetches_none(tmp_path: Path, tools: dict[str, str], enough: bool) -> None:
    for name, version in tools.items():
        (tmp_path / name).write_text(f"#!/bin/sh\necho {version}\n")
        (tmp_path / name).chmod(0o755)
    assert has_node({"PATH": str(tmp_path)}) == enough


def test_a_lock_without_node_has_everything_else_with_its_hashes() -> None:
    lock = (ROOT / "requirements.lock").read_text(encoding="utf-8")
    less = without(NODE, lock)
    assert NODE in lock
    assert NODE not in less
    block = lock.partition(f"{NODE}==")[2].partition("\npackaging==")[0]
    assert less == lock.replace(f"{NODE}=={block}\n", ""), "nothing else is missing"


def test_an_environment_without_pip_is_made_anew(tmp_path: Path) -> None:
    venv = tmp_path / ".venv"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", venv], check=True)
    assert fault_of(venv, needs_pip=False) is None
    assert "No module named 'pip'" in (fault_of(venv, needs_pip=True) or "")
    (venv / "left-over").touch()
    make_venv(venv, None)
    assert fault_of(venv, needs_pip=True) is None
    assert not (venv / "left-over").exists()


def test_an_environment_whose_python_is_gone_is_broken(tmp_path: Path) -> None:
    assert fault_of(tmp_path, needs_pip=False) == "it has no Python"
    python = python_of(tmp_path)
    python.parent.mkdir()
    python.symlink_to(tmp_path / "gone")
    assert fault_of(tmp_path, needs_pip=False) == "it has no Python"
    python.unlink()
    python.write_text("no program")
    python.chmod(0o755)
    assert fault_of(tmp_path, needs_pip=False) is not None


def test_make_notices_a_broken_environment_whatever_its_stamps_say(tmp_path: Path) -> None:
    (tmp_path / "Makefile").write_text((ROOT / "Makefile").read_text(encoding="utf-8"), encoding="utf-8")
    for name in ("requirements.lock", "pyproject.toml", "hatch_build.py", "client/package-lock.json"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).touch()
    (tmp_path / ".venv/bin").mkdir(parents=True)
    python = tmp_path / ".venv/bin/python"
    python.symlink_to(sys.executable)
    for stamp in (".play-stamp", ".front-stamp"):
        (tmp_path / ".venv" / stamp).touch()

    def planned() -> str:
        command = ["make", "-n", "play"]
        return subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True).stdout

    assert "set_up.py" not in planned()
    python.unlink()
    python.symlink_to(tmp_path / "gone")
    assert "set_up.py play" in planned()


def test_without_a_network_a_sentence_comes_soon(tmp_path: Path) -> None:
    venv = tmp_path / ".venv"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", venv], check=True)
    lock = tmp_path / "lock"
    lock.write_text(f"tilemeld-is-not-there==1.0 --hash=sha256:{'0' * 64}\n")
    code = (
        "import sys; from pathlib import Path; sys.path.insert(0, sys.argv[1])\n"
        "from tools.set_up import SetUpError, install, python_of\n"
        "import tools.set_up; tools.set_up.python_of = lambda _: Path(sys.executable)\n"
        "try: install(Path(sys.argv[2]), ['--dry-run', '--require-hashes', '-r', sys.argv[3]], None)\n"
        "except SetUpError as error: print(error)\n"
    )
    nowhere = {"PIP_INDEX_URL": "http://127.0.0.1:9/", "PIP_CONFIG_FILE": os.devnull, "PIP_FIND_LINKS": ""}
    begun = time.monotonic()
    done = subprocess.run(
        [sys.executable, "-c", code, ROOT, venv, lock],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, **nowhere},
    )
    assert "The package index cannot be reached: is there a network?" in done.stdout
    assert "NewConnectionError" not in done.stderr
    assert time.monotonic() - begun < 30


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        ("after connection broken by 'NewConnectionError(...)'", "cannot be reached: is there a network?"),
        ("error trying to connect: dns error: failed to lookup", "cannot be reached: is there a network?"),
        (
            "SSLError(SSLCertVerificationError(1, '[SSL: CERTIFICATE_VERIFY_FAILED",
            "Name that authority's file",
        ),
    ],
)
def test_what_the_network_refuses_is_said_in_a_sentence(said: str, sentence: str) -> None:
    with pytest.raises(SetUpError, match=re.escape(sentence)):
        raise_for_network(said)


def test_another_fault_is_left_to_its_own_words() -> None:
    raise_for_network("ERROR: THESE PACKAGES DO NOT MATCH THE HASHES")
    assert not NO_NETWORK.search("Collecting click==8.1")


def test_uv_takes_packages_from_where_pip_takes_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PIP_CONFIG_FILE", os.devnull)
    monkeypatch.setenv("PIP_INDEX_URL", "http://index.test/simple")
    monkeypatch.setenv("PIP_FIND_LINKS", "one two")
    monkeypatch.delenv("UV_DEFAULT_INDEX", raising=False)
    settings = uv_settings(Path(sys.prefix))
    assert settings["UV_DEFAULT_INDEX"] == "http://index.test/simple"
    assert settings["UV_FIND_LINKS"] == "one,two"
    monkeypatch.setenv("UV_DEFAULT_INDEX", "http://other.test/simple")
    assert "UV_DEFAULT_INDEX" not in uv_settings(Path(sys.prefix))


def test_an_old_python_is_named() -> None:
    check_python((3, 11))
    with pytest.raises(SetUpError, match=r"needs Python 3\.11 or newer, found 3\.9"):
        check_python((3, 9))

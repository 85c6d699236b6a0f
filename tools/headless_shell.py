"""Gets the headless shell of Debian's Chromium without installing anything: unpacked into the user's cache.

The shell is the same engine without the windows and services of a whole browser, of which the journeys see
nothing; they take a fifth less with it. Its package is the 60 MB of one program, and what it shares with the
whole browser is linked from there. Where there is no Debian, or no network, the whole browser does as well.
"""

import os
import shutil
import subprocess
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

PACKAGE = "chromium-headless-shell"
WHOLE = Path("/usr/lib/chromium")
"""Where Debian's package of the whole browser has its files."""
DOWNLOAD_SECONDS = 300


def kept_shell(environment: Mapping[str, str], whole: Path = WHOLE) -> Path | None:
    """Return the shell that was unpacked for the Chromium of this machine, or none."""
    folder = _folder(environment, whole)
    return folder / PACKAGE if folder is not None and (folder / PACKAGE).exists() else None


def unpack_shell(
    environment: Mapping[str, str], whole: Path = WHOLE, *, say: Callable[[str], None]
) -> Path | None:
    """Fetch and unpack the shell that fits this machine's Chromium; none where that fails."""
    folder = _folder(environment, whole)
    apt, dpkg = (_program(name, environment) for name in ("apt-get", "dpkg-deb"))
    if folder is None or apt is None or dpkg is None:
        return None
    say(f"Fetching Chromium's headless shell for the journeys (once, 60 MB, into {folder.parent})")
    half = folder.with_name(f"{folder.name}.half-{os.getpid()}")
    half.mkdir(parents=True)
    try:
        program = _fetch(apt, dpkg, half, folder.name)
        if program is not None and _run([str(_put_together(program, whole, folder)), "--version"], folder):
            return folder / PACKAGE
    finally:
        shutil.rmtree(half, ignore_errors=True)
    shutil.rmtree(folder, ignore_errors=True)
    say("It could not be fetched; the whole browser does as well, only slower")
    return None


def _fetch(apt: str, dpkg: str, into: Path, version: str) -> Path | None:
    """Fetch the package and unpack it; return its program, or none."""
    if not _run([apt, "-q", "download", f"{PACKAGE}={version}"], into):
        return None
    for package in into.glob("*.deb"):
        _run([dpkg, "-x", str(package), str(into)], into)
    program = into / WHOLE.relative_to("/") / PACKAGE
    return program if program.exists() else None


def _folder(environment: Mapping[str, str], whole: Path) -> Path | None:
    """Return where the shell for this machine's Chromium is kept: it has to be of the same version."""
    version = _version(environment) if (whole / "icudtl.dat").exists() else None
    if version is None:
        return None
    home = Path(environment.get("HOME", "") or Path.home())
    cache = Path(environment.get("XDG_CACHE_HOME", "") or home / ".cache")
    return cache / "tilemeld" / PACKAGE / version


def _version(environment: Mapping[str, str]) -> str | None:
    """Return the version of Debian's package of the whole browser."""
    query = _program("dpkg-query", environment)
    if query is None:
        return None
    command = [query, "-W", "-f", "${Version}", "chromium"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return done.stdout.strip() or None if not done.returncode else None


def _program(name: str, environment: Mapping[str, str]) -> str | None:
    return shutil.which(name, path=os.pathsep.join([environment.get("PATH", ""), "/usr/bin"]))


def _put_together(program: Path, whole: Path, folder: Path) -> Path:
    """Put the shell's files next to links to what it shares with the whole browser; return the program."""
    made = program.parent
    for shared in whole.iterdir():
        if not (made / shared.name).exists():
            (made / shared.name).symlink_to(shared)
    shutil.rmtree(folder, ignore_errors=True)
    made.rename(folder)
    return folder / PACKAGE


def _run(command: Sequence[str], folder: Path) -> bool:
    try:
        done = subprocess.run(command, cwd=folder, check=False, timeout=DOWNLOAD_SECONDS, capture_output=True)
    except (OSError, subprocess.TimeoutExpired):
        return False
    return not done.returncode

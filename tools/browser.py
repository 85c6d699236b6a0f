"""Finds a Chromium for the journeys, or gets one: the machine's own, Playwright's, Debian's package.

A headless shell is taken first: the same engine without the windows and services of a whole browser, of which
the journeys see nothing. They take a fifth less with it, so next to Debian's Chromium one is fetched into the
user's cache (``tools/headless_shell.py``), which installs nothing; ``FETCH_SHELL=0`` leaves it.

``make test`` runs it first, so that nobody waits without a word. Playwright's goes into a folder of its own
and changes nothing else. A system package is installed only by the root of a container, where nobody else
lives, or where ``INSTALL_BROWSER=1`` asks for it. Without a browser it fails and says what to do.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from playwright.sync_api import sync_playwright
from tools.headless_shell import kept_shell, unpack_shell

VARIABLE = "TILEMELD_BROWSER"
WISH = "INSTALL_BROWSER"
SHELL_WISH = "FETCH_SHELL"
CONTAINER_SIGNS = ("/.dockerenv", "/run/.containerenv")
DOWNLOAD_SECONDS = 300
SHELLS = ("chromium-headless-shell", "chrome-headless-shell", "headless_shell")
WHOLE = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "microsoft-edge")
PACKAGES = ("chromium-headless-shell", "chromium")
"""Debian's packages, the smaller one first; not every release has it."""
PLACES = ("/usr/bin", "/usr/local/bin", "/snap/bin", "/opt/google/chrome")
"""Where browsers are, whatever the PATH says."""
APPLICATIONS = (
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
)
REMEDY = (
    "The journeys need Chromium and there is none. Install it "
    f"('apt-get install {PACKAGES[0]}' on Debian; {WISH}=1 make test does that for you as "
    f"root), or say where it is: {VARIABLE}=/path/to/chromium make test."
)


def find_browser(environment: Mapping[str, str]) -> Path | None:
    """Return the browser on this machine, or none."""
    named = environment.get(VARIABLE)
    if named:
        return Path(named) if shutil.which(named) else None
    path = os.pathsep.join([environment.get("PATH", ""), *PLACES])
    if found := _first(SHELLS, path) or kept_shell(environment) or _first(WHOLE, path):
        return found
    for place in APPLICATIONS:
        if Path(place).exists():
            return Path(place)
    return _playwrights_own()


def _first(names: Sequence[str], path: str) -> Path | None:
    return next((Path(found) for name in names if (found := shutil.which(name, path=path))), None)


def _playwrights_own() -> Path | None:
    with sync_playwright() as playwright:
        path = Path(playwright.chromium.executable_path)
    return path if path.exists() else None


def get_browser(environment: Mapping[str, str]) -> Path | None:
    """Get a browser: Playwright's own, else Debian's where that may be installed."""
    print("== Fetching Playwright's Chromium for the journeys (once, into its own folder)", flush=True)
    fetch = [sys.executable, "-m", "playwright", "install", "chromium"]
    try:
        done = subprocess.run(fetch, check=False, timeout=DOWNLOAD_SECONDS, stderr=subprocess.PIPE, text=True)
        if not done.returncode and (found := find_browser(environment)):
            return found
        print(f"   It could not be fetched: {_reason(done.stderr)}", flush=True)
    except subprocess.TimeoutExpired:
        print(f"   It could not be fetched within {DOWNLOAD_SECONDS} seconds.", flush=True)
    apt = shutil.which("apt-get", path=os.pathsep.join([environment.get("PATH", ""), "/usr/bin"]))
    if apt is None or not may_install(environment, is_root=is_root(), signs=CONTAINER_SIGNS):
        return None
    for package in PACKAGES:
        print(f"== Installing Debian's package {package} for the journeys (once; half a minute)", flush=True)
        _install_package(apt, package, environment)
        if found := find_browser(environment):
            return found
    return None


def get_shell(found: Path, environment: Mapping[str, str]) -> Path:
    """Return the headless shell for a whole browser, after fetching it; the whole one where that fails."""
    is_settled = environment.get(VARIABLE) or environment.get(SHELL_WISH) == "0" or found.name in SHELLS
    if is_settled or found.name not in WHOLE:
        return found
    return unpack_shell(environment, say=lambda text: print(f"== {text}", flush=True)) or found


def may_install(environment: Mapping[str, str], *, is_root: bool, signs: Sequence[str]) -> bool:
    """Say whether a system package may be installed: by a container's root, or where it was asked for."""
    if not is_root or environment.get(WISH) == "0":
        return False
    is_container = bool(environment.get("container")) or any(Path(sign).exists() for sign in signs)
    return is_container or bool(environment.get(WISH))


def is_root() -> bool:
    """Say whether this process may install packages at all."""
    return hasattr(os, "geteuid") and os.geteuid() == 0


def _install_package(apt: str, package: str, environment: Mapping[str, str]) -> None:
    path = os.pathsep.join([environment.get("PATH", ""), "/usr/sbin", "/usr/bin", "/sbin", "/bin"])
    settings = {**environment, "DEBIAN_FRONTEND": "noninteractive", "PATH": path}
    install = [apt, "install", "-y", "--no-install-recommends", package]
    done = subprocess.run(install, env=settings, check=False)
    if done.returncode:  # perhaps its lists are empty
        subprocess.run([apt, "update"], env=settings, check=False)
        subprocess.run(install, env=settings, check=False)


def _reason(said: str) -> str:
    lines = [line.strip() for line in said.splitlines() if line.strip()]
    return next((line for line in lines if line.startswith(("Error", "Failed"))), lines[-1] if lines else "")


def main() -> None:
    """Say which browser the journeys use, after getting one if need be."""
    found = find_browser(os.environ) or (None if os.environ.get(VARIABLE) else get_browser(os.environ))
    if found is None:
        sys.exit(REMEDY)
    print(f"The journeys use {get_shell(found, os.environ)}")


if __name__ == "__main__":
    main()

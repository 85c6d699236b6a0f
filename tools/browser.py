"""Finds a Chromium for the journeys, or gets one: the machine's own, Debian's package, Playwright's.

``make test`` runs it first, so that nobody waits without a word. Without a browser it fails and says
what to do.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

from playwright.sync_api import sync_playwright

VARIABLE = "TILEMELD_BROWSER"
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "microsoft-edge")
PLACES = ("/usr/bin", "/usr/local/bin", "/snap/bin", "/opt/google/chrome")
"""Where browsers are, whatever the PATH says."""
APPLICATIONS = (
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
)
REMEDY = (
    "The journeys need Chromium and there is none. Install it ('apt-get install chromium' on Debian, "
    "'playwright install chromium' elsewhere), or say where it is: "
    f"{VARIABLE}=/path/to/chromium make test."
)


def find_browser(environment: Mapping[str, str]) -> Path | None:
    """Return the browser on this machine, or none."""
    named = environment.get(VARIABLE)
    if named:
        return Path(named) if shutil.which(named) else None
    path = os.pathsep.join([environment.get("PATH", ""), *PLACES])
    for name in NAMES:
        if found := shutil.which(name, path=path):
            return Path(found)
    for place in APPLICATIONS:
        if Path(place).exists():
            return Path(place)
    return _playwrights_own()


def _playwrights_own() -> Path | None:
    with sync_playwright() as playwright:
        path = Path(playwright.chromium.executable_path)
    return path if path.exists() else None


def get_browser() -> Path | None:
    """Install a browser: Debian's when we may, else Playwright's."""
    apt = shutil.which("apt-get", path=os.pathsep.join([os.environ.get("PATH", ""), "/usr/bin"]))
    if apt and hasattr(os, "geteuid") and os.geteuid() == 0:
        print("== Installing Chromium for the journeys (once; about half a minute)", flush=True)
        environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        environment["PATH"] = os.pathsep.join(
            [environment.get("PATH", ""), "/usr/sbin", "/usr/bin", "/sbin", "/bin"]
        )
        install = [apt, "install", "-y", "--no-install-recommends", "chromium"]
        done = subprocess.run(install, env=environment, check=False)
        if done.returncode:  # perhaps its lists are empty
            subprocess.run([apt, "update"], env=environment, check=False)
            subprocess.run(install, env=environment, check=False)
        if found := find_browser(os.environ):
            return found
    print("== Fetching Playwright's Chromium for the journeys (once)", flush=True)
    subprocess.run([sys.executable, "-m", "playwright", "install", "chromium"], check=False)
    return find_browser(os.environ)


def main() -> None:
    """Say which browser the journeys use, after getting one if need be."""
    found = find_browser(os.environ) or (None if os.environ.get(VARIABLE) else get_browser())
    if found is None:
        sys.exit(REMEDY)
    print(f"The journeys use {found}")


if __name__ == "__main__":
    main()

"""Builds sdist and wheel, looks into them, and tries the wheel in an empty environment (``make package``).

The wheel is built from the sdist, as an index or a distribution would build it: with no Node and no network
for the front end, since the sdist has it built. Its commands and server are then tried with tools/smoke.py.
"""

import email
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import urllib.request
import zipfile
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
DIST = ROOT / "dist"
STATIC = "tilemeld/server/static"
IN_BOTH = (
    "tilemeld/py.typed",
    "tilemeld/data/polish.lexicon",
    "tilemeld/data/polish-common-1.lexicon",
    "tilemeld/cli/text/catalogue.py",
    f"{STATIC}/index.html",
    f"{STATIC}/sw.js",
    f"{STATIC}/manifest.webmanifest",
    f"{STATIC}/icons/icon-512.png",
)
IN_SDIST = (
    *("LICENSE", "NOTICE", "README.md", "CHANGELOG.md", "CONTRIBUTING.md", "Makefile", "pyproject.toml"),
    *(
        "hatch_build.py",
        "requirements.lock",
        "client/package-lock.json",
        "client/.npmrc",
        "words/en/general.json",
    ),
    *("src/tilemeld/solver/numbers/c/kernel.c", "tests/conftest.py", "docs/RULES.md", f"src/{STATIC}/.stamp"),
)
NOT_WANTED = ("node_modules", "__pycache__", ".venv", ".mypy_cache", ".pytest_cache", ".hypothesis", ".git")
"""Folders of a machine that belong in nothing that is given away."""
LANGUAGES = 4
METADATA = {"Name": "tilemeld", "License-Expression": "MIT", "Requires-Python": ">=3.11"}
LARGEST = {"sdist": 9_000_000, "wheel": 6_000_000}
"""Bytes; something that does not belong there is noticed by its weight."""


def faults_of_sdist(names: Sequence[str]) -> list[str]:
    """Say what an sdist misses or has too much; its names are without the folder that holds all of it."""
    found = [
        f"the sdist has no {name}"
        for name in (*IN_SDIST, *(f"src/{name}" for name in IN_BOTH))
        if name not in names
    ]
    found += [f"the sdist has {name}" for name in names if name.endswith(".so")]
    return found + faults_of_front_end(names) + unwanted(names)


def faults_of_wheel(names: Sequence[str], metadata: Mapping[str, str]) -> list[str]:
    """Say what a wheel misses or has too much, and what its metadata does not say."""
    found = [f"the wheel has no {name}" for name in IN_BOTH if name not in names]
    for name in ("LICENSE", "NOTICE"):
        if not any(each.endswith(f".dist-info/licenses/{name}") for each in names):
            found.append(f"the wheel has no {name}")
    tops = {name.partition("/")[0] for name in names}
    found += [f"the wheel installs {top}" for top in sorted(tops) if not top.startswith("tilemeld")]
    found += [f"the wheel has {name}" for name in names if name.endswith((".c", ".h", ".ts", ".svelte"))]
    found += [
        f"the metadata has no {key}: {value}" for key, value in METADATA.items() if metadata.get(key) != value
    ]
    if "# tilemeld" not in metadata.get("Description", ""):
        found.append("the metadata has no readme")
    if "](docs/" in metadata.get("Description", ""):
        found.append("the readme in the metadata leads to files that an index does not have")
    return found + faults_of_front_end(names) + unwanted(names)


def faults_of_front_end(names: Iterable[str]) -> list[str]:
    """Say what the built client misses: a page without its scripts, or without a language."""
    assets = [name for name in names if f"{STATIC}/assets/" in name]
    first = [name for name in assets if "/assets/first-" in name and name.endswith(".js")]
    packed = {name.removesuffix(".gz") for name in assets if name.endswith(".gz")}
    found = [] if len(first) == LANGUAGES else [f"the client has the first words of {len(first)} languages"]
    return found if set(first) <= packed else [*found, "the client is not compressed"]


def unwanted(names: Iterable[str]) -> list[str]:
    """Name what stands in a folder that belongs to a machine."""
    return [f"{name} does not belong there" for name in names if set(name.split("/")) & {*NOT_WANTED}]


def look_into(sdist: Path, wheel: Path) -> list[str]:
    """Say what is wrong with the two files."""
    with tarfile.open(sdist) as file:
        names = [member.name.partition("/")[2] for member in file.getmembers() if member.isfile()]
    found = faults_of_sdist(names)
    with zipfile.ZipFile(wheel) as archive:
        inside = archive.namelist()
        text = archive.read(next(name for name in inside if name.endswith(".dist-info/METADATA"))).decode()
    shown = email.message_from_string(text)
    found += faults_of_wheel(inside, {**dict(shown.items()), "Description": str(shown.get_payload())})
    for kind, path in (("sdist", sdist), ("wheel", wheel)):
        size = path.stat().st_size
        print(f"{kind}: {path.name}, {size / 1e6:.1f} MB")
        if size > LARGEST[kind]:
            found.append(f"the {kind} has {size} bytes, at most {LARGEST[kind]} are expected")
    return found


def build(folder: Path, dist: Path, target: str) -> Path:
    """Build one of the two with the hatchling of this environment; return the file."""
    environment = dict(os.environ)
    if target == "wheel":  # no Node may be needed: the sdist has the front end
        environment |= {"npm_config_offline": "true"}
    command = [sys.executable, "-m", "hatchling", "build", "-t", target, "-d", str(dist)]
    subprocess.run(command, cwd=folder, env=environment, check=True)
    return next(dist.glob("*.tar.gz" if target == "sdist" else "*.whl"))


def make_environment(place: Path) -> Path:
    """Make an empty environment; return its Python."""
    uv = shutil.which("uv") or shutil.which("uv", path=str(Path(sys.executable).parent))
    command = [uv, "venv", "-q", "--python", sys.executable] if uv else [sys.executable, "-m", "venv"]
    subprocess.run([*command, str(place)], check=True)
    return place / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")


def install(python: Path, *what: str) -> None:
    """Install into an environment with what installs fastest here, in the versions of the lock."""
    uv = shutil.which("uv") or shutil.which("uv", path=str(Path(sys.executable).parent))
    command = (
        [uv, "pip", "install", "-q", "--python", str(python)]
        if uv
        else [str(python), "-m", "pip", "install", "-q"]
    )
    subprocess.run([*command, *what], check=True)


def serves_its_page(python: Path, folder: Path) -> None:
    """Start the installed server and fetch its page and a script that the page names."""
    command = [str(python), "-m", "tilemeld", "serve", "--port", "0", "--no-browser"]
    with subprocess.Popen(
        [*command, "--data", str(folder / "games.sqlite")], stdout=subprocess.PIPE, text=True, cwd=folder
    ) as process:
        assert process.stdout is not None
        try:
            link = process.stdout.readline().rpartition(" ")[2].strip()
            page = urllib.request.urlopen(link).read().decode()
            script = page.partition('src="/assets/')[2].partition('"')[0]
            assert urllib.request.urlopen(f"{link}assets/{script}").status == 200, script
        finally:
            process.terminate()
            process.wait(30)
    print("tilemeld serve: the page and its script come out of the wheel")


def main() -> int:
    """Build both, look into them, install the wheel and try it."""
    shutil.rmtree(DIST, ignore_errors=True)
    sdist = build(ROOT, DIST, "sdist")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        with tarfile.open(sdist) as file:
            file.extractall(folder, filter="data")
        wheel = build(folder / sdist.name.removesuffix(".tar.gz"), DIST, "wheel")
        if faults := look_into(sdist, wheel):
            print(*faults, sep="\n", file=sys.stderr)
            return 1
        python = make_environment(folder / "venv")
        install(python, "--no-deps", str(wheel))
        shutil.copy(ROOT / "tools" / "smoke.py", folder / "smoke.py")
        subprocess.run([str(python), "smoke.py", "core"], cwd=folder, check=True)
        install(python, "-c", str(constraints(folder)), f"tilemeld[all] @ {wheel.as_uri()}")
        subprocess.run([str(python.with_name("tilemeld")), "--version"], cwd=folder, check=True)
        subprocess.run([str(python), "smoke.py"], cwd=folder, check=True)
        serves_its_page(python, folder)
    print("package: both files have what they should, and the wheel works in an empty environment")
    return 0


def constraints(folder: Path) -> Path:
    """Write the versions of the lock that has all extras, without hashes; return the file."""
    lines = (ROOT / "requirements-dev.lock").read_text(encoding="utf-8").splitlines()
    path = folder / "versions.txt"
    pinned = [line.removesuffix(" \\") for line in lines if "==" in line and "[" not in line]
    path.write_text("\n".join(pinned), encoding="utf-8")
    return path


if __name__ == "__main__":
    sys.exit(main())

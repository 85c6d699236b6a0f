"""Pictures of the terminal for the README: runs real commands and draws what they print as SVG.

``make pictures`` runs it. The drawings name no font host: the font is whatever monospace there is.
"""

import os
import re
import subprocess
import sys
from pathlib import Path

from rich._export_format import CONSOLE_SVG_FORMAT
from rich.console import Console
from rich.text import Text

ROOT = Path(__file__).parent.parent
WIDTH = 96
FRAME = re.sub(r"@font-face\s*\{\{.*?\}\}", "", CONSOLE_SVG_FORMAT, flags=re.DOTALL).replace(
    "Fira Code", "ui-monospace"
)

PICTURES = {
    "play": (["play", "--seed", "m"], "hint\nhint\nhint play\ndone\nhint\n"),
    "solve": (
        [
            "solve",
            "--table",
            "r4 r5 r6 r7 r8 | o1 o2 o3 o4 | r1 k1 b1 o1 | k10 J k12",
            "--rack",
            "r6 b1 k11 b13",
            "--plan",
        ],
        "",
    ),
    "rules": (["rules", "uk", "--against", "pl"], ""),
}


def draw(name: str, arguments: list[str], typed: str) -> None:
    """Run one command and save its picture."""
    environment = {**os.environ, "FORCE_COLOR": "1", "COLUMNS": str(WIDTH), "TERM": "xterm-256color"}
    environment.pop("NO_COLOR", None)
    command = [str(Path(sys.executable).parent / "tilemeld"), *arguments]
    done = subprocess.run(command, input=typed, capture_output=True, text=True, check=True, env=environment)
    console = Console(record=True, width=WIDTH, file=open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115
    console.print(Text.from_ansi(done.stdout.rstrip()))
    title = "tilemeld " + " ".join(arguments[:1])
    console.save_svg(str(ROOT / "docs" / "pictures" / f"{name}.svg"), title=title, code_format=FRAME)
    print(f"drew docs/pictures/{name}.svg")


def main() -> None:
    """Draw all pictures, or those named on the command line."""
    (ROOT / "docs" / "pictures").mkdir(exist_ok=True)
    for name in sys.argv[1:] or PICTURES:
        draw(name, *PICTURES[name])


if __name__ == "__main__":
    main()

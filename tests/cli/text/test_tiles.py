"""How tiles look in a terminal."""

import re
from pathlib import Path

from tilemeld.cli.text.tiles import PLAIN_SHAPES, SHAPES


def test_a_colour_has_the_same_shape_in_the_terminal_as_in_the_browser() -> None:
    """The browser draws its shapes as paths: arcs, four slanted corners, a box, and a triangle."""
    source = (Path(__file__).parents[3] / "client" / "src" / "board" / "screen" / "face.ts").read_text(
        encoding="utf-8"
    )
    drawn = dict(re.findall(r'^  ([krbo]): "(M[^"]+)",$', source, flags=re.MULTILINE))
    assert set(drawn) == set(SHAPES) == set(PLAIN_SHAPES)
    for colour, path in drawn.items():
        strokes = "".join(each for each in path if each.isalpha())
        assert {"Maaz": "●", "MLLLz": "◆", "MhvHz": "■", "MLHz": "▲"}[strokes] == SHAPES[colour]

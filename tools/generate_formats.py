"""The format that a tournament has when nobody has chosen otherwise, as TypeScript (``make docs``)."""

import json

import msgspec

from tilemeld.engine.rules import profile
from tilemeld.tournament.format import Format


def formats_file() -> str:
    """Every default of a format but the rules, so that no client writes them a second time."""
    usual = msgspec.to_builtins(Format(profile("pl-tournament")))
    del usual["rules"]
    return (
        "// Made from src/tilemeld/tournament/format.py by `make docs`; do not edit.\n\n"
        'import type { Format } from "./protocol";\n\n'
        "/** The format of a tournament as it is when nobody has chosen otherwise. */\n"
        f'export const USUAL_FORMAT: Omit<Format, "rules"> = {json.dumps(usual, indent=2)};\n'
    )

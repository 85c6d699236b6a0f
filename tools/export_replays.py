"""The engine's states of recorded games, for the replay in the browser to be tested against.

For every step of every golden game: the version, the phase, the turn and whose it is, and a hash of all
that the replay shows. ``make docs`` writes the file.
"""

import json
import zlib
from pathlib import Path

from tilemeld.engine.game.state import GameState
from tilemeld.engine.record.codec import Json, to_json
from tilemeld.engine.record.record import parse_record, replay

ROOT = Path(__file__).parent.parent
FOLDERS = (ROOT / "tests/data/games", ROOT / "client/tests/vectors/games")


def vectors_file() -> str:
    """One game to a line of each of its steps."""
    games = {
        path.stem: game
        for folder in FOLDERS
        for path in sorted(folder.glob("*.jsonl"))
        if (game := vectors(path))
    }
    lines = [
        f"{json.dumps(name)}: [\n"
        + ",\n".join(json.dumps(step, separators=(",", ":")) for step in steps)
        + "\n]"
        for name, steps in games.items()
    ]
    return "{\n" + ",\n".join(lines) + "\n}\n"


def vectors(path: Path) -> list[list[Json]]:
    """The states of a recorded game: after its creation and after every step."""
    record = parse_record(path.read_text(encoding="utf-8"))
    return [
        [state.version, state.phase.value, state.turn, state.active, digest(state)]
        for state in replay(record)
    ]


def digest(state: GameState) -> str:
    """Hash what the replay shows of a state."""
    text = json.dumps(shown(state), ensure_ascii=False, separators=(",", ":"))
    return f"{zlib.crc32(text.encode()):08x}"


def shown(state: GameState) -> list[Json]:
    """Return what the replay shows of a state, in the order of ``client/tests/replay/replay.test.ts``."""
    result = state.result
    return [
        state.deal,
        to_json(state.table),
        [
            [
                to_json(seat.rack),
                seat.opened,
                seat.turns,
                seat.announced,
                seat.left,
                seat.stand_in,
                seat.allowance_seconds,
                to_json(seat.turn_points),
            ]
            for seat in state.seats
        ],
        to_json(state.stacks),
        to_json(state.bank),
        to_json(state.waiting),
        state.lap_left,
        state.paused_at is not None,
        to_json(state.vote.table) if state.vote else None,
        to_json(state.rejected),
        [to_json(result.winners), [score.points for score in result.scores]] if result else None,
    ]

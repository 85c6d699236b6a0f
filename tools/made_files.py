"""Every file that is made from the code: ``make docs`` writes what has changed, a test compares all."""

from collections.abc import Callable
from pathlib import Path

from tools import (
    export_house_rules,
    export_replays,
    export_scores,
    export_sheets,
    export_vectors,
    generate_constants,
    generate_docs,
    generate_formats,
    generate_protocol,
    generate_words,
    monitoring,
    rooms,
)

ROOT = Path(__file__).parents[1]
FILES: dict[str, Callable[[], str]] = {
    "docs/profiles.md": generate_docs.profiles_page,
    "docs/refusals.md": generate_docs.codes_page,
    "docs/record.schema.json": generate_docs.schema_file,
    "docs/protocol.schema.json": generate_protocol.schema_file,
    "docs/openapi.json": generate_protocol.openapi_file,
    "client/src/generated/protocol.ts": generate_protocol.typescript_file,
    "client/src/generated/calls.ts": generate_protocol.calls_file,
    "client/src/generated/operations.ts": generate_protocol.operations_file,
    "client/src/generated/constants.ts": generate_constants.constants_file,
    "client/src/generated/columns.ts": generate_constants.columns_file,
    "client/src/generated/rules.ts": generate_constants.rules_file,
    "client/src/generated/defaults.ts": generate_constants.defaults_file,
    "client/src/generated/formats.ts": generate_formats.formats_file,
    "client/tests/vectors/readings.json": export_vectors.vectors_file,
    "client/tests/vectors/houseRules.json": export_house_rules.vectors_file,
    "client/tests/vectors/replays.json": export_replays.vectors_file,
    "client/tests/vectors/scores.json": export_scores.vectors_file,
    "client/tests/vectors/sheets.json": export_sheets.vectors_file,
    "deploy/monitoring/board.json": monitoring.board,
    "deploy/monitoring/alerts.yaml": monitoring.alerts,
    rooms.PICTURE: rooms.picture,
    **generate_words.files(),
}


def main() -> None:
    """Write every file that has changed."""
    for name, make in FILES.items():
        path, text = ROOT / name, make()
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
            print(f"wrote {name}")


if __name__ == "__main__":
    main()

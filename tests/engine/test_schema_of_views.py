"""The schemas of engine types reach beyond the record: the wire describes views with them."""

from tilemeld.engine.schema import TypeSchemas
from tilemeld.engine.state import Phase
from tilemeld.engine.views import GameView


def test_an_enum_is_described_by_its_values() -> None:
    schemas = TypeSchemas()
    assert schemas.of(Phase) == {"enum": [phase.value for phase in Phase]}
    assert schemas.of(GameView) == {"$ref": "#/$defs/game-view"}
    assert "seat-view" in schemas.definitions

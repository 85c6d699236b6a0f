"""The schemas of engine types reach beyond the record: the wire describes views with them."""

from tilemeld.engine.game.state import Phase
from tilemeld.engine.game.views import GameView
from tilemeld.engine.record.schema import TypeSchemas


def test_an_enum_is_described_by_its_values() -> None:
    schemas = TypeSchemas()
    assert schemas.of(Phase) == {"enum": [phase.value for phase in Phase]}
    assert schemas.of(GameView) == {"$ref": "#/$defs/game-view"}
    assert "seat-view" in schemas.definitions

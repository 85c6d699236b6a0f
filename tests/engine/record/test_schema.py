"""Schemas of single types; whole records are validated in test_record."""

from tilemeld.engine.game.state import Phase
from tilemeld.engine.record.schema import TypeSchemas
from tilemeld.engine.tiles import Face


def test_a_choice_of_words_is_written_as_its_words() -> None:
    assert TypeSchemas().of(Phase) == {"enum": [phase.value for phase in Phase]}


def test_a_named_text_is_a_text() -> None:
    assert TypeSchemas().of(Face) == {"type": "string"}

"""The box of a game's rules, as the solver takes it."""

from dataclasses import replace

import pytest

from tilemeld.engine.notation import parse_face_sets, parse_faces
from tilemeld.engine.rules import NUMBER_PROFILES, profile
from tilemeld.solver import PositionError, is_known_box, joker_worth, position_under


@pytest.mark.parametrize("name", NUMBER_PROFILES)
@pytest.mark.rule("N1", "E4")
def test_a_position_under_rules_has_their_box_and_their_jokers_worth(name: str) -> None:
    rules = profile(name)
    position = position_under(rules, parse_face_sets("r3 r4 r5"), parse_faces("r6 J"))
    assert is_known_box(rules)
    assert (position.copies, position.jokers) == (rules.copies, rules.jokers)
    assert position.joker_value == rules.joker_rack_value
    assert position_under(rules, (), (), joker_value=7).joker_value == 7


def test_a_larger_box_is_refused_and_a_dearer_joker_is_dear_enough() -> None:
    large = replace(profile("pl"), copies=4)
    assert not is_known_box(large)
    with pytest.raises(PositionError, match="1 to 3 copies"):
        position_under(large, (), ())
    assert joker_worth(replace(profile("pl"), joker_rack_value=1_000)) == 200

"""From counts to tables: just these tiles leave the rack, and an opening lies beside what is there."""

from table_setup import a_turn
from tilemeld.bots.numbers.laying import sets_with, table_with
from tilemeld.engine.game.views import GameView, view
from tilemeld.engine.notation import parse_faces
from tilemeld.engine.rules import profile
from tilemeld.engine.sets.numbers import read_numbers
from tilemeld.engine.tiles import Seat, faces_of, tiles_of
from tilemeld.solver import count_faces


def seen(rack: str, *, opened: bool) -> GameView:
    racks = [rack, "b1 b2"]
    return view(a_turn(profile("pl"), racks, table="r4 r5 r6 r7", opened=opened), Seat(0))


def test_just_these_tiles_are_laid() -> None:
    look = seen("r8 k8 o8 b9", opened=True)
    for text in ("r8", "r8 k8 o8"):
        before, after = tiles_of(look.table), tiles_of(table_with(look, count_faces(parse_faces(text))))
        laid = [tile for tile in after if tile not in before]
        assert count_faces(faces_of(laid)) == count_faces(parse_faces(text))
        assert all(read_numbers(each).valid for each in sets_with(look, count_faces(parse_faces(text))))


def test_an_opening_lies_beside_the_table_and_is_worth_as_much_as_it_can_be() -> None:
    look = seen("r11 r12 J b9", opened=False)
    sets = sets_with(look, count_faces(parse_faces("r11 r12 J")))
    assert sets[0] == ("r4", "r5", "r6", "r7")
    assert sum(read_numbers(each).worth for each in sets[1:]) == 36

"""Drafts: where tiles go when a player types an order, and what no hand could do.

Proves `cli/table/typed_edits.py`.
"""

import pytest

from cli.typed_table import At
from tilemeld.cli.table.draft import Draft, DraftError
from tilemeld.cli.table.typed_edits import (
    ALIASES,
    EDITS,
    HELP,
    VERBS,
    WORD_HELP,
    Order,
    apply_edit,
    parse_order,
)
from tilemeld.engine.errors import NotationError
from tilemeld.engine.notation import WrittenTile, format_sets, parse_faces, parse_sets
from tilemeld.engine.rules import profile
from tilemeld.engine.sets.numbers import NumberSets
from tilemeld.engine.sets.set_rules import arrange
from tilemeld.engine.tiles import LaidTile, face_of, faces_of, tile_ids

SETS = NumberSets(profile("pl"))


def draft_of(table: str, rack: str) -> Draft:
    """Lay a table and a rack written in notation."""
    written = parse_sets(table)
    faces = [tile.face for each in written for tile in each]
    ids = iter(tile_ids([*faces, *parse_faces(rack)]))
    laid = [tuple(LaidTile(next(ids), tile.stands_for) for tile in each) for each in written]
    return Draft.begin(SETS, tuple(arrange(each, SETS.read(each)) for each in laid), ids)


def written(draft: Draft) -> str:
    """Write the draft's sets in their order, gaps left out."""
    return format_sets(
        [[WrittenTile(face_of(laid.tile), laid.stands_for) for laid in each] for each in draft.result]
    )


def after(draft: Draft, *lines: str) -> Draft:
    for line in lines:
        order = parse_order(line)
        assert order is not None
        draft = apply_edit(draft, order)
    return draft


@pytest.mark.parametrize(
    ("table", "rack", "lines", "result"),
    [
        ("", "r10 b10 k10 o1", ["lay r10 b10 k10"], "r10 b10 k10"),
        ("", "r10 b10 k10 o1", ["R10, b10 K10"], "r10 b10 k10"),
        ("", "r3 r4 r5 k7 b7 o7", ["lay r3 r4 r5 | k7 b7 o7"], "r3 r4 r5 | k7 b7 o7"),
        ("", "r3 r5 r4", ["lay r3 r5 r4"], "r3 r4 r5"),
        ("", "k12 k13 J", ["lay k12 k13 J"], "J(k11) k12 k13"),
        ("r3 r4 r5", "r2", ["add r2 1"], "r2 r3 r4 r5"),
        ("r3 r4 r5", "r6 r7", ["add r6 r7 to set 1"], "r3 r4 r5 r6 r7"),
        ("r5 r6 r7", "J", ["add J 1"], "r5 r6 r7 J(r8)"),
        ("r5 r6 r7", "J", ["add J(r4) 1"], "J(r4) r5 r6 r7"),
        ("r5 r4 r3", "r2", ["add r2 1"], "r5 r4 r3 r2"),
        ("r3 r4 r5", "k7", ["add k7 new"], "r3 r4 r5 | k7"),
        ("r7 b7 k7 o7", "", ["move r7 1 new"], "b7 k7 o7 | r7"),
        ("r7 b7 k7 o7", "", ["take 1 r7"], "b7 k7 o7 | r7"),
        ("r7 b7 k7 o7 | r4 r5 r6", "", ["move r7 1 2"], "b7 k7 o7 | r4 r5 r6 r7"),
        ("r7 b7 k7 o7 | r4 r5 r6", "", ["move r7 2"], "b7 k7 o7 | r4 r5 r6 r7"),
        ("r4 r5 r6 r7 r8", "r6", ["split 1 r6", "add r6 1"], "r4 r5 r6 | r6 r7 r8"),
        ("r3 r4 r5 | r6 r7 r8", "", ["join 1 2"], "r3 r4 r5 r6 r7 r8"),
        ("r6 r7 r8 | r3 r4 r5", "", ["join 1 2"], "r3 r4 r5 r6 r7 r8"),
        ("r6 J r8", "r7", ["swap r7 1"], "r6 r7 r8 | J"),
        ("r6 b6 J", "k6", ["swap k6 1"], "r6 b6 k6 | J"),
        ("r6 b6 J | o6 o7 o8 o9", "", ["swap o6 1"], "r6 b6 o6 | o7 o8 o9 | J"),
        ("r3 r4 r5", "r6 k9", ["add r6 1", "back r6"], "r3 r4 r5"),
        ("r3 r4 r5", "r6", ["table r4 r5 r6 | r3"], "r4 r5 r6 | r3"),
        ("r3 r4 r5", "r6 r3 k3 b3", ["table r3 r4 r5 | k3 b3 r3"], "r3 r4 r5 | k3 b3 r3"),
    ],
)
def test_an_order_puts_tiles_where_it_says(table: str, rack: str, lines: list[str], result: str) -> None:
    if lines[0].startswith("take"):  # the turn turns "take 1 r7" into a move
        lines = [lines[0].replace("take", "move") + " new"]
    assert written(after(draft_of(table, rack), *lines)) == result


@pytest.mark.parametrize(
    ("line", "part"),
    [
        ("lay k9", "You have no k9 on your rack."),
        ("lay r3", "'move r3 1 new' takes it from there"),
        ("lay r6 r6", "only 1 r6"),
        ("lay", "written like this: lay r10 b10 k10"),
        ("lay x9 r6", "'x9' is not a tile"),
        ("lay r6(r7)", "only a joker can stand for another tile"),
        ("add r6 9", "There is no set 9: the table has sets 1 and 2"),
        ("add r6", "written like this: add r7 3"),
        ("add 1", "written like this"),
        ("add r6 0", "There is no set 0"),
        ("add r6 99999999999999", "There is no set 999999"),
        ("move r9 1 2", "There is no r9 in set 1 (r3 r4 r5)"),
        ("move r4 r4 1 2", "Set 1 (r3 r4 r5) does not have that many r4"),
        ("move r3 1 1", "They are in set 1 already"),
        ("move r6 2", "No other set holds r6; to add it from your rack, type 'add r6 2'"),
        ("move r6 new", "No other set holds r6"),
        ("move r3", "written like this: move r7 3 5"),
        ("move r3 new 1", "written like this: move r7 3 5"),
        ("split 1 r9", "There is no r9 in set 1"),
        ("split 1 r3", "is the first tile"),
        ("split new r3", "written like this"),
        ("join 1 1", "with itself"),
        ("join 1", "written like this: join 2 5"),
        ("join 1 new", "written like this: join 2 5"),
        ("swap r6 1", "There is no joker in set 1"),
        ("swap r6 2", "does not replace the joker in set 2; it stands for b4 or o4"),
        ("back r3", "You have laid no r3 this turn"),
        ("table r3 r4 r5", "lay on the table and must be on your new table, too"),
        ("table r3 r4 r5 | k4 r4 J k13", "There is no k13 left"),
        ("table", "written like this"),
        ("lya r6", "did you mean 'lay'?"),
        ("xyzzy", "'help' lists what you can type"),
        ("r99", "'r99' is not a tile"),
        ("lay " + "r6 " * 10_000, "at most 20000 can be read"),
    ],
)
def test_what_cannot_be_done_is_refused_with_a_reason(line: str, part: str) -> None:
    draft = draft_of("r3 r4 r5 | k4 r4 J", "r6 b1")
    with pytest.raises((DraftError, NotationError)) as caught:
        after(draft, line)
    assert part in str(caught.value)


def test_two_sets_with_the_tile_have_to_be_told_apart() -> None:
    draft = draft_of("r3 r4 r5 | r3 b3 k3", "r6")
    with pytest.raises(DraftError, match="Sets 1 and 2 hold r3: say which one"):
        after(draft, "move r3 new")


def test_set_numbers_stay_while_the_turn_lasts() -> None:
    draft = after(draft_of("r3 r4 r5 | r6 r7 r8 | k1 k2 k3", "k4"), "join 1 2", "add k4 3")
    assert [number for number, _ in draft.numbered] == [1, 3]
    assert [draft.number_of(place) for place in range(2)] == [1, 3]
    with pytest.raises(DraftError, match="There is no set 2: the table has sets 1 and 3"):
        after(draft, "add k4 2")


def test_a_draft_knows_what_was_laid_and_what_is_left() -> None:
    begun = draft_of("r3 r4 r5", "r6 k9")
    draft = after(begun, "add r6 1")
    assert (begun.is_changed, draft.is_changed) == (False, True)
    assert faces_of(draft.left) == ("k9",)
    assert faces_of(draft.laid) == ("r6",)
    assert after(draft, "back r6").slots == begun.slots


def test_a_joker_that_moves_forgets_what_it_stood_for() -> None:
    draft = after(draft_of("r6 J(r7) r8 r9 | b3 b4 b5", ""), "move J 1 2")
    assert written(draft) == "r6 r8 r9 | b3 b4 b5 J(b6)"


def test_a_set_typed_as_it_lies_keeps_its_own_tiles() -> None:
    """Until the opening the sets on the table must stay the very same tiles (P2)."""
    begun = draft_of("r3 r4 r5", "r3 r4 r5 k12 b12 o12")
    draft = after(begun, "table r3 r4 r5 | r3 r4 r5 | k12 b12 o12")
    assert draft.slots[0] == begun.table[0]
    assert len(draft.laid) == 6


def test_empty_lines_are_no_orders() -> None:
    assert parse_order("  \t ") is None


def test_every_verb_and_alias_is_known() -> None:
    for word in [*VERBS, *ALIASES]:
        order = parse_order(f"{word} r7 3")
        assert order == Order(ALIASES.get(word, word), "r7 3")
    text = " ".join(what for what, _ in (*HELP, *WORD_HELP))
    assert all(verb in text for verb in VERBS), "the help page forgets a verb"
    assert set(EDITS) <= set(VERBS)


def test_before_the_opening_nobody_is_told_to_take_a_joker_from_the_table() -> None:
    said = At(["r13 b13 k1", "b1 b2"], table="r4 r5 J", opened=False).type("lay r13 b13 J")
    assert "You have no J on your rack; the one in set 1 stays there until you have opened." in said
    assert "move J" not in said
    said = At(["r13 b13 k1", "b1 b2"], table="r4 r5 J").type("lay r13 b13 J")
    assert "'move J 1 new' takes it from there" in said


@pytest.mark.parametrize("line", ["red 7", "Blue 3", "7", "7r 8r 9r", "joker", "black 13"])
def test_who_says_a_tile_in_words_learns_how_it_is_written(line: str) -> None:
    with pytest.raises(DraftError, match="r7 for the red 7"):
        parse_order(line)

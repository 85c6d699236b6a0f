"""Notation: parse and format are inverses, and what cannot be read is named.

Proves `engine/number_faces.py`, `engine/tiles.py`.
"""

from collections.abc import Callable

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tilemeld.engine.errors import NotationError
from tilemeld.engine.notation import (
    LIMIT,
    WrittenTile,
    format_faces,
    format_laid,
    format_sets,
    parse_face,
    parse_face_sets,
    parse_faces,
    parse_laid,
    parse_sets,
    tiles_with,
)
from tilemeld.engine.number_faces import JOKER, NUMBER_FACES
from tilemeld.engine.tiles import Face, LaidTile, TileId, face_of, faces_of, tile_ids

FACES = st.sampled_from([*NUMBER_FACES, JOKER])
NAMED_JOKERS = st.sampled_from(NUMBER_FACES).map(lambda face: WrittenTile(JOKER, face))
WRITTEN = st.one_of(FACES.map(WrittenTile), NAMED_JOKERS)


@given(st.lists(FACES))
def test_tiles_are_read_as_they_are_written(faces: list[Face]) -> None:
    assert parse_faces(format_faces(faces)) == tuple(faces)


@given(st.lists(st.lists(WRITTEN, min_size=1).map(tuple)))
def test_sets_are_read_as_they_are_written(sets: list[tuple[WrittenTile, ...]]) -> None:
    text = format_sets(sets)
    assert parse_sets(text) == tuple(sets)
    assert format_sets(parse_sets(text)) == text
    assert parse_face_sets(text) == tuple(tuple(tile.face for tile in each) for each in sets)


@given(st.sampled_from(tile_ids([*NUMBER_FACES, JOKER, JOKER])), st.none() | FACES)
def test_a_laid_tile_is_read_as_it_is_written(tile: TileId, name: Face | None) -> None:
    assert parse_laid(format_laid(LaidTile(tile, name))) == LaidTile(tile, name)


def test_what_people_type_is_understood() -> None:
    assert parse_faces(" R7,b13  K1,J j ") == ("r7", "b13", "k1", "J", "J")
    assert parse_sets("| R3,J(R4) r5 ||  k7 b7 o7 |") == parse_sets("r3 J(r4) r5 | k7 b7 o7")
    assert parse_sets("") == ()


@pytest.mark.parametrize(
    ("text", "code", "value"),
    [
        ("r14", "notation/tile", "r14"),
        ("r0", "notation/tile", "r0"),
        ("x3", "notation/tile", "x3"),
        ("r07", "notation/tile", "r07"),
        ("7", "notation/tile", "7"),
        ("JJ", "notation/tile", "JJ"),
        ("r3(", "notation/tile", "r3("),
        ("J()", "notation/tile", ""),
        ("J(r3", "notation/tile", "J(r3"),
        ("J(r3)(r4)", "notation/tile", "J(r3)(r4)"),
        ("J(x)", "notation/tile", "x"),
        ("q" * 50, "notation/tile", "q" * 20),
        ("r3(r4)", "notation/stands-for", "r3(r4)"),
        ("J(J)", "notation/stands-for", "J(J)"),
    ],
)
def test_what_cannot_be_read_is_named(text: str, code: str, value: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_sets(f"r3 r4 | {text}")
    assert (caught.value.code, caught.value.params) == (code, {"text": value})


@pytest.mark.parametrize("text", ["", "(r3)", "Ja(r3", "Ja(r3)x", "x" * 21])
def test_what_is_no_laid_tile_is_named(text: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_laid(text)
    assert caught.value.params == {"text": text[:20]}


def test_a_text_that_is_too_long_is_not_read() -> None:
    for parse in (parse_faces, parse_sets, parse_face_sets):
        assert parse(" " * LIMIT) == ()
        with pytest.raises(NotationError) as caught:
            parse(" " * (LIMIT + 1))
        assert caught.value.params == {"length": LIMIT + 1, "limit": LIMIT}


ODD_TEXT = st.text(alphabet=st.sampled_from("rbkoRBKOJj0123456789()|, \t\n?ĄKİ\ud800")) | st.text()


@given(ODD_TEXT)
@example("J(\ud800)")
def test_any_text_is_read_or_named(text: str) -> None:
    for parse in (parse_face, parse_faces, parse_sets, parse_face_sets, parse_laid):
        error = notation_error(parse, text)
        if error is not None:
            assert error.code.startswith("notation/")
            assert len(str(error)) < 300


def notation_error(parse: Callable[[str], object], text: str) -> NotationError | None:
    try:
        parse(text)
    except NotationError as error:
        return error
    return None


def test_tiles_with_picks_the_first_copies_and_says_when_there_are_too_few() -> None:
    among = tile_ids(parse_faces("r3 r3 b4"))
    assert tiles_with(parse_faces("r3 b4"), reversed(among)) == ("r3a", "b4a")
    assert tiles_with(parse_faces("r3 r3"), among) == ("r3a", "r3b")
    for wanted, params in [
        ("r3 r3 r3", {"face": "r3", "count": 3, "copies": 2}),
        ("k1", {"face": "k1", "count": 1, "copies": 0}),
    ]:
        with pytest.raises(NotationError) as caught:
            tiles_with(parse_faces(wanted), among)
        assert (caught.value.code, caught.value.params) == ("notation/copies", params)


def test_a_tile_id_is_the_face_and_the_letter_of_the_copy() -> None:
    ids = tile_ids(parse_faces("r13 J r13 r13 J"))
    assert ids == ("r13a", "Ja", "r13b", "r13c", "Jb")
    assert faces_of(ids) == ("r13", "J", "r13", "r13", "J")
    assert face_of(ids[3]) == "r13"

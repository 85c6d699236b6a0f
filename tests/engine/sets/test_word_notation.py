"""Notation of the word game: what is written is read back, and what cannot be read is named."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tilemeld.engine.errors import NotationError
from tilemeld.engine.notation import LIMIT, WrittenTile, format_laid, parse_laid
from tilemeld.engine.sets.letters import JOKER, LETTERS
from tilemeld.engine.sets.word_notation import (
    format_letters,
    format_word,
    format_words,
    parse_letters,
    parse_word,
    parse_words,
)
from tilemeld.engine.tiles import Face, LaidTile, TileId

FACES = st.sampled_from([*LETTERS, JOKER])
TILES = st.one_of(
    FACES.map(WrittenTile), st.sampled_from(list(LETTERS)).map(lambda face: WrittenTile(JOKER, face))
)
WORDS = st.lists(TILES, min_size=1, max_size=20).map(tuple)


@given(st.lists(FACES).map(tuple))
def test_letters_are_read_back_as_they_were_written(faces: tuple[Face, ...]) -> None:
    assert parse_letters(format_letters(faces)) == faces


@given(st.lists(WORDS, max_size=8).map(tuple))
def test_words_are_read_back_as_they_were_written(words: tuple[tuple[WrittenTile, ...], ...]) -> None:
    assert parse_words(format_words(words)) == words
    assert all(parse_word(format_word(word)) == word for word in words)


@pytest.mark.rule("W14")
def test_reading_is_kinder_than_writing() -> None:
    assert parse_letters("k, o s\tź?") == ("K", "O", "S", "Ź", "?")
    assert parse_letters("z\u0307") == ("Ż",)  # a letter and its dot
    assert format_words(parse_words(" koszyk|ko?(t), żółw ")) == "KOSZYK KO?(T) ŻÓŁW"
    assert parse_words("") == ()


@pytest.mark.parametrize("text", ["Q", "KOT7", "ß", "KO)", "?(TT)", "?(", "?(?)", "K(T)", "?()"])
def test_what_is_no_word_is_named(text: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_word(text)
    assert caught.value.code in ("notation/letter", "notation/joker-letter")


@given(st.text())
def test_any_text_is_words_or_a_notation_error(text: str) -> None:
    for parse in (parse_words, parse_letters):
        try:
            parse(text)
        except NotationError as error:
            assert len(str(error)) < 200  # noqa: PT017  # many texts can be read


def test_a_huge_text_is_refused() -> None:
    with pytest.raises(NotationError, match="characters"):
        parse_words("K" * (LIMIT + 1))


def test_laid_letters_are_written_like_laid_numbers() -> None:
    assert format_laid(LaidTile(TileId("?a"), Face("Ż"))) == "?a(Ż)"
    assert parse_laid("Ąb") == LaidTile(TileId("Ąb"))

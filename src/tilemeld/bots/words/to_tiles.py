"""Laying words: from words with jokers, as the solver thinks of them, back to the tiles of the game."""

from collections.abc import Sequence

from tilemeld.engine.sets.letters import JOKER, spell
from tilemeld.engine.tiles import Face, LaidSet, LaidTile, Table, TileId, face_of
from tilemeld.solver.words import LaidWord, WordSolution, tiles_laid


def words_on(table: Table) -> tuple[LaidWord, ...]:
    """Return the words on the table, with the places of their jokers."""
    return tuple(
        LaidWord(spell(laid), tuple(place for place, tile in enumerate(laid) if face_of(tile.tile) == JOKER))
        for laid in table
    )


def lay_words(before: Table, rack: Sequence[TileId], solution: WordSolution) -> Table:
    """Return the whole table after a turn; words that stay keep lying as they lie.

    The scoring word gets tiles of the rack wherever it can (W10).
    """
    assert solution.word is not None, "a turn that lays something has a word that scores"
    lying = dict(zip(words_on(before), before, strict=True))
    staying = {laid: lying.pop(laid) for laid in solution.table if laid in lying}
    free: dict[str, list[TileId]] = {}
    for laid_set in lying.values():
        for laid in laid_set:
            free.setdefault(face_of(laid.tile), []).append(laid.tile)
    for face, count in tiles_laid(solution.before, solution.table).items():
        free.setdefault(face, []).extend([tile for tile in rack if face_of(tile) == face][:count])
    placed = {solution.word: _with_tiles(solution.word, free)}
    for word in solution.table:
        if word not in staying and word not in placed:
            placed[word] = _with_tiles(word, free)
    return tuple(staying.get(word) or placed[word] for word in solution.table)


def _with_tiles(word: LaidWord, free: dict[str, list[TileId]]) -> LaidSet:
    """Pick a tile for every letter, those that came last first."""
    return tuple(
        LaidTile(free[face].pop(), Face(letter) if face == JOKER else None)
        for letter, face in zip(word.word, word.faces, strict=True)
    )

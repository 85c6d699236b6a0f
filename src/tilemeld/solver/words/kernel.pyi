from array import array

def heights(edges: array[int], /) -> bytes: ...
def fits(
    edges: array[int],
    heights: bytes,
    counts: bytes,
    jokers: int,
    wanted: int,
    lengths: tuple[int, int],
    limits: tuple[int, int],
    /,
) -> tuple[int, int, bytes]: ...
def cover(
    classes: array[int],
    must: bytes,
    may: bytes,
    taken: bytes,
    repeats: bool,
    vowels: int,
    budget: int,
    /,
) -> tuple[int, int, bytes]: ...

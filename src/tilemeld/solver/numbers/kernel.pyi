from collections.abc import Sequence

def search(
    lowest: bytes,
    highest: bytes,
    jokers: tuple[int, int],
    weights: tuple[Sequence[int], Sequence[int]],
    limits: tuple[int, int, int],
    /,
) -> tuple[int, int, int, int, bytes]: ...

"""Reading runs and groups: books' examples, every fault by its code, and a brute-force definition (N1–N5)."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import chain, combinations, combinations_with_replacement, pairwise, permutations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tilemeld.engine.errors import NotationError
from tilemeld.engine.notation import parse_faces, parse_sets
from tilemeld.engine.number_faces import COLOURS, JOKER, NUMBER_FACES, colour_of, number_of
from tilemeld.engine.rules import profile
from tilemeld.engine.sets.numbers import NumberSets, read_numbers
from tilemeld.engine.sets.set_rules import Reading, arrange
from tilemeld.engine.tiles import Face, LaidSet, LaidTile, TileId, face_of, tile_ids

SETS = NumberSets(profile("pl-xp"))


def laid_set(text: str) -> LaidSet:
    (written,) = parse_sets(text)
    ids = tile_ids(tile.face for tile in written)
    return tuple(LaidTile(tile, each.stands_for) for tile, each in zip(ids, written, strict=True))


def as_read(text: str) -> str:
    """The set as it lies after it was read, with what each joker stands for."""
    laid = laid_set(text)
    reading = SETS.read(laid)
    assert reading.valid, reading.faults
    named = arrange(laid, reading)
    return " ".join(face_of(t.tile) + (f"({t.stands_for})" if t.stands_for else "") for t in named)


def faults(text: str) -> list[tuple[str, dict[str, str | int]]]:
    return [(fault.code, dict(fault.params)) for fault in read_numbers(parse_faces(text)).faults]


@pytest.mark.rule("N1")
@pytest.mark.parametrize(("name", "tiles", "copies", "jokers"), [("pl", 106, 2, 2), ("uk-xp", 160, 3, 4)])
def test_the_box_holds_1_to_13_in_four_colours_and_jokers(
    name: str, tiles: int, copies: int, jokers: int
) -> None:
    box = Counter(NumberSets(profile(name)).box())
    assert box.total() == tiles
    assert box.pop(JOKER) == jokers
    assert box == {Face(f"{colour}{number}"): copies for colour in "krbo" for number in range(1, 14)}


@pytest.mark.rule("N2", "N3", "N4", "N5", "R-10")
@pytest.mark.parametrize(
    ("text", "kind", "worth"),
    [
        ("k7 r7 b7", "group", 21),
        ("k7 r7 b7 o7", "group", 28),
        ("r3 r4 r5", "run", 12),
        ("o11 o12 o13", "run", 36),
        ("k1 k2 k3", "run", 6),
        ("b1 b2 b3 b4 b5 b6 b7 b8 b9 b10 b11 b12 b13", "run", 91),
        ("r5 r4 r3", "run", 12),  # falling, N5
        ("k13 k12 k11 k10", "run", 46),
        ("k7 J b7", "group", 21),
        ("r3 J r5", "run", 12),
        ("J r4 r5", "run", 12),  # the place says it is the 3
        ("r4 r5 J", "run", 15),
        ("J r5 r4", "run", 15),  # falling: the joker is a 6
        ("r4 J J r7", "run", 22),
        ("r5 J J", "run", 18),  # 5 6 7 beats 5 4 3 and three fives
        ("J J r5", "run", 18),  # falling 7 6 5 beats rising 3 4 5
        ("J r5 J", "run", 15),
        ("r1 J J", "run", 6),
        ("J J r1", "run", 6),  # falling 3 2 1
        ("J r1 J", "group", 3),  # nothing is below 1
        ("J r13 J", "group", 39),  # nothing is above 13
        ("r13 J J", "group", 39),
        ("J J J", "group", 39),
        ("J J J J", "group", 52),
    ],
)
def test_a_set_reads_as_the_most_valuable_run_or_group_of_its_order(text: str, kind: str, worth: int) -> None:
    reading = read_numbers(parse_faces(text))
    assert (reading.kind, reading.worth, reading.faults) == (kind, worth, ())
    assert reading.valid


@pytest.mark.rule("N4", "N5", "R-1")
@pytest.mark.parametrize(
    ("text", "lies"),
    [
        ("r3 J r5", "r3 J(r4) r5"),
        ("r5 J r3", "r5 J(r4) r3"),  # a falling run keeps falling
        ("r4 r5 J", "r4 r5 J(r6)"),
        ("r5 r4 J", "r5 r4 J(r3)"),
        ("k12 k13 J", "J(k11) k12 k13"),  # the example of R-1
        ("J k2 k1", "J(k3) k2 k1"),
        ("J k1 k2", "k1 k2 J(k3)"),
        ("r5 r3 r4", "r3 r4 r5"),
        ("r7 r3 J r5 r6", "r3 J(r4) r5 r6 r7"),
        ("k11 r13 k12", None),
        ("r12 J r13 J", "J(r10) J(r11) r12 r13"),
        ("r3 J r4 J", "r3 r4 J(r5) J(r6)"),
        ("r12 J J r11", "J(r10) r11 r12 J(r13)"),
        ("k7 J b7", "k7 J b7"),  # red or orange: nobody has said
        ("k7 J(o7) b7", "k7 J(o7) b7"),
        ("k7 r7 b7 J", "k7 r7 b7 J(o7)"),
        ("r5 J(r4) J(r3)", "r5 J(r4) J(r3)"),
        ("r5 J J", "r5 J(r6) J(r7)"),
        ("r5 J(b5) J(k5)", "r5 J(b5) J(k5)"),
        ("r3 J(b9) r5", "r3 J(r4) r5"),  # a name that does not fit: the place decides
        ("k7 J(k7) b7", "k7 J b7"),
        ("r7 J(b7) J(b7)", "r7 J(r8) J(r9)"),  # two jokers are never the same tile
    ],
)
def test_a_set_keeps_its_order_or_is_put_in_order(text: str, lies: str | None) -> None:
    if lies is None:
        assert not read_numbers(parse_faces(text)).valid
    else:
        assert as_read(text) == lies


@pytest.mark.rule("N2", "N3", "N4")
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", [("set/too-few", {"count": 0})]),
        ("r3", [("set/too-few", {"count": 1})]),
        ("r3 J", [("set/too-few", {"count": 2})]),
        ("J J", [("set/too-few", {"count": 2})]),
        ("r3 b8 k11", [("set/nothing-in-common", {})]),
        ("r3 b8 J", [("set/nothing-in-common", {})]),
        ("r7 r7 b7", [("set/group-colour-repeats", {"colour": "red", "count": 2})]),
        ("r7 r7 J", [("set/group-colour-repeats", {"colour": "red", "count": 2})]),
        (
            "k7 r7 b7 o7 J",
            [("set/group-too-many", {"count": 5})],
        ),
        (
            "r7 r7 b7 b7 k7",
            [
                ("set/group-colour-repeats", {"colour": "red", "count": 2}),
                ("set/group-colour-repeats", {"colour": "blue", "count": 2}),
                ("set/group-too-many", {"count": 5}),
            ],
        ),
        ("r7 b7 k8", [("set/group-number-differs", {"face": "k8", "number": 7})]),
        ("r7 b7 o7 r8", [("set/group-number-differs", {"face": "r8", "number": 7})]),
        ("r3 r4 b5", [("set/run-colour-differs", {"face": "b5", "colour": "red"})]),
        ("r3 r4 r4 r5", [("set/run-number-repeats", {"face": "r4", "count": 2})]),
        ("r3 r4 r6", [("set/run-gap", {"low": "r4", "high": "r6", "missing": 1})]),
        (
            "r1 r4 r8 J",
            [
                ("set/run-gap", {"low": "r1", "high": "r4", "missing": 2}),
                ("set/run-gap", {"low": "r4", "high": "r8", "missing": 3}),
            ],
        ),
        ("r11 r12 r13 r1", [("set/run-after-13", {"face": "r1"})]),
        ("k12 k13 k1", [("set/run-after-13", {"face": "k1"})]),
        (
            "r3 r5 b6 r5 r9",
            [
                ("set/run-colour-differs", {"face": "b6", "colour": "red"}),
                ("set/run-number-repeats", {"face": "r5", "count": 2}),
                ("set/run-gap", {"low": "r3", "high": "r5", "missing": 1}),
                ("set/run-gap", {"low": "r5", "high": "r9", "missing": 3}),
            ],
        ),
        (
            "k1 k2 k3 k4 k5 k6 k7 k8 k9 k10 k11 k12 k13 J",
            [("set/run-too-long", {"count": 14})],
        ),
        ("J J J J J J J J J J J J J J", [("set/run-too-long", {"count": 14})]),
    ],
)
def test_a_wrong_set_is_answered_with_everything_wrong(
    text: str, expected: list[tuple[str, dict[str, str | int]]]
) -> None:
    assert faults(text) == expected


@pytest.mark.rule("N4")
def test_only_a_joker_stands_for_another_tile() -> None:
    reading = read_numbers(parse_faces("r3 r4 r5"), [None, Face("b9"), None])
    assert [(fault.code, fault.params) for fault in reading.faults] == [
        ("set/not-a-joker", {"face": "r4", "stands_for": "b9"})
    ]


@pytest.mark.rule("N4", "P5")
def test_in_a_group_of_two_and_a_joker_either_missing_colour_replaces_it() -> None:
    reading = read_numbers(parse_faces("k7 J b7"))
    assert reading.may_be == ((), (Face("r7"), Face("o7")), ())


@pytest.mark.rule("R-10")
def test_jokers_alone_may_be_of_any_colour() -> None:
    run_of_five = read_numbers([JOKER] * 5)
    assert (run_of_five.kind, run_of_five.worth) == ("run", 9 + 10 + 11 + 12 + 13)
    assert run_of_five.may_be[0] == (Face("k9"), Face("r9"), Face("b9"), Face("o9"))


@pytest.mark.rule("R-10")
def test_names_of_jokers_alone_hold_only_when_they_make_one_set() -> None:
    assert as_read("J(k11) J(k12) J(k13)") == "J(k11) J(k12) J(k13)"
    assert as_read("J(k11) J(r12) J(b13)") == "J J J"
    assert as_read("J(k13) J(r13) J(b13)") == "J(k13) J(r13) J(b13)"


@pytest.mark.rule("R-10", "N4", "R-1")
@pytest.mark.parametrize(
    ("text", "lies", "worth"),
    [
        ("J(r7) J(r8) r9", "J(r7) J(r8) r9", 24),
        ("J(r7) J r9", "J(r7) J(r8) r9", 24),
        ("J J r9", "J(r11) J(r10) r9", 30),
        ("J J(k9) r9", "J J(k9) r9", 27),
        ("J(r1) J(r2) J(r3)", "J(r1) J(r2) J(r3)", 6),
        ("J(r3) J J", "J(r3) J(r4) J(r5)", 12),
        ("J J(r12) J J", "J J(r12) J J", 48),  # a group is worth more than 13, 12, 11, 10
        ("J J(r1) J", "J J(r1) J", 3),  # nothing is below 1: a group
        ("J(r1) J(k2) J", "J J J", 39),  # names that make no set together
        ("r5 r6 r8 J J(r4)", "J(r4) r5 r6 J(r7) r8", 30),
        ("r5 r6 r8 J J", "r5 r6 J(r7) r8 J(r9)", 35),
        ("r9 J(r7) J(r8)", "r9 J(r10) J(r11)", 30),  # the place decides where a name does not fit it
    ],
)
def test_a_set_is_worth_what_was_named_and_where_nothing_was_the_most(
    text: str, lies: str, worth: int
) -> None:
    assert as_read(text) == lies
    assert SETS.read(laid_set(text)).worth == worth


@pytest.mark.rule("R-10")
def test_the_first_version_reads_jokers_alone_as_the_highest_set_whatever_their_names() -> None:
    old = NumberSets(profile("pl", 1))
    assert old.read(laid_set("J(r1) J(r2) J(r3)")).stands_for == (None, None, None)
    assert old.opening_faults([laid_set("J(r7) J(r8) r9")]) == ()


@pytest.mark.parametrize("faces", [("x9", "r2"), ("r3", "r4", "r14"), ("r3", "r4", "")])
def test_what_is_no_face_is_a_notation_error(faces: Sequence[str]) -> None:
    with pytest.raises(NotationError) as caught:
        read_numbers([Face(face) for face in faces])
    assert caught.value.code == "notation/tile"


# An independent definition: name every joker in every way and look at the definition of N2 and N3.

FEW = parse_faces("k1 k2 k3 k4 r1 r2 r3 b2")
HIGH = parse_faces("k11 k12 k13 o12 o13")


def is_group(faces: Sequence[Face]) -> bool:
    return (
        len(faces) in (3, 4)
        and len({number_of(face) for face in faces}) == 1
        and len({colour_of(face) for face in faces}) == len(faces)
    )


def is_run(faces: Sequence[Face]) -> bool:
    steps = {number_of(b) - number_of(a) for a, b in pairwise(faces)}
    return len(faces) >= 3 and len({colour_of(face) for face in faces}) == 1 and steps in ({1}, {-1})


def sets_by_definition(size: int) -> Iterator[tuple[str, tuple[Face, ...]]]:
    """Every set of so many tiles, in every order in which it may lie."""
    for number in range(1, 14):
        tiles = [Face(f"{colour}{number}") for colour in COLOURS]
        yield from (("group", order) for order in permutations(tiles, size) if is_group(order))
    for colour in COLOURS:
        for low in range(1, 15 - size):
            rising = tuple(Face(f"{colour}{number}") for number in range(low, low + size))
            yield from (("run", order) for order in (rising, rising[::-1]) if is_run(order))


@cache
def all_sets() -> dict[tuple[Face, ...], list[tuple[str, int, tuple[Face, ...]]]]:
    """What tiles are in the order in which they lie, with up to two of them jokers: kind, worth, names."""
    found: dict[tuple[Face, ...], list[tuple[str, int, tuple[Face, ...]]]] = {}
    for size in (3, 4, 5):
        for kind, named in sets_by_definition(size):
            for jokers in chain.from_iterable(combinations(range(size), count) for count in (0, 1, 2)):
                lies = tuple(JOKER if place in jokers else face for place, face in enumerate(named))
                found.setdefault(lies, []).append((kind, sum(map(number_of, named)), named))
    return found


def sets_as_it_lies(faces: tuple[Face, ...]) -> list[tuple[str, int, tuple[Face, ...]]]:
    return all_sets().get(faces, [])


def small_multisets() -> Iterator[tuple[Face, ...]]:
    for faces, largest in ((FEW, 4), (HIGH, 5)):
        for size in range(1, largest + 1):
            yield from combinations_with_replacement([*faces, JOKER], size)


def distinct_orders(faces: Iterable[Face]) -> set[tuple[Face, ...]]:
    return set(permutations(faces))


@pytest.mark.rule("N2", "N3", "N4", "N5", "R-1", "R-10")
def test_reading_agrees_with_the_definition_on_every_small_set_in_every_order() -> None:
    checked = valid = 0
    for multiset in small_multisets():
        if multiset.count(JOKER) > 2:
            continue
        orders = distinct_orders(multiset)
        some_order_reads = any(sets_as_it_lies(order) for order in orders)
        for order in orders:
            reading = read_numbers(order)
            checked += 1
            assert reading.valid == some_order_reads, order
            if not reading.valid:
                assert reading.faults
                continue
            valid += 1
            lies = tuple(order[place] for place in reading.order)
            assert sorted(reading.order) == list(range(len(order)))
            assert reading.worth == max(worth for _, worth, _ in sets_as_it_lies(lies)), order
            if sets_as_it_lies(order):
                assert lies == order, "what reads as it lies is left alone"
            assert_jokers_are_named(lies, reading)
    assert checked > 10_000
    assert valid > 500


@pytest.mark.rule("R-10", "N4", "R-1")
def test_a_named_reading_is_the_dearest_that_the_definition_leaves() -> None:
    checked = 0
    for order in chain.from_iterable(map(distinct_orders, small_multisets())):
        readings = sets_as_it_lies(order)
        if not 1 <= order.count(JOKER) <= 2 or not readings:
            continue
        for names in {keep_names(order, named, mask) for _, _, named in readings for mask in range(1, 4)}:
            fitting = [worth for _, worth, named in readings if fits(names, named)]
            assert read_numbers(order, names).worth == max(fitting), (order, names)
            checked += 1
    assert checked > 500


def keep_names(order: tuple[Face, ...], named: tuple[Face, ...], mask: int) -> tuple[Face | None, ...]:
    """Name some of the jokers: the first, the second or both."""
    jokers = [place for place, face in enumerate(order) if face == JOKER]
    kept = {place for bit, place in enumerate(jokers) if mask >> bit & 1}
    return tuple(named[place] if place in kept else None for place in range(len(order)))


def fits(names: tuple[Face | None, ...], named: tuple[Face, ...]) -> bool:
    return all(name in (None, face) for name, face in zip(names, named, strict=True))


def assert_jokers_are_named(lies: tuple[Face, ...], reading: Reading) -> None:
    """A joker may be what some most valuable naming says, and nothing else; J r2 J rises."""
    best = (reading.kind, reading.worth)
    most = [named for kind, worth, named in sets_as_it_lies(lies) if (kind, worth) == best]
    most = [named for named in most if number_of(named[0]) < number_of(named[-1])] or most
    for place, face in enumerate(lies):
        expected = {named[place] for named in most} if face == JOKER else set()
        assert set(reading.may_be[place]) == expected, lies


@st.composite
def real_sets(draw: st.DrawFn) -> list[Face]:
    """A run or a group by definition, with up to two of its tiles replaced by jokers, in any order."""
    if draw(st.booleans()):
        low = draw(st.integers(1, 11))
        numbers = range(low, draw(st.integers(low + 2, 13)) + 1)
        colour = draw(st.sampled_from(COLOURS))
        tiles = [Face(f"{colour}{number}") for number in numbers]
    else:
        number = draw(st.integers(1, 13))
        tiles = [Face(f"{colour}{number}") for colour in draw(st.permutations(COLOURS))]
        tiles = tiles[: draw(st.integers(3, 4))]
    for place in draw(st.lists(st.integers(0, len(tiles) - 1), max_size=2)):
        tiles[place] = JOKER
    return draw(st.permutations(tiles))


@pytest.mark.rule("N2", "N3", "N4", "R-1")
@given(real_sets())
def test_a_set_of_any_length_reads_in_whatever_order_it_lies(faces: list[Face]) -> None:
    reading = read_numbers(faces)
    assert reading.valid, reading.faults
    assert sorted(reading.order) == list(range(len(faces)))


@pytest.mark.rule("N2", "N3", "N4")
@given(st.lists(st.sampled_from([*NUMBER_FACES[:13], *NUMBER_FACES[20:24], JOKER]), min_size=3, max_size=8))
@example([JOKER] * 8)
def test_reading_a_longer_set_gives_a_set_by_definition(faces: list[Face]) -> None:
    reading = read_numbers(faces)
    assert reading.valid == (not reading.faults)
    if reading.valid:
        named = [
            faces[place] if faces[place] != JOKER else may_be[0]
            for place, may_be in zip(reading.order, reading.may_be, strict=True)
        ]
        if reading.kind == "run":
            assert is_run(named)
            assert sum(map(number_of, named)) == reading.worth
        else:
            assert len({number_of(face) for face in named}) == 1
            assert len(named) <= 4
    else:
        assert all(fault.code.startswith("set/") and str(fault) for fault in reading.faults)


# What can be kept of a set when the time is up (T6): against every choice of own tiles.

KEEP_FACES = [*NUMBER_FACES[:6], *NUMBER_FACES[13:16], NUMBER_FACES[26], NUMBER_FACES[39], JOKER]


def most_kept(laid: LaidSet, own: set[TileId]) -> int:
    """The most tiles of a valid part that holds all tiles that are not own; 0 if there is none."""
    spare = [tile for tile in laid if tile.tile in own]
    for dropped in range(len(spare) + 1):
        for gone in combinations(spare, dropped):
            kept = tuple(tile for tile in laid if tile not in gone)
            if kept and SETS.read(kept).valid:
                return len(kept)
    return 0


@pytest.mark.rule("T6")
@given(st.data())
def test_the_most_that_can_stay_of_a_set_stays(data: st.DataObject) -> None:
    faces = data.draw(st.lists(st.sampled_from(KEEP_FACES), min_size=1, max_size=8))
    laid = tuple(LaidTile(tile) for tile in tile_ids(faces))
    own = set(data.draw(st.lists(st.sampled_from([tile.tile for tile in laid]), unique=True)))
    kept = SETS.keep(laid, own)
    assert len(kept) == most_kept(laid, own)
    if kept:
        assert SETS.read(kept).valid
        assert {tile.tile for tile in laid} - own <= {tile.tile for tile in kept}
        assert [tile for tile in laid if tile in kept] == list(kept), "what stays keeps its order"


@pytest.mark.rule("T6")
@pytest.mark.parametrize(
    ("text", "own", "kept"),
    [
        ("r3 r4 r5 b9", "b9", "r3 r4 r5"),
        ("r3 r4 r5 r7", "r7", "r3 r4 r5"),
        ("k7 b7 o7 k7", "k7", "k7 b7 o7"),
        ("r3 r4 b9", "b9", ""),
        ("r3 r4 r5 b9", "r3", ""),
        ("r3 r4 J b9 k2", "b9 k2 J", "r3 r4 J"),
        ("r3 r6 J b9 k2", "b9 k2 J", ""),
        ("r3 r4 J r5 b9 k2", "b9 k2 J", "r3 r4 J r5"),
        ("r1 r2 r3 b3 k3", "r1 r2 r3 b3 k3", "r3 b3 k3"),
    ],
)
def test_what_stays_of_a_set_by_example(text: str, own: str, kept: str) -> None:
    laid = laid_set(text)
    by_face = {face_of(tile.tile): tile.tile for tile in laid}
    stays = SETS.keep(laid, {by_face[face] for face in parse_faces(own)})
    assert " ".join(face_of(tile.tile) for tile in stays) == kept


@pytest.mark.rule("S1", "R-2")
def test_the_number_ranks_a_drawn_tile_and_a_joker_is_drawn_again() -> None:
    assert [SETS.starter_rank(Face(face)) for face in ("k1", "o13", "J")] == [1, 13, None]


def test_colours_are_written_in_the_order_of_the_rules() -> None:
    assert COLOURS == "krbo"

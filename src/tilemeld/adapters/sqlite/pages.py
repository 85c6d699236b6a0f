"""The pages of an SQLite file, read one by one without trusting its trees: for files that are damaged.

Every table of ours is WITHOUT ROWID, so that its rows are the cells of index pages, leaf and interior
alike. What cannot be read is passed over. The format is described in SQLite's own "Database File Format".
"""

import mmap
import struct
from collections.abc import Iterator
from pathlib import Path

Value = int | str | None
Row = tuple[Value, ...]

INTERIOR, LEAF = 2, 10
"""The kinds of index pages."""
WAL_HEADER, FRAME_HEADER = 32, 24
PAGE_SIZES = tuple(2**power for power in range(9, 17))
USUAL_PAGE_SIZE = 4096
INTEGER_BYTES = (0, 1, 2, 3, 4, 6, 8)
"""How many bytes the whole numbers of serial types 1 to 6 have."""


class Unclear(Exception):
    """These bytes are not what was expected."""


class Pages:
    """The pages of a file, with those that its write-ahead log holds laid over them."""

    def __init__(self, path: Path, size: int) -> None:
        self._size = size
        with path.open("rb") as file:
            self._data = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        wal = path.with_name(path.name + "-wal")
        self._logged = _logged(wal.read_bytes(), size) if wal.is_file() else {}
        self._count = max(len(self._data) // size, *self._logged, 0)

    def _page(self, number: int) -> bytes:
        """Return a page; ``None`` where there is none."""
        return self._logged.get(number) or self._data[(number - 1) * self._size : number * self._size]

    def rows(self) -> Iterator[Row]:
        """Return every row that can be read, also from pages that no tree leads to."""
        free = set(self._free())
        for number in range(1, self._count + 1):
            if number not in free:
                yield from self._rows_of(number)

    def _rows_of(self, number: int) -> Iterator[Row]:
        page, header = self._page(number), 100 if number == 1 else 0
        if len(page) < self._size or page[header] not in (INTERIOR, LEAF):
            return
        count = int.from_bytes(page[header + 3 : header + 5], "big")
        pointers = header + (8 if page[header] == LEAF else 12)
        skipped = 0 if page[header] == LEAF else 4
        for at in range(pointers, min(pointers + 2 * count, self._size - 1), 2):
            try:
                yield read_record(self._payload(page, int.from_bytes(page[at : at + 2], "big") + skipped))
            except (Unclear, IndexError):
                continue

    def _payload(self, page: bytes, at: int) -> bytes:
        """Return the content of a cell, gathered from its overflow pages."""
        length, at = read_varint(page, at)
        most = (self._size - 12) * 64 // 255 - 23
        if length <= most:
            return page[at : at + length]
        least = (self._size - 12) * 32 // 255 - 23
        local = least + (length - least) % (self._size - 4)
        local = local if local <= most else least
        if length > self._size * self._count:
            raise Unclear("longer than the file")
        found = page[at : at + local]
        following = int.from_bytes(page[at + local : at + local + 4], "big")
        while len(found) < length:
            overflow = self._page(following) if following else b""
            if len(overflow) < self._size:
                raise Unclear("the rest is missing")
            found += overflow[4 : 4 + length - len(found)]
            following = int.from_bytes(overflow[:4], "big")
        return found

    def _free(self) -> Iterator[int]:
        """Return the pages of the free list, which contain deleted rows."""
        first = self._page(1)
        trunk, seen = int.from_bytes(first[32:36], "big"), set[int]()
        while trunk and trunk not in seen and trunk <= self._count:
            seen.add(trunk)
            page = self._page(trunk)
            count = int.from_bytes(page[4:8], "big")
            yield trunk
            for at in range(8, min(8 + 4 * count, self._size), 4):
                yield int.from_bytes(page[at : at + 4], "big")
            trunk = int.from_bytes(page[:4], "big")


def page_sizes(path: Path) -> tuple[int, ...]:
    """Return the sizes that the pages of a file may have, the likeliest first."""
    with path.open("rb") as file:
        header = file.read(18)
    said = int.from_bytes(header[16:18], "big")
    said = 65536 if said == 1 else said
    return tuple(dict.fromkeys((said, USUAL_PAGE_SIZE) if said in PAGE_SIZES else (USUAL_PAGE_SIZE,)))


def _logged(wal: bytes, size: int) -> dict[int, bytes]:
    """Return the pages of a write-ahead log as of its last commit."""
    salts, done, found = wal[16:24], dict[int, bytes](), dict[int, bytes]()
    for at in range(WAL_HEADER, len(wal) - FRAME_HEADER - size + 1, FRAME_HEADER + size):
        number, committed = struct.unpack(">II", wal[at : at + 8])
        if wal[at + 8 : at + 16] != salts:
            break  # left over from before
        found[number] = wal[at + FRAME_HEADER : at + FRAME_HEADER + size]
        if committed:
            done = dict(found)
    return done


def read_varint(data: bytes, at: int) -> tuple[int, int]:
    """Return a number of variable length and where it ends."""
    value = 0
    for place in range(at, at + 8):
        value = value << 7 | data[place] & 0x7F
        if data[place] < 0x80:
            return value, place + 1
    return value << 8 | data[at + 8], at + 9


def read_record(payload: bytes) -> Row:
    """Return the values of a record; ``Unclear`` if it is not one, or not a row of ours."""
    end, at = read_varint(payload, 0)
    if not at <= end <= len(payload):
        raise Unclear("no header")
    kinds = []
    while at < end:
        kind, at = read_varint(payload, at)
        kinds.append(kind)
    values: list[Value] = []
    for kind in kinds:
        value, at = _read_value(payload, at, kind)
        values.append(value)
    if at != len(payload):
        raise Unclear("another length than its header says")
    return tuple(values)


def _read_value(payload: bytes, at: int, kind: int) -> tuple[Value, int]:
    if kind == 0:
        return None, at
    if kind in (8, 9):
        return kind - 8, at
    if 1 <= kind <= 6:
        end = at + INTEGER_BYTES[kind]
        return int.from_bytes(payload[at:end], "big", signed=True), end
    if kind >= 13 and kind % 2:
        end = at + (kind - 13) // 2
        return payload[at:end].decode("utf-8", "replace"), end
    raise Unclear(f"a value of kind {kind}")

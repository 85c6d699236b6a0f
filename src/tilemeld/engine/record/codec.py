"""The codec: values to JSON values and back, driven by the types themselves.

One codec serves records, the server's logs and the wire. Commands, events and facts carry their name as
``type``; a laid tile is written as ``r7a`` or ``Ja(r9)``; fields that hold their default are left out,
except on the wire (``full``): who reads that need not know any default.
Decoding is strict: what does not fit its type is an error that names the place.
"""

import re
import reprlib
from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import MISSING, Field, fields, is_dataclass
from enum import StrEnum
from functools import cache
from types import NoneType, UnionType
from typing import Any, Literal, NewType, TypeVar, Union, cast, get_args, get_origin, get_type_hints

from tilemeld.engine.errors import CodedError, RecordError
from tilemeld.engine.game.commands import Command
from tilemeld.engine.game.events import Event
from tilemeld.engine.notation import format_laid, parse_laid
from tilemeld.engine.tiles import MAX_SEATS, LaidTile, Seat

Json = None | bool | int | float | str | list["Json"] | dict[str, "Json"]
"""A JSON value."""

Value = TypeVar("Value")
Decoder = Callable[[Json, str], Any]

NUMBER_LIMIT = 2**53 - 1
"""The largest number that is read, positive or negative: every client represents it exactly."""
LIST_LIMIT = 10_000
"""The longest list that is read: a box has some 200 tiles, the largest tournament 2,000 players."""
SHOWN = 60
"""How much of an unreadable value is quoted."""


def tag_of(kind: type) -> str:
    """Return the name of a command or an event in JSON: ``TilesLaid`` is ``tiles-laid``."""
    return re.sub(r"(?<!^)(?=[A-Z])", "-", kind.__name__).lower()


TAGGED: dict[type, str] = {kind: tag_of(kind) for kind in get_args(Command) + get_args(Event)}
"""The types that carry their name as ``type``; other rooms add theirs with ``carry_names``."""


def carry_names(kinds: Iterable[type], former: Mapping[type, str]) -> dict[str, type]:
    """Have the values of these types carry their name, or the one they were once stored under.

    Returns the types by name.
    """
    named = {former.get(kind) or tag_of(kind): kind for kind in kinds}
    TAGGED.update((kind, name) for name, kind in named.items())
    return named


_PLAIN = frozenset({str, int, bool, NoneType})
"""The types that JSON has as well."""


def to_json(value: object, *, full: bool = False) -> Json:
    """Turn an engine value into a JSON value; in full: with fields that hold their default, too."""
    return _to_json(value, full)


def _to_json(value: Any, full: bool) -> Json:
    """Write a value; every move goes through here several times, so the frequent kinds come first."""
    kind = type(value)
    if kind is tuple:
        if value and type(value[0]) is LaidTile:
            return [laid.tile if laid.stands_for is None else format_laid(laid) for laid in value]
        return [item if type(item) in _PLAIN else _to_json(item, full) for item in value]
    if kind in _PLAIN:
        return value  # type: ignore[no-any-return]  # JSON has the same
    if isinstance(value, StrEnum):
        return value.value
    if isinstance(value, Mapping):
        return {str(key): _to_json(item, full) for key, item in value.items()}
    assert is_dataclass(value), f"no JSON for {value!r}"
    return _dataclass_to_json(value, full)


def _dataclass_to_json(value: Any, full: bool) -> dict[str, Json]:
    tag = TAGGED.get(type(value))
    data: dict[str, Json] = {} if tag is None else {"type": tag}
    plain, late = _fields_of(cast(Hashable, type(value)))
    for name, default in plain:
        held = getattr(value, name)
        if full or default is MISSING or held != default:
            data[name] = _to_json(held, full)
    for name, default_of in late:
        held = getattr(value, name)
        if full or held != default_of(value, name):
            data[name] = _to_json(held, full)
    return data


@cache
def _fields_of(kind: Hashable) -> tuple[tuple[tuple[str, Any], ...], tuple[tuple[str, Any], ...]]:
    """List the fields of a dataclass with their defaults; then those whose default depends on others."""
    every = fields(cast(Any, kind))
    return (
        tuple((item.name, item.default) for item in every if "default_of" not in item.metadata),
        tuple((i.name, i.metadata["default_of"]) for i in every if "default_of" in i.metadata),
    )


def from_json(kind: type[Value], data: Json, *, path: str = "$") -> Value:
    """Turn a JSON value into an engine value of the type asked for.

    Raises ``RecordError``, which names the place, when it is not one.
    """
    return cast(Value, _decoder(cast(Hashable, kind))(data, path))


def command_from_json(data: Json, *, path: str = "$") -> Command:
    """Turn a JSON value into a command."""
    return cast(Command, _decoder(Command)(data, path))


def event_from_json(data: Json, *, path: str = "$") -> Event:
    """Turn a JSON value into an event."""
    return cast(Event, _decoder(Event)(data, path))


@cache
def _decoder(kind: Hashable) -> Decoder:
    """Build the function that reads one type."""
    if kind is Seat:
        return _seat
    if isinstance(kind, NewType):
        return _decoder(kind.__supertype__)
    if kind is LaidTile:
        return _laid_tile
    if kind is int:
        return _number
    if kind in (str, bool, NoneType):
        return lambda data, path: data if type(data) is kind else _fail(path, kind, data)
    if isinstance(kind, type) and issubclass(kind, StrEnum):
        return _enum_decoder(kind)
    origin = get_origin(kind)
    if origin is Literal:
        choices = get_args(kind)
        return lambda data, path: data if data in choices else _fail(path, choices, data)
    if origin is tuple:
        return _tuple_decoder(get_args(kind))
    if origin in (UnionType, Union):
        return _union_decoder(get_args(kind))
    if origin is not None:
        return _mapping_decoder(_decoder(get_args(kind)[1]))
    return _dataclass_decoder(kind)


def _fail(path: str, expected: object, data: Json) -> Any:
    name = getattr(expected, "__name__", None) or str(expected)
    raise RecordError("record/unreadable", path=path, reason=f"expected {name}, got {shown(data)}")


def shown(data: object) -> str:
    """Return the beginning of a value that cannot be read; however large or deep it is, it costs little.

    >>> shown([1] * 1_000_000)
    '[1, 1, 1, 1, 1, 1, ...]'
    """
    return repr(data)[:SHOWN] if type(data) in _PLAIN else reprlib.repr(data)[:SHOWN]


def _number(data: Json, path: str) -> int:
    if type(data) is not int or abs(data) > NUMBER_LIMIT:
        _fail(path, f"a whole number of at most {NUMBER_LIMIT}" if type(data) is int else int, data)
    return cast(int, data)


def _number_between(low: int, high: int) -> Decoder:
    def decode(data: Json, path: str) -> int:
        if type(data) is not int or not low <= data <= high:
            _fail(path, f"a whole number from {low} to {high}", data)
        return cast(int, data)

    return decode


def _enum_decoder(kind: type[StrEnum]) -> Decoder:
    choices = {each.value: each for each in kind}

    def decode(data: Json, path: str) -> StrEnum:
        if not isinstance(data, str) or data not in choices:
            _fail(path, "one of " + ", ".join(choices), data)
        return choices[cast(str, data)]

    return decode


def _seat(data: Json, path: str) -> Seat:
    if type(data) is not int or not 0 <= data < MAX_SEATS:
        _fail(path, "a seat from 0 to 5", data)
    return Seat(cast(int, data))


def _laid_tile(data: Json, path: str) -> LaidTile:
    if not isinstance(data, str):
        _fail(path, "a tile such as r7a or Ja(r9)", data)
    try:
        return parse_laid(cast(str, data))
    except CodedError as error:
        raise RecordError("record/unreadable", path=path, reason=str(error)) from None


def _tuple_decoder(items: tuple[Any, ...]) -> Decoder:
    if items[-1] is Ellipsis:
        each = _decoder(items[0])

        def decode_all(data: Json, path: str) -> tuple[Any, ...]:
            if not isinstance(data, list) or len(data) > LIST_LIMIT:
                _fail(path, f"a list of at most {LIST_LIMIT}", data)
            return tuple([each(item, f"{path}[{i}]") for i, item in enumerate(cast(list[Json], data))])

        return decode_all
    decoders = [_decoder(item) for item in items]

    def decode_fixed(data: Json, path: str) -> tuple[Any, ...]:
        if not isinstance(data, list) or len(data) != len(decoders):
            _fail(path, f"a list of {len(decoders)}", data)
        pairs = zip(decoders, cast(list[Json], data), strict=True)
        return tuple([decode(item, f"{path}[{i}]") for i, (decode, item) in enumerate(pairs)])

    return decode_fixed


def _union_decoder(kinds: tuple[Any, ...]) -> Decoder:
    tagged = {TAGGED[kind]: _decoder(kind) for kind in kinds if kind in TAGGED}
    if tagged:
        return lambda data, path: _by_tag(tagged, data, path)
    simple = tuple(kind for kind in kinds if kind in (str, int, NoneType))
    rest = [_decoder(kind) for kind in kinds if kind not in simple]

    def decode(data: Json, path: str) -> Any:
        if type(data) in simple:
            return _number(data, path) if type(data) is int else data
        return rest[0](data, path) if rest else _fail(path, kinds, data)

    return decode


def _by_tag(tagged: Mapping[str, Decoder], data: Json, path: str) -> Any:
    tag = data.get("type") if isinstance(data, dict) else None
    if not isinstance(tag, str) or tag not in tagged:
        return _fail(f"{path}.type", "one of " + ", ".join(sorted(tagged)), tag if tag is not None else data)
    return tagged[tag](data, path)


def _mapping_decoder(each: Decoder) -> Decoder:
    def decode(data: Json, path: str) -> dict[str, Any]:
        if not isinstance(data, dict):
            _fail(path, "an object", data)
        return {key: each(item, f"{path}.{key}") for key, item in cast(dict[str, Json], data).items()}

    return decode


def _dataclass_decoder(kind: Any) -> Decoder:
    hints = get_type_hints(kind)
    decoders = {item.name: _field_decoder(item, hints[item.name]) for item in fields(kind)}
    needed = {
        item.name for item in fields(kind) if item.default is MISSING and item.default_factory is MISSING
    }
    known = {*decoders, "type"} if kind in TAGGED else set(decoders)

    def decode(data: Json, path: str) -> Any:
        if not isinstance(data, dict):
            return _fail(path, f"an object ({tag_of(kind)})", data)
        if unknown := sorted(data.keys() - known):
            return _fail(f"{path}.{unknown[0][:60]}", "no such field", data[unknown[0]])
        if missing := sorted(needed - data.keys()):
            return _fail(f"{path}.{missing[0]}", "a value", None)
        values = {
            name: decoders[name](item, f"{path}.{name}") for name, item in data.items() if name != "type"
        }
        try:
            return kind(**values)
        except CodedError as error:
            raise RecordError("record/unreadable", path=path, reason=str(error)) from None

    return decode


def _field_decoder(item: Field[Any], hint: Hashable) -> Decoder:
    """Return the reader of a field; a field that counts things to build has an upper limit."""
    between = item.metadata.get("between")
    return _decoder(hint) if between is None else _number_between(*between)

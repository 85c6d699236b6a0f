"""Messages that follow from the engine's commands: none is missing, and what comes in is bounded."""

from dataclasses import dataclass, fields
from typing import Annotated, get_args

import msgspec
import pytest
from msgspec import Meta, defstruct

from tilemeld.engine.game import commands
from tilemeld.engine.tiles import Seat
from tilemeld.server.connections.commands_in import read_command
from tilemeld.server.live import protocol
from tilemeld.server.live.derived import struct_fields


@dataclass
class Order:
    """What a waiter writes down."""

    table: int
    dishes: str = "soup"
    guests: int | None = None


def test_a_struct_has_the_fields_and_defaults_of_its_value_within_bounds() -> None:
    small = Annotated[int, Meta(le=9)]
    made = defstruct("Order", struct_fields(Order, without=("dishes",), bounded={"guests": small}))
    assert msgspec.json.decode(b'{"table":3}', type=made) == made(3, None)
    assert msgspec.json.decode(b'{"table":3,"guests":9}', type=made) == made(3, 9)
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(b'{"table":3,"guests":10}', type=made)


def test_every_command_of_a_seat_has_a_message_that_carries_its_fields() -> None:
    assert set(protocol.SEAT_COMMANDS.values()) == set(get_args(commands.SeatCommand))
    for message, command in protocol.SEAT_COMMANDS.items():
        assert {each.name for each in fields(command)} <= {
            each.name for each in msgspec.structs.fields(message)
        }
        assert message.__doc__ == command.__doc__


@pytest.mark.parametrize(
    ("said", "command"),
    [
        ('"take","stack":2', commands.Take(Seat(1), 2, seen=4)),
        ('"take"', commands.Take(Seat(1), seen=4)),
        ('"confirm","table":[]', commands.Confirm(Seat(1), (), seen=4)),
        ('"cast-vote","against":["kot"]', commands.CastVote(Seat(1), ("kot",))),
        ('"add-entropy","entropy":"x"', commands.AddEntropy(Seat(1), "x")),
    ],
)
def test_a_message_is_read_as_its_command(said: str, command: commands.SeatCommand) -> None:
    message = protocol.decode(f'{{"id":"a","game":"g","seat":1,"seen":4,"type":{said}}}')
    assert isinstance(message, protocol.SeatMessage)
    assert read_command(message) == command


@pytest.mark.parametrize(
    "said",
    ['"take","stack":101', '"take","seat":6', '"choose-stack"', '"pass","stack":1', '"end-round"'],
)
def test_what_is_out_of_bounds_is_not_read(said: str) -> None:
    with pytest.raises(msgspec.ValidationError):
        protocol.decode(f'{{"id":"a","game":"g","seat":1,"seen":4,"type":{said}}}')

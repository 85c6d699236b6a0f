"""Reading: what a client sends, as the engine's commands."""

from dataclasses import fields
from typing import Any

from tilemeld.engine.game import commands as engine
from tilemeld.engine.notation import parse_laid
from tilemeld.engine.tiles import Seat, Table
from tilemeld.server.live import protocol
from tilemeld.service.live.drafts import Draft

AT_ONCE = (engine.AddEntropy, engine.CastVote)
"""What seats do at the same time: no order matters, nor which version they looked at."""


def read_table(sets: list[list[str]]) -> Table:
    """Read a table as it came over the wire."""
    return tuple(tuple(parse_laid(text) for text in laid_set) for laid_set in sets)


def read_draft(message: protocol.PutDraft) -> Draft:
    """Read a half-built table; its text is kept, to be passed on as it came.

    Raises ``msgspec.DecodeError`` when it is not a table.
    """
    table = read_table(protocol.decode_table(message.table))
    text = bytes(message.table).decode()
    return Draft(Seat(message.seat), message.turn, message.number, table=table, text=text)


def read_command(message: protocol.SeatMessage) -> engine.SeatCommand:
    """Turn a message into the engine's command."""
    command = protocol.SEAT_COMMANDS[type(message)]
    values: dict[str, Any] = {each.name: getattr(message, each.name) for each in fields(command)}
    if "table" in values:
        values["table"] = read_table(values["table"])
    if command in AT_ONCE:
        values["seen"] = None
    return command(**values)

"""Reading: what a client sends, as the engine's commands."""

from typing import assert_never

from tilemeld.engine.game import commands as engine
from tilemeld.engine.notation import parse_laid
from tilemeld.engine.tiles import Seat, Table
from tilemeld.server.live import protocol
from tilemeld.service.live.drafts import Draft


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
    seat, seen = Seat(message.seat), message.seen
    match message:
        case protocol.AddEntropy():
            return engine.AddEntropy(seat, message.entropy)  # seats add at the same time: no order matters
        case protocol.ChooseStack():
            return engine.ChooseStack(seat, message.stack, seen=seen)
        case protocol.AskRedeal():
            return engine.AskRedeal(seat, seen=seen)
        case protocol.SkipRedeal():
            return engine.SkipRedeal(seat, seen=seen)
        case protocol.Confirm():
            return engine.Confirm(seat, read_table(message.table), seen=seen)
        case protocol.Take():
            return engine.Take(seat, message.stack, seen=seen)
        case protocol.Pass():
            return engine.Pass(seat, seen=seen)
        case protocol.Announce():
            return engine.Announce(seat, seen=seen)
        case protocol.EndTurn():
            return engine.EndTurn(seat, seen=seen)
        case protocol.CastVote():
            return engine.CastVote(seat, tuple(message.against))  # all vote at once: no order matters
        case _:
            assert_never(message)

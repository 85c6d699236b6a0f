"""Turn outcomes: what a player did in a turn, read from the events that decided it."""

from tilemeld.engine.game.events import Event, MistakeMade, Passed, TilesLaid, TilesTaken, TimeUp
from tilemeld.engine.tiles import Seat

from .review_values import Deed


def deed_of(events: tuple[Event, ...], *, opened: bool) -> Deed:
    """Name what the player did by the first event that says so."""
    for event in events:
        match event:
            case TilesLaid():
                return "lay" if opened else "open"
            case MistakeMade():
                return "mistake"
            case TimeUp() if event.verdict not in ("stands", "emptied", "salvaged"):
                return "time-up"
            case TilesTaken():
                return "take"
            case Passed():
                return "left" if event.cause == "left" else "pass"
            case _:
                continue
    raise AssertionError("a deed was found in these events")


def laid_in(events: tuple[Event, ...]) -> TilesLaid | None:
    """Return what was laid, if anything was."""
    return next((event for event in events if isinstance(event, TilesLaid)), None)


def taken_in(events: tuple[Event, ...], seat: Seat) -> int:
    """Count the tiles that a seat took."""
    return sum(event.count for event in events if isinstance(event, TilesTaken) and event.seat == seat)

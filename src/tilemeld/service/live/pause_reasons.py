"""Why the server itself pauses games.

These texts are in the records; browser and terminal say them in their language.
"""

from typing import Final

HANDED_OVER: Final = "the device is being handed over"
"""The turn of another player on the same device has begun: its time starts when that player says so."""
DESERTED: Final = "nobody is at the table"
AGREED: Final = "all agreed to pause"
DOWN: Final = "the server was down"
RESTART: Final = "the server is restarting"
"""Paused by these two, games resume automatically after a restart."""
CALLED: Final = "the referee was called"
ROUND_PAUSED: Final = "the round is paused"

PAUSE_CODES: Final = {
    HANDED_OVER: "handed-over",
    DESERTED: "deserted",
    AGREED: "agreed",
    DOWN: "down",
    RESTART: "restart",
    CALLED: "called",
    ROUND_PAUSED: "round",
}
"""Every reason of the server with its code in the catalogue; referees write reasons of their own."""

"""Restores a tournament into the data of a server that is not running."""

from tilemeld.adapters.bus import LocalBus
from tilemeld.adapters.memory.store import InlineThinker
from tilemeld.server.app import Overrides, Server, Store
from tilemeld.server.settings import Settings


async def restore_into(store: Store, text: str) -> str:
    """Make a tournament again from its backup and return the code of its director."""
    server = Server(Settings(), Overrides(store=store, bus=LocalBus(), thinker=InlineThinker()))
    await server.start()
    try:
        person, _ = await server.guests.arrive("Restore")
        tournament = await server.tournaments.restore(person.id, text)
        return (await server.tournaments.roles.codes(tournament))["director", None]
    finally:
        await server.stop()

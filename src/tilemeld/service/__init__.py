"""Use cases of the live table; the world is reached through the ports of this room only."""

"""The world: one file for each technology, all behind the ports of the service."""

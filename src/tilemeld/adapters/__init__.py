"""The outside world: one module for each technology, behind the ports of the service."""

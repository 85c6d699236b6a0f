"""Upkeep: what is set aside, checks of the store, housekeeping, loops that survive faults."""

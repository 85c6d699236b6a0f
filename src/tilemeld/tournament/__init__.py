"""Tournaments: seating, the event's log, standings, conduct. Pure like the engine; the service keeps it."""

"""Tournaments: seating, the log, standings, conduct. Pure like the engine; the service stores them."""

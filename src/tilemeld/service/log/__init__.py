"""The log: one machine for games and tournaments, and its one cache."""

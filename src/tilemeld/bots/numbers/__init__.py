"""Players of the number game: levels, expert, adaptive and random ones."""

"""Results: the sheet of one game, standings, conduct."""

"""Live tables: the lobby, games and their log, drafts, bots, clocks."""

"""The word game: what letters spell and the best turn, kernel and plain twin."""

"""The number game: exact search for the best play, kernel and plain twin."""

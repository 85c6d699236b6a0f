"""Players of the word game, and the words they think of."""

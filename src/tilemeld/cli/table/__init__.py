"""A game in the terminal: a person's turn, from typed edits to advice."""

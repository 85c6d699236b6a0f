"""What may lie on the table: runs and groups, words, and the lexicon that knows the words."""

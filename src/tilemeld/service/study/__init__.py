"""Study: positions to solve, words to look up, analyses, records sent in."""

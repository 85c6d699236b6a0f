"""Positions on the command line: as JSON lines, as words, random samples, and the peer."""

"""Tournaments over HTTP: the desk, players, referees, the hall, files."""

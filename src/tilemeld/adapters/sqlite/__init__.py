"""The embedded store: one SQLite file with one writer."""

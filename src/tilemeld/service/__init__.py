"""Use cases of the server; the outside world is reached through ports only."""

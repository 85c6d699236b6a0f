"""Everything in memory: for tests, and the simplest implementation of the ports."""

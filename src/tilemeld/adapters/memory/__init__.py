"""Everything in memory: for tests, and the plainest reading of the ports."""

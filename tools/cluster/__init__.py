"""A whole installation on loopback, from wheels and without root: databases, bus, servers, workers, proxy."""

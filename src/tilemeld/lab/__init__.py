"""Experiments: simulation and, later, the arena."""

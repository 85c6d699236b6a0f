"""Experiments: simulation, and the arena that measures bots."""

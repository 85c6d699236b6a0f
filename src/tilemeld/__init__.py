"""Tilemeld: the tile game of runs, groups and free rearrangement."""

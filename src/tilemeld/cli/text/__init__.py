"""Tiles, events and turns as text in a terminal."""

"""The profiles of the number game, which the bots and the coach of this folder play."""

from tilemeld.engine.rules import PROFILES, profile

NUMBER_PROFILES = [name for name in PROFILES if profile(name).sets == "numbers"]

"""Players: given a seat's view, never the state; pure like the engine."""

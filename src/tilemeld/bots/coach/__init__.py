"""The coach: hints during a turn, reviews of finished games."""

"""The tournament's log: facts, who may write them, and the resulting state."""

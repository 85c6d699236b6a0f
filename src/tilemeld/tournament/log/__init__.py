"""The tournament's log: facts, who may write them, and the state they add up to."""

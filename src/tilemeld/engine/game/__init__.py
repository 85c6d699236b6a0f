"""One game: commands are decided, events folded into the state, views cut for each seat."""

"""The chance to win: games in counted tiles, what a seat may know of them, and the model that judges it."""

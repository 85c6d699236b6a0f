"""The rules: pure values and functions, standard library only."""

"""Questions about positions that were entered by hand, and their answers, as values."""

"""Exact search: position to best play, with a compiled kernel and its plain Python twin."""

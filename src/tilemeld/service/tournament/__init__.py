"""Tournaments kept by the server: logs, online tables, referees, turn clocks."""

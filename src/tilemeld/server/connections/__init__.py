"""Connections over WebSockets: accepting them, reading commands, keeping each subscribed to its table."""

"""Scripted people over real connections, who write down everything they send, are answered and are shown."""

"""Guests: people with a signed token and a name."""

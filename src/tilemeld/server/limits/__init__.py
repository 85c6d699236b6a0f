"""Limits: where a request comes from, and how much an address or a person may ask for."""

"""What a person and an address may have under way, and whose turn it is."""

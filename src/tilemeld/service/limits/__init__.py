"""How much a person and an address may have in progress, and fair scheduling."""

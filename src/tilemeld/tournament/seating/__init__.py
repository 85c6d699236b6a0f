"""Who sits where: draws, designs, search, and the next round."""

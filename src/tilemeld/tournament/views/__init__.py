"""What others see of a tournament: the public, a player, paper."""

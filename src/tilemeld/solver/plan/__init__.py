"""From the table as it lies to the table wanted: the moves of the hand and their texts."""

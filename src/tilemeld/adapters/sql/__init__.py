"""What the stores in SQL share: their tables, and the statements that read and write them."""

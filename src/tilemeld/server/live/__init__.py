"""What is said of a live table: messages of the protocol, views, who is present, refusals."""

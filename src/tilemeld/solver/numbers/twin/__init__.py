"""The plain Python twin of the kernel: the same search, the same answers in the same order."""

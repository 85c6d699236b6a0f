"""The commands of ``tilemeld``, one file each."""

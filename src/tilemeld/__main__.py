"""``python3 -m tilemeld`` is the command ``tilemeld``."""

from tilemeld.cli.main import main

if __name__ == "__main__":
    main()

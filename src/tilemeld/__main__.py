"""``python3 -m tilemeld`` is the command ``tilemeld``; without its packages it says how to get them."""

import sys

from tilemeld.cli.extras import missing_extra


def main() -> None:
    """Run the command line."""
    try:
        from tilemeld.cli.main import main as run  # noqa: PLC0415  # the core has no command line
    except ModuleNotFoundError as error:
        sentence = missing_extra(error, what="The command tilemeld", extra="cli")
        if sentence is None:
            raise
        print(sentence, file=sys.stderr)
        sys.exit(2)
    run()


if __name__ == "__main__":
    main()

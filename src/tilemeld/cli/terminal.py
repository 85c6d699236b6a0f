"""The terminal itself: consoles, files named on the command line, and how bad input is answered."""

import importlib
import io
import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import click
from rich.console import Console
from rich.text import Text

from tilemeld.engine.errors import RecordError
from tilemeld.engine.record.codec import Json
from tilemeld.engine.record.record import SIZE_LIMIT, Record, parse_record

from .extras import missing_extra


class BadInput(click.ClickException):
    """Invalid input: one sentence that names the value and the remedy, exit code 2."""

    exit_code = 2


@contextmanager
def needing(extra: str, *, what: str) -> Iterator[None]:
    """Let a package that is missing be named together with the extra that brings it."""
    try:
        yield
    except ModuleNotFoundError as error:
        if (sentence := missing_extra(error, what=what, extra=extra)) is None:
            raise
        raise BadInput(sentence) from None


class WholeNumber(click.IntRange):
    """A whole number, perhaps within a range; anything else is refused with the value and the range."""

    name = "number"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Read the number.

        Raises ``click.BadParameter``, which names the option, the value and the range.
        """
        typed = str(value)[:40]
        try:
            number = int(typed)
        except ValueError:
            self.fail(f"{typed!r} is not a whole number: write {self._expected}.", param, ctx)
        if (self.min is not None and number < self.min) or (self.max is not None and number > self.max):
            self.fail(f"{number} is out of range: write {self._expected}.", param, ctx)
        return number

    def _describe_range(self) -> str:
        """Describe the range for a help page; empty where there is none."""
        return "" if self.min is None and self.max is None else super()._describe_range()

    @property
    def _expected(self) -> str:
        if self.min is None:
            return "one such as 7"
        if self.max is None:
            return f"{self.min} or more"
        return f"one from {self.min:.0f} to {self.max:.0f}"


class LeftTable(Exception):  # not an error: a person leaves the table
    """The person at the terminal leaves the game."""


def make_streams_safe() -> None:
    """Replace characters that the terminal cannot show, and invalid bytes, by question marks."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def output() -> Console:
    """Return the console for results."""
    return Console(highlight=False, markup=False, emoji=False)


def messages() -> Console:
    """Return the console for progress and remarks that are not the result."""
    return Console(stderr=True, highlight=False, markup=False, emoji=False)


def print_json(data: Json) -> None:
    """Write a value as JSON for other programs: never wrapped, never coloured."""
    click.echo(json.dumps(data, ensure_ascii=False, indent=2))


def read_record(name: str) -> Record:
    """Read the game record in a file, or from standard input for ``-``.

    Raises ``BadInput`` for a file that cannot be read or is not a record.
    """
    text = _read_text(name)
    with naming(name):
        return parse_record(text)


@contextmanager
def naming(file: str) -> Iterator[None]:
    """Add the name of the file to errors about a record."""
    try:
        yield
    except RecordError as error:
        raise BadInput(f"{file!r} cannot be used as a game record: {error}.") from error


def _read_text(name: str) -> str:
    limit = 4 * SIZE_LIMIT + 1  # no character of a readable record takes more bytes
    try:
        if name == "-":
            data = sys.stdin.buffer.read(limit)
        else:
            with Path(name).open("rb") as file:
                data = file.read(limit)
        return data.decode("utf-8-sig")
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise BadInput(
            f"{name!r} cannot be read ({reason}): give the path of a game record, or - for stdin."
        ) from None
    except ValueError as error:
        raise BadInput(
            f"{name!r} is not a text file in UTF-8 ({error}): give the path of a game record."
        ) from None


def line_reader(console: Console) -> Callable[[str], str]:
    """Return what asks for a line: with editing on a terminal, and echoed where lines come from a file.

    It raises ``LeftTable`` when there are no more lines.
    """
    if sys.stdin.isatty():
        with suppress(ImportError):
            importlib.import_module("readline")
        return _typed_line

    def read_line(prompt: str) -> str:
        line = sys.stdin.readline()
        if not line:
            raise LeftTable
        console.print(Text(f"{prompt}{line.rstrip()}"))
        return line

    return read_line


def _typed_line(prompt: str) -> str:
    try:
        return input(prompt)
    except EOFError:
        raise LeftTable from None

"""The terminal itself: consoles, files named on the command line, and how bad input is answered."""

import errno
import importlib
import io
import json
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any

import click
from rich.console import Console
from rich.text import Text

from tilemeld.engine.errors import CodedError, RecordError, Refused
from tilemeld.engine.record.codec import Json
from tilemeld.engine.record.record import SIZE_LIMIT, Record, parse_record
from tilemeld.tournament.errors import TournamentError

from .extras import missing_extra
from .text.catalogue import Key
from .text.refusals import error_in_words
from .text.speech import ENGLISH, Message, Speech

TYPED_LIMIT = 200
"""The most that is quoted of what somebody typed."""


class BadInput(click.ClickException):
    """Invalid input: one sentence that names the value and the remedy, exit code 2."""

    exit_code = 2

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence)
        self.label = ENGLISH.say("input.error")
        self.sentence = sentence

    def format_message(self) -> str:
        """Return the sentence, in the language in which it was last said."""
        return self.sentence

    def __str__(self) -> str:
        return self.sentence

    def show(self, file: IO[Any] | None = None) -> None:
        """Write the sentence to standard error, after the word for an error."""
        click.echo(f"{self.label}: {self.format_message()}", file=file, err=True)

    def speak(self, speech: Speech) -> None:
        """Say it in a language, as far as the sentence is known in it."""
        self.label = speech.say("input.error")


class Unusable(BadInput):
    """Invalid input, said in the language of the terminal: a message and its values."""

    def __init__(self, key: Key, **values: "Sayable") -> None:
        self._key = key
        self._values = values
        super().__init__("")
        self.speak(ENGLISH)

    def speak(self, speech: Speech) -> None:
        """Say it in a language."""
        super().speak(speech)
        self.sentence = speech.say(
            self._key, **{name: _said(value, speech) for name, value in self._values.items()}
        )


class Refusing(BadInput):
    """An error that has codes and is the whole answer."""

    def __init__(self, error: CodedError | Refused | TournamentError) -> None:
        self._error = error
        super().__init__("")
        self.speak(ENGLISH)

    def speak(self, speech: Speech) -> None:
        """Say it in a language."""
        super().speak(speech)
        self.sentence = f"{error_in_words(self._error, speech)}."


Sayable = str | int | Message | OSError | CodedError | TournamentError
"""A value of a sentence: as it is, or something that has words of its own in each language."""


def typed(text: str) -> str:
    """Return what somebody typed so that it can be quoted: not too long, nothing that moves the cursor.

    >>> typed("a\\x1b[2J")
    'a\\\\x1b[2J'
    """
    shown = "".join(letter if letter.isprintable() else repr(letter)[1:-1] for letter in text)
    return shown if len(shown) <= TYPED_LIMIT else f"{shown[: TYPED_LIMIT - 1]}…"


def _said(value: Sayable, speech: Speech) -> str | int:
    if isinstance(value, str | int):
        return value
    if isinstance(value, Message):
        return value.in_words(speech)
    if isinstance(value, OSError):
        return speech.say(_WHY.get(value.errno or 0, "reason.other"))
    return error_in_words(value, speech)


_WHY: Mapping[int, Key] = {
    errno.ENOENT: "reason.missing",
    errno.ENOTDIR: "reason.missing",
    errno.EISDIR: "reason.folder",
    errno.EACCES: "reason.forbidden",
    errno.EPERM: "reason.forbidden",
    errno.EEXIST: "reason.exists",
}


@contextmanager
def needing(extra: str, *, what: str) -> Iterator[None]:
    """Let a package that is missing be named together with the extra that brings it."""
    try:
        yield
    except ModuleNotFoundError as error:
        if (sentence := missing_extra(error, what=what, extra=extra)) is None:
            raise
        raise BadInput(sentence) from None


class BadNumber(click.BadParameter):
    """What was typed is not such a number."""

    def __init__(self, said: Message, param: click.Parameter | None, ctx: click.Context | None) -> None:
        super().__init__(said.in_words(ENGLISH), ctx=ctx, param=param)
        self.said = said


class WholeNumber(click.IntRange):
    """A whole number, perhaps within a range; anything else is refused with the value and the range."""

    name = "number"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Read the number.

        Raises ``BadNumber``, which names the option, the value and the range.
        """
        written = typed(str(value)[:40])
        try:
            number = int(str(value)[:40])
        except ValueError:
            said = Message("input.not-a-number", {"typed": written, "expected": self._expected})
            raise BadNumber(said, param, ctx) from None
        if (self.min is not None and number < self.min) or (self.max is not None and number > self.max):
            said = Message("input.out-of-range", {"number": number, "expected": self._expected})
            raise BadNumber(said, param, ctx)
        return number

    def _describe_range(self) -> str:
        """Describe the range for a help page; empty where there is none."""
        return "" if self.min is None and self.max is None else super()._describe_range()

    @property
    def _expected(self) -> Message:
        if self.min is None:
            return Message("expected.any")
        if self.max is None:
            return Message("expected.from", {"low": f"{self.min:.0f}"})
        return Message("expected.between", {"low": f"{self.min:.0f}", "high": f"{self.max:.0f}"})


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
        raise Unusable("input.record", file=typed(file), reason=error) from error


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
        raise Unusable("input.file", file=typed(name), reason=error) from None
    except UnicodeDecodeError:
        raise Unusable("input.not-text", file=typed(name)) from None
    except ValueError:  # a name that no file has
        raise Unusable("input.file", file=typed(name), reason=Message("reason.missing")) from None


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

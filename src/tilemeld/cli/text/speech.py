"""What the terminal says, in one of the languages of the catalogue.

The messages are in ``words/*/terminal*.json``, with some that the browser says in the same words.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final, Literal, TypeGuard, get_args

from rich.text import Text

from tilemeld.words.message import fill, pieces

from .catalogue import MESSAGES, Key, Language


@dataclass(frozen=True, slots=True)
class Speech:
    """One language: ``say`` returns text, ``show`` keeps coloured values as they are."""

    language: Language

    def say(self, key: Key, **values: str | int) -> str:
        """Return a message with its values.

        >>> Speech("pl").say("tiles.count", count=5)
        '5 kostek'
        """
        return fill(MESSAGES[self.language][key], self.language, values)

    def show(self, key: Key, **values: str | int | Text) -> Text:
        """Return a message with its values, for values that are drawn."""
        text = Text()
        for piece in pieces(MESSAGES[self.language][key], self.language, values):
            text.append_text(piece) if isinstance(piece, Text) else text.append(str(piece))
        return text

    def say_of(self, family: str, member: str, **values: str | int) -> str:
        """Return the message of one of several cases: the verdict ``untouched`` of ``time-up``.

        Raises ``KeyError`` where there is none.
        """
        key = f"{family}.{member}"
        if not is_key(key):
            raise KeyError(key)
        return self.say(key, **values)

    def listed(self, names: Iterable[object], joint: Literal["and", "or"] = "and") -> str:
        """Return several things in a row.

        >>> Speech("cs").listed([1, 2, 5])
        '1, 2 a 5'
        """
        *others, last = map(str, names)
        return f"{', '.join(others)} {self.say(joint)} {last}" if others else last


@dataclass(frozen=True, slots=True)
class Message:
    """A message with its values, in no language yet."""

    key: Key
    values: Mapping[str, "str | int | Message"] = field(default_factory=dict)

    def in_words(self, speech: Speech) -> str:
        """Return the message in a language.

        >>> Message("expected.between", {"low": 1, "high": 6}).in_words(Speech("cs"))
        'číslo od 1 do 6'
        """
        values = {
            name: value.in_words(speech) if isinstance(value, Message) else value
            for name, value in self.values.items()
        }
        return speech.say(self.key, **values)


def is_key(key: str) -> TypeGuard[Key]:
    """Say whether there is a message of this name."""
    return key in _KEYS


_KEYS: Final[frozenset[str]] = frozenset(get_args(Key))
ENGLISH: Final = Speech("en")

"""Filling in a message: its values, and the plural forms that fit its numbers.

A message is written in ``words/<language>/*.json`` (docs/translating.md); the modules that are made of it
hold it in the short form of the browser, ``{count} {count:tile|tiles}``. This is the only place in Python
that fills it in: plans, printed sheets and the terminal all ask here.
"""

import re
from collections.abc import Iterator, Mapping
from typing import TypeVar

Value = TypeVar("Value")
_PART = re.compile(r"\{([a-z_]+)(?::([^{}]*))?\}")


def fill(template: str, language: str, values: Mapping[str, object]) -> str:
    """Return a message with its values; ``#`` in a plural form is the number.

    >>> [fill("{count} {count:kostka|kostki|kostek}", "pl", {"count": n}) for n in (1, 2, 5, 22)]
    ['1 kostka', '2 kostki', '5 kostek', '22 kostki']

    Raises ``KeyError`` for a value that is missing.
    """
    return "".join(map(str, pieces(template, language, values)))


def pieces(template: str, language: str, values: Mapping[str, Value]) -> Iterator[Value | str]:
    """Return the parts of a message in their order: its own words, and values as they are.

    For values that are more than text, such as coloured tiles.
    """
    at = 0
    for found in _PART.finditer(template):
        yield template[at : found.start()]
        value = values[found[1]]
        yield value if found[2] is None else plural_form(value, found[2].split("|"), language)
        at = found.end()
    yield template[at:]


def plural_form(number: object, forms: list[str], language: str) -> str:
    """Return the form of a word that fits a whole number.

    >>> [plural_form(n, ["# плитка", "# плитки", "# плиток"], "uk") for n in (1, 3, 11, 21, 22)]
    ['1 плитка', '3 плитки', '11 плиток', '21 плитка', '22 плитки']

    Raises ``TypeError`` for what cannot be counted.
    """
    if not isinstance(number, int):
        raise TypeError(f"expected a whole number for {'|'.join(forms)!r}, got {number!r}")
    return forms[min(_category(abs(number), language), len(forms) - 1)].replace("#", str(number))


def _category(number: int, language: str) -> int:
    """Return the plural category of a whole number (the CLDR's rules): 0 one, 1 few, 2 many."""
    teens = number % 100 in (11, 12, 13, 14)
    if number == 1 or (language == "uk" and number % 10 == 1 and not teens):
        return 0
    if language == "cs":
        return 1 if 2 <= number <= 4 else 2
    return 1 if 2 <= number % 10 <= 4 and not teens else 2

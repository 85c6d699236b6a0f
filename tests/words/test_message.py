"""Filling in messages: values, plural forms of every number, and what is refused."""

import pytest
from rich.text import Text

from tilemeld.words.message import fill, pieces, plural_form

FORMS = {
    "en": ["tile", "tiles"],
    "pl": ["kostka", "kostki", "kostek"],
    "cs": ["kámen", "kameny", "kamenů"],
    "uk": ["плитка", "плитки", "плиток"],
}


@pytest.mark.parametrize(
    ("language", "one", "few"),
    [
        ("en", "n == 1", "False"),
        ("pl", "n == 1", "n % 10 in (2, 3, 4) and n % 100 not in (12, 13, 14)"),
        ("cs", "n == 1", "n in (2, 3, 4)"),
        ("uk", "n % 10 == 1 and n % 100 != 11", "n % 10 in (2, 3, 4) and n % 100 not in (12, 13, 14)"),
    ],
)
def test_every_number_gets_the_form_that_the_grammar_asks_for(language: str, one: str, few: str) -> None:
    forms = FORMS[language]
    for n in (*range(113), 1_000_002):
        form = 0 if eval(one, {"n": n}) else 1 if eval(few, {"n": n}) else -1
        assert plural_form(n, forms, language) == forms[form]


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "1 tile, 2 tiles, 5 tiles, 22 tiles"),
        ("pl", "1 kostka, 2 kostki, 5 kostek, 22 kostki"),
        ("cs", "1 kámen, 2 kameny, 5 kamenů, 22 kamenů"),
        ("uk", "1 плитка, 2 плитки, 5 плиток, 22 плитки"),
    ],
)
def test_a_number_and_its_form_stand_in_one_message(language: str, said: str) -> None:
    template = f"{{count}} {{count:{'|'.join(FORMS[language])}}}"
    assert ", ".join(fill(template, language, {"count": n}) for n in (1, 2, 5, 22)) == said


def test_a_value_that_is_missing_or_cannot_be_counted_is_an_error() -> None:
    with pytest.raises(KeyError, match="name"):
        fill("{name} takes", "en", {})
    with pytest.raises(TypeError, match="expected a whole number"):
        fill("{count:tile|tiles}", "en", {"count": "many"})


def test_values_that_are_drawn_stay_as_they_are() -> None:
    tiles = Text("r7", style="red")
    assert list(pieces("lay {tiles}!", "en", {"tiles": tiles})) == ["lay ", tiles, "!"]


def test_braces_within_a_value_are_not_filled_in() -> None:
    assert fill("{text}", "en", {"text": "{count}"}) == "{count}"

"""Names of guests: in their language, short enough, and agreeing in gender."""

import pytest

from tilemeld.service.guests.generated_names import NAMES, NameLanguage, generated_name
from tilemeld.service.guests.guests import NAME_LIMIT

ENDINGS: dict[NameLanguage, tuple[str, ...]] = {"en": ("",), "pl": ("y", "i"), "cs": ("ý",), "uk": ("ий",)}
"""How an adjective ends that goes with an animal of masculine gender."""


@pytest.mark.parametrize("language", NAMES)
def test_every_name_is_short_enough_and_agrees(language: NameLanguage) -> None:
    adjectives, animals = (words.split() for words in NAMES[language])
    assert len(set(adjectives)) == len(set(animals)) == 12
    assert max(map(len, adjectives)) + 1 + max(map(len, animals)) <= NAME_LIMIT
    assert all(adjective.endswith(ENDINGS[language]) for adjective in adjectives)


@pytest.mark.parametrize("language", NAMES)
def test_a_generated_name_is_of_the_language(language: NameLanguage) -> None:
    adjective, animal = generated_name(language).split()
    assert adjective in NAMES[language][0].split()
    assert animal in NAMES[language][1].split()

"""Generated names of guests: an adjective and an animal, in the guest's language."""

import secrets

from .name_words import NAMES, NameLanguage

__all__ = ["NAMES", "NameLanguage", "generated_name"]


def generated_name(language: NameLanguage) -> str:
    """Return a name by chance."""
    return " ".join(secrets.choice(words.split()) for words in NAMES[language])

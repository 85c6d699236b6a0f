"""``--language``: in which language of the catalogue the terminal speaks."""

import os
from collections.abc import Callable, Mapping
from typing import Any

import click

from tilemeld.cli.text.catalogue import LANGUAGES, Language
from tilemeld.cli.text.speech import Speech


def language_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add ``--language``, which is the terminal's own language if we speak it, else English."""
    option = click.option(
        "--language",
        type=click.Choice(LANGUAGES),
        help="The language of the output.  [default: that of the terminal (LANG), else en]",
    )
    return option(command)


def speech_in(language: Language | None, environment: Mapping[str, str] | None = None) -> Speech:
    """Return the speech that was asked for, or that of the terminal."""
    return Speech(language or spoken(os.environ if environment is None else environment))


def spoken(environment: Mapping[str, str]) -> Language:
    """Return the language of a terminal, as LC_ALL, LC_MESSAGES or LANG say; English if we do not speak it.

    >>> spoken({"LANG": "uk_UA.UTF-8"}), spoken({"LANG": "cs_CZ", "LC_ALL": "C"}), spoken({})
    ('uk', 'en', 'en')
    """
    wanted = next(filter(None, map(environment.get, ("LC_ALL", "LC_MESSAGES", "LANG"))), "")
    code = wanted.partition(".")[0].partition("_")[0].lower()
    return next((language for language in LANGUAGES if language == code), "en")

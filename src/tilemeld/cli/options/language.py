"""``--language``: in which language of the catalogue the terminal speaks."""

import os
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import Any

import click

from tilemeld.cli.text.catalogue import LANGUAGES, Language
from tilemeld.cli.text.speech import Speech

_META = "tilemeld.cli.speech"


def language_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add ``--language``, which is the terminal's own language if we speak it, else English.

    The command gets it as ``speech``. It is read before other options, so that they are refused in it.
    """
    option = click.option(
        "--language",
        "speech",
        type=click.Choice(LANGUAGES),
        is_eager=True,
        callback=_remember,
        help="The language of the output.  [default: that of the terminal (LANG), else en]",
    )
    return option(command)


def _remember(context: click.Context, _: click.Parameter, language: Language | None) -> Speech:
    speech = speech_in(language)
    context.meta[_META] = speech  # shared with the context of the group, which answers what is refused
    return speech


def speech_of(context: click.Context, typed: Sequence[str]) -> Speech:
    """Return the speech that the command line asks for, or that of the terminal.

    A command line that cannot be read was not read to its end, so what was typed is looked through.
    """
    found = context.meta.get(_META)
    return found if isinstance(found, Speech) else speech_in(_asked(typed))


def _asked(typed: Sequence[str]) -> Language | None:
    words = " ".join(typed).replace("--language=", "--language ").split()
    wanted = [after for word, after in pairwise(words) if word == "--language"]
    return next((language for language in LANGUAGES if language in wanted), None)


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

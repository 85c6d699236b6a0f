"""Word lists named on the command line: ``--lexicon FILE`` and ``--theme FILE`` of a word game."""

import zlib
from collections.abc import Callable
from functools import partial
from lzma import LZMAError
from pathlib import Path
from typing import TypeVar

import click

from tilemeld.adapters.lexicons import SHIPPED, load_lexicon, sets_with_words
from tilemeld.cli.terminal import Unusable, typed
from tilemeld.cli.text.speech import Message
from tilemeld.engine.errors import CodedError
from tilemeld.engine.game.evolve import SetRulesFor
from tilemeld.engine.rules import Rules
from tilemeld.engine.sets.letters import LetterSets

Command = TypeVar("Command", bound=Callable[..., object])
Read = TypeVar("Read")


def word_options(command: Command) -> Command:
    """Add the options that name word lists."""
    lexicon = click.option("--lexicon", metavar="FILE", help="Another dictionary for a word game.")
    theme = click.option("--theme", metavar="FILE", help="A list of words: only they may be laid (W16).")
    return lexicon(theme(command))


def themed(rules: Rules, theme: str | None) -> Rules:
    """Return the rules with the theme that a word list stands for, named after its file."""
    if theme is None or rules.theme is not None:
        return rules
    return rules.override({"theme": Path(theme).stem[:60] or "theme"})


def words_for(rules: Rules, lexicon: str | None = None, theme: str | None = None) -> SetRulesFor:
    """Return what finds the sets of a game, its words read from the files; processes may share it.

    Raises ``Unusable`` when a file cannot be read or when a theme has no list.
    """
    if rules.sets == "numbers" and (lexicon or theme):
        raise Unusable("words-input.numbers", profile=typed(rules.profile))
    sets_for = partial(
        sets_with_words,
        lexicon=None if lexicon is None else Path(lexicon),
        theme=None if theme is None else Path(theme),
    )
    if rules.sets == "letters" and lexicon is not None:
        _read(lexicon, lambda: load_lexicon(Path(lexicon)))
    sets = _read(theme or SHIPPED, lambda: sets_for(rules))
    if isinstance(sets, LetterSets) and sets.needs_theme and sets.theme is None:
        raise Unusable("words-input.no-theme", theme=typed(rules.theme or ""))
    return sets_for


def _read(name: str, read: Callable[[], Read]) -> Read:
    """Read a list of words; errors become one sentence."""
    try:
        return read()
    except CodedError as error:
        raise Unusable("words-input.unreadable", file=typed(name), reason=error) from None
    except (OSError, ValueError, EOFError, LZMAError, zlib.error) as error:
        raise Unusable("words-input.unreadable", file=typed(name), reason=why_unreadable(error)) from None


def why_unreadable(error: Exception) -> OSError | Message:
    """Say why a file cannot be read: the system's reason, or that its contents are wrong."""
    if isinstance(error, OSError) and error.errno is not None:
        return error
    return Message("reason.not-text" if isinstance(error, UnicodeDecodeError) else "input.damaged")

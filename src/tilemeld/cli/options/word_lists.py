"""Word lists named on the command line: ``--lexicon FILE`` and ``--theme FILE`` of a word game."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TypeVar

import click

from tilemeld.adapters.lexicons import load_lexicon, sets_with_words
from tilemeld.cli.terminal import BadInput
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

    Raises ``BadInput`` when a file cannot be read or when a theme has no list.
    """
    if rules.sets == "numbers" and (lexicon or theme):
        raise BadInput(f"--lexicon and --theme are for word games, and {rules.profile!r} has numbers.")
    sets_for = partial(
        sets_with_words,
        lexicon=None if lexicon is None else Path(lexicon),
        theme=None if theme is None else Path(theme),
    )
    if rules.sets == "letters" and lexicon is not None:
        _read(lexicon, lambda: load_lexicon(Path(lexicon)))
    sets = _read(theme or "the shipped list", lambda: sets_for(rules))
    if isinstance(sets, LetterSets) and sets.needs_theme and sets.theme is None:
        raise BadInput(
            f"The theme {rules.theme!r} has no word list here: name one with --theme FILE, "
            "or let the players vote on its words with --house theme_by=vote."
        )
    return sets_for


def _read(name: str, read: Callable[[], Read]) -> Read:
    """Read a list of words; errors become one sentence."""
    try:
        return read()
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise BadInput(f"The words in {name!r} cannot be read ({reason}): name another file.") from None

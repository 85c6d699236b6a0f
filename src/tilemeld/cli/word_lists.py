"""Word lists named on the command line: ``--lexicon FILE`` and ``--theme FILE`` of a word game."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TypeVar

import click

from tilemeld.adapters.lexicons import sets_with_words
from tilemeld.engine.evolve import SetRulesFor
from tilemeld.engine.letters import LetterSets
from tilemeld.engine.rules import Rules

from .terminal import BadInput

Command = TypeVar("Command", bound=Callable[..., object])


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

    Raises ``BadInput`` when a file cannot be read and ``RulesError`` when a theme has no list.
    """
    if rules.sets == "numbers" and (lexicon or theme):
        raise BadInput(f"--lexicon and --theme are for word games, and {rules.profile!r} has numbers.")
    sets_for = partial(
        sets_with_words,
        lexicon=None if lexicon is None else Path(lexicon),
        theme=None if theme is None else Path(theme),
    )
    try:
        sets = sets_for(rules)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        name = theme if theme is not None and lexicon is None else lexicon
        raise BadInput(f"The words in {name!r} cannot be read ({reason}): name another file.") from None
    if isinstance(sets, LetterSets):
        _ = sets.words  # says which list is missing, if one is
    return sets_for

"""``tilemeld lexicon``: look words up, see what letters spell, and build a lexicon from a list (W8, W16)."""

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TypeVar

import click
from rich.text import Text

from tilemeld.adapters.lexicons import Reason, left_out_words, load_lexicon, load_theme, read_list
from tilemeld.cli.options.word_lists import word_options
from tilemeld.cli.terminal import BadInput, WholeNumber, messages, output
from tilemeld.cli.text.tiles import DIM, HEAD
from tilemeld.engine.sets.letters import JOKER
from tilemeld.engine.sets.lexicon import POLISH, Lexicon
from tilemeld.solver.words import SHORTEST, format_word, words_from

Read = TypeVar("Read")

MOST_LETTERS = 30
"""The most letters whose words are listed."""


@click.group()
def lexicon() -> None:
    """Look words up, list what letters spell, build lexicons.

    \b
    Examples:
      tilemeld lexicon check szyszka koszyk pkp
      tilemeld lexicon words KOSZY?
      tilemeld lexicon build words.txt -o my.lexicon
      tilemeld play --rules pl-word --lexicon my.lexicon
    """


@lexicon.command()
@click.argument("words", nargs=-1, required=True)
@word_options
@click.option("--json", "as_json", is_flag=True, help="Write the answers as JSON.")
@click.pass_context
def check(
    ctx: click.Context, *, words: tuple[str, ...], lexicon: str | None, theme: str | None, as_json: bool
) -> None:
    """Say of each word whether it may be laid, and if not, why.

    The exit code is 0 when all are valid, 1 when one is not, 2 when a file cannot be read.
    """
    listed = _load(lexicon)
    themed = None if theme is None else _reading(theme, lambda: load_theme(Path(theme), listed))
    reasons = left_out_words().reasons if lexicon is None else {}
    answers = {word: _fault(word.upper(), listed, themed, reasons) for word in words}
    if as_json:
        click.echo(
            json.dumps({word: fault or "valid" for word, fault in answers.items()}, ensure_ascii=False)
        )
    else:
        for word, fault in answers.items():
            click.echo(f"{word}: {fault or 'valid'}")
    ctx.exit(1 if any(answers.values()) else 0)


def _fault(word: str, listed: Lexicon, theme: Lexicon | None, reasons: Mapping[str, Reason]) -> str:
    """Say why a word may not be laid; nothing when it may."""
    foreign = sorted(set(word) - set(listed.alphabet))
    if foreign:
        return f"no tile has {' or '.join(map(repr, foreign))}"
    if len(word) < SHORTEST:
        return f"too short: a word has {SHORTEST} letters or more (W7)"
    if word in reasons:
        return f"not in the dictionary: {_reason(reasons[word])} (W8)"
    if word not in listed:
        return f"not in the dictionary{_kin(word, listed)} (W8)"
    if theme is not None and theme is not listed and word not in theme:
        return "not a word of the theme (W16)"
    return ""


def _reason(reason: Reason) -> str:
    """Say why a word was left out of the dictionary."""
    article = "an" if reason.kind[0] in "aeiou" else "a"
    return f"{article} {reason.kind}, {reason.origin}"


def _kin(word: str, listed: Lexicon) -> str:
    """Say what is near: words that begin so, or how much of it begins a word."""
    node = listed.find(word)
    if node is not None:
        return f", though {next(listed.words_from(node, word))} is"
    known = next(word[:end] for end in range(len(word) - 1, -1, -1) if listed.find(word[:end]) is not None)
    return f": no word begins with {word[: len(known) + 1]}"


@lexicon.command()
@click.argument("letters")
@word_options
@click.option("--shortest", type=WholeNumber(min=1), default=SHORTEST, show_default=True)
@click.option(
    "--most", type=WholeNumber(min=1), default=100, show_default=True, help="List at most this many."
)
def words(*, letters: str, lexicon: str | None, theme: str | None, shortest: int, most: int) -> None:
    """List the words that LETTERS spell, the longest first; ? is a joker."""
    tiles = "".join(letters.upper().split())
    if len(tiles) > MOST_LETTERS or tiles.count(JOKER) > 2:
        raise BadInput(f"At most {MOST_LETTERS} letters and 2 jokers are looked at, not {letters[:40]!r}.")
    listed = _load(lexicon)
    if theme is not None:
        listed = _reading(theme, lambda: load_theme(Path(theme), listed))
    foreign = sorted(set(tiles) - set(listed.alphabet) - {JOKER})
    if foreign or not tiles:
        named = " or ".join(map(repr, foreign)) or "no letters"
        raise BadInput(f"No tile has {named}: write letters of {listed.alphabet}, and {JOKER} for a joker.")
    found = words_from(tiles, listed, shortest=shortest)
    for laid in found[:most]:
        click.echo(format_word(laid))
    if len(found) > most:
        messages().print(Text(f"… and {len(found) - most} more: --most {len(found)}.", style=DIM))


@lexicon.command()
@click.argument("source", metavar="LIST")
@click.option("-o", "--output", "target", required=True, metavar="FILE", help="Where to write the lexicon.")
@click.option("--alphabet", default=POLISH, help="The letters, in order; lines with others are left out.")
@click.option("--any-case", is_flag=True, help="Take capitalised words too (else they are proper names).")
@click.option("--title", default="", help="What the lexicon is called.")
@click.option("--source", "origin", default="", help="Where the list comes from.")
@click.option("--licence", default="", help="Under which licence it may be used.")
def build(
    *, source: str, target: str, alphabet: str, any_case: bool, title: str, origin: str, licence: str
) -> None:
    """Build a lexicon from LIST, a file with one word per line, plain or compressed (.xz, .gz).

    The same list always gives the same bytes. Four million words take about half a minute.
    """
    letters = alphabet.upper()
    listed = _reading(source, lambda: read_list(Path(source), alphabet=letters, any_case=any_case))
    if not listed.words:
        raise BadInput(f"{source!r} has no words of the letters {letters}: give another --alphabet.")
    built = Lexicon.from_words(
        listed.words, alphabet=letters, title=title or Path(source).name, source=origin, licence=licence
    )
    try:
        Path(target).write_bytes(built.to_bytes())
    except OSError as error:
        raise BadInput(f"{target!r} cannot be written ({error.strerror}): name another file.") from None
    left_out = "".join(f"; left out {count} {reason}" for reason, count in sorted(listed.left_out.items()))
    click.echo(
        f"{target}: {built.size} words, {len(built.to_bytes())} bytes, hash {built.hash[:12]}{left_out}"
    )


@lexicon.command()
@click.argument("source", metavar="[FILE]", required=False)
def info(*, source: str | None) -> None:
    """Show the size, letters, source and licence of a lexicon; without FILE, of the shipped one."""
    listed = _load(source)
    console = output()
    console.print(Text(listed.title or "a list of words", style=HEAD))
    rows = {
        "words": f"{listed.size:,}",
        "letters": listed.alphabet,
        "hash": listed.hash,
        "source": listed.source or "not said",
        "licence": listed.licence or "not said",
        "common words": ", ".join(f"{each.size:,}" for each in listed.common) or "none listed",
    }
    for name, value in rows.items():
        console.print(f"{name:13} {value}", soft_wrap=True)


def _load(path: str | None) -> Lexicon:
    """Load a lexicon, or the shipped one."""
    return _reading(path, lambda: load_lexicon(None if path is None else Path(path)))


def _reading(path: str | None, read: Callable[[], Read]) -> Read:
    """Read a file; errors become one sentence."""
    try:
        return read()
    except OSError as error:
        raise BadInput(
            f"{path!r} cannot be read ({error.strerror or error}): give a list of words or a lexicon."
        ) from None

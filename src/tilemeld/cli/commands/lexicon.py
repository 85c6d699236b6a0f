"""``tilemeld lexicon``: look words up, see what letters spell, and build a lexicon from a list (W8, W16)."""

import json
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import TypeVar

import click
from rich.text import Text

from tilemeld.adapters.lexicons import Reason, left_out_words, load_lexicon, load_theme, read_list
from tilemeld.cli.options.language import language_option
from tilemeld.cli.options.word_lists import why_unreadable, word_options
from tilemeld.cli.terminal import BadInput, Unusable, WholeNumber, messages, output, typed
from tilemeld.cli.text.catalogue import Key
from tilemeld.cli.text.speech import ENGLISH, Message, Speech
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
@language_option
@click.pass_context
def check(
    ctx: click.Context,
    *,
    words: tuple[str, ...],
    lexicon: str | None,
    theme: str | None,
    as_json: bool,
    speech: Speech,
) -> None:
    """Say of each word whether it may be laid, and if not, why.

    The exit code is 0 when all are valid, 1 when one is not, 2 when a file cannot be read.
    """
    listed = _load(lexicon)
    themed = None if theme is None else _reading(theme, lambda: load_theme(Path(theme), listed))
    reasons = left_out_words().reasons if lexicon is None else {}
    answers = {word: _fault(word.upper(), listed, themed, reasons) for word in words}
    if as_json:
        listed_faults = {
            word: fault.in_words(ENGLISH) if fault else "valid" for word, fault in answers.items()
        }
        click.echo(json.dumps(listed_faults, ensure_ascii=False))
    else:
        for word, fault in answers.items():
            click.echo(f"{typed(word)}: {(fault or Message('lexicon.valid')).in_words(speech)}")
    ctx.exit(1 if any(answers.values()) else 0)


def _fault(
    word: str, listed: Lexicon, theme: Lexicon | None, reasons: Mapping[str, Reason]
) -> Message | None:
    """Say why a word may not be laid; nothing when it may."""
    foreign = sorted(set(word) - set(listed.alphabet))
    if foreign:
        return Message("lexicon.no-tile", {"text": _quoted(foreign)})
    if len(word) < SHORTEST:
        return Message("lexicon.too-short")
    if word in reasons:
        return _reason(reasons[word])
    if word not in listed:
        return _kin(word, listed)
    if theme is not None and theme is not listed and word not in theme:
        return Message("lexicon.off-theme")
    return None


def _quoted(letters: Iterable[str]) -> str:
    return ", ".join(map(repr, letters))


KINDS: Mapping[str, Key] = {
    "abbreviation with an ending": "left-out.ending",
    "fragment of a foreign phrase": "left-out.fragment",
}
"""The messages for the kinds of words that the dictionary leaves out."""


def _reason(reason: Reason) -> Message:
    """Say why a word was left out of the dictionary; of some only the kind is known."""
    if reason.kind == "abbreviation":
        return Message("lexicon.abbreviation")
    return Message("lexicon.left-out", {"kind": Message(KINDS[reason.kind]), "origin": reason.origin})


def _kin(word: str, listed: Lexicon) -> Message:
    """Say what is near: words that begin so, or how much of it begins a word."""
    node = listed.find(word)
    if node is not None:
        return Message("lexicon.near", {"word": next(listed.words_from(node, word))})
    known = next(word[:end] for end in range(len(word) - 1, -1, -1) if listed.find(word[:end]) is not None)
    return Message("lexicon.begins", {"beginning": word[: len(known) + 1]})


@lexicon.command()
@click.argument("letters")
@word_options
@click.option("--shortest", type=WholeNumber(min=1), default=SHORTEST, show_default=True)
@click.option(
    "--most", type=WholeNumber(min=1), default=100, show_default=True, help="List at most this many."
)
@language_option
def words(
    *, letters: str, lexicon: str | None, theme: str | None, shortest: int, most: int, speech: Speech
) -> None:
    """List the words that LETTERS spell, the longest first; ? is a joker."""
    tiles = "".join(letters.upper().split())
    if len(tiles) > MOST_LETTERS or tiles.count(JOKER) > 2:
        raise Unusable("lexicon-input.most", limit=MOST_LETTERS, letters=typed(letters))
    listed = _load(lexicon)
    if theme is not None:
        listed = _reading(theme, lambda: load_theme(Path(theme), listed))
    foreign = sorted(set(tiles) - set(listed.alphabet) - {JOKER})
    if foreign:
        raise Unusable("lexicon-input.no-tile", text=_quoted(foreign), alphabet=listed.alphabet)
    if not tiles:
        raise Unusable("lexicon-input.nothing", alphabet=listed.alphabet)
    found = words_from(tiles, listed, shortest=shortest)
    for laid in found[:most]:
        click.echo(format_word(laid))
    if len(found) > most:
        more = speech.say("lexicon.more", count=len(found) - most, all=str(len(found)))
        messages().print(Text(more, style=DIM))


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
@language_option
def info(*, source: str | None, speech: Speech) -> None:
    """Show the size, letters, source and licence of a lexicon; without FILE, of the shipped one."""
    listed = _load(source)
    console = output()
    say = speech.say
    console.print(Text(listed.title or say("lexicon.untitled"), style=HEAD))
    common = ", ".join(f"{each.size:,}" for each in listed.common)
    rows = {
        say("lexicon.words"): f"{listed.size:,}",
        say("lexicon.letters"): listed.alphabet,
        say("lexicon.hash"): listed.hash,
        say("lexicon.source"): listed.source or say("lexicon.not-said"),
        say("lexicon.licence"): listed.licence or say("lexicon.not-said"),
        say("lexicon.common"): common or say("lexicon.none"),
    }
    width = max(map(len, rows)) + 1
    for name, value in rows.items():
        console.print(f"{name:{width}} {value}", soft_wrap=True)


def _load(path: str | None) -> Lexicon:
    """Load a lexicon, or the shipped one."""
    return _reading(path, lambda: load_lexicon(None if path is None else Path(path)))


def _reading(path: str | None, read: Callable[[], Read]) -> Read:
    """Read a file; errors become one sentence."""
    try:
        return read()
    except OSError as error:
        why = why_unreadable(error)
        raise Unusable("lexicon-input.file", file=typed(path or ""), reason=why) from None

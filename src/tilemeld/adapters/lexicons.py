"""Lexicons as files: the Polish one that comes with the package, and any other list, built or plain.

A file that begins like a lexicon is used as it is; any other is a list of words, one per line, plain or
compressed by xz or gzip. Capitalised lines are proper names and lines with other characters than the
alphabet's are hyphenated words and the like: neither is a word of the game (W8).
"""

import gzip
import lzma
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import IO, NamedTuple

from tilemeld.engine.rules import Rules
from tilemeld.engine.sets.for_rules import sets_of
from tilemeld.engine.sets.letters import LetterSets
from tilemeld.engine.sets.lexicon import MAGIC, POLISH, Lexicon, LexiconError
from tilemeld.engine.sets.lexicon_editions import Edition
from tilemeld.engine.sets.set_rules import SetRules

SHIPPED = "polish.lexicon"
COMMON = ("polish-common-1.lexicon", "polish-common-2.lexicon", "polish-common-3.lexicon")
"""The lists of common words, the most common first; each contains the ones before."""

LEFT_OUT = "polish-left-out.txt"
"""What the shipped lexicon leaves out of its first edition, with the reasons (W8)."""
PUT_BACK = "polish-put-back.txt"
"""What the shipped lexicon has and its second edition has not, with the reasons."""
RESTORED = "left out by the second edition"
"""The heading of those words of ``PUT_BACK`` that the first edition had."""


@lru_cache(maxsize=1)
def polish_lexicon() -> Lexicon:
    """Return the lexicon that comes with the package; NOTICE has its sources and licences."""
    return _shipped(SHIPPED).with_common(map(_shipped, COMMON))


@lru_cache(maxsize=1)
def earlier_editions() -> tuple[Edition, ...]:
    """Return the earlier editions of the shipped lexicon, by which old games are still judged."""
    newest, (first, second) = polish_lexicon(), left_out_words().editions
    back = put_back_words()
    new = [word for word, reason in back.items() if reason.kind != RESTORED]
    return (
        Edition(
            newest, Lexicon.from_words(left_out_words().reasons), Lexicon.from_words(new), named=first.hash
        ),
        Edition(newest, Lexicon.from_words(()), Lexicon.from_words(back), named=second.hash),
    )


@dataclass(frozen=True, slots=True)
class LeftOut:
    """The words that the shipped lexicon leaves out of its first edition."""

    editions: tuple["Shipped", ...]
    """The editions that were shipped before, the first one first."""
    reasons: Mapping[str, "Reason"]
    """By word, in capitals, why it is left out."""


class Shipped(NamedTuple):
    """An edition as it was shipped."""

    size: int
    """How many words it had."""
    hash: str
    """The hash by which records name it."""


class Reason(NamedTuple):
    """Why a word is left out, or put back."""

    kind: str
    """``abbreviation``, ``abbreviation with an ending`` or ``fragment of a foreign phrase``."""
    origin: str
    """The abbreviation and what it stands for, the phrase, or the field that it belongs to."""


@lru_cache(maxsize=1)
def left_out_words() -> LeftOut:
    """Read the shipped list of what is left out."""
    return parse_left_out(files("tilemeld").joinpath("data", LEFT_OUT).read_text(encoding="utf-8"))


def parse_left_out(text: str) -> LeftOut:
    """Read a list of what is left out: the editions, then headings with a reason and lines of words.

    >>> text = "edition 1: 3 words, hash ab\\n[abbreviation with an ending] by review\\nnr (numer): nru nrem"
    >>> parse_left_out(text).reasons["NRU"]
    Reason(kind='abbreviation with an ending', origin='nr (numer)')
    """
    editions = [line.split() for line in text.splitlines() if line.startswith("edition ")]
    return LeftOut(
        tuple(Shipped(int(size), named) for _, _, size, _, _, named in editions), _parse_reasons(text)
    )


@lru_cache(maxsize=1)
def put_back_words() -> Mapping[str, Reason]:
    """Read the shipped list of what the second edition did not have: by word, in capitals, why it is one."""
    return _parse_reasons(files("tilemeld").joinpath("data", PUT_BACK).read_text(encoding="utf-8"))


def _parse_reasons(text: str) -> dict[str, Reason]:
    kind = ""
    reasons: dict[str, Reason] = {}
    for line in text.splitlines():
        if line.startswith("["):
            kind = line[1:].partition("]")[0]
        elif line and not line.startswith(("#", "edition ")):
            origin, _, words = line.rpartition(": ")
            reasons.update((word.upper(), Reason(kind, origin)) for word in words.split())
    return reasons


def _shipped(name: str) -> Lexicon:
    return Lexicon.from_bytes(files("tilemeld").joinpath("data", name).read_bytes())


@lru_cache(maxsize=8)
def load_lexicon(path: Path | None = None, *, alphabet: str = POLISH) -> Lexicon:
    """Return the lexicon in a file, or the shipped one; a list of words is built into one on the way.

    Raises ``OSError`` when the file cannot be read and ``LexiconError`` when it is neither.
    """
    if path is None:
        return polish_lexicon()
    with path.open("rb") as file:
        is_built = file.read(len(MAGIC)) == MAGIC
    if is_built:
        return Lexicon.from_bytes(path.read_bytes())
    return Lexicon.from_words(read_list(path, alphabet=alphabet).words, alphabet=alphabet, title=path.name)


def sets_with_words(
    rules: Rules, *, lexicon: Path | None = None, theme: Path | None = None, themes: Path | None = None
) -> SetRules:
    """Return what a set is under the rules; a game with letters gets its dictionary, and a theme's list.

    The list is ``theme``, or the one of the theme's name in the folder ``themes``. Games that were created
    with an earlier edition of the shipped dictionary use that one.
    """
    if rules.sets == "numbers":
        return sets_of(rules)
    if theme is None and themes is not None and rules.theme is not None:
        theme = themes_in(themes).get(rules.theme)
    current = _letters(rules, load_lexicon(lexicon), theme)
    if lexicon is not None:
        return current
    return replace(current, earlier=tuple(_letters(rules, each, theme) for each in earlier_editions()))


def _letters(rules: Rules, words: Lexicon | Edition, theme: Path | None) -> LetterSets:
    return LetterSets(rules, words, None if theme is None else load_theme(theme, words))


def themes_in(folder: Path) -> dict[str, Path]:
    """Return the word lists of a folder by their names: ``animals.txt`` is the theme ``animals``."""
    return {path.stem: path for path in sorted(folder.glob("*.txt"))}


@lru_cache(maxsize=16)
def load_theme(path: Path, lexicon: Lexicon | Edition) -> Lexicon:
    """Return the words of a list that are in the lexicon: only they may be laid (W16).

    Raises ``OSError`` when the list cannot be read and ``LexiconError`` when it has no word to be laid.
    """
    listed = read_list(path, alphabet=lexicon.alphabet, any_case=True)
    theme = lexicon.restricted(listed.words, title=path.name)
    if not theme.size:
        reason = f"{path.name} has no word of the dictionary: write one word a line"
        raise LexiconError("lexicon/unreadable", reason=reason)
    return theme


@dataclass(frozen=True, slots=True)
class WordList:
    """What was found in a list of words."""

    words: tuple[str, ...]
    """The words, in capitals, in the order of the list."""
    left_out: Counter[str]
    """How many lines were left out, by reason: ``capitalised``, ``other characters``, ``too short``."""


def read_list(path: Path, *, alphabet: str = POLISH, any_case: bool = False, shortest: int = 2) -> WordList:
    """Read a list of words, one per line.

    Raises ``OSError`` when it cannot be read and ``LexiconError`` when it is not text.
    """
    left_out: Counter[str] = Counter()
    try:
        with _open_list(path) as file:
            words = tuple(_words_of(_lines(file), set(alphabet), left_out, any_case, shortest))
    except (UnicodeDecodeError, lzma.LZMAError, EOFError) as error:
        raise LexiconError(
            "lexicon/unreadable", reason=f"{path.name} is not a list of words ({error})"
        ) from None
    return WordList(words, left_out)


def _open_list(path: Path) -> IO[bytes]:
    if path.suffix == ".xz":
        return lzma.open(path)
    if path.suffix == ".gz":
        return gzip.open(path)  # type: ignore[return-value]  # a GzipFile reads like any binary file
    return path.open("rb")


def _lines(file: Iterable[bytes]) -> Iterator[str]:
    for line in file:
        yield line.decode("utf-8-sig").strip()


def _words_of(
    lines: Iterable[str], alphabet: set[str], left_out: Counter[str], any_case: bool, shortest: int
) -> Iterator[str]:
    for line in lines:
        word = line.upper()
        if not line or line.startswith("#"):
            continue
        if not any_case and line != line.lower():
            left_out["capitalised"] += 1
        elif not alphabet.issuperset(word):
            left_out["other characters"] += 1
        elif len(word) < shortest:
            left_out["too short"] += 1
        else:
            yield word

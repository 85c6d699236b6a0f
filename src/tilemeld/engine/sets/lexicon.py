"""The lexicon: the words of the dictionary, and a walk over them letter by letter (W8).

A lexicon is an automaton of 32-bit edges (see ``lexicon_builder.py``) after a header line, so that a file
can be used without conversion. Letters are the capitals of its alphabet. The engine reads no files:
everything here takes bytes.

A second automaton contains the *classes* of the words: the letters of a short word, rarest first,
whatever their order in the word. KOT and KTO are one class. Searches that share out letters walk it.
"""

import json
import sys
from array import array
from collections import Counter
from collections.abc import Iterable, Iterator
from hashlib import sha256

from tilemeld.engine.errors import CodedError

from .lexicon_builder import LAST, LETTER_SHIFT, MAX_LETTERS, NODE, build_edges

MAGIC = b"tilemeld-lexicon 1 "
POLISH = "AĄBCĆDEĘFGHIJKLŁMNŃOÓPRSŚTUWYZŹŻ"
"""The 32 letters of the Polish tiles, in the order of the alphabet (W1, W2)."""
HEADER_LIMIT = 10_000
KNOWN_LETTERS = 3
CLASS_LETTERS = 7
"""The longest words that have a class; a higher limit finds little more and costs megabytes."""


class LexiconError(CodedError):
    """These bytes, words or letters are not a lexicon."""


class Lexicon:
    """A set of words. A *node* is the position of a walk along letters: a number to pass back.

    >>> lexicon = Lexicon.from_words(["KOT", "KOTY", "KAT"])
    >>> "KOTY" in lexicon, "KO" in lexicon, len(lexicon)
    (True, False, 3)
    >>> node = lexicon.step(lexicon.step(lexicon.root, "K"), "O")
    >>> [(letter, lexicon.is_word(each)) for letter, each in lexicon.children(node)]
    [('T', True)]
    """

    __slots__ = (
        "_codes",
        "_known",
        "alphabet",
        "classes",
        "common",
        "edges",
        "hash",
        "licence",
        "rarest",
        "root",
        "size",
        "source",
        "title",
    )

    def __init__(
        self,
        edges: "array[int]",
        alphabet: str,
        *,
        classes: "array[int]",
        rarest: str,
        size: int,
        title: str = "",
        source: str = "",
        licence: str = "",
        common: tuple["Lexicon", ...] = (),
    ) -> None:
        self.edges = edges
        """The automaton, for searches that walk it at full speed; not to be changed."""
        self.alphabet = alphabet
        """The letters; a letter's number in an edge is its place here."""
        self.classes = classes
        """The automaton of the classes; a letter's number there is its place in ``rarest``."""
        self.rarest = rarest
        """The letters, those in the fewest short words first."""
        self.size = size
        """How many words there are."""
        self.title = title
        self.source = source
        self.licence = licence
        self.common = common
        """Lists of common words, from the most common, each including the ones before; not in the file."""
        self.hash = _hash(edges, alphabet)
        """SHA-256 of letters and automaton: the same exactly for the same words."""
        self.root = 2 if len(edges) > 1 else 0
        """The node before the first letter."""
        self._codes = {letter: code for code, letter in enumerate(alphabet)}
        self._known: dict[str, int] = {}
        """Where beginnings that were asked for lead: the first letters take longest to find."""

    @classmethod
    def from_words(
        cls,
        words: Iterable[str],
        *,
        alphabet: str = POLISH,
        title: str = "",
        source: str = "",
        licence: str = "",
    ) -> "Lexicon":
        """Build a lexicon of the words; their order and repetitions do not matter.

        Raises ``LexiconError`` for a word with letters that the alphabet does not have.
        """
        _check_alphabet(alphabet)
        codes = {letter: code for code, letter in enumerate(alphabet)}
        try:
            spelled = sorted({bytes([codes[letter] for letter in word]) for word in words} - {b""})
        except KeyError as error:
            raise LexiconError("lexicon/letter", letter=str(error.args[0]), alphabet=alphabet) from None
        classes, rarest = _build_classes([word for word in spelled if len(word) <= CLASS_LETTERS], alphabet)
        edges = build_edges(spelled)
        return cls(
            edges,
            alphabet,
            classes=classes,
            rarest=rarest,
            size=len(spelled),
            title=title,
            source=source,
            licence=licence,
        )

    @classmethod
    def from_bytes(cls, data: bytes) -> "Lexicon":
        """Read what ``to_bytes`` writes.

        Raises ``LexiconError`` for anything else, and for a file that was changed or cut short.
        """
        head, _, body = data.partition(b"\n")
        if not head.startswith(MAGIC) or len(head) > HEADER_LIMIT:
            raise LexiconError(
                "lexicon/unreadable", reason="it does not begin like a lexicon of this version"
            )
        try:
            said = json.loads(head[len(MAGIC) :])
            about = {key: str(said[key]) for key in _ABOUT}
            size, split = int(said["size"]), 4 * int(said["edges"])
            edges, classes = array("I", body[:split]), array("I", body[split:])
        except (ValueError, KeyError, TypeError) as error:
            reason = f"its first line or its length is wrong ({error})"
            raise LexiconError("lexicon/unreadable", reason=reason) from None
        if sha256(body).hexdigest() != said.get("digest"):
            raise LexiconError("lexicon/unreadable", reason="its contents do not fit what it says of them")
        if sys.byteorder == "big":  # the file is little-endian
            edges.byteswap()
            classes.byteswap()
        return cls(
            edges,
            about["alphabet"],
            classes=classes,
            rarest=about["rarest"],
            size=size,
            title=about["title"],
            source=about["source"],
            licence=about["licence"],
        )

    def to_bytes(self) -> bytes:
        """Write the lexicon: a header line, then the edges, little-endian."""
        body = _little_endian(self.edges) + _little_endian(self.classes)
        said = {key: getattr(self, key) for key in (*_ABOUT, "size", "hash")}
        said |= {"edges": len(self.edges), "digest": sha256(body).hexdigest()}
        return MAGIC + json.dumps(said, ensure_ascii=False, sort_keys=True).encode() + b"\n" + body

    def with_common(self, lists: Iterable["Lexicon"]) -> "Lexicon":
        """Return the same lexicon with lists of its common words, the smallest first."""
        about = {
            key: getattr(self, key) for key in ("classes", "rarest", "size", "title", "source", "licence")
        }
        return Lexicon(self.edges, self.alphabet, common=tuple(lists), **about)

    def __contains__(self, word: object) -> bool:
        node = self.find(word) if isinstance(word, str) else None
        return node is not None and bool(node & 1)

    def __len__(self) -> int:
        return self.size

    def __iter__(self) -> Iterator[str]:
        """Go through all words in the order of the alphabet."""
        return self.words_from(self.root)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Lexicon) and other.hash == self.hash

    def __hash__(self) -> int:
        return hash(self.hash)

    def __repr__(self) -> str:
        return f"<Lexicon {self.title!r}: {self.size} words, {self.hash[:12]}>"

    def find(self, beginning: str) -> int | None:
        """Return the node where these letters lead from the root, or nothing if no word begins so."""
        head = beginning[:KNOWN_LETTERS]
        node = self._known.get(head)
        if node is None:
            node = self._walk(self.root, head)
            if node is None:
                return None
            self._known[head] = node
        return self._walk(node, beginning[KNOWN_LETTERS:])

    def _walk(self, node: int, letters: str) -> int | None:
        """Follow letters from a node; ``None`` where no edge continues."""
        edges, codes = self.edges, self._codes
        for letter in letters:
            code = codes.get(letter)
            place = node >> 1
            if code is None or not place:
                return None
            edge = edges[place]
            while edge >> LETTER_SHIFT != code:
                if edge & LAST:
                    return None
                place += 1
                edge = edges[place]
            node = edge & NODE
        return node

    def step(self, node: int | None, letter: str) -> int | None:
        """Return the node that the letter leads to, or nothing."""
        code = self._codes.get(letter)
        if node is None or code is None:
            return None
        for edge in self._edges_of(node):
            if edge >> LETTER_SHIFT == code:
                return edge & NODE
        return None

    def children(self, node: int) -> list[tuple[str, int]]:
        """List the letters that may follow, in the order of the alphabet, with the nodes they lead to."""
        alphabet = self.alphabet
        return [(alphabet[edge >> LETTER_SHIFT], edge & NODE) for edge in self._edges_of(node)]

    def is_word(self, node: int | None) -> bool:
        """Say whether the letters that led here are a word."""
        return node is not None and bool(node & 1)

    def words_from(self, node: int, beginning: str = "") -> Iterator[str]:
        """Go through the words that continue from a node, in the order of the alphabet."""
        stack = [(node, beginning)]
        while stack:
            node, letters = stack.pop()
            if node & 1:
                yield letters
            stack += [(child, letters + letter) for letter, child in reversed(self.children(node))]

    def restricted(self, words: Iterable[str], *, title: str = "") -> "Lexicon":
        """Return the lexicon of those of the given words that are in this one: a theme (W16)."""
        common = [word for word in words if word in self]
        return Lexicon.from_words(
            common,
            alphabet=self.alphabet,
            title=title or self.title,
            source=self.source,
            licence=self.licence,
        )

    def _edges_of(self, node: int) -> list[int]:
        """Return the edges that leave a node."""
        edges = self.edges
        place = start = node >> 1
        if not place:
            return []
        while not edges[place] & LAST:
            place += 1
        return edges[start : place + 1].tolist()


_ABOUT = ("alphabet", "rarest", "title", "source", "licence")


def _build_classes(short: list[bytes], alphabet: str) -> tuple["array[int]", str]:
    """Return the automaton of the classes of these words, and the letters, rarest first."""
    held = Counter(code for word in short for code in set(word))
    order = sorted(range(len(alphabet)), key=lambda code: (held[code], code))
    rank = {code: place for place, code in enumerate(order)}
    classes = sorted({bytes(sorted([rank[code] for code in word])) for word in short})
    return build_edges(classes), "".join(alphabet[code] for code in order)


def _check_alphabet(alphabet: str) -> None:
    unfit = len(set(alphabet)) < len(alphabet) or not 0 < len(alphabet) <= MAX_LETTERS
    if unfit or alphabet != alphabet.upper() or not alphabet.isalpha():
        raise LexiconError("lexicon/alphabet", alphabet=alphabet[:80], limit=MAX_LETTERS)


def _hash(edges: "array[int]", alphabet: str) -> str:
    return sha256(alphabet.encode() + b"\n" + _little_endian(edges)).hexdigest()


def _little_endian(edges: "array[int]") -> bytes:
    if sys.byteorder == "big":
        edges = array("I", edges)
        edges.byteswap()
    return edges.tobytes()

"""The searches of the word solver in Python: the twin of ``c/kernel.c``, step by step.

Both walk the automata of ``engine/sets/lexicon.py``. Letters are numbers: in ``fits`` their places in the
lexicon's alphabet, in ``cover`` their places in ``rarest``. The outcome says how a search ended: every
way was looked at (``DONE``), it was cut short (``CUT``), or what was looked for is here (``FOUND``).
"""

from collections.abc import Sequence

from tilemeld.engine.sets.lexicon_builder import LAST, LETTER_SHIFT, NODE

DONE, CUT, FOUND = 0, 1, 3
END = 255
"""The byte after every word and every class."""
LETTERS = 64
BY_JOKER = 64
"""Marks a letter of ``fits`` that a joker stands for."""
MAX_WORD = 255
MAX_CLASS = 7
MAX_SETS = 64
SHORTEST = 3
LEAST_SHARE = 2000
"""The fewest nodes that a choice of the cover gets."""
SHARES = 4
ALL_COVERED = 1 << 20
HARDNESS = 40
UNBALANCED = 12


def heights(edges: Sequence[int]) -> bytes:
    """Return, for every place where a node may begin, how many letters may follow from there."""
    height = bytearray(len(edges))
    for place in range(len(edges) - 1, 0, -1):
        edge = edges[place]
        here = 1 + height[(edge & NODE) >> 1]
        if not edge & LAST:
            here = max(here, height[place + 1])
        height[place] = min(here, MAX_WORD - 1)
    return bytes(height)


class _Cut(Exception):
    """A search has used up its nodes or found as many words as were asked for."""


def fits(  # noqa: PLR0917  # as the kernel's
    edges: Sequence[int],
    heights: bytes,
    counts: bytes,
    jokers: int,
    wanted: int,
    lengths: tuple[int, int],
    limits: tuple[int, int],
) -> tuple[int, int, bytes]:
    """Find the words that counted letters and jokers can spell; a joker is used only where it must be.

    A word holds one of the wanted letters (a mask) and has a length within the two given. Return the
    outcome, the nodes looked at, and the words, an ``END`` behind each, in the order of the alphabet; a
    letter that a joker stands for is marked with ``BY_JOKER``.
    """
    search = _Fits(edges, heights, counts, jokers=jokers)
    search.wanted = wanted
    search.shortest, search.longest = lengths[0], min(lengths[1], MAX_WORD)
    search.words, search.budget = limits
    outcome = DONE
    try:
        if len(edges) > 1 and search.longest > 0:
            search.walk(1, 0, 0)
    except _Cut:
        outcome = CUT
    return outcome, search.used, bytes(search.found)


class _Fits:
    wanted: int
    shortest: int
    longest: int
    words: int
    budget: int

    def __init__(self, edges: Sequence[int], heights: bytes, counts: bytes, *, jokers: int) -> None:
        self.edges = edges
        self.heights = heights
        self.counts = list(counts) + [0] * (LETTERS - len(counts))
        self.jokers = jokers
        self.used = 0
        self.path = bytearray(MAX_WORD)
        self.found = bytearray()

    def walk(self, place: int, length: int, held: int) -> None:
        """Go on from a node, along letters that are there or that jokers stand for."""
        edges, counts, shortest = self.edges, self.counts, self.shortest
        while True:
            edge = edges[place]
            letter = edge >> LETTER_SHIFT
            target = (edge & NODE) >> 1
            own = counts[letter] > 0
            if length + 1 + self.heights[target] >= shortest and (own or self.jokers > 0):
                self._count()
                if own:
                    counts[letter] -= 1
                else:
                    self.jokers -= 1
                self.path[length] = letter if own else BY_JOKER | letter
                now = held | 1 << letter
                if edge & 1 and length + 1 >= shortest and now & self.wanted:
                    self._keep(length + 1)
                if target and length + 1 < self.longest:
                    self.walk(target, length + 1, now)
                if own:
                    counts[letter] += 1
                else:
                    self.jokers += 1
            if edge & LAST:
                return
            place += 1

    def _count(self) -> None:
        self.used += 1
        if self.used > self.budget:
            raise _Cut

    def _keep(self, length: int) -> None:
        self.found += self.path[:length]
        self.found.append(END)
        self.words -= 1
        if self.words <= 0:
            raise _Cut


def cover(  # noqa: PLR0917  # as the kernel's
    classes: Sequence[int], must: bytes, may: bytes, taken: bytes, repeats: bool, vowels: int, budget: int
) -> tuple[int, int, bytes]:
    """Share letters out among classes: all that must be covered, and any that may be used.

    Classes that are taken are not used, and none twice unless repeats are allowed. The hardest letter that
    must still be covered is covered first, by the class that leaves what is easiest to cover: hard letters
    gone, vowels (a mask) and consonants in proportion. Each choice gets a share of the nodes that are left.
    Return the outcome, the nodes looked at, and the classes, an ``END`` behind each.
    """
    search = _Cover(classes, must=must, may=may, taken=taken, vowels=vowels)
    search.repeats = repeats
    outcome = search.cover(budget) if len(classes) > 1 else DONE
    found = b"".join(bytes(letters) + bytes([END]) for letters in search.chosen) if outcome == FOUND else b""
    return outcome, search.used, found


class _Cover:
    def __init__(self, edges: Sequence[int], *, must: bytes, may: bytes, taken: bytes, vowels: int) -> None:
        self.edges = edges
        self.must = list(must) + [0] * (LETTERS - len(must))
        self.may = list(may) + [0] * (LETTERS - len(may))
        self.free: list[int] = []
        self.left = [0, 0, 0, 0]
        self.vowels = vowels
        self.hardest = -1
        self.taken = {tuple(letters) for letters in taken.split(bytes([END]))[:-1]}
        self.repeats = False
        self.path: list[int] = []
        self.chosen: list[tuple[int, ...]] = []
        self.found: list[tuple[int, int, tuple[int, ...]]] = []
        self.used = 0

    def cover(self, limit: int) -> int:
        """Cover every letter that must be covered; what was chosen stays when it is done."""
        if len(self.chosen) == MAX_SETS:
            return CUT
        candidates = self._find_candidates()
        if candidates is None:
            return FOUND
        was_cut = False
        must, may = self.must[:], self.may[:]
        for letters in candidates:
            if self.used >= limit:
                return CUT
            self._use(letters)
            self.chosen.append(letters)
            share = max((limit - self.used) // SHARES, LEAST_SHARE)
            outcome = self.cover(min(self.used + share, limit))
            if outcome == FOUND:
                return FOUND
            was_cut |= outcome == CUT
            self.chosen.pop()
            self.must, self.may = must[:], may[:]
        return CUT if was_cut else DONE

    def _use(self, letters: tuple[int, ...]) -> None:
        for letter in letters:
            if self.must[letter]:
                self.must[letter] -= 1
            else:
                self.may[letter] -= 1

    def _find_candidates(self) -> list[tuple[int, ...]] | None:
        """List the classes for the hardest letter, best first; nothing when no letter is left."""
        self.hardest = next((letter for letter in range(LETTERS) if self.must[letter]), -1)
        if self.hardest < 0:
            return None
        self.left = [0, 0, 0, 0]
        for letter in range(LETTERS):
            kind = 0 if self.vowels >> letter & 1 else 1
            self.left[kind] += self.must[letter]
            self.left[2 + kind] += self.may[letter]
        self.free = [must + may for must, may in zip(self.must, self.may, strict=True)]
        self.path, self.found = [], []
        self._walk(1, held=False)
        self.found.sort()
        return [letters for _, _, letters in self.found]

    def _walk(self, place: int, *, held: bool) -> None:
        """Find the classes of free letters that hold the hardest letter; letters rise along every path."""
        edges, free, path = self.edges, self.free, self.path
        while True:
            edge = edges[place]
            letter = edge >> LETTER_SHIFT
            if not held and letter > self.hardest:
                return
            if free[letter]:
                now = held or letter == self.hardest
                self.used += 1
                free[letter] -= 1
                path.append(letter)
                if edge & 1 and now and len(path) >= SHORTEST:
                    self._add()
                target = (edge & NODE) >> 1
                if target and len(path) < MAX_CLASS:
                    self._walk(target, held=now)
                path.pop()
                free[letter] += 1
            if edge & LAST:
                return
            place += 1

    def _add(self) -> None:
        letters = tuple(self.path)
        if letters not in self.taken and (self.repeats or letters not in self.chosen):
            self.found.append((-self._score(letters), len(self.found), letters))

    def _score(self, letters: tuple[int, ...]) -> int:
        """Rate a class: hard letters covered, and vowels and consonants left in proportion."""
        left = self.left[:]
        gain = run = 0
        last = -1
        for letter in letters:
            kind = 0 if self.vowels >> letter & 1 else 1
            run = run + 1 if letter == last else 0
            last = letter
            if run < self.must[letter]:
                left[kind] -= 1
                gain += HARDNESS - letter
            else:
                left[2 + kind] -= 1
        if not left[0] and not left[1]:
            return ALL_COVERED
        hard = max(0, 4 * left[1] - 5 * left[0] - 5 * left[2])
        soft = max(0, 5 * left[0] - 4 * left[1] - 4 * left[3])
        return ALL_COVERED // 2 + gain - UNBALANCED * (hard + soft)

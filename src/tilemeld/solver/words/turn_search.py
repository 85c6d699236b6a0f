"""A turn with a new word of a given length, with the whole table free to be rearranged (W7, W9–W11, W14).

What scores is one word: the longest that is new and holds a rack tile. Which lengths are tried, on which
tables and with how many nodes, is in ``ladder``. For each of the words of a length this asks:

1. Which words of the table are broken to supply its letters? A few small sets of words are tried.
2. Can what is left of them be laid out again, together with rack tiles (all of them, for a double)?
   That is ``WordSearch.cover``, and given a dozen letters it nearly always can.

Jokers are letters whose name is chosen: a joker of the table keeps its letter unless the word needs
another, a joker of the rack takes one where a letter is missing or, for a double, where it helps. At the
end every joker is marked in a new word that has its letter.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations_with_replacement, islice

from .lexicon_search import WordSearch
from .position import JOKER, SHORTEST, LaidWord, WordPosition, WordSolution, tiles_laid

CANDIDATES = 600
"""Words of one length that are tried."""
BREAKING_STEPS = 150
TRY = 300
"""What a try costs in addition to its nodes, in nodes."""
FEW_WORDS = 4
"""Up to so many words on the table every set of them is tried."""
PASSES = ((1, 3, 10_000), (40, 16, 30_000))
"""Ways to name the jokers and to break words that are tried for a word, and the nodes of a cover: at first
only the likeliest for every word, then more."""
PROVABLE = 14
"""With at most this many letters left, it is worth proving that they cannot be laid out."""
PROOF = 20_000
RETRIES = 6
HELPFUL = "AZIKOREN"
"""Letters that a joker without a task is tried as, most helpful first."""


@dataclass(frozen=True, slots=True)
class _Pool:
    """The letters of table and rack, once every joker has a letter."""

    words: tuple[Counter[str], ...]
    """The letters of each word on the table, with the letters that its jokers now stand for."""
    forced: frozenset[int]
    """The words that cannot stay because their joker has another letter now."""
    rack: Counter[str]
    """The letters of the rack, with the letters of its jokers that are used."""
    jokers: tuple[tuple[int, str], ...]
    """The jokers of the table: their words, and the letters that they now stand for."""


class TurnSearch:
    """The search for one position."""

    def __init__(
        self, position: WordPosition, search: WordSearch, *, beside: frozenset[str] = frozenset()
    ) -> None:
        self.position = position
        self.search = search
        self.nodes = 0
        """What everything has cost so far."""
        self.looked: dict[int, tuple[list[str], bool, int]] = {}
        """By length the words that may be tried, whether these are all, and what it cost to find them."""
        self.cover = 0
        self.helpers: dict[tuple[str, bool], list[str]] = {}
        """The letters that a joker without a task could help as, where that is known, by word and double."""
        self.beside = beside
        """Other words on the table: they stay, and no new word may repeat them."""
        self.old = position.words | beside
        self.rack = Counter(letter for letter in position.rack if letter != JOKER)
        self.rack_jokers = position.rack.count(JOKER)
        self.spelled = tuple(Counter(laid.word) for laid in position.table)
        self.table_jokers = tuple(
            (index, laid.word[place]) for index, laid in enumerate(position.table) for place in laid.jokers
        )
        self.jokers = self.rack_jokers + len(self.table_jokers)
        self.is_provable = all(search.has(laid.word) for laid in position.table)
        self.plain = sum(self.spelled, Counter[str]()) + self.rack
        self.printed = self.plain - Counter(letter for _, letter in self.table_jokers)

    def turn_of(self, length: int, *, double: bool, nodes: int) -> tuple[WordSolution | None, bool, int]:
        """Return a turn with a new word of this length, or whether there is proven to be none; and the cost.

        The same question gets the same answer at the same cost, whatever was asked before.
        """
        self.helpers.clear()
        words, all_words, _ = self._candidates(length)
        before = self.nodes
        found, ruled_out = self._first(words, double=double, limit=before + nodes)
        return found, ruled_out and all_words, self.nodes - before

    def looking_for(self, length: int) -> int:
        """Return what it costs to find the words of a length."""
        return self._candidates(length)[2]

    @cached_property
    def longest(self) -> int:
        """The length of the longest new word that table and rack spell: nothing longer can score."""
        holding = None if self.rack_jokers else self.rack
        longest = 0
        shortest = SHORTEST
        while True:
            found = self.search.fits(self.printed, self.jokers, shortest=shortest, holding=holding, most=20)
            self.nodes += found.nodes
            longest = max([longest, *(len(word) for word in found.words if word not in self.old)])
            if found.is_complete:
                return longest
            shortest = max([shortest + 1, *(len(word) + 1 for word in found.words)])

    def _candidates(self, length: int) -> tuple[list[str], bool, int]:
        """Return new words of a length with a rack tile, easiest first; if these are all; and the cost."""
        if length not in self.looked:
            holding = None if self.rack_jokers else self.rack
            found = self.search.fits(
                self.printed, self.jokers, shortest=length, longest=length, holding=holding, most=CANDIDATES
            )
            ranked = sorted((*self._effort(word), word) for word in found.words if word not in self.old)
            self.looked[length] = [word for *_, word in ranked], found.is_complete, found.nodes
            self.nodes += found.nodes
        return self.looked[length]

    def _effort(self, word: str) -> tuple[int, int]:
        """Say how many jokers and how many table letters a word needs."""
        missing = from_table = 0
        for letter in set(word):
            needed = word.count(letter)
            missing += max(0, needed - self.plain[letter])
            from_table += max(0, needed - self.rack[letter])
        return missing, from_table

    def _first(self, words: Sequence[str], *, double: bool, limit: int) -> tuple[WordSolution | None, bool]:
        """Return the first turn that works, or whether it is proven that none of the words can.

        At first only the likeliest ways of every word are tried.
        """
        possible = [word for word in words if not self._is_ruled_out(word, double=double, limit=limit)]
        for pools, ways, cover in PASSES:
            for word in possible:
                for pool in islice(self._pools(word, double=double), pools):
                    for broken in islice(self._breakings(word, pool), ways):
                        if self.nodes >= limit:
                            return None, False
                        self.cover = cover
                        found = self._try(word, pool, broken, double=double)
                        if found is not None:
                            return found, False
        return None, not possible

    def _is_ruled_out(self, word: str, *, double: bool, limit: int) -> bool:
        """Say whether it is proven that no turn has this word, even if the whole table may be broken."""
        letters = Counter(word)
        idle = self.jokers - (letters - self.printed).total()
        rest = self.printed.total() + self.jokers - len(word)
        if not self.is_provable or rest > PROVABLE or idle > 1:
            return False
        if double:
            must, may = self.printed - letters, Counter[str]()
        else:
            on_table = self.printed - self.rack
            must, may = on_table - letters, self.rack - (letters - on_table)
        helpers = []
        for helper in self.search.lexicon.alphabet if idle else [""]:
            helping = Counter(helper)
            if self.nodes >= limit:
                return False
            must_too, may_too = (must + helping, may) if double else (must, may + helping)
            possible, nodes = self.search.can_cover(must_too, may_too, budget=PROOF)
            self.nodes += nodes + TRY // 4
            if possible:
                helpers.append(helper)
        if idle:
            self.helpers[word, double] = helpers
        return not helpers

    def _pools(self, word: str, *, double: bool) -> Iterator[_Pool]:
        """Give every joker a letter, in the order of what disturbs least and helps most.

        Jokers stand for what the word lacks; those beyond keep their letters, stay on the rack, or get the
        letter of the word that they replace there, or any other.
        """
        lacking = list((Counter(word) - self.printed).elements())
        kept = dict.fromkeys(letter for _, letter in self.table_jokers)
        stay = [None] if self.rack_jokers and not double else []
        known = self.helpers.get((word, double))
        letters = dict.fromkeys((*HELPFUL, *word, *self.search.lexicon.alphabet)) if known is None else known
        options: list[str | None] = [*kept, *stay, *(letter for letter in letters if letter not in kept)]
        for chosen in combinations_with_replacement(options, self.jokers - len(lacking)):
            pool = self._pool([*lacking, *(letter for letter in chosen if letter is not None)])
            if pool is not None:
                yield pool

    def _pool(self, letters: list[str]) -> _Pool | None:
        """Share the letters out among the jokers: those of the table keep theirs where they can."""
        left = list(letters)
        jokers: list[tuple[int, str]] = []
        changing = []
        for index, letter in self.table_jokers:
            if letter in left:
                left.remove(letter)
                jokers.append((index, letter))
            else:
                changing.append((index, letter))
        if not len(changing) <= len(left) <= len(changing) + self.rack_jokers:
            return None
        words = [Counter(spelled) for spelled in self.spelled]
        for (index, old), letter in zip(changing, left, strict=False):
            words[index] = words[index] - Counter(old) + Counter(letter)
            jokers.append((index, letter))
        forced = frozenset(index for index, _ in changing)
        rack = self.rack + Counter(left[len(changing) :])
        return _Pool(words=tuple(words), forced=forced, rack=rack, jokers=tuple(jokers))

    def _breakings(self, word: str, pool: _Pool) -> Iterator[tuple[int, ...]]:
        """Yield sets of table words to break that supply the word's letters, those with least left first."""
        need = Counter(word) - pool.rack
        for index in pool.forced:
            need -= pool.words[index]
        if len(pool.words) <= FEW_WORDS:
            ways = [broken for broken in _subsets(len(pool.words)) if self._supplies(need, pool, broken)]
        else:
            ways = list(islice(self._suppliers(need, pool, pool.forced), BREAKING_STEPS))
        sizes = {broken: sum(pool.words[index].total() for index in broken) for broken in ways}
        ways = sorted(sizes, key=lambda broken: (sizes[broken], sorted(broken)))[:8]
        for broken in ways:
            yield tuple(sorted(broken))
        yield from self._wider(ways[:2], pool, set(ways))

    def _supplies(self, need: Counter[str], pool: _Pool, broken: frozenset[int]) -> bool:
        supplied = sum((pool.words[index] for index in broken - pool.forced), Counter[str]())
        return pool.forced <= broken and not need - supplied

    def _suppliers(self, need: Counter[str], pool: _Pool, broken: frozenset[int]) -> Iterator[frozenset[int]]:
        """Yield sets of words that have the letters needed, branching on the letter fewest of them have."""
        if not need:
            yield broken
            return
        having = {
            letter: [
                index for index, letters in enumerate(pool.words) if letters[letter] and index not in broken
            ]
            for letter in need
        }
        rarest = min(having, key=lambda letter: (len(having[letter]), letter))
        scored = sorted(having[rarest], key=lambda index: (-_use(need, pool.words[index]), index))
        for index in scored:
            yield from self._suppliers(need - pool.words[index], pool, broken | {index})

    def _wider(
        self, ways: Sequence[frozenset[int]], pool: _Pool, seen: set[frozenset[int]]
    ) -> Iterator[tuple[int, ...]]:
        """Yield the same sets with one or two words more: more letters can be laid out in more ways."""
        others = sorted(range(len(pool.words)), key=lambda index: (pool.words[index].total(), index))
        for more in (1, 2):
            for broken in ways:
                rest = [index for index in others if index not in broken]
                for start in range(min(len(rest) - more + 1, 6)):
                    wider = broken | set(rest[start : start + more])
                    if wider not in seen:
                        seen.add(wider)
                        yield tuple(sorted(wider))

    def _try(self, word: str, pool: _Pool, broken: tuple[int, ...], *, double: bool) -> WordSolution | None:
        """Lay the word and lay out again what is left, or say that it was not possible."""
        kept = [laid for index, laid in enumerate(self.position.table) if index not in broken]
        used = {word, *self.beside, *(laid.word for laid in kept)}
        for must, may in self._rests(Counter(word), pool, broken, double=double):
            self.nodes += TRY
            if must and must.total() + may.total() < SHORTEST:
                continue
            rest = self._lay_out(must, may, used)
            found = None if rest is None else self._solution(kept, [word, *rest], pool, broken)
            if found is not None:
                return found
        return None

    def _rests(
        self, letters: Counter[str], pool: _Pool, broken: tuple[int, ...], *, double: bool
    ) -> Iterator[tuple[Counter[str], Counter[str]]]:
        """Yield what must and what may be laid out in addition to the word.

        A double needs the whole rack. Else the word takes its letters from the broken words first, which
        leaves least that must be laid out, but one of them at least from the rack.
        """
        must = sum((pool.words[index] for index in broken), Counter[str]())
        if double:
            yield must + pool.rack - letters, Counter()
            return
        short = letters - must
        shared = [letter for letter in self.search.lexicon.rarest if letters[letter] and pool.rack[letter]]
        for one in [short] if short else map(Counter, shared[:-4:-1]):
            yield must - (letters - one), pool.rack - one

    def _lay_out(self, must: Counter[str], may: Counter[str], used: set[str]) -> list[str] | None:
        """Lay letters out in words that are not used yet."""
        if not must:
            return []
        taken: set[str] = set()
        for word in used:
            letters = self.search.class_of(word)
            if letters and not self._unused(letters, used):
                taken.add(letters)
        for _ in range(RETRIES):
            covered = self.search.cover(must, may, taken=sorted(taken), budget=self.cover)
            self.nodes += covered.nodes
            if covered.classes is None:
                return None
            free = [self._unused(letters, used) for letters in covered.classes]
            if all(free):
                return [words[0] for words in free]
            taken.update(letters for letters, words in zip(covered.classes, free, strict=True) if not words)
        return None

    def _unused(self, letters: str, used: set[str]) -> list[str]:
        return [word for word in self.search.anagrams(letters) if word not in used]

    def _solution(
        self, kept: list[LaidWord], words: list[str], pool: _Pool, broken: tuple[int, ...]
    ) -> WordSolution | None:
        """Mark the jokers, and make sure that the scoring word holds a rack tile."""
        jokers = self._jokers_in(words, pool, broken)
        for order in (1, -1):
            marked = _mark(words, jokers, order)
            laid = tiles_laid(self.position.table, [*kept, *marked])
            if any(laid[face] for face in marked[0].faces) and not self._renames(marked, broken):
                new = [each for each in marked if each.word not in self.old]
                scoring = [each for each in new if any(laid[face] for face in each.faces)]
                return self._as_solution(
                    (*kept, *marked), max(scoring, key=lambda each: len(each.word)), laid
                )
        return None

    def _as_solution(self, table: tuple[LaidWord, ...], word: LaidWord, laid: Counter[str]) -> WordSolution:
        points = self.position.points_for(len(word.word), laid=laid.total())
        faces = (*self.search.lexicon.alphabet, JOKER)
        return WordSolution(
            self.position.table,
            points=points,
            word=word,
            table=table,
            laid="".join(face * laid[face] for face in faces),
            is_double=points > len(word.word),
        )

    def _renames(self, marked: list[LaidWord], broken: tuple[int, ...]) -> bool:
        """Say whether a word has the same tiles as before, but a joker in it has another letter (R-12)."""
        named = {
            "".join(sorted(laid.faces)): sorted(laid.word[place] for place in laid.jokers)
            for laid in (self.position.table[index] for index in broken)
            if laid.jokers
        }
        return any(
            named.get("".join(sorted(laid.faces)), letters) != letters
            for laid in marked
            if (letters := sorted(laid.word[place] for place in laid.jokers))
        )

    def _jokers_in(self, words: list[str], pool: _Pool, broken: tuple[int, ...]) -> list[str]:
        """List the letters that jokers stand for in the new words: freed ones, and what else is missing."""
        freed = [letter for index, letter in pool.jokers if index in broken]
        real = sum((pool.words[index] for index in broken), Counter[str]()) - Counter(freed) + self.rack
        missing = Counter("".join(words)) - Counter(freed) - real
        return [*freed, *missing.elements()]


def _subsets(count: int) -> list[frozenset[int]]:
    """Return every set of so many words."""
    return [frozenset(index for index in range(count) if mask >> index & 1) for mask in range(1 << count)]


def _mark(words: list[str], jokers: Sequence[str], order: int) -> list[LaidWord]:
    """Put each joker where its letter is, in the first words first or in the last words first."""
    places: list[list[int]] = [[] for _ in words]
    for letter in jokers:
        index, place = next(
            (index, place)
            for index in range(len(words))[::order]
            for place, each in enumerate(words[index])
            if each == letter and place not in places[index]
        )
        places[index].append(place)
    return [LaidWord(word, tuple(sorted(marks))) for word, marks in zip(words, places, strict=True)]


def _use(need: Counter[str], letters: Counter[str]) -> int:
    """Say how well a word supplies what is needed: letters of use, less half of those left over."""
    used = sum(min(count, letters[letter]) for letter, count in need.items())
    return 3 * used - letters.total()

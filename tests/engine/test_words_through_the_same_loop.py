"""A tiny word game through the same decide, evolve and view: nothing in the loop knows numbers.

``ToyWords`` answers the questions of ``SetRules`` for a toy lexicon. It is no word game yet (no refill,
no score by turns: rules W10–W15 need fields of their own), but letters, jokers with a letter that the
player names, words that must differ, an opening of one long word, time, salvage, record and view all go
through the loop that plays numbers.
"""

from collections import Counter
from collections.abc import Collection, Sequence
from itertools import combinations

import pytest

from table_setup import NOW, on_table, only, points_of
from tilemeld.engine.commands import AskRedeal, BeginGame, Command, Confirm, CreateGame, ExpireDeadline, Take
from tilemeld.engine.errors import Refusal, Refused, RulesError
from tilemeld.engine.events import (
    Dealt,
    Event,
    GameEnded,
    StarterChosen,
    TilesLaid,
    TimeUp,
    TurnStarted,
)
from tilemeld.engine.evolve import evolve
from tilemeld.engine.game import decide, play
from tilemeld.engine.rules import Rules, profile
from tilemeld.engine.sets import Reading, SetRules
from tilemeld.engine.shuffle import FixedChance
from tilemeld.engine.state import GameState, Phase
from tilemeld.engine.tiles import Face, LaidSet, LaidTile, Seat, Table, TileId, face_of, tile_ids
from tilemeld.engine.views import view

LEXICON = frozenset(["KOSZYK", "KOT", "SZYK", "SZCZYT", "SZYSZKA", "OCZY", "KAT", "KOSZ", "TAK"])
ALPHABET = "ACKOSTYZ"
JOKER = Face("?")
BOX = tuple(Face(letter) for letter in "AC?KOSTYZ" * 2 + "ACKOSTYZ" * 4)


class ToyRefusal(Refusal):
    """A refusal with a sentence of the toy's own."""

    def __str__(self) -> str:
        return f"{self.code} {dict(self.params)}"


class ToyWords:
    """Words of the toy lexicon: the same questions as of numbers, other answers."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ToyWords) and other._rules == self._rules

    def __hash__(self) -> int:
        return hash(self._rules)

    @property
    def joker(self) -> Face:
        return JOKER

    def box(self) -> tuple[Face, ...]:
        return BOX

    def read(self, laid: LaidSet) -> Reading:
        letters = [face_of(tile.tile) for tile in laid]
        faults: list[Refusal] = []
        if any(face == JOKER and tile.stands_for is None for face, tile in zip(letters, laid, strict=True)):
            faults.append(ToyRefusal("toy/joker-unnamed"))
        word = spell(laid)
        if len(word) < 3:
            faults.append(ToyRefusal("toy/too-short", {"word": word}))
        elif not faults and word not in LEXICON:
            faults.append(ToyRefusal("toy/no-word", {"word": word}))
        if faults:
            return Reading(faults=tuple(faults))
        may_be = tuple((tile.stands_for,) if tile.stands_for else () for tile in laid)
        names = tuple(tile.stands_for for tile in laid)
        return Reading("word", tuple(range(len(laid))), may_be, names, len(laid))

    def keep(self, laid: LaidSet, own: Collection[TileId]) -> LaidSet:
        spare = [tile for tile in laid if tile.tile in own]
        for dropped in range(len(spare) + 1):
            for gone in combinations(spare, dropped):
                kept = tuple(tile for tile in laid if tile not in gone)
                if self.read(kept).valid:
                    return kept
        return ()

    def opening_faults(self, sets: Sequence[LaidSet]) -> tuple[Refusal, ...]:
        """Exactly one word of so many letters or more (W6)."""
        needed = self._rules.opening_points
        if len(sets) == 1 and len(sets[0]) >= needed:
            return ()
        return (ToyRefusal("toy/opening", {"needed": needed, "words": len(sets)}),)

    def table_faults(self, before: Sequence[LaidSet], after: Sequence[LaidSet]) -> tuple[Refusal, ...]:
        """All words on the table differ (W9)."""
        words = Counter(map(spell, after))
        return tuple(ToyRefusal("toy/twice", {"word": word}) for word, count in words.items() if count > 1)

    def can_open(self, rack: Sequence[Face]) -> bool:
        return any(
            (Counter(word) - Counter(rack)).total() <= list(rack).count(JOKER)
            for word in LEXICON
            if len(word) >= self._rules.opening_points
        )

    def rack_value(self, rack: Sequence[Face]) -> int:
        return len(rack)

    def starter_rank(self, face: Face) -> int | None:
        """Nearest to A starts (W2)."""
        return None if face == JOKER else -ALPHABET.index(face)

    def may_redeal(self, rack: Sequence[Face]) -> bool:
        """At most three vowels or at most three consonants (W4)."""
        vowels = sum(face in "AOY" for face in rack)
        consonants = sum(face in "CKSTZ" for face in rack)
        return vowels <= 3 or consonants <= 3


def spell(laid: LaidSet) -> str:
    return "".join(tile.stands_for or face_of(tile.tile) for tile in laid)


def toy(rules: Rules) -> SetRules:
    return ToyWords(rules)


RULES = profile("pl").override(
    {"sets": "letters", "stacks": "none", "rack_size": 8, "opening_points": 6, "max_players": 3}
)


class ToyTable:
    """A word game as it goes: the state and everything that happened."""

    def __init__(self, *racks: str, bank: str = "", rules: Rules = RULES) -> None:
        created = decide(
            None, CreateGame(rules, len(racks)), now=NOW, chance=FixedChance("toy"), sets_for=toy
        )
        free = list(tile_ids(BOX))
        held = tuple(take_letters(free, rack) for rack in racks)
        stack = take_letters(free, bank)
        self.events: list[Event] = [*created, StarterChosen(Seat(0), ())]
        self.events.append(Dealt(1, held, (stack,) if stack else (), (len(stack),), None))
        self.events.append(TurnStarted(Seat(0), 1, None))
        self.state = play(None, self.events, sets_for=toy)

    def do(self, command: Command) -> tuple[Event, ...]:
        events = decide(self.state, command, now=NOW, chance=FixedChance("toy"))
        for event in events:
            self.state = evolve(self.state, event)
        self.events += events
        return events

    def lay(self, text: str) -> tuple[Event, ...]:
        assert self.state.active is not None
        return self.do(Confirm(self.state.active, words(self.state, text)))

    def why_not(self, text: str) -> list[str]:
        with pytest.raises(Refused) as caught:
            self.lay(text)
        return [str(refusal.params.get("fault", refusal.code)) for refusal in caught.value.refusals]


def take_letters(free: list[TileId], letters: str) -> tuple[TileId, ...]:
    taken = []
    for letter in letters:
        tile = next(tile for tile in free if face_of(tile) == letter)
        free.remove(tile)
        taken.append(tile)
    return tuple(taken)


def words(state: GameState, text: str) -> Table:
    """The table that the text says, ``KO?T`` for a joker that stands for T; table tiles come first."""
    assert state.active is not None
    free = [tile for laid in state.table for tile in laid]
    free += [LaidTile(tile) for tile in state.seats[state.active].rack]
    sets = []
    for written in text.split():
        laid = []
        letters = iter(written)
        for letter in letters:
            name = Face(next(letters)) if letter == "?" else None
            tile = next(tile for tile in free if face_of(tile.tile) == letter)
            free.remove(tile)
            laid.append(LaidTile(tile.tile, None if name == "-" else name))
        sets.append(tuple(laid))
    return tuple(sets)


def spelled(state: GameState) -> str:
    return " ".join(map(spell, state.table))


@pytest.mark.rule("W17", "W6", "W7")
def test_koszyk_and_t_make_kot_and_szyk() -> None:
    table = ToyTable("KOSZYKCC", "SZCZYTTA", bank="OOAC")
    assert only(table.lay("KOSZYK"), TilesLaid).opening
    assert table.why_not("KOT SZYK") == ["opening/table-touched", "toy/opening"]
    table.lay("KOSZYK SZCZYT")
    table.do(Take(Seat(0)))
    laid = only(table.lay("KOT SZYK SZCZYT"), TilesLaid)
    assert (spelled(table.state), laid.laid) == ("KOT SZYK SZCZYT", ("Tb",))


@pytest.mark.rule("W17", "W6", "E1")
def test_szczyt_and_koszyk_and_two_a_make_szyszka_oczy_kat_and_end_the_game() -> None:
    table = ToyTable("KOSZYKAA", "SZCZYTTA", bank="CC")
    assert table.why_not("KOSZ") == ["toy/opening"]
    table.lay("KOSZYK")
    table.lay("KOSZYK SZCZYT")
    events = table.lay("SZYSZKA OCZY KAT")
    assert spelled(table.state) == "SZYSZKA OCZY KAT"
    assert only(events, GameEnded).result.winners == (0,)
    assert points_of(table.state) == [2, -2]
    replayed = play(None, table.events, sets_for=toy)
    assert replayed == table.state


@pytest.mark.rule("W14")
def test_a_joker_needs_a_letter_and_is_freed_by_that_letter() -> None:
    table = ToyTable("KOSZYKAK", "SZCZYTK?C", bank="TOCCC")
    table.lay("KOSZYK")
    table.lay("KOSZYK SZCZYT")
    for seat in (0, 1, 0):
        table.do(Take(Seat(seat)))
    assert table.why_not("KOSZYK SZCZYT KO?-") == ["toy/joker-unnamed"]
    assert table.why_not("KOSZYK SZCZYT KO?Z") == ["toy/no-word"]
    assert table.why_not("KOSZYK SZCZYT KO?Ą") == ["table/unknown-face"]
    table.lay("KOSZYK SZCZYT KO?T")
    assert on_table(table.state).endswith("| K O ?(T)")
    assert table.why_not("KOSZYK SZCZYT KOT") == ["table/tile-missing"]
    table.lay("KOSZYK SZCZYT KOT ?TAK")
    assert on_table(table.state).endswith("| K O T | ?(T) A K")


@pytest.mark.rule("W9")
def test_all_words_on_the_table_differ() -> None:
    table = ToyTable("KOSZYKCC", "KOSZYKKOT", bank="OTA")
    table.lay("KOSZYK")
    assert table.why_not("KOSZYK KOSZYK") == ["toy/twice"]


@pytest.mark.rule("W7")
def test_a_wrong_word_is_told_and_every_fault_at_once() -> None:
    table = ToyTable("KOSZYKTA", "CC", bank="OOTCCC")
    assert table.why_not("TK AOS") == ["toy/too-short", "toy/no-word", "toy/opening"]
    with pytest.raises(Refused, match="toy/no-word"):
        table.lay("TKA")


@pytest.mark.rule("W2")
def test_nearest_to_a_starts() -> None:
    (created,) = decide(None, CreateGame(RULES, 3), now=NOW, chance=FixedChance("toy"), sets_for=toy)
    state = evolve(None, created, sets_for=toy)
    chosen = only(decide(state, BeginGame(), now=NOW, chance=FixedChance("toy")), StarterChosen)
    last = {seat: face_of(tile) for seat, tile in chosen.draws[-1] if face_of(tile) != JOKER}
    assert last[chosen.starter] == min(last.values(), key=ALPHABET.index)


@pytest.mark.rule("W4")
def test_few_vowels_give_the_right_to_a_new_deal() -> None:
    for seed in range(50):
        chance = FixedChance(str(seed))
        (created,) = decide(None, CreateGame(RULES, 2), now=NOW, chance=chance, sets_for=toy)
        state = evolve(None, created, sets_for=toy)
        state = play(state, decide(state, BeginGame(), now=NOW, chance=chance))
        assert state.phase == Phase.REDEAL
        for seat in (Seat(0), Seat(1)):
            vowels = sum(tile[0] in "AOY" for tile in state.seats[seat].rack)
            consonants = sum(tile[0] in "CKSTZ" for tile in state.seats[seat].rack)
            entitled = vowels <= 3 or consonants <= 3
            assert view(state, seat).may_redeal == entitled
            if entitled:
                assert decide(state, AskRedeal(seat), now=NOW, chance=chance)


@pytest.mark.rule("W13")
def test_time_up_over_words_is_judged_like_any_table() -> None:
    rules = RULES.override({"timeout_salvage": "free", "timeout_in_order_takes": None, "turn_seconds": 90})
    table = ToyTable("KOSZYKCC", "SZCZYTTA", bank="OOA", rules=rules)
    table.lay("KOSZYK")
    events = decide(
        table.state,
        ExpireDeadline(words(table.state, "KOSZYK SZCZYTA")),
        now=NOW + 90_000,
        chance=FixedChance("toy"),
    )
    assert only(events, TimeUp).verdict == "salvaged"
    after = play(table.state, events)
    assert spelled(after) == "KOSZYK SZCZYT"
    assert [face_of(tile) for tile in after.seats[1].rack] == ["T", "A"]


@pytest.mark.rule("E7", "W6")
@pytest.mark.parametrize(
    ("rack", "last", "loss"),
    [
        ("SZCZYT", "C", 200),  # could have opened before the last tile
        ("SZCZY?", "C", 200),
        ("CCTTOO", "A", 100),
        ("SZCZY", "T", 6),  # the last tile made it possible: the rack counts, a point a letter
    ],
)
def test_whether_a_rack_could_open_is_the_words_answer(rack: str, last: str, loss: int) -> None:
    table = ToyTable("SZYSZK", rack, bank=f"A{last}K")
    table.do(Take(Seat(0)))
    table.do(Take(Seat(1)))
    table.lay("SZYSZKA")
    assert points_of(table.state) == [loss, -loss]


@pytest.mark.rule("P7")
def test_the_view_hides_letters_as_it_hides_numbers() -> None:
    table = ToyTable("KOSZYKCC", "SZCZYTTA", bank="OOA")
    table.lay("KOSZYK")
    seen = repr(view(table.state, Seat(0)))
    hidden = [*table.state.seats[1].rack, *(tile for stack in table.state.bank for tile in stack)]
    assert not any(f"'{tile}'" in seen for tile in hidden)
    assert [seat.count for seat in view(table.state, None).seats] == [2, 8]


def test_letters_without_a_lexicon_are_refused_rather_than_played_as_numbers() -> None:
    with pytest.raises(RulesError, match="letters need a lexicon"):
        decide(None, CreateGame(RULES, 2), now=0, chance=FixedChance("words"))

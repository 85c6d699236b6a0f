"""The one list of codes: every code can be provoked, and its sentence can be said."""

import ast
import pickle
from collections.abc import Callable
from pathlib import Path

import pytest

from table_setup import NOW, a_turn, begun, codes, do, draft, lay, new_game, refused, sets_for
from tilemeld.engine.errors import (
    CODES,
    CodedError,
    RecordError,
    Refusal,
    Refused,
    TilemeldError,
    plainly_spaced,
    refuse,
)
from tilemeld.engine.game.commands import (
    AddEntropy,
    Announce,
    AskRedeal,
    BeginGame,
    CastVote,
    ChooseStack,
    Command,
    Confirm,
    CorrectScore,
    CreateGame,
    EndRound,
    ExpireDeadline,
    GiveAllowance,
    GivePenalty,
    Leave,
    Pass,
    Pause,
    RestartTurn,
    Resume,
    Return,
    Take,
    TakeBackTurn,
)
from tilemeld.engine.game.decide import decide
from tilemeld.engine.game.shuffle import FixedChance
from tilemeld.engine.game.state import GameState
from tilemeld.engine.notation import LIMIT, parse_face, parse_faces, parse_sets, tiles_with
from tilemeld.engine.rules import Value, profile
from tilemeld.engine.sets.letters import LetterSets
from tilemeld.engine.sets.lexicon import Lexicon
from tilemeld.engine.sets.numbers import read_numbers
from tilemeld.engine.sets.word_notation import parse_letters, parse_word
from tilemeld.engine.tiles import Face, LaidTile, Seat, TileId

PL = profile("pl")
TOURNAMENT = profile("pl-tournament")
BY_HAND = TOURNAMENT.override({"stacks_by_hand": True})
TABLE = "r3 J r5 | k7 b7 o7"

Provocation = Callable[[], object]


def a_set(text: str, stands_for: str | None = None) -> Provocation:
    """Read tiles that form no set."""
    names = [None if stands_for is None else Face(stands_for)] * len(parse_faces(text))

    def read() -> object:
        raise Refused(read_numbers(parse_faces(text), names).faults)

    return read


def a_word_read(text: str, **house: Value) -> Provocation:
    """Read letters that form no word."""

    def read() -> object:
        rules = profile("pl-word").override(house)
        laid = tuple(LaidTile(TileId(f"{tile.face}a"), tile.stands_for) for tile in parse_word(text))
        raise Refused(sets_for(rules).read(laid).faults)

    return read


def a_vulgar_word_read() -> object:
    """Read a word that a table of family words does not want."""
    rules = profile("pl-word").override({"family_words": True})
    raise Refused(LetterSets(rules, Lexicon.from_words(["DUPA"])).look_up("DUPA"))


def command(state: GameState | None, asked: Command, *, now: int = NOW) -> Provocation:
    def ask() -> object:
        raise Refused(refused(state, asked, now=now))

    return ask


def a_table(text: str, *tiles: str, opened: bool = True, name: str = "pl") -> Provocation:
    """Confirm a table, with some tiles more in a set of their own."""
    state = a_turn(profile(name), ["r4 r6 k10 r10 J k2", "k3"], table=TABLE, opened=opened)
    extra = tuple(LaidTile(TileId(tile)) for tile in tiles)
    return command(state, Confirm(Seat(0), (*draft(state, text), extra)))


def a_turn_of(name: str = "pl", bank: str | None = None) -> GameState:
    return a_turn(profile(name), ["k1", "k2"], bank=bank, table="r3 r4 r5")


def ended() -> GameState:
    return lay(a_turn(PL, ["r6", "k2"], table="r3 r4 r5"), "r3 r4 r5 r6")[0]


def after(state: GameState, *commands: Command) -> GameState:
    for each in commands:
        state, _ = do(state, each)
    return state


def just_taken() -> object:
    """Lay a tile that a ruling gave in the same turn."""
    state, _ = do(a_turn(PL, ["k10 r10 k1", "k3"], bank="b10"), GivePenalty(Seat(0), 1, "why"))
    raise Refused(refused(state, Confirm(Seat(0), draft(state, "k10 r10 b10"))))


WORDS = profile("pl-word")
VOTED = WORDS.override({"theme": "animals", "theme_by": "vote"})


def a_word(text: str, table: str = "KOSZYK KO?(T)", opened: bool = True, **house: Value) -> Provocation:
    """Confirm words."""
    state = a_turn(WORDS.override(house), ["KOTSAOSAA", "O"], table=table, opened=opened)
    return command(state, Confirm(Seat(0), draft(state, text)))


def a_vote(*votes: CastVote) -> GameState:
    return after(lay(a_turn(VOTED, ["OSATA", "O", "E"]), "OSA")[0], *votes)


PROVOCATIONS: dict[str, Provocation] = {
    "notation/tile": lambda: parse_face("x7"),
    "notation/stands-for": lambda: parse_sets("r3(r4)"),
    "notation/too-long": lambda: parse_faces("r3 " * LIMIT),
    "notation/copies": lambda: tiles_with([Face("r3")] * 3, [TileId("r3a"), TileId("r3b")]),
    "notation/letter": lambda: parse_letters("KOSZ7"),
    "notation/joker-letter": lambda: parse_word("KO(T)"),
    "rules/other-game": lambda: PL.override({"double_from": 7}),
    "rules/no-words": lambda: decide(None, CreateGame(WORDS, 2), now=NOW, chance=FixedChance("x")),
    "rules/unknown-profile": lambda: profile("monopoly"),
    "rules/unknown-version": lambda: profile("pl", 99),
    "rules/unknown-field": lambda: PL.override({"gravity": 9}),
    "rules/bad-value": lambda: PL.override({"opening_points": -1}),
    "set/too-few": a_set("r3 r4"),
    "set/not-a-joker": a_set("r3 r4 r5", "b9"),
    "set/group-too-many": a_set("k7 r7 b7 o7 J"),
    "set/group-colour-repeats": a_set("k7 k7 b7"),
    "set/group-number-differs": a_set("k7 b7 o8"),
    "set/run-colour-differs": a_set("r3 r4 b5"),
    "set/run-number-repeats": a_set("r3 r4 r4 r5"),
    "set/run-gap": a_set("r3 r4 r6"),
    "set/run-after-13": a_set("r12 r13 r1"),
    "set/run-too-long": a_set("r1 r2 r3 r4 r5 r6 r7 r8 r9 r10 r11 r12 r13 J"),
    "set/nothing-in-common": a_set("r3 b4 k8"),
    "word/too-short": a_word_read("KO"),
    "word/unknown": a_word_read("KOSZA"),
    "word/off-theme": a_word_read("SZYK", theme="animals"),
    "word/not-family": a_vulgar_word_read,
    "word/joker-unnamed": a_word_read("KO?"),
    "word/on-table": a_word("KOSZYK KO?(T) KOT"),
    "word/twice": a_word("KOSZYK KO?(T) OSA OSA"),
    "word/joker-kept": a_word("KOSZYK KO?(C) TAK"),
    "word/rejected": command(
        a_vote(CastVote(Seat(1), ("OSA",)), CastVote(Seat(2), ("OSA",))),
        Confirm(Seat(0), draft(a_turn(VOTED, ["OSATA", "O", "E"]), "OSA")),
    ),
    "opening/one-word": a_word("KOSZYK KO?(T) OSA TAK", opened=False),
    "opening/word-too-short": a_word("KOSZYK KO?(T) TAK", opened=False),
    "vote/own-word": command(a_vote(), CastVote(Seat(0))),
    "vote/given": command(a_vote(CastVote(Seat(1))), CastVote(Seat(1))),
    "vote/unknown-word": command(a_vote(), CastVote(Seat(1), ("KOT",))),
    "table/bad-set": a_table("r3 J r5 | k7 b7 o7 r6"),
    "table/unknown-tile": a_table(TABLE, "x9z"),
    "table/unknown-face": command(
        a_turn(PL, ["k1", "k2"]), Confirm(Seat(0), ((LaidTile(TileId("k1a"), Face("r14")),),))
    ),
    "table/foreign-tile": a_table(TABLE, "k3a"),
    "table/twice": a_table(TABLE, "k7a"),
    "table/tile-missing": a_table("r3 r4 r5 | k7 b7 o7"),
    "table/too-large": a_table(TABLE, *["k7a"] * 107),
    "table/joker-freed": a_table("r3 r4 r5 | k7 b7 o7 J", opened=False),
    "lay/nothing": a_table(TABLE),
    "lay/just-taken": just_taken,
    "opening/too-low": a_table("r3 J r5 | k7 b7 o7 | r4 r6 J", opened=False),
    "opening/table-touched": a_table("r3 J r5 r6 | k7 b7 o7", opened=False),
    "opening/no-jokers": a_table("r3 J r5 | k7 b7 o7 | k10 r10 J", opened=False, name="uk"),
    "game/exists": command(a_turn_of(), CreateGame(PL, 2)),
    "game/not-created": command(None, BeginGame()),
    "game/ended": command(ended(), Take(Seat(0))),
    "game/not-ended": command(a_turn_of(), CorrectScore(Seat(0), 1, "why")),
    "game/paused": command(after(a_turn_of(), Pause("tea")), Take(Seat(0))),
    "game/not-paused": command(a_turn_of(), Resume()),
    "game/players": command(None, CreateGame(PL, 5)),
    "game/box-too-small": command(None, CreateGame(PL.override({"rack_size": 30}), 4)),
    "game/stale": command(a_turn_of(), Take(Seat(0), seen=1)),
    "phase/wrong": command(a_turn_of(), Announce(Seat(0))),
    "seat/unknown": command(a_turn_of(), Take(Seat(7))),
    "seat/not-active": command(a_turn_of(), Take(Seat(1))),
    "seat/left": command(after(a_turn_of(), Leave(Seat(0))), Leave(Seat(0))),
    "seat/not-left": command(a_turn_of(), Return(Seat(0))),
    "turn/time-over": command(a_turn_of(), Take(Seat(0)), now=NOW + 60_001),
    "clock/none": command(new_game(PL), ExpireDeadline()),
    "clock/not-yet": command(a_turn_of(), ExpireDeadline()),
    "clock/bad-seconds": command(a_turn_of(), GiveAllowance(Seat(0), -1)),
    "take/bank-empty": command(a_turn_of(bank=""), Take(Seat(0))),
    "take/choose-stack": command(
        after(a_turn(BY_HAND, ["k1", "k2"], bank="r1 | b1 | o1"), Take(Seat(0))), Take(Seat(1))
    ),
    "pass/bank-not-empty": command(a_turn_of(), Pass(Seat(0))),
    "stack/unknown": command(begun(BY_HAND, 2)[0], ChooseStack(Seat(0), 99)),
    "redeal/not-entitled": command(begun(PL, 2)[0], AskRedeal(Seat(0))),
    "entropy/too-long": command(new_game(PL), AddEntropy(Seat(0), "x" * 129)),
    "entropy/unwritable": command(new_game(PL), AddEntropy(Seat(0), "\ud800")),
    "entropy/given": command(after(new_game(PL), AddEntropy(Seat(0), "x")), AddEntropy(Seat(0), "y")),
    "round/no-clock": command(a_turn_of(), EndRound()),
    "round/over": command(after(a_turn_of("pl-tournament"), EndRound()), EndRound()),
    "referee/no-turn": command(a_turn_of(), TakeBackTurn("why")),
    "referee/bad-count": command(a_turn_of(), GivePenalty(Seat(0), 0, "why")),
    "referee/no-reason": command(a_turn_of(), RestartTurn("")),
}

ELSEWHERE = ("lexicon/", "record/", "bots/")
"""Codes of other rooms and chapters: their own tests provoke them."""


@pytest.mark.parametrize("code", PROVOCATIONS)
def test_the_code_can_be_provoked_and_its_sentence_said(code: str) -> None:
    with pytest.raises(TilemeldError) as caught:
        PROVOCATIONS[code]()
    error = caught.value
    refusals = error.refusals if isinstance(error, Refused) else (_refusal(error),)
    assert code in codes(refusals)
    for refusal in refusals:
        assert str(refusal) in str(error)
        assert "{" not in str(refusal)


def _refusal(error: TilemeldError) -> Refusal:
    assert isinstance(error, CodedError)
    assert (error.code, error.params) == (error.refusal.code, error.refusal.params)
    return error.refusal


def test_every_code_has_a_provocation() -> None:
    of_the_engine = {code for code in CODES if not code.startswith(ELSEWHERE)}
    assert of_the_engine == set(PROVOCATIONS)


def test_codes_of_other_chapters_are_named_by_tests_of_theirs() -> None:
    tests = Path(__file__).parent.parent
    texts = [path.read_text() for path in tests.rglob("test_*.py") if path != Path(__file__)]
    missing = [
        code
        for code in CODES
        if code.startswith(ELSEWHERE) and not any(f'"{code}"' in text for text in texts)
    ]
    assert missing == []


def test_every_code_in_the_sources_stands_in_the_list() -> None:
    source = Path(refuse.__code__.co_filename).parent
    used = {
        node.args[0].value
        for path in source.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in ("refuse", "NotationError", "RulesError", "RecordError")
        and node.args
        and isinstance(node.args[0], ast.Constant)
    }
    assert {code for code in used if code not in CODES} == set()
    assert len(used) > 50


def test_refusals_with_equal_code_and_values_are_equal() -> None:
    assert refuse("lay/nothing") == refuse("lay/nothing")
    assert refuse("game/stale", seen=1, version=2) != refuse("game/stale", seen=1, version=3)
    assert str(Refused([refuse("lay/nothing"), refuse("game/ended")])) == (
        "lay at least one tile from your rack, or take a tile; the game is over"
    )


def test_an_error_comes_back_from_another_process_with_its_code_and_values() -> None:
    error = RecordError("record/unreadable", path="line 1", reason="why")
    again = pickle.loads(pickle.dumps(error))
    assert (type(again), again.code, again.params, str(again)) == (
        RecordError,
        error.code,
        error.params,
        str(error),
    )


@pytest.mark.parametrize(
    ("pasted", "typed"),
    [
        ("Ala\N{NO-BREAK SPACE}Nowak", "Ala Nowak"),
        (" Ala \t\n Nowak ", "Ala Nowak"),
        ("\N{NARROW NO-BREAK SPACE}", ""),
        ("Ala", "Ala"),
    ],
)
def test_a_pasted_name_is_spaced_as_a_typed_one(pasted: str, typed: str) -> None:
    assert plainly_spaced(pasted) == typed

"""Set a table for a test: any start of a turn, written in notation, and commands played on it.

A position is made by the game's own events (created, starter, dealt, turn started); only what lies on
the table, who has opened and the like is put there by hand. Tiles get the ids that the box gives them.
Under rules with letters everything is said in the notation of words, and a few words are the dictionary.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import TypeVar

import pytest

from tilemeld.engine.errors import Refusal, Refused
from tilemeld.engine.game.commands import BeginGame, Command, Confirm, CreateGame, ExpireDeadline
from tilemeld.engine.game.decide import decide, play
from tilemeld.engine.game.events import Dealt, Event, GameEnded, StarterChosen, TurnStarted
from tilemeld.engine.game.evolve import evolve
from tilemeld.engine.game.scoring import Result
from tilemeld.engine.game.shuffle import FixedChance
from tilemeld.engine.game.state import GameState, Phase
from tilemeld.engine.game.turns import turn_deadline
from tilemeld.engine.notation import WrittenSet, WrittenTile, parse_faces, parse_sets, tiles_with
from tilemeld.engine.rules import Rules
from tilemeld.engine.sets.for_rules import sets_of
from tilemeld.engine.sets.lexicon import Lexicon
from tilemeld.engine.sets.set_rules import SetRules, arrange
from tilemeld.engine.sets.word_notation import format_words, parse_letters, parse_words
from tilemeld.engine.tiles import (
    Face,
    LaidSet,
    LaidTile,
    Seat,
    Table,
    TileId,
    face_of,
    faces_of,
    tile_ids,
    tiles_of,
)

NOW = 1_000_000
"""The server's clock, in milliseconds, when a test's game or turn begins."""

EventType = TypeVar("EventType")

ANIMALS = "KOT KOTEK KOTKA KOZA OSA OSY KACZKA SOKOLICA"
OTHERS = """
    KOSZYK KOSZYKI SZYK SZCZYT SZYSZKA SZYSZKI OCZY OCZKO KAT KATY KOSZ KOSZYCZEK TAK TAKI TOK KTO
    KOC KOCE KOTY KOK OKO CAT CZAS CZASY ZATOKA KAKTUS KAKTUSY ŻÓŁW ŹDŹBŁO KIT KITA SZOK OTO KOTA
    LICA OKOLICA OKOLICAMI ODPOWIEDZIALNOŚĆ
"""
LEXICON = Lexicon.from_words([*ANIMALS.split(), *OTHERS.split()])
"""The dictionary of the tests."""
THEME = LEXICON.restricted(ANIMALS.split())
"""The word list of the theme of animals."""


def sets_for(rules: Rules) -> SetRules:
    """What a set is, with the dictionary of the tests."""
    return sets_of(rules, LEXICON, THEME)


def faces_in(rules: Rules, text: str) -> tuple[Face, ...]:
    """Read tiles in the notation of the game."""
    return parse_letters(text) if rules.sets == "letters" else parse_faces(text)


def sets_in(rules: Rules, text: str) -> tuple[WrittenSet, ...]:
    """Read sets in the notation of the game."""
    return parse_words(text) if rules.sets == "letters" else parse_sets(text)


def new_game(
    rules: Rules, players: int = 4, *, seed: str = "test", game: int = 1, previous_starter: int | None = None
) -> GameState:
    """A game that has been created and nothing more."""
    previous = None if previous_starter is None else Seat(previous_starter)
    command = CreateGame(rules, players, game, previous)
    created = decide(None, command, now=NOW, chance=FixedChance(seed), sets_for=sets_for)
    return play(None, created, sets_for=sets_for)


def begun(
    rules: Rules, players: int = 4, *, seed: str = "test", game: int = 1, previous_starter: int | None = None
) -> tuple[GameState, tuple[Event, ...]]:
    """A game that has just been begun, and what happened then."""
    state = new_game(rules, players, seed=seed, game=game, previous_starter=previous_starter)
    return do(state, BeginGame())


def a_turn(
    rules: Rules,
    racks: Sequence[str],
    *,
    table: str = "",
    bank: str | None = None,
    opened: bool | Sequence[bool] = True,
    active: int = 0,
    turns: int = 1,
    lap_left: int | None = None,
) -> GameState:
    """The start of a seat's turn, with everything said in notation; all have had ``turns`` turns before.

    The bank holds all other tiles of the box, or what is written: stacks with ``|`` between them.
    """
    state = new_game(rules, len(racks))
    free = list(tile_ids(state.sets.box()))
    pick = _picker(rules, free)
    laid = tuple(_lay(state, written, pick) for written in sets_in(rules, table))
    held = tuple(pick(rack) for rack in racks)
    stacks = (tuple(free),) if bank is None else tuple(pick(stack) for stack in bank.split("|"))
    stacks = tuple(stack for stack in stacks if stack)
    seat = Seat(active)
    state = evolve(state, StarterChosen(seat, ()))
    state = evolve(state, Dealt(1, held, stacks, tuple(map(len, stacks)), None))
    have_opened = [opened] * len(racks) if isinstance(opened, bool) else list(opened)
    scored = (0,) * turns if state.sets.scores_turns else ()
    seats = tuple(
        replace(each, opened=has, turns=turns, turn_points=scored)
        for each, has in zip(state.seats, have_opened, strict=True)
    )
    state = replace(state, table=laid, seats=seats, lap_left=lap_left, turn=turns * len(racks))
    return evolve(state, TurnStarted(seat, state.turn + 1, turn_deadline(state, seat, NOW)))


def _picker(rules: Rules, free: list[TileId]) -> Callable[[str], tuple[TileId, ...]]:
    def pick(text: str) -> tuple[TileId, ...]:
        tiles = tiles_with(faces_in(rules, text), free)
        for tile in tiles:
            free.remove(tile)
        return tiles

    return pick


def _lay(state: GameState, written: WrittenSet, pick: Callable[[str], tuple[TileId, ...]]) -> LaidSet:
    tiles = pick(" ".join(tile.face for tile in written))
    laid = tuple(
        LaidTile(tile, each.stands_for if each.stands_for != each.face else None)
        for tile, each in zip(tiles, written, strict=True)
    )
    reading = state.sets.read(laid)
    assert reading.valid, f"{written} is not a set to begin with: {reading.faults}"
    return arrange(laid, reading)


def draft(state: GameState, text: str, seat: int | None = None) -> Table:
    """The table that the text says, of the tiles on the table and the seat's rack.

    Sets that lie as they lay keep their tiles; for the rest table tiles are used before rack tiles.
    """
    owner = state.active if seat is None else Seat(seat)
    assert owner is not None
    written = sets_in(state.rules, text)
    lying = list(state.table)
    sets: list[LaidSet | None] = [_same_set(lying, each) for each in written]
    free = [*tiles_of(lying), *state.seats[owner].rack]
    for place, each in enumerate(written):
        if sets[place] is None:
            sets[place] = tuple(LaidTile(_first(free, tile.face), tile.stands_for) for tile in each)
    return tuple(each for each in sets if each is not None)


def _same_set(lying: list[LaidSet], written: WrittenSet) -> LaidSet | None:
    faces = tuple(tile.face for tile in written)
    names = {tile.stands_for for tile in written} - {None}
    for laid in lying:
        if faces_of(tiles_of([laid])) == faces and names <= {tile.stands_for for tile in laid}:
            lying.remove(laid)
            return laid
    return None


def _first(free: list[TileId], face: str) -> TileId:
    for tile in free:
        if tile[:-1] == face:
            free.remove(tile)
            return tile
    raise AssertionError(f"neither the table nor the rack has another {face}: {free}")


def do(state: GameState, command: Command, *, now: int = NOW) -> tuple[GameState, tuple[Event, ...]]:
    """Play one command: the state after it and what happened."""
    events = decide(state, command, now=now, chance=FixedChance("unused"))
    return play(state, events), events


def lay(state: GameState, text: str, *, now: int = NOW) -> tuple[GameState, tuple[Event, ...]]:
    """Confirm the table that the text says, as the active seat."""
    assert state.active is not None
    return do(state, Confirm(state.active, draft(state, text)), now=now)


def time_up(state: GameState, text: str | None = None) -> tuple[GameState, tuple[Event, ...]]:
    """Let the running time run out over the draft that the text says, or over nothing moved."""
    assert state.deadline is not None
    command = ExpireDeadline(None if text is None else draft(state, text))
    return do(state, command, now=state.deadline.at)


def refused(state: GameState | None, command: Command, *, now: int = NOW) -> tuple[Refusal, ...]:
    """Every reason why the command is refused."""
    with pytest.raises(Refused) as caught:
        decide(state, command, now=now, chance=FixedChance("test"))
    return caught.value.refusals


def why_not(state: GameState, text: str) -> list[tuple[str, dict[str, str | int]]]:
    """Every reason why the active seat cannot confirm this table: codes and parameters."""
    assert state.active is not None
    refusals = refused(state, Confirm(state.active, draft(state, text)))
    return [(refusal.code, dict(refusal.params)) for refusal in refusals]


def codes(refusals: Iterable[Refusal]) -> list[str]:
    """The codes of refusals, in order."""
    return [refusal.code for refusal in refusals]


def only(events: Iterable[Event], kind: type[EventType]) -> EventType:
    """The one event of its kind."""
    found = [event for event in events if isinstance(event, kind)]
    assert len(found) == 1, f"expected one {kind.__name__}, got {found}"
    return found[0]


def kinds(events: Iterable[Event]) -> list[str]:
    """What happened, in order."""
    return [type(event).__name__ for event in events]


def on_table(state: GameState) -> str:
    """The table in notation, with what each joker stands for."""
    if state.rules.sets == "letters":
        return format_words(
            [[WrittenTile(face_of(tile.tile), tile.stands_for) for tile in laid] for laid in state.table]
        )
    return " | ".join(
        " ".join(tile.tile[:-1] + (f"({tile.stands_for})" if tile.stands_for else "") for tile in laid)
        for laid in state.table
    )


def on_rack(state: GameState, seat: int) -> str:
    """A seat's rack in notation."""
    between = "" if state.rules.sets == "letters" else " "
    return between.join(faces_of(state.seats[seat].rack))


def all_tiles(state: GameState) -> list[TileId]:
    """Every tile in play, wherever it is."""
    racks = [tile for seat in state.seats for tile in seat.rack]
    bank = [tile for stack in (*state.bank, *state.stacks) for tile in stack]
    return sorted([*racks, *bank, *tiles_of(state.table)])


def result_of(state: GameState) -> Result:
    """How the finished game ended."""
    assert state.phase == Phase.ENDED
    assert state.result is not None
    return state.result


def points_of(state: GameState) -> list[int]:
    """The scores of the finished game, by seat."""
    return [score.points for score in result_of(state).scores]


def ended(events: Iterable[Event]) -> bool:
    """Whether the game ended in these events."""
    return any(isinstance(event, GameEnded) for event in events)

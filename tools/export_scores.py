"""Vectors of the engine's scoring, for the twin in the companion to be tested against.

``make docs`` writes the file. It says, for every profile and house rules that matter: who wins what after
which end, what a rack could have opened with, who starts next, who wins a match, and what the sums of a
sheet have to be.
"""

import json
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

from tilemeld.adapters.lexicons import sets_with_words
from tilemeld.engine.game.commands import BeginGame, Confirm, CreateGame
from tilemeld.engine.game.decide import advance
from tilemeld.engine.game.events import Dealt, StarterChosen, TilesLaid, TurnStarted
from tilemeld.engine.game.evolve import evolve
from tilemeld.engine.game.match import GameLine, Match, expected_sum, is_sum_right, line_of
from tilemeld.engine.game.scoring import EndCause, FinalSeat, Result, score_game
from tilemeld.engine.game.shuffle import FixedChance
from tilemeld.engine.local_game import LocalGame
from tilemeld.engine.number_faces import NUMBER_FACES
from tilemeld.engine.rules import NUMBER_PROFILES, PROFILES, Rules, profile
from tilemeld.engine.sets.number_opening import best_opening
from tilemeld.engine.tiles import Face, LaidTile, Seat, faces_of, tile_ids

HOUSES: tuple[dict[str, Any], ...] = (
    {"joker_rack_value": 50, "lowest_rack_scores": "sum"},
    {"unopened_penalty": None, "could_open_penalty": 150},
    {"unopened_penalty": 80, "could_open_penalty": None},
    {"opening_points": 50, "opening_jokers": False, "unopened_penalty": 100, "could_open_penalty": 200},
    {"strict": True, "big_points": True, "match_ranking": ("big-points", "total")},
    {"match_ranking": ("wins", "total"), "lowest_rack_scores": "difference"},
)
GAMES, RACKS, MATCHES = 40, 450, 15
ENDS: tuple[EndCause, ...] = ("rack-empty", "rack-empty", "rack-empty", "last-lap", "all-passed")


CHANCE = FixedChance("scores")


@dataclass(frozen=True)
class Variant:
    """A profile with house rules."""

    name: str
    house: dict[str, Any]

    @property
    def rules(self) -> Rules:
        """The profile with the house's changes."""
        return profile(self.name).override(self.house)


def vectors_file() -> str:
    """The whole file, one vector to a line."""
    dice = random.Random(7)
    parts: dict[str, list[list[Any]]] = {
        "openings": list(_openings(dice)),
        "games": list(_games(dice)),
        "matches": list(_matches(dice)),
        "starters": list(_starters()),
        "turns": list(_turns()),
    }
    blocks = []
    for name, lines in parts.items():
        text = ",\n".join(json.dumps(line, separators=(",", ":"), ensure_ascii=False) for line in lines)
        blocks.append(f'"{name}":[\n{text}\n]')
    return "{\n" + ",\n".join(blocks) + "\n}\n"


def _variants() -> Iterator[Variant]:
    for name in PROFILES:
        yield Variant(name, {})
    for name, house in product(NUMBER_PROFILES, HOUSES):
        yield Variant(name, house)


def _openings(dice: random.Random) -> Iterator[list[Any]]:
    """Racks, whether jokers may open, and the most points that sets of the rack are worth (P2, R-10)."""
    written = ["", "J", "J J J", "J J J J", "r10 b10 k10", "r9 b10 k11", "r12 J r11", "r1 r2 r3 J", "o13 J J"]
    racks = [tuple(Face(face) for face in rack.split()) for rack in written]
    racks += [_rack(dice, profile(dice.choice(NUMBER_PROFILES))) for _ in range(RACKS)]
    for rack in racks:
        for jokers in (True, False):
            yield [" ".join(rack), jokers, best_opening(rack, jokers_allowed=jokers)]


def _rack(dice: random.Random, rules: Rules) -> tuple[Face, ...]:
    """Tiles of a box: by chance, or from one corner of it, where openings are common."""
    box = [face for face in NUMBER_FACES for _ in range(rules.copies)] + [Face("J")] * rules.jokers
    if dice.random() < 0.5:
        low, colours = dice.randint(1, 9), dice.sample("krbo", 2)
        box = [face for face in box if face == "J" or low <= int(face[1:]) <= low + 4 or face[0] in colours]
    return tuple(dice.sample(box, dice.choice((1, 2, 3, 5, 8, 10, 14, 17))))


def _games(dice: random.Random) -> Iterator[list[Any]]:
    for variant in _variants():
        games = GAMES if not variant.house else GAMES // 2
        for number in range(games):
            yield _game(dice, variant, number)


def _game(dice: random.Random, variant: Variant, number: int) -> list[Any]:
    """Profile, house, cause, seats; winners, scores, the sum asked for, and whether it is right."""
    rules = variant.rules
    players = dice.randint(rules.min_players, rules.max_players)
    letters = rules.sets == "letters"
    cause: EndCause = ENDS[number % len(ENDS)]
    seats = [_letters_seat(dice) if letters else _seat(dice, rules) for _ in range(players)]
    if cause == "rack-empty":
        seats[dice.randrange(players)] = FinalSeat((), True, True, (), False, seats[0].turn_points)
    elif dice.random() < 0.5:  # equal lowest racks share the win (E3, R-9)
        low = min(seats, key=lambda seat: sum(int(face[1:] or 30) for face in faces_of(seat.rack)))
        seats[dice.randrange(players)] = low
    result = score_game(rules, sets_with_words(rules), seats, cause=cause)
    return [
        variant.name,
        variant.house,
        cause,
        [_tell_seat(seat) for seat in seats],
        list(result.winners),
        [[score.rack_value, score.charge, score.points, score.big_points] for score in result.scores],
        0 if letters else expected_sum(rules, result),
        is_sum_right(rules, result),
    ]


def _seat(dice: random.Random, rules: Rules) -> FinalSeat:
    rack = tile_ids(_rack(dice, rules))
    opened = dice.random() < 0.45
    taken = (dice.choice(rack),) if dice.random() < 0.6 else ()
    return FinalSeat(rack, opened, opened or dice.random() < 0.9, taken, dice.random() < 0.5)


def _letters_seat(dice: random.Random) -> FinalSeat:
    points = tuple(dice.choice((0, 0, 3, 4, 6, 7, 14)) for _ in range(dice.randint(1, 6)))
    return FinalSeat(tile_ids((Face("A"), Face("K"))), True, True, (), False, points)


def _tell_seat(seat: FinalSeat) -> list[Any]:
    rack, taken = " ".join(faces_of(seat.rack)), " ".join(faces_of(seat.last_taken))
    return [rack, seat.opened, seat.had_turn, taken, seat.announced, list(seat.turn_points)]


def _matches(dice: random.Random) -> Iterator[list[Any]]:
    """Ranking, players, games as points and winners; totals, wins, big points, winners (M1, M2, R-9)."""
    for variant in _variants():
        if variant.name not in ("pl", "pl-tournament", "cs", "uk", "pl-word"):
            continue
        rules = variant.rules
        for _ in range(MATCHES if not variant.house else 4):
            match = Match(rules, dice.randint(rules.min_players, rules.max_players))
            for _ in range(dice.randint(1, 6)):
                match = match.with_game(_line(dice, rules, match.players))
            standings = match.standings()
            yield [
                list(rules.match_ranking),
                match.players,
                [[list(line.points), list(line.winners), list(line.big_points)] for line in match.games],
                [[each.total, each.wins, each.big_points] for each in standings],
                list(match.winners()),
            ]


def _line(dice: random.Random, rules: Rules, players: int) -> GameLine:
    """A line of small numbers, so that players are often level."""
    seats: Sequence[FinalSeat] = [
        FinalSeat(tile_ids((Face(f"r{dice.randint(1, 3)}"),)), True, True, (), False, (dice.randint(3, 5),))
        for _ in range(players)
    ]
    result: Result = score_game(rules, sets_with_words(rules), seats, cause="last-lap")
    return line_of(result, Seat(0))


def _starters() -> Iterator[list[Any]]:
    """Profile, players, who started last, if any; who starts now, or none: it is drawn (S1, S2, W2)."""
    for name in PROFILES:
        rules = profile(name)
        for previous in (None, 0, rules.min_players - 1):
            yield [name, rules.min_players, previous, _starter(rules, previous)]


def _starter(rules: Rules, previous: int | None) -> int | None:
    game, seat = (1, None) if previous is None else (2, Seat(previous))
    table = LocalGame(
        CreateGame(rules, rules.min_players, game, seat), chance=CHANCE, sets_for=sets_with_words
    )
    chosen = next(event for event in table.do(BeginGame()) if isinstance(event, StarterChosen))
    return None if chosen.draws else chosen.starter


def _turns() -> Iterator[list[Any]]:
    """Openings with words: rack, tiles laid, letters that score, double from; points, double (W10, W11)."""
    words = ("KOT", "OCZY", "KOSZYK", "SZYSZKA")
    for word, spare, double_from in product(words, range(3), (None, 3, 6, 7)):
        laid = _opening_with(word, spare, double_from)
        held = len(word) + spare
        yield [held, len(laid.laid), len(laid.word), double_from, laid.points, laid.double]


def _opening_with(word: str, spare: int, double_from: int | None) -> TilesLaid:
    """Let a player open with a word and keep some tiles."""
    rules = profile("pl-word").override({"opening_letters": 3, "double_from": double_from})
    command = CreateGame(rules, 2)
    state, _ = advance(None, command, now=0, chance=CHANCE, sets_for=sets_with_words)
    rack = tile_ids(Face(letter) for letter in word + "AAA"[:spare])
    bank = tuple(tile for tile in tile_ids(state.sets.box()) if tile not in rack)
    story = (
        StarterChosen(Seat(0), ()),
        Dealt(1, (rack, ()), (bank,), (len(bank),), None),
        TurnStarted(Seat(0), 1, None),
    )
    for event in story:
        state = evolve(state, event)
    table = (tuple(LaidTile(tile) for tile in rack[: len(word)]),)
    _, events = advance(state, Confirm(Seat(0), table), now=0, chance=CHANCE)
    return next(event for event in events if isinstance(event, TilesLaid))

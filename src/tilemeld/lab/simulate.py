"""Simulation: seeded games between random players, with everything that can happen at a table.

In addition to the players' moves, rounds end, allowances are given, the game is paused, a referee rules, and
players who left come back. All of it follows from the seed.
"""

import random
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from functools import partial
from pathlib import Path

from tilemeld.bots import Dawdle, Habits, Player, RandomPlayer
from tilemeld.bots.words.random_player import RandomWordPlayer
from tilemeld.engine.errors import Refused
from tilemeld.engine.game.commands import (
    AddEntropy,
    BeginGame,
    CastVote,
    Command,
    CreateGame,
    EndRound,
    GiveAllowance,
    GivePenalty,
    Leave,
    Pause,
    RestartTurn,
    Resume,
    Return,
    TakeBackTurn,
)
from tilemeld.engine.game.evolve import SetRulesFor
from tilemeld.engine.game.shuffle import FixedChance
from tilemeld.engine.game.state import Phase
from tilemeld.engine.local_game import LocalGame
from tilemeld.engine.record.record import format_record
from tilemeld.engine.rules import Rules
from tilemeld.engine.sets.for_rules import sets_of
from tilemeld.engine.sets.letters import LetterSets
from tilemeld.engine.sets.set_rules import SetRules
from tilemeld.engine.tiles import Seat

from .tally import Tally, tally_record

BATCH = 25
"""Games that a process plays before it reports."""

MOODS: dict[Habits, int] = {
    Habits(hold_back=0.0): 45,
    Habits(dawdle=0.15, err=0.08, hold_back=0.2): 35,
    Habits(delay_opening=1.0): 20,
}
"""The habits that seats may have, and how often they have them."""
WALK_OUT, WALK_OUT_SHARE = Habits(leave=0.2), 0.04
"""In some games everybody tends to leave."""

Watch = Callable[[LocalGame], None]


def simulate(
    rules: Rules,
    *,
    players: int,
    games: int,
    seed: int | str,
    jobs: int = 1,
    on_games: Callable[[int], None] | None = None,
    record_folder: Path | None = None,
    sets_for: SetRulesFor = sets_of,
) -> Tally:
    """Play seeded games between random players and count what happened.

    ``on_games`` is called with the number of further games done; with a folder every game's record is saved
    there. A game with letters needs ``sets_for`` with words. The result does not depend on the number of
    jobs.
    """
    total = Tally()
    play = partial(_play_span, rules, players, str(seed), folder=record_folder, sets_for=sets_for)
    for tally in _batches(play, games, jobs):
        total.add(tally)
        if on_games is not None:
            on_games(tally.games)
    return total


def _batches(play: Callable[[range], Tally], games: int, jobs: int) -> Iterator[Tally]:
    spans = [range(start, min(start + BATCH, games)) for start in range(0, games, BATCH)]
    if jobs <= 1:
        yield from map(play, spans)
        return
    with ProcessPoolExecutor(max_workers=jobs) as pool:
        for done in as_completed([pool.submit(play, span) for span in spans]):
            yield done.result()


def _play_span(
    rules: Rules, players: int, seed: str, span: range, *, folder: Path | None, sets_for: SetRulesFor
) -> Tally:
    tally = Tally()
    for number in span:
        game, refused = play_random_game(rules, players, f"{seed}/{number}", sets_for=sets_for)
        tally.add(tally_record(game.record))
        tally.counts["refusals"] += refused
        if folder is not None:
            (folder / f"game-{number:05}.jsonl").write_text(format_record(game.record), encoding="utf-8")
    return tally


def play_random_game(
    rules: Rules,
    players: int,
    seed: str,
    *,
    watch: Watch | None = None,
    sets_for: SetRulesFor = sets_of,
) -> tuple[LocalGame, int]:
    """Play one game to its end; return it and how many commands were refused on the way."""
    rng = random.Random(seed)
    game = LocalGame(CreateGame(rules, players), chance=FixedChance(seed), sets_for=sets_for)
    moods = rng.choices(list(MOODS), list(MOODS.values()), k=players)
    if rng.random() < WALK_OUT_SHARE:
        moods = [WALK_OUT] * players
    bots = [_player(game.state.sets, habits) for habits in moods]
    for seat in range(players):
        if rng.random() < 0.5:
            game.do(AddEntropy(Seat(seat), f"{rng.getrandbits(64):x}"))
    game.do(BeginGame())
    refused = 0
    while not game.is_over:
        if watch is not None:
            watch(game)
        refused += _disturb(game, rng)
        if not game.is_over:
            refused += _move(game, bots, rng)
    if watch is not None:
        watch(game)
    return game, refused


def _player(sets: SetRules, habits: Habits) -> Player:
    """Return a random player of the game: with letters, one who knows its words."""
    if not isinstance(sets, LetterSets):
        return RandomPlayer(habits)
    words = sets.theme if sets.needs_theme else sets.lexicon
    assert words is not None, "a game with letters is created with words"
    return RandomWordPlayer(words, habits)


def _move(game: LocalGame, bots: list[Player], rng: random.Random) -> int:
    """Let the players that the game waits for do something; say whether it was refused."""
    if game.state.phase == Phase.REDEAL:
        return _redeal_window(game, bots, rng)
    if game.state.phase == Phase.VOTE:
        return _vote(game, bots, rng)
    seat = game.active
    choice = bots[seat].choose(game.view(seat), rng)
    if isinstance(choice, Dawdle):
        if game.state.deadline is None:  # without a clock nobody can wait for the time to run out
            return 0
        game.run_out(choice.draft)
        return 0
    game.now += rng.randrange(1000)
    return _try(game, choice)


def _redeal_window(game: LocalGame, bots: list[Player], rng: random.Random) -> int:
    for seat in range(game.state.players):
        choice = bots[seat].choose(game.view(Seat(seat)), rng)
        if not isinstance(choice, Dawdle):
            return _try(game, choice)
    game.run_out()
    return 0


def _vote(game: LocalGame, bots: list[Player], rng: random.Random) -> int:
    """Let everybody vote except those who stay silent until the time is up (R-16)."""
    for seat in range(game.state.players):
        if game.state.phase == Phase.VOTE and seat != game.active and not game.state.seats[seat].gone:
            choice = bots[seat].choose(game.view(Seat(seat)), rng)
            if isinstance(choice, CastVote) and rng.random() < 0.9:
                game.do(choice)
    if game.state.phase == Phase.VOTE:
        game.run_out()
    return 0


def _try(game: LocalGame, command: Command) -> int:
    """Carry a command out; a refusal changes nothing and the game waits on."""
    try:
        game.do(command)
    except Refused:
        return 1
    return 0


def _disturb(game: LocalGame, rng: random.Random) -> int:
    """Let the table, the clock or a referee do something now and then."""
    if rng.random() >= 0.015:
        return 0
    state = game.state
    seat = Seat(rng.randrange(state.players))
    away = [Seat(place) for place, each in enumerate(state.seats) if each.left]
    if away and rng.random() < 0.5:
        game.do(Return(rng.choice(away)))
        return 0
    commands: list[Command] = [
        GiveAllowance(seat, rng.randrange(30)),
        RestartTurn("dispute"),
        TakeBackTurn("dispute"),
        GivePenalty(seat, rng.randrange(1, 4), "penalty"),
        Pause("dispute"),
        *([EndRound()] if state.rules.round_time else []),
        *([] if state.seats[seat].left else [Leave(seat)]),
    ]
    command = rng.choice(commands)
    if _try(game, command):
        return 0
    if isinstance(command, Pause):
        game.now += rng.randrange(100_000)
        game.do(Resume())
    return 0

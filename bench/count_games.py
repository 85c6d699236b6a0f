"""Games in counts against the engine: the same decisions in both, and how much faster counts are.

``python -m bench.count_games --games 2000`` plays games in both and stops at the first difference; then it
times both with players who lay all they can (CPU time).
"""

import argparse
import random
import time
from collections.abc import Iterator

from tilemeld.bots.numbers.laying import table_with
from tilemeld.bots.value.count_game import CountGame, CountPlayer, deal, play
from tilemeld.bots.value.count_view import count_view
from tilemeld.bots.value.habits import Habit
from tilemeld.bots.value.model import asker_for
from tilemeld.engine.game.commands import (
    BeginGame,
    Confirm,
    CreateGame,
    EndTurn,
    Pass,
    Take,
)
from tilemeld.engine.game.shuffle import FixedChance
from tilemeld.engine.game.state import Phase
from tilemeld.engine.local_game import LocalGame
from tilemeld.engine.rules import NUMBER_PROFILES, Rules, profile
from tilemeld.engine.tiles import faces_of
from tilemeld.lab.arena import play_span
from tilemeld.lab.self_play import any_habit
from tilemeld.solver import count_faces


def play_both(rules: Rules, players: int, seed: str) -> None:
    """Play one game in both; every view, the winners and the points have to be the same."""
    game = LocalGame(CreateGame(rules, players), chance=FixedChance(seed))
    game.do(BeginGame())
    while game.state.phase == Phase.REDEAL:
        game.run_out()
    twin = game_in_counts(game)
    rng = random.Random(seed)
    seated: list[CountPlayer] = [any_habit(rng) for _ in range(players)]
    asker = asker_for(rules)
    while not game.is_over:
        view = game.view(game.active)
        seen = count_view(view)
        assert seen == twin.view(twin.turn), f"{seed}: {seen} is not {twin.view(twin.turn)}"
        tiles = seated[game.active].lay(seen, asker, rng)
        if tiles:
            game.do(Confirm(game.active, table_with(view, tiles)))
        else:
            game.do(Take(game.active) if view.bank_count else Pass(game.active))
            if game.state.phase == Phase.ANNOUNCE:
                game.do(EndTurn(game.active))
        twin.lay(tiles)
    result = game.state.result
    assert result is not None, "the game is over"
    found = twin.result(asker)
    assert twin.is_over, seed
    assert found.winners == result.winners, seed
    assert found.points == tuple(score.points for score in result.scores), f"{seed}: {found} {result}"


def game_in_counts(game: LocalGame) -> CountGame:
    """Return a game that has just been dealt, in counts."""
    state = game.state
    assert state.active is not None, "the game has begun"
    bank = [count_faces(faces_of([tile])) for stack in state.bank for tile in stack]
    return CountGame(
        rules=state.rules,
        table=0,
        racks=[count_faces(faces_of(seat.rack)) for seat in state.seats],
        opened=[False] * state.players,
        bank=bank[::-1],
        turn=state.active,
    )


def tables() -> Iterator[tuple[Rules, int]]:
    while True:
        for name in NUMBER_PROFILES:
            rules = profile(name)
            for players in range(rules.min_players, rules.max_players + 1):
                yield rules, players


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=60)
    parser.add_argument("--seed", default="counts")
    parser.add_argument("--timed", type=int, default=40, help="deals that are timed")
    chosen = parser.parse_args()
    for number, (rules, players) in zip(range(chosen.games), tables(), strict=False):
        play_both(rules, players, f"{chosen.seed}/{number}")
    print(f"{chosen.games} games of every number profile, 2 to 6 players: the same in counts")
    for players in (2, 4):
        begun = time.process_time()
        for number in range(chosen.timed):
            rng = random.Random(number)
            play(deal(profile("pl"), players, rng), [Habit()] * players, rng)
        rate = chosen.timed / (time.process_time() - begun)
        begun = time.process_time()
        played = play_span(profile("pl"), ("club",) * players, "timed", range(chosen.timed // players))
        engine = sum(map(len, played)) / (time.process_time() - begun)
        print(
            f"{players} players who lay all they can: {rate:.0f} games a CPU second, the engine {engine:.0f}"
        )


if __name__ == "__main__":
    main()

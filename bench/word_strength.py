"""The ladder of word levels: neighbours against each other, and the adaptive bot against a beginner.

``python -m bench.word_strength --games 100 --seed words-report`` writes a line of JSON for each pair, in
mirrored deals; seeds that begin with ``tune`` were used while values were chosen and are never reported.
"""

import argparse
import json
import time
from itertools import pairwise

from tilemeld.adapters.lexicons import polish_lexicon, sets_with_words
from tilemeld.bots.player import Player
from tilemeld.bots.words.levels import WORD_LEVELS, AdaptiveWordPlayer, WordLevelPlayer
from tilemeld.engine.rules import profile
from tilemeld.lab.arena import play_deal, sum_up

RULES = profile("pl-word")
PAIRS = (*((stronger, weaker) for weaker, stronger in pairwise(WORD_LEVELS)), ("adaptive", "beginner"))


def player(name: str) -> Player:
    """Return the word bot of a name."""
    words = polish_lexicon()
    return AdaptiveWordPlayer(words) if name == "adaptive" else WordLevelPlayer(WORD_LEVELS[name], words)


def main() -> None:
    """Play every pair and print its figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--seed", default="words-report")
    parser.add_argument("--only", default="", help="pairs whose name holds this text")
    chosen = parser.parse_args()
    for pair in PAIRS:
        if chosen.only not in " v ".join(pair):
            continue
        begun = time.process_time()
        players = [player(name) for name in pair]
        deals = [
            play_deal(RULES, players, f"{chosen.seed}/{number}", sets_for=sets_with_words)
            for number in range(-(-chosen.games // 2))
        ]
        standings = sum_up(RULES.profile, chosen.seed, pair, deals)
        first, second = standings.lines
        row = {
            "pair": " v ".join(pair),
            "games": standings.games,
            "wins": [round(100 * each, 1) for each in (first.wins.mean, first.wins.low, first.wins.high)],
            "scores": [round(first.score.mean, 1), round(second.score.mean, 1)],
            "turns": round(standings.turns, 1),
            "cpu_s_per_game": round((time.process_time() - begun) / standings.games, 2),
        }
        print(json.dumps(row), flush=True)


if __name__ == "__main__":
    main()

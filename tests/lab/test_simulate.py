"""The simulation: random players exercise every rule, and its result follows from the seed alone."""

from pathlib import Path

import pytest

from tilemeld.adapters.lexicons import sets_with_words
from tilemeld.engine.record import parse_record, verify
from tilemeld.engine.rules import NUMBER_PROFILES, Value, profile
from tilemeld.lab.simulate import BATCH, simulate
from tilemeld.lab.tally import COUNTS, Tally, applicable

SHORT: dict[str, Value] = {"copies": 1, "jokers": 8, "rack_size": 4}
"""A house game that is over soon, so that the rare rows of E7 and shared wins happen in few games."""


def played(name: str) -> tuple[Tally, frozenset[str]]:
    """Play a profile as it is, in the other of strict and helpful play, by hand, and short."""
    base = profile(name)
    other: dict[str, Value] = {"strict": not base.strict, "stacks_by_hand": base.stacks != "none"}
    total, counts = Tally(), frozenset[str]()
    for changes, games in (({}, 30), (other, 30), (SHORT, 120), ({**SHORT, **other}, 120)):
        rules = base.override(changes)
        total.add(simulate(rules, players=3, games=games, seed=f"exercise/{len(changes)}"))
        counts |= applicable(rules)
    return total, counts


@pytest.mark.rule("T2", "T3", "T4", "T5", "T6", "E1", "E2", "R-11", "R-13", "S7")
@pytest.mark.parametrize("name", NUMBER_PROFILES)
def test_random_players_exercise_everything_that_applies_to_a_profile(name: str) -> None:
    tally, counts = played(name)
    assert sorted(count for count in counts if not tally.counts[count]) == []
    assert set(tally.counts) <= counts, "something happened that these rules do not have"


def test_random_players_exercise_everything_that_applies_to_words() -> None:
    total, counts = Tally(), frozenset[str]()
    short: dict[str, Value] = {"jokers": 8, "opening_letters": 3, "rack_size": 26, "refill_to": 9}
    vote: dict[str, Value] = {"theme": "anything", "theme_by": "vote", "strict": True, "stacks_by_hand": True}
    for changes, games in (({}, 40), (vote, 25), (short, 60)):
        rules = profile("pl-word").override(changes)
        total.add(
            simulate(rules, players=2, games=games, seed=f"words/{len(changes)}", sets_for=sets_with_words)
        )
        counts |= applicable(rules)
    assert sorted(count for count in counts if not total.counts[count]) == []
    assert set(total.counts) <= counts, "something happened that these rules do not have"


def test_the_same_seed_gives_the_same_games_however_many_jobs_there_are() -> None:
    one = simulate(profile("cs"), players=2, games=BATCH + 5, seed=7)
    heard: list[int] = []
    two = simulate(profile("cs"), players=2, games=BATCH + 5, seed=7, jobs=2, on_games=heard.append)
    assert one == two
    assert sorted(heard) == [5, BATCH]
    assert simulate(profile("cs"), players=2, games=5, seed=8).counts != one.counts


def test_records_are_saved_and_verify(tmp_path: Path) -> None:
    simulate(profile("uk"), players=2, games=3, seed=1, record_folder=tmp_path)
    saved = sorted(tmp_path.iterdir())
    assert [path.name for path in saved] == ["game-00000.jsonl", "game-00001.jsonl", "game-00002.jsonl"]
    for path in saved:
        assert verify(parse_record(path.read_text(encoding="utf-8"))) == ()


def test_every_count_has_words_and_averages() -> None:
    tally = simulate(profile("pl"), players=2, games=2, seed=3)
    assert set(tally.counts) <= set(COUNTS)
    assert tally.per_game("openings") == tally.counts["openings"] / 2
    assert Tally().per_game("openings") == 0.0

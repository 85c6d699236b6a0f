"""The simulation: random players exercise every rule, and its result follows from the seed alone.

Proves `lab/tally.py`.
"""

from pathlib import Path

import pytest

from at_night import IS_NIGHT
from tilemeld.adapters.lexicons import sets_with_words
from tilemeld.engine.game.evolve import SetRulesFor
from tilemeld.engine.record.record import parse_record, verify
from tilemeld.engine.rules import NUMBER_PROFILES, Rules, Value, profile
from tilemeld.engine.sets.for_rules import sets_of
from tilemeld.lab.simulate import BATCH, simulate
from tilemeld.lab.tally import COUNTS, Tally, applicable

SHORT: dict[str, Value] = {"copies": 1, "jokers": 8, "rack_size": 4}
"""A house game that is over soon, so that the rare rows of E7 and shared wins happen in few games."""


NIGHT_ROUNDS = 18
ROUNDS = 40
"""After so many rounds of games everything has happened; most profiles need a few."""


def exercise(
    variants: list[tuple[Rules, int]], seed: str, *, players: int, sets_for: SetRulesFor = sets_of
) -> tuple[Tally, frozenset[str]]:
    """Play rounds of games under the variants until everything has happened that applies to one of them."""
    counts = frozenset[str]().union(*(applicable(rules) for rules, _ in variants))
    total = Tally()
    for number in range(ROUNDS):
        for place, (rules, games) in enumerate(variants):
            named = f"{seed}/{place}/{number}"
            total.add(simulate(rules, players=players, games=games, seed=named, sets_for=sets_for))
            seen = {name for name, times in total.counts.items() if times}
            if counts <= seen and not (IS_NIGHT and number < NIGHT_ROUNDS):
                return total, counts
    return total, counts


@pytest.mark.rule("T2", "T3", "T4", "T5", "T6", "E1", "E2", "R-11", "R-13", "S7")
@pytest.mark.parametrize("name", NUMBER_PROFILES)
def test_random_players_exercise_everything_that_applies_to_a_profile(name: str) -> None:
    """A profile as it is, in the other of strict and helpful play, by hand, and short."""
    base = profile(name)
    other: dict[str, Value] = {"strict": not base.strict, "stacks_by_hand": base.stacks != "none"}
    if base.may_redeal:
        other["redeal_doublets"] = 1  # so that it happens in few games
    short = (base.override(SHORT), base.override({**SHORT, **other}))
    tally, counts = exercise(
        [(base, 1), (base.override(other), 1), (short[0], 6), (short[1], 6)], "a", players=3
    )  # with this seed everything has soon happened
    assert sorted(count for count in counts if not tally.counts[count]) == []
    assert set(tally.counts) <= counts, "something happened that these rules do not have"


def test_random_players_exercise_everything_that_applies_to_words() -> None:
    base = profile("pl-word")
    short = base.override({"jokers": 8, "opening_letters": 3, "rack_size": 26, "refill_to": 9})
    tiny = base.override({"jokers": 8, "opening_letters": 3, "rack_size": 4, "refill_to": 3})
    vote = base.override({"theme": "anything", "theme_by": "vote", "strict": True, "stacks_by_hand": True})
    total, counts = exercise(
        [(base, 4), (vote, 4), (short, 10), (tiny, 10)], "words", players=2, sets_for=sets_with_words
    )
    assert sorted(count for count in counts if not total.counts[count]) == []
    assert set(total.counts) <= counts, "something happened that these rules do not have"


def test_the_same_seed_gives_the_same_games_however_many_jobs_there_are() -> None:
    rules = profile("cs").override(SHORT)
    one = simulate(rules, players=2, games=BATCH + 5, seed=7)
    heard: list[int] = []
    two = simulate(rules, players=2, games=BATCH + 5, seed=7, jobs=2, on_games=heard.append)
    assert one == two
    assert sorted(heard) == [5, BATCH]
    assert simulate(rules, players=2, games=5, seed=8).counts != one.counts


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

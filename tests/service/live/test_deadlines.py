"""Deadlines in memory: the latest of each game counts, and what was overtaken does not pile up."""

from hypothesis import given
from hypothesis import strategies as st

from tilemeld.service.live.deadlines import SLACK, Deadlines
from tilemeld.service.ports import GameId

Deeds = st.lists(
    st.tuples(st.sampled_from(["set", "set", "clear", "take"]), st.integers(0, 4), st.integers(0, 50)),
    max_size=60,
)


@given(Deeds)
def test_the_games_whose_time_has_come_are_those_whose_latest_deadline_has(
    deeds: list[tuple[str, int, int]],
) -> None:
    deadlines, model = Deadlines(), dict[GameId, tuple[int, int]]()
    for version, (deed, number, at) in enumerate(deeds):
        game = GameId(f"g{number}")
        if deed == "set":
            model[game] = (at, version)
            is_first = deadlines.set(at, game, version)
            assert is_first == (
                (at, game, version) == min((due[0], each, due[1]) for each, due in model.items())
            )
        elif deed == "clear":
            model.pop(game, None)
            deadlines.clear(game)
        else:
            due = sorted((when, each, at_version) for each, (when, at_version) in model.items() if when <= at)
            assert deadlines.take(at) == [(each, at_version) for _, each, at_version in due]
            for _, each, _ in due:
                del model[each]
        assert (len(deadlines), set(deadlines)) == (len(model), set(model))
        assert deadlines.first() == min((when for when, _ in model.values()), default=None)


def test_a_thousand_moves_of_one_game_leave_no_heap_behind() -> None:
    deadlines = Deadlines()
    deadlines.set(50_000, GameId("another, which comes first all the time"), 0)
    for version in range(10_000):
        deadlines.set(version + 60_000, GameId("g"), version)
    assert deadlines.size <= 4 + SLACK
    deadlines.clear(GameId("another, which comes first all the time"))
    deadlines.clear(GameId("g"))
    assert deadlines.take(10**9) == []

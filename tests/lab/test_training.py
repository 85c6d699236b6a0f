"""Training: the same plan gives the same model whoever does the work, and it learns something.

Proves `lab/calibration.py`, `lab/self_play.py`, `lab/spread.py`.
"""

from functools import partial

import pytest

from tilemeld.bots.value.features import FEATURES
from tilemeld.bots.value.model import network_of
from tilemeld.bots.value.network import Network
from tilemeld.lab.calibration import by_phase, judge_chances, phase_of
from tilemeld.lab.self_play import Position, SelfPlay
from tilemeld.lab.spread import Workers, spread
from tilemeld.lab.training import TrainingPlan, fit, train

TINY = TrainingPlan(seed="tiny", games=(6, 6), hidden=4, epochs=2, batch=16)


def squares(span: range, *, plus: int) -> list[int]:
    return [number * number + plus for number in span]


@pytest.mark.parametrize("jobs", [1, 3])
def test_work_comes_back_in_its_order_whoever_did_it(jobs: int) -> None:
    found = spread(partial(squares, plus=1), 23, workers=Workers(jobs), piece=4)
    assert list(found) == [number * number + 1 for number in range(23)]


def test_a_cluster_gives_the_same() -> None:
    from distributed import LocalCluster  # slow to import

    with LocalCluster(
        n_workers=1,
        threads_per_worker=1,
        processes=False,
        dashboard_address=None,
        host="127.0.0.1",
        protocol="tcp",
    ) as cluster:
        found = spread(partial(squares, plus=1), 9, workers=Workers(dask=cluster.scheduler_address), piece=4)
        assert list(found) == [number * number + 1 for number in range(9)]


def test_a_cluster_that_is_not_there_is_said() -> None:
    with pytest.raises(OSError, match="tcp"):
        list(spread(partial(squares, plus=1), 3, workers=Workers(dask="tcp://127.0.0.1:9")))


def test_a_training_depends_on_its_plan_alone() -> None:
    first, again = train(TINY), train(TINY, workers=Workers(jobs=2))
    assert first.network == again.network
    assert first.to_json() == again.to_json()
    assert network_of(first.to_json()) == first.network


def test_a_network_learns_what_there_is_to_learn() -> None:
    """A seat wins whose first number is high, and gets points for it."""
    known = [
        Position((number % 10 / 10, *[0.0] * (len(FEATURES) - 1)), float(number % 10 > 4), 50, 2, 9, False)
        for number in range(600)
    ]
    found = fit(known, TrainingPlan(hidden=4, epochs=40, batch=32, rate=0.02))
    assert found.run(known[9].inputs)[0] > 0.9
    assert found.run(known[0].inputs)[0] < 0.1
    assert found.run(known[3].inputs)[1] == pytest.approx(50, abs=10)


def test_positions_say_how_their_game_ended() -> None:
    played = SelfPlay("positions").positions(3)
    assert played == SelfPlay("positions").positions(3)
    assert played != SelfPlay("positions").positions(4)
    assert {len(each.inputs) for each in played} == {len(FEATURES)}
    assert {each.share for each in played} <= {0.0, 0.5, 1.0}


def test_chances_are_measured() -> None:
    sure = judge_chances([(0.8, 1.0), (0.8, 1.0), (0.8, 0.0), (0.2, 0.0)], bins=5)
    assert [(each.count, each.won) for each in sure.bins] == [(1, 0.0), (3, pytest.approx(2 / 3))]
    assert sure.auc == pytest.approx(0.75)
    assert sure.off == pytest.approx((0.2 + 3 * (0.8 - 2 / 3)) / 4)
    assert judge_chances([(0.5, 1.0), (0.5, 0.0)]).auc == 0.5
    assert sure.log_loss < sure.base
    with pytest.raises(ValueError, match="expected positions"):
        judge_chances([])


def test_phases_are_told_apart() -> None:
    blank = Position((), 1.0, 0, 2, 40, False)
    assert phase_of(blank) == "bank 30 and more"
    assert phase_of(blank._replace(bank=7)) == "bank 0 to 7"
    assert phase_of(blank._replace(bank=0, in_lap=True)) == "last lap"
    flat = Network(((0.0,) * (len(FEATURES) + 1),), ((0.0, 0.0), (0.0, 0.0)))
    played = SelfPlay("phases").positions(1)
    assert by_phase(flat, played)["all"].count == len(played)

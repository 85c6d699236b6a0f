"""The arena: mirrored deals, statistics that were worked out by hand, a result that follows from the seed.

Proves `lab/intervals.py`, `lab/ladder.py`.
"""

from math import inf, sqrt
from xml.etree import ElementTree

import pytest

from tilemeld.bots import player_named
from tilemeld.engine.errors import CodedError, Refused
from tilemeld.engine.record.record import verify
from tilemeld.engine.rules import profile
from tilemeld.lab.arena import Deal, Outcome, contest, distinct, hurried, play_game, rate, sum_up
from tilemeld.lab.intervals import estimate, rate_bound, share_estimate, student_quantile
from tilemeld.lab.ladder import draw_ladder
from tilemeld.lab.spread import Workers


def test_an_interval_worked_out_by_hand() -> None:
    """1, 2, 3, 4, 5: mean 3, deviation √2.5, four degrees of freedom: ± 2.7764 · √2.5 / √5 = 1.9632."""
    found = estimate([1.0, 2.0, 3.0, 4.0, 5.0])
    assert found.mean == 3.0
    assert found.high - 3.0 == pytest.approx(2.7764 * sqrt(2.5) / sqrt(5))
    assert found.high - 3.0 == pytest.approx(1.9632, abs=1e-4)
    assert found.low == pytest.approx(6.0 - found.high)


def test_equal_values_have_no_spread_and_one_value_says_nothing_about_it() -> None:
    assert (estimate([0.5] * 9).low, estimate([0.5] * 9).high) == (0.5, 0.5)
    assert (estimate([0.7]).low, estimate([0.7]).high) == (-inf, inf)


@pytest.mark.parametrize(
    ("degrees", "quantile"),
    [(1, 12.706), (10, 2.228), (11, 2.201), (20, 2.086), (120, 1.980), (10_000, 1.960)],
)
def test_students_quantile_is_that_of_the_tables(degrees: int, quantile: float) -> None:
    assert student_quantile(degrees) == pytest.approx(quantile, abs=6e-4)


def deal(*games: tuple[float, int]) -> Deal:
    """A mirrored deal of two players, given the first one's share and points."""
    return tuple(Outcome((share, 1 - share), (points, -points), 50, "rack-empty") for share, points in games)


def test_intervals_are_over_deals_and_not_over_games() -> None:
    """By hand: the deals' shares are 1, ½, 0, ½ (mean ½, deviation √(1/6)); t(3) = 3.1824, so ± 0.6496, which
    is more than a share can be away: four deals say nothing.

    Eight games taken as independent would give four wins of eight and ± 0.447: too sure of itself,
    or, where mirrored games always split, far too unsure.
    """
    standings = sum_up(
        "pl",
        "x",
        ["a", "b"],
        [deal((1, 40), (1, 20)), deal((1, 30), (0, -30)), deal((0, -10), (0, -50)), deal((0, -8), (1, 8))],
    )
    first, second = standings.lines
    assert (standings.deals, standings.games, standings.turns) == (4, 8, 50)
    assert standings.causes == {"rack-empty": 8}
    assert first.wins.mean == second.wins.mean == 0.5
    assert (first.wins.low, first.wins.high) == (0.0, 1.0)
    assert estimate([1, 0.5, 0, 0.5]).high - 0.5 == pytest.approx(3.1824 * sqrt(1 / 6) / 2)
    assert first.score.mean == 0.0  # deals 30, 0, −30, 0
    assert first.score.high == pytest.approx(3.1824 * sqrt(600) / 2)


@pytest.mark.parametrize(
    ("seen", "count", "bound"),
    # None in n: 1 − 0.025^(1/n). One in two: 1 − r² = 0.025. One in ten: the tables' 44.5 %.
    [(0, 2, 0.84189), (0, 36, 0.09739), (1, 2, 0.98742), (1, 10, 0.44502), (2, 2, 1.0)],
)
def test_the_bound_of_a_rate_is_clopper_and_pearsons(seen: int, count: int, bound: float) -> None:
    assert rate_bound(seen, count) == pytest.approx(bound, abs=1e-5)


def test_a_clean_sheet_of_two_deals_proves_little() -> None:
    """By hand: a deal that is not won may come in 1 − √0.025 = 84.2 % of the deals, so 15.8 to 100 %."""
    standings = sum_up("pl", "x", ["a", "b"], [deal((1, 5), (1, 9)), deal((1, 3), (1, 7))])
    first, second = (line.wins for line in standings.lines)
    assert (first.mean, first.high) == (1.0, 1.0)
    assert first.low == pytest.approx(sqrt(0.025))
    assert (second.mean, second.low) == (0.0, 0.0)
    assert second.high == pytest.approx(1 - sqrt(0.025))


def test_deals_that_always_split_leave_some_doubt() -> None:
    """By hand: in three deals nothing else was seen, it may come in 1 − 0.025^(1/3) = 70.8 % of them."""
    standings = sum_up("pl", "x", ["a", "b"], [deal((1, 5), (0, -5))] * 3)
    wins = standings.lines[0].wins
    assert (wins.low, wins.high) == pytest.approx((0.5 * 0.29240, 1 - 0.5 * 0.29240), abs=1e-5)


def test_one_lost_game_does_not_narrow_the_interval_of_a_clean_sheet_to_nothing() -> None:
    """One deal of 36 split: such deals come in at most 14.5 % of all, so the lower end is 1 − 0.145 / 2."""
    found = share_estimate([1.0] * 35 + [0.5])
    assert found.low == pytest.approx(1 - 0.14529 / 2, abs=1e-5)
    assert found.high == 1.0
    assert estimate([1.0] * 35 + [0.5]).low > 0.95  # Student's: it has seen next to nothing, and trusts it


def test_with_enough_on_both_sides_the_interval_is_students() -> None:
    shares = [0.0] * 20 + [0.5] * 40 + [1.0] * 30
    assert share_estimate(shares) == estimate(shares)
    near_the_end = [1.0] * 991 + [0.5] * 9  # the expert against club, 2,000 games
    assert share_estimate(near_the_end) == estimate(near_the_end)
    one_sided = [0.5] * 60 + [0.0] * 40  # nothing above one half was seen: it may come in 3.6 % of the deals
    assert share_estimate(one_sided) == estimate(one_sided)
    assert share_estimate([0.7]) == estimate([0.7])


@pytest.mark.rule("R-9")
def test_a_shared_win_is_divided_and_rated_as_a_tie() -> None:
    shared = Outcome((0.5, 0.5, 0.0), (9, 9, -18), 40, "last-lap")
    ratings = rate(3, [shared])
    assert ratings[0] == ratings[1]
    assert ratings[0][0] > 25 > ratings[2][0]
    standings = sum_up("pl", "x", ["a", "b", "c"], [(shared,), (shared,)])
    assert [line.wins.mean for line in standings.lines] == [0.5, 0.5, 0.0]


def test_the_winner_is_rated_above_who_lost_least() -> None:
    game = Outcome((0.0, 1.0, 0.0), (-5, 25, -20), 40, "rack-empty")
    first, second, third = (mean for mean, _ in rate(3, [game] * 5))
    assert second > first > third


def test_the_result_follows_from_the_seed_however_many_jobs_there_are() -> None:
    rules, names = profile("cs"), ["club", "beginner"]
    heard: list[int] = []
    one = contest(rules, names, games=11, seed=5, on_games=heard.append)
    assert one.games == 12  # whole mirrored deals
    assert heard == [2] * 6
    assert contest(rules, names, games=12, seed=5, workers=Workers(2)) == one
    assert contest(rules, names, games=12, seed=6) != one
    assert one.lines[0].wins.mean > 0.5


def test_equal_bots_split_every_mirrored_deal_of_a_game_without_dice() -> None:
    standings = contest(profile("cs"), ["club", "club"], games=8, seed="mirror")
    assert [line.name for line in standings.lines] == ["club 1", "club 2"]
    assert [line.wins.mean for line in standings.lines] == [0.5, 0.5]
    assert standings.lines[0].wins.low < 0.5 < standings.lines[0].wins.high  # the arena cannot know
    assert standings.lines[0].score.mean == 0.0


@pytest.mark.parametrize("name", ["pl-tournament", "uk-xp"])
def test_games_of_the_arena_are_games_of_the_engine(name: str) -> None:
    everybody = ("expert", "casual", "adaptive", "random-legal", "beginner", "club")
    seated = [hurried(player_named(each)) for each in everybody[: profile(name).max_players]]
    game = play_game(profile(name), seated, f"arena/{name}")
    assert verify(game.record) == ()


def test_impossible_tables_and_unknown_names_are_refused() -> None:
    with pytest.raises(CodedError, match="there is no bot 'deep'"):
        contest(profile("cs"), ["club", "deep"], games=2, seed=1)
    with pytest.raises(Refused, match="cs is for 2 to 4 players, not 5"):
        contest(profile("cs"), ["club"] * 5, games=2, seed=1)


def test_a_bot_that_waits_for_ever_is_not_waited_for() -> None:
    from tilemeld.bots import Dawdle

    class Sleeper:
        def choose(self, view: object, rng: object) -> Dawdle:
            return Dawdle()

    rules = profile("cs").override({"turn_seconds": None})
    with pytest.raises(RuntimeError, match="waits for ever"):
        play_game(rules, [Sleeper(), Sleeper()], "sleep")


@pytest.mark.rule("T7")
def test_a_careless_bot_whose_mistake_is_refused_tries_something_else() -> None:
    from tilemeld.bots import Habits, RandomPlayer

    careless = RandomPlayer(Habits(err=0.5, leave=0.0))
    game = play_game(profile("pl"), [careless, careless], "careless")
    assert game.is_over
    assert verify(game.record) == ()


def test_a_bot_that_is_always_refused_is_given_up_with_the_reason() -> None:
    from tilemeld.engine.game.commands import Pass
    from tilemeld.engine.game.views import GameView
    from tilemeld.engine.tiles import Seat

    class Passer:
        def choose(self, view: GameView, rng: object) -> Pass:
            return Pass(Seat(view.viewer or 0))

    with pytest.raises(Refused, match="bank"):
        play_game(profile("cs").override({"turn_seconds": None}), [Passer(), Passer()], "pass")


def test_names_that_come_twice_are_numbered() -> None:
    assert distinct(["club", "expert", "club"]) == ["club 1", "expert", "club 2"]


def test_the_picture_of_the_ladder_is_drawn_with_the_best_on_top() -> None:
    standings = sum_up("pl", "x", ["a<b", "c"], [deal((0, -5), (0, -5)), deal((1, 5), (0, -5))])
    picture = draw_ladder(standings)
    root = ElementTree.fromstring(picture)
    texts = ["".join(each.itertext()) for each in root.iter("{http://www.w3.org/2000/svg}text")]
    assert texts.index("c") < texts.index("a<b")
    assert any("75.0 %" in text for text in texts)
    assert "Share of games won: c 75.0 %, a<b 25.0 %" in "".join(root.itertext())

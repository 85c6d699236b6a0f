"""A season: tournaments counted together, for players and clubs."""

import pytest

from tilemeld.engine.tiles import Seat
from tilemeld.tournament.log.facts import ResultEntered
from tilemeld.tournament.players import Card
from tilemeld.tournament.result_sheet import Sheet
from tilemeld.tournament.season import Event, SeasonRules, season_table, team_table
from tournament.examples import Tournament

NAMES = {"Ala": "Kraków", "Ola": "Kraków", "Ela": "Praha", "Iza": ""}


def event(order: list[str], clubs: dict[str, str] = NAMES) -> Event:
    """Four players at one table, whose one game ends in this order."""
    tournament = Tournament(4, rounds=1, games=1)
    tournament.publish(1)
    seated = tournament.state.rounds[1].seating.tables[0]
    points = {0: 60, 1: -10, 2: -20, 3: -30}
    sheet = Sheet(tuple(points[int(player[1:]) - 1] for player in seated), (Seat(seated.index("P1")),))
    tournament.do(ResultEntered(1, 1, 1, sheet))
    return tournament.state, {f"P{at}": Card(name, "", clubs[name]) for at, name in enumerate(order, start=1)}


def table(events: list[Event], **rules: object) -> dict[str, tuple[int, float]]:
    rows = season_table(events, SeasonRules(**rules))  # type: ignore[arg-type]  # chosen by the test
    return {row.name: (row.place, float(row.total)) for row in rows}


def test_places_are_worth_whom_one_left_behind_or_what_the_season_says() -> None:
    events = [event(["Ala", "Ola", "Ela", "Iza"]), event(["Ela", "Ala", "Ola", "Iza"])]
    assert table(events) == {"Ala": (1, 7), "Ela": (2, 6), "Ola": (3, 5), "Iza": (4, 2)}
    assert table(events, points=(25, 18, 15)) == {
        "Ala": (1, 43),
        "Ela": (2, 40),
        "Ola": (3, 33),
        "Iza": (4, 0),
    }
    assert table(events, by="big-points") == {"Ala": (1, 1), "Ela": (1, 1), "Ola": (3, 0), "Iza": (3, 0)}


def test_only_the_best_results_count_and_the_others_are_marked() -> None:
    events = [event(["Ala", "Ola", "Ela", "Iza"]), event(["Ola", "Ela", "Iza", "Ala"])]
    rows = {row.name: row for row in season_table(events, SeasonRules(best=1))}
    assert rows["Ala"].total == rows["Ola"].total == 4
    assert [(int(each.points), each.counts) for each in rows["Ala"].results if each] == [
        (4, True),
        (1, False),
    ]
    assert rows["Ala"].place == rows["Ola"].place == 1


def test_equal_totals_are_decided_by_the_best_single_result() -> None:
    events = [event(["Ala", "Ola", "Ela", "Iza"]), event(["Iza", "Ola", "Ela", "Ala"])]
    rows = table(events, points=(5, 3, 2, 1))
    assert rows["Ala"][1] == rows["Ola"][1] == 6
    assert (rows["Ala"][0], rows["Ola"][0]) == (1, 3)


def test_who_was_not_there_has_nothing_and_spelling_does_not_make_two_of_one() -> None:
    others = {"ALA": "Kraków", "Ewa": "", "Ula": "", "Ina": ""}
    rows = {
        row.name: row
        for row in season_table(
            [event(["Ala", "Ola", "Ela", "Iza"]), event(["ALA", "Ewa", "Ula", "Ina"], others)], SeasonRules()
        )
    }
    assert rows["ALA"].total == 8
    assert rows["Ola"].results[1] is None


def test_namesakes_are_told_apart_by_their_club() -> None:
    state, cards = event(["Ala", "Ola", "Ela", "Iza"])
    cards = {**cards, "P2": Card("Ala", "", "Praha")}
    again, others = event(["Ela", "Ala", "Ola", "Iza"])
    rows = season_table([(state, cards), (again, {**others, "P2": Card("Ala", "", "Praha")})], SeasonRules())
    both = {(row.name, row.club): row.total for row in rows if row.name == "Ala"}
    assert both == {("Ala", "Kraków"): 4, ("Ala", "Praha"): 6}


@pytest.mark.parametrize(("team", "total"), [(1, 4), (2, 7)])
def test_clubs_add_up_their_best(team: int, total: int) -> None:
    rows = team_table([event(["Ala", "Ola", "Ela", "Iza"])], SeasonRules(team=team))
    assert [(row.name, int(row.total)) for row in rows] == [("Kraków", total), ("Praha", 2)]


def test_an_erased_name_is_nobody_elses() -> None:
    state, cards = event(["Ala", "Ola", "Ela", "Iza"])
    rows = season_table(
        [(state, {k: v for k, v in cards.items() if k != "P1"}), (state, cards)], SeasonRules()
    )
    assert {row.name: row.total for row in rows}["P1"] == 4

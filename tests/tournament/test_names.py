"""Names as they are shown: namesakes are told apart, and every entry names who sat there then."""

from tilemeld.tournament.log.facts import RefereeCalled, Substituted, WarningGiven
from tilemeld.tournament.names import CardsThen, name_in, names_of
from tilemeld.tournament.players import Card
from tournament.examples import Tournament


def test_namesakes_have_their_clubs_where_these_differ_and_else_their_numbers() -> None:
    cards = {
        "P1": Card("Jan Nowak", club="Kraków"),
        "P2": Card("Jan Nowak", club="Gdynia"),
        "P3": Card("Ala Lis", "Kot", "Kraków"),
        "P4": Card("Ala  lis", club="Kraków"),
        "S1": Card("Ola"),
    }
    assert names_of(cards, public=False) == {
        "P1": "Jan Nowak (Kraków)",
        "P2": "Jan Nowak (Gdynia)",
        "P3": "Ala Lis (3)",
        "P4": "Ala  lis (4)",
        "S1": "Ola",
    }
    assert names_of(cards, public=True)["P3"] == "Kot", "nobody else is called so in public"


def test_clubs_that_are_alike_or_missing_do_not_tell_apart() -> None:
    cards = {"P1": Card("Jan", club="A"), "P2": Card("Jan", club="a"), "P3": Card("Jan")}
    assert sorted(names_of(cards, public=True).values()) == ["Jan (1)", "Jan (2)", "Jan (3)"]


def test_every_entry_names_who_sat_there_then() -> None:
    tournament = Tournament(4, rounds=2, games=1)
    tournament.play(1)
    before = tournament.do(WarningGiven("P1"), why="shouts")
    came = tournament.do(Substituted("P1", "S1"))
    after = tournament.do(WarningGiven("P1"), why="shouts, too")
    late = tournament.do(RefereeCalled(1, 1))
    then = CardsThen(tournament.state, tournament.log)
    assert (then.of(before), then.of(came), then.of(after)) == ({}, {}, {"P1": "S1"})
    assert then.of(late) == {}, "round 1 was played by the one who has left"
    names = {"P1": "Ala", "S1": "Eve"}
    assert name_in(tournament.state, 1, "P1", names) == "Ala"
    assert name_in(tournament.state, 2, "P1", names) == "Eve"
    assert name_in(tournament.state, 1, "P2", names) == "P2"

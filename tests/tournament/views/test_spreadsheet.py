"""The standings as a file: in the language and with the separator of whoever opens it."""

from tilemeld.tournament.log.facts import Substituted
from tilemeld.tournament.players import NewPlayer
from tilemeld.tournament.views.spreadsheet import standings_csv
from tournament.examples import Tournament


def test_headings_separators_and_fractions_are_those_of_the_language() -> None:
    tournament = Tournament(7, rounds=1, games=1, equalise="four-thirds")
    tournament.play(1)
    polish = standings_csv(tournament.state, {}, language="pl").splitlines()
    assert polish[0] == "Lokata;Gracz;Grali wcześniej;Klub;Duże punkty;Punkty;Wygrane partie;Partie"
    assert any(",33;" in line or ",67;" in line for line in polish[1:])
    english = standings_csv(tournament.state, {}).splitlines()
    assert english[0] == "Place,Player,Played before,Club,Big points,Points,Games won,Games"
    assert any(".33," in line or ".67," in line for line in english[1:])
    assert "\t" in standings_csv(tournament.state, {}, language="uk", separator="tab")


def test_a_line_names_who_played_last_and_a_name_is_never_a_formula() -> None:
    tournament = Tournament(4, rounds=2, games=1)
    tournament.play(1)
    tournament.do(Substituted("P1", "S1"))
    tournament.play(2)
    cards = {"P1": NewPlayer("=Ala", club="+Kot"), "S1": NewPlayer("=Eve"), "P2": NewPlayer("-Bob")}
    text = standings_csv(tournament.state, cards)
    assert "'=Eve,until round 1: =Ala," in text
    assert "'-Bob," in text

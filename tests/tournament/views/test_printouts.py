"""Printed sheets: the words of four languages, notes by the rules, names in order."""

import string

import pytest

from tilemeld.engine.rules import PROFILES, profile
from tilemeld.tournament.log.facts import Substituted
from tilemeld.tournament.players import NewPlayer
from tilemeld.tournament.seating.seating import Round
from tilemeld.tournament.views.printout_words import LANGUAGES, WORDS, Language
from tilemeld.tournament.views.printouts import (
    WORD_TURNS,
    Recipient,
    card_notes,
    certificates,
    round_names,
    score_notes,
    score_sheets,
    seating_list,
    sort_key,
    standings_list,
    table_cards,
)
from tournament.examples import Tournament


def test_every_language_has_every_word_and_the_same_gaps_to_fill() -> None:
    keys = set(WORDS["en"])
    for language in LANGUAGES:
        assert set(WORDS[language]) == keys
        for key, text in WORDS[language].items():
            assert text.strip(), (language, key)
            gaps = {name for _, name, _, _ in string.Formatter().parse(text) if name}
            assert gaps == {name for _, name, _, _ in string.Formatter().parse(WORDS["en"][key]) if name}


@pytest.mark.parametrize(
    ("key", "words"),
    [
        ("round", ("Round {number}", "Runda {number}", "{number}. kolo", "Тур {number}")),
        ("game", ("Game", "Partia", "Hra", "Раунд")),
        ("referee", ("Referee", "Sędzia", "Rozhodčí", "Суддя")),
        ("big-points", ("Big points", "Duże punkty", "Velké body", "Великі очки")),
    ],
)
def test_the_words_are_those_of_the_boxes(key: str, words: tuple[str, ...]) -> None:
    assert tuple(WORDS[language][key] for language in LANGUAGES) == words


def test_pictures_in_names_are_left_out_and_who_has_nothing_else_goes_by_number() -> None:
    names = {"P1": "Łucja 👩‍👩‍👧 Ó'Brien 👍🏽", "P2": "🎲🎲", "P3": "Ала"}
    sheet = seating_list("Cup 🏆", 1, Round((("P1", "P2", "P3"),), ("P4",)), names, language="pl")
    assert sheet["title"] == "Cup"
    seats = [
        {"seat": "A", "name": "Łucja Ó'Brien"},
        {"seat": "B", "name": "P2"},
        {"seat": "C", "name": "Ала"},
    ]
    assert sheet["tables"] == [{"number": 1, "seats": seats}]
    assert sheet["byes"] == ["P4"]


def test_the_final_is_called_by_its_name() -> None:
    seating = Round((("P1", "P2", "P3", "P4"),))
    for final, name in ((False, "5. kolo"), (True, "Finále")):
        listed = seating_list("Cup", 5, seating, {}, language="cs", final=final)
        cards = table_cards("Cup", 5, seating, {}, language="cs", rules=profile("cs"), final=final)
        rules = profile("cs")
        sheets = score_sheets("Cup", rules, language="cs", number=5, seating=seating, final=final)
        assert {listed["round"], cards["round"], sheets["round"]} == {name}
    assert score_sheets("Cup", profile("cs"), language="cs")["round"] == ""


@pytest.mark.parametrize("name", PROFILES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_profile_has_a_score_sheet_in_every_language(name: str, language: Language) -> None:
    rules = profile(name)
    sheet = score_sheets("Cup", rules, language=language)
    assert sheet["notes"]
    assert sheet["profile"] == WORDS[language][f"profile.{name}"], "by its name, not its code"
    assert sheet["rows"] == (WORD_TURNS if rules.sets == "letters" else 8)
    assert card_notes(rules, language)


@pytest.mark.rule("M3", "E4", "E7")
def test_the_notes_of_a_sheet_follow_from_the_rules() -> None:
    tournament = " ".join(score_notes(profile("pl-tournament"), "en"))
    assert "counts 50" in tournament
    assert "−100; −200" in tournament
    assert "lose the difference" in tournament
    assert "big point" in tournament.lower()
    family = " ".join(score_notes(profile("pl"), "en"))
    assert "counts 30" in family
    assert "minus the winner’s own rack" in family
    czech = " ".join(score_notes(profile("cs"), "cs"))
    assert "−100" not in czech
    assert "za 30" in czech


@pytest.mark.rule("T9", "M8")
def test_the_card_of_a_table_says_what_holds_at_a_real_table() -> None:
    notes = " ".join(card_notes(profile("pl-tournament"), "pl"))
    assert "szerokości kostki" in notes
    assert "gracz bierze wszystkie kostki" in notes
    assert "Руммікуб" in " ".join(card_notes(profile("uk"), "uk"))
    assert "hromádky" in " ".join(card_notes(profile("cs"), "cs"))


@pytest.mark.rule("W15")
def test_the_sheet_of_the_word_game_has_a_row_for_every_turn() -> None:
    sheet = score_sheets("Cup", profile("pl-word"), language="pl")
    assert sheet["word"] is True
    assert sheet["rows"] == WORD_TURNS


def test_names_are_sorted_as_people_look_for_them() -> None:
    names = ["Żak", "Zych", "Źrebak", "Łoś", "Lis", "Čech", "Cach", "Йосип", "Ґава", "Гай", "de Vries", "Dąb"]
    assert sorted(names, key=sort_key) == [
        "Cach",
        "Čech",
        "Dąb",
        "de Vries",
        "Lis",
        "Łoś",
        "Zych",
        "Źrebak",
        "Żak",
        "Гай",
        "Ґава",
        "Йосип",
    ]


def test_czech_names_are_sorted_as_czechs_look_for_them() -> None:
    names = ["Kadlec", "Kučera", "Kábele", "Chalupa", "Cibulka", "Hora", "Čech", "Bzenec", "Bára", "Babka"]
    names += ["Novák", "Nový", "Novak", "Řeha", "Rys", "Rýdl", "Íša", "Ivan"]
    assert sorted(names, key=lambda name: sort_key(name, "cs")) == [
        *("Babka", "Bára", "Bzenec", "Cibulka", "Čech", "Hora", "Chalupa", "Íša", "Ivan"),
        *("Kábele", "Kadlec", "Kučera", "Novak", "Novák", "Nový", "Rýdl", "Rys", "Řeha"),
    ]
    assert sorted(["Hora", "Chalupa", "Cibulka"], key=lambda name: sort_key(name, "pl"))[0] == "Chalupa"
    seating = Round((("P1", "P2", "P3"),), ())
    by_name = seating_list("Cup", 1, seating, {"P1": "Hora", "P2": "Chalupa", "P3": "Dub"}, language="cs")
    players = by_name["players"]
    assert isinstance(players, list)
    assert [each["name"] for each in players if isinstance(each, dict)] == ["Dub", "Hora", "Chalupa"]


def test_apostrophes_of_any_kind_do_not_change_the_order_of_names() -> None:
    names = ["О'Коннор", "Обух", "О’Генрі", "Огій", "Дем'ян", "Демʼянчук", "Демчук"]
    assert sorted(names, key=lambda name: sort_key(name, "uk")) == [
        *("Демчук", "Дем'ян", "Демʼянчук"),
        *("Обух", "О’Генрі", "Огій", "О'Коннор"),
    ]


def test_a_round_is_named_as_each_language_numbers_it() -> None:
    seating = Round((("P1", "P2", "P3"),), ())
    said = {
        language: seating_list("Cup", 3, seating, {}, language=language)["round"] for language in LANGUAGES
    }
    assert said == {"en": "Round 3", "pl": "Runda 3", "cs": "3. kolo", "uk": "Тур 3"}
    tournament = Tournament(4, rounds=1)
    tournament.play(1)
    after = {
        language: standings_list(tournament.state, {}, language=language)["after"] for language in LANGUAGES
    }
    assert after == {"en": "after round 1", "pl": "po rundzie 1", "cs": "po 1. kole", "uk": "після 1-го туру"}


def test_a_seating_list_has_every_player_twice_and_who_sits_out() -> None:
    seating = Round((("P1", "P2", "P3"),), ("P4",))
    names = {"P1": "Żak", "P2": "Ala", "P3": "Lis", "P4": "Out"}
    sheet = seating_list("Cup", 2, seating, names, language="pl")
    players = sheet["players"]
    assert isinstance(players, list)
    assert [each["name"] for each in players if isinstance(each, dict)] == ["Ala", "Lis", "Żak"]
    assert sheet["byes"] == ["Out"]
    cards = table_cards("Cup", 2, seating, names, language="pl", rules=profile("pl"), link="http://x")
    assert cards["link"] == "http://x"


def test_standings_and_certificates_show_the_names_that_players_chose() -> None:
    tournament = Tournament(4, rounds=1)
    tournament.play(1)
    cards = {f"P{n}": NewPlayer(f"Name {n}", f"Nick {n}", "Club") for n in range(1, 4)}
    sheet = standings_list(tournament.state, cards, language="cs")
    assert sheet["after"] == "po 1. kole"
    assert "Nick 1" in str(sheet["rows"])
    assert "Name 1" not in str(sheet)
    assert "'P4'" in str(sheet["rows"]), "a name that was erased is a number"
    diplomas = certificates(tournament.state, cards, language="uk", first=2, date="16.11.2026")
    people = diplomas["people"]
    assert isinstance(people, list)
    assert len(people) == 2
    assert "за 1 місце в турнірі" in str(people[0])


def with_a_substitute() -> tuple[Tournament, dict[str, NewPlayer]]:
    """P1 played round 1, S1 round 2, and S2 would play the next one."""
    tournament = Tournament(4, rounds=3, games=1)
    tournament.play(1)
    tournament.do(Substituted("P1", "S1"))
    tournament.play(2)
    tournament.do(Substituted("P1", "S2"))
    names = {"P1": "Ala", "P2": "Bob", "P3": "Cyd", "P4": "Dan", "S1": "Eve", "S2": "Fay"}
    return tournament, {card: NewPlayer(name, club=f"Club {name}") for card, name in names.items()}


def test_standings_name_who_played_last_and_who_did_before() -> None:
    tournament, cards = with_a_substitute()
    rows = standings_list(tournament.state, cards, language="pl")["rows"]
    assert isinstance(rows, list)
    lines = {row["name"]: (row["before"], row["club"]) for row in rows if isinstance(row, dict)}
    assert lines["Eve"] == (["do rundy 1: Ala"], "Club Eve")
    assert lines["Bob"] == ([], "Club Bob")
    assert set(lines) == {"Eve", "Bob", "Cyd", "Dan"}, "who has not sat down yet is not in the standings"


def test_certificates_go_to_who_finished_or_as_the_director_says() -> None:
    tournament, cards = with_a_substitute()

    def named(to: Recipient) -> set[str]:
        people = certificates(tournament.state, cards, language="pl", first=4, to=to)["people"]
        assert isinstance(people, list)
        return {str(person["name"]) for person in people if isinstance(person, dict)}

    assert named("last") == {"Eve", "Bob", "Cyd", "Dan"}
    assert named("first") == {"Ala", "Bob", "Cyd", "Dan"}
    assert named("all") == {"Ala", "Eve", "Bob", "Cyd", "Dan"}


def test_a_substitute_is_printed_from_the_round_they_play() -> None:
    tournament = Tournament(4, rounds=2)
    tournament.play(1)
    tournament.do(Substituted("P1", "S1"))
    cards = {"P1": NewPlayer("Ala"), "S1": NewPlayer("Sub", "Kot")}
    assert round_names(tournament.state, 1, cards, public=False)["P1"] == "Ala"
    assert round_names(tournament.state, 2, cards, public=False)["P1"] == "Sub"
    assert round_names(tournament.state, 2, cards, public=True)["P1"] == "Kot"

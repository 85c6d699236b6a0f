"""Lists of players: whatever a club has in its spreadsheet is read, and no column is lost without a word."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tilemeld.tournament.errors import TournamentError
from tilemeld.tournament.player_list import HEADINGS, Column, parse_players, read_players
from tilemeld.tournament.players import NewPlayer


class TestLists:
    @pytest.mark.parametrize(
        ("text", "names"),
        [
            ("Ala\nOla\n", ["Ala", "Ola"]),
            ("  Ala   Nowak ;1500;Kraków\n\nOla;;", ["Ala Nowak", "Ola"]),
            ("Imię,Rating,Klub\nAla,1500,A\n", ["Ala"]),
            ("\ufeffname\trating\nAla\t7", ["Ala"]),
            ('name,club\n"Nowak, Ala",X', ["Nowak, Ala"]),
            ("Гравець;Рейтинг\nОля;5", ["Оля"]),
            ("Ala\nBob, 1300, Praha\nOla; 1400\nIga\t7", ["Ala", "Bob", "Ola", "Iga"]),
            ('"Nowak; Ala",1500\n"Lis, Ola"\nKot, Iga; 5', ["Nowak; Ala", "Lis, Ola", "Kot, Iga"]),
            ("Name\nNowak, Ala", ["Nowak, Ala"]),
        ],
    )
    def test_lists_are_typed_pasted_or_csv(self, text: str, names: list[str]) -> None:
        assert [player.name for player in parse_players(text)] == names

    @pytest.mark.parametrize(
        ("text", "message"),
        [
            ("", "no players"),
            ("name,rating\n", "no players"),
            ("Ala,much", "line 1: much may be a club or part of a name; put Ala,much in quotation marks"),
            ("name,rating\nAla,1\n,5", "line 3 has no name"),
            ("Ala\nAla", "Ala is in the list twice"),
            ("x" * 61, "line 1: 'x{24}…' cannot be a name: write 1 to 60 printable characters"),
            ("Ola\nA\x07la", "line 2: .* cannot be a name"),
            ("Ola\nNowak, Ala", "line 2: Ala may be a club or part of a name; put Nowak, Ala in quotation"),
            ("Ala;1500\nOla;7\nIga;many", "line 3: many is not a rating"),
            ('"Ala', "line 1"),
            ("\n".join(f"p{n}" for n in range(2001)), "at most 2000 lines"),
        ],
    )
    def test_what_is_wrong_is_said_with_its_line(self, text: str, message: str) -> None:
        with pytest.raises(TournamentError, match=message):
            parse_players(text)

    @pytest.mark.parametrize(
        "heading",
        [
            *("imię i nazwisko; ranking; klub", "Nazwisko; ranking; miasto", "gracz;ranking;klub"),
            *("jméno; rating; klub", "příjmení; rating; město", "hráčka; rating; klub"),
            *("ім’я; рейтинг; клуб", "імʼя; рейтинг; клуб", "ПІБ; рейтинг; місто", "учасниця; рейтинг; клуб"),
        ],
    )
    def test_headings_that_our_own_help_proposes_are_read(self, heading: str) -> None:
        assert parse_players(f"{heading}\nAla; 1500; Klub") == (NewPlayer("Ala", "", "Klub", 1500),)

    def test_a_comma_parts_the_columns_of_a_line_without_semicolon(self) -> None:
        assert parse_players("Ala; 1500; Kraków\nBob, 1300, Praha") == (
            NewPlayer("Ala", "", "Kraków", 1500),
            NewPlayer("Bob", "", "Praha", 1300),
        )

    def test_a_list_is_read_line_by_line_with_every_problem(self) -> None:
        lines = read_players('name;rating;club\n\nAla;10;A\n"Ola;1\nAla;x;B\nAla;9;A\nAla;8;B').lines
        assert [(line.number, line.problem and line.problem.code) for line in lines] == [
            (3, None),
            (4, "players/unreadable"),
            (5, "players/rating"),
            (6, "players/twice"),
            (7, "players/twice"),
        ]
        assert lines[0].player == NewPlayer("Ala", "", "A", 10)


class TestColumns:
    @pytest.mark.parametrize(
        ("text", "player"),
        [
            ("Nazwisko;Imię\nNowak;Ala", NewPlayer("Ala Nowak")),
            ("Imię;Nazwisko;Klub\nAla;Nowak;Wisła", NewPlayer("Ala Nowak", club="Wisła")),
            ("Nazwisko i imię;ELO\nNowak Ala;1500", NewPlayer("Nowak Ala", rating=1500)),
            ("Gracz\tMiejscowość\nAla Nowak\tKraków", NewPlayer("Ala Nowak", club="Kraków")),
            ("Uczestnik,Ranking\nAla Nowak,1500", NewPlayer("Ala Nowak", rating=1500)),
            ("First name,Surname,Elo\nAla,Nowak,1500", NewPlayer("Ala Nowak", rating=1500)),
            ("Příjmení;Jméno;Oddíl\nNováková;Ája;Brno", NewPlayer("Ája Nováková", club="Brno")),
            ("Ім`я;Прізвище;Місто\nОля;Кит;Львів", NewPlayer("Оля Кит", club="Львів")),
            ("ІМ’Я:;  прізвище\nОля;Кит", NewPlayer("Оля Кит")),
            ("Lp.;Zawodnik;Klub\n1;Ala Nowak;Wisła", NewPlayer("Ala Nowak", club="Wisła")),
            ("Lp.;Skład;Klub\n1;Ala Nowak;Wisła", NewPlayer("Ala Nowak", club="Wisła")),
            ("Ala Nowak;Kraków", NewPlayer("Ala Nowak", club="Kraków")),
            ("Ala Nowak, Kraków", NewPlayer("Ala Nowak", club="Kraków")),
            ("Ala, Praha, 1300", NewPlayer("Ala", club="Praha", rating=1300)),
            ("1500;Ala Nowak;Kraków", NewPlayer("Ala Nowak", club="Kraków", rating=1500)),
            ("1;Ala Nowak;1500\n2;Ola Lis;1400", NewPlayer("Ala Nowak", rating=1500)),
            ("1.;Ala Nowak\n2.;Ola Lis", NewPlayer("Ala Nowak")),
        ],
    )
    def test_what_clubs_have_is_read(self, text: str, player: NewPlayer) -> None:
        assert parse_players(text)[0] == player

    @pytest.mark.parametrize(
        ("text", "columns", "titles"),
        [
            ("Imię;Uwagi;Klub\nAla;wegetarianka;Wisła", "first-name unused club", ("Imię", "Uwagi", "Klub")),
            ("Name;Club;Team\nAla;A;B", "name club unused", ("Name", "Club", "Team")),
            ("Ala Nowak;Wisła;1500;x", "name club rating unused", ("Ala Nowak", "Wisła", "1500", "x")),
            ("Name\nAla;Wisła", "name unused", ("Name", "")),
        ],
    )
    def test_no_column_is_lost_without_a_word(self, text: str, columns: str, titles: tuple[str, ...]) -> None:
        read = read_players(text).head
        assert (" ".join(read.columns), read.titles) == (columns, titles)

    def test_whoever_enters_the_list_says_what_the_columns_are(self) -> None:
        text = "Nowak, Ala\nLis, Ola"
        read = read_players(text, ("surname", "first-name"))
        assert [(line.player.name, line.problem) for line in read.lines] == [
            ("Ala Nowak", None),
            ("Ola Lis", None),
        ]
        assert parse_players(text, ("club", "name"))[1] == NewPlayer("Ola", club="Lis")
        assert {
            line.problem and line.problem.code for line in read_players(text, ("club", "unused")).lines
        } == {"players/no-name"}

    @pytest.mark.parametrize(("rating", "read"), [("+20", 20), ("-20", -20), ("-+20", None), ("+-20", None)])
    def test_a_rating_has_one_sign_at_most(self, rating: str, read: int | None) -> None:
        (line,) = read_players(f"name;rating\nAla;{rating}").lines
        assert (line.player.rating, line.problem is None) == (read or 0, read is not None)

    def test_every_heading_means_one_thing(self) -> None:
        every = [heading for headings in HEADINGS.values() for heading in headings]
        assert len(every) == len(set(every))
        assert all(heading == heading.casefold() for heading in every)

    @given(
        st.text(alphabet='Aa1;,\t\n"’ .#+-', max_size=60),
        st.none() | st.lists(st.sampled_from(("name", "club", "unused"))),
    )
    def test_nonsense_is_read_or_refused_and_never_breaks(
        self, text: str, columns: list[Column] | None
    ) -> None:
        try:
            read = read_players(text, columns)
        except TournamentError:
            return
        assert len(read.head.columns) == len(read.head.titles)
        assert all(line.problem is not None or line.player.name for line in read.lines)

"""The press: every sheet of every language is set, with every letter, and nothing that is typed is code."""

import io
from dataclasses import replace
from typing import NamedTuple

import pytest
import typst
from PIL import Image, ImageChops

from tilemeld.adapters.pdf import typeset, typeset_pictures
from tilemeld.engine.record.codec import Json
from tilemeld.engine.rules import PROFILES, profile
from tilemeld.tournament.players import NewPlayer
from tilemeld.tournament.views.printout_words import LANGUAGES, WORDS, Language
from tilemeld.tournament.views.printouts import (
    KINDS,
    Kind,
    Sheet,
    certificates,
    score_sheets,
    seating_list,
    standings_list,
    table_cards,
)
from tournament.examples import Tournament

LETTERS = "ąćęłńóśźżĄĆĘŁŃÓŚŹŻáčďéěíňóřšťúůýžÁČĎÉĚÍŇÓŘŠŤÚŮÝŽабвгґдеєжзиіїйклмнопрстуфхцчшщьюяҐЄІЇ–−⅓⅔„”“«»·•"


PPI = 40


def an_tournament() -> Tournament:
    tournament = Tournament(7, rounds=1, games=2)
    tournament.play(1)
    return tournament


TOURNAMENT = an_tournament()
CARDS = {f"P{n}": NewPlayer(f"Zażółć Řeháček Їжак {n}", "", "Львів") for n in range(1, 8)}


def a_sheet(kind: Kind, language: Language) -> Sheet:
    seating, names = TOURNAMENT.state.rounds[1].seating, {card: each.name for card, each in CARDS.items()}
    rules = profile("pl-tournament")
    if kind == "seating":
        return seating_list("Cup", 1, seating, names, language=language)
    if kind == "table-cards":
        return table_cards(
            "Cup", 1, seating, names, language=language, rules=rules, link="http://x/tournaments/1"
        )
    if kind == "score-sheets":
        return score_sheets("Cup", rules, language=language, number=1, games=2, seating=seating, names=names)
    if kind == "standings":
        return standings_list(TOURNAMENT.state, CARDS, language=language)
    return certificates(TOURNAMENT.state, CARDS, language=language)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sheet_is_set_in_every_language(kind: Kind, language: Language) -> None:
    assert typeset(kind, a_sheet(kind, language)).startswith(b"%PDF-")


@pytest.mark.parametrize("name", PROFILES)
def test_every_profile_has_a_blank_score_sheet_on_one_page(name: str) -> None:
    rules = profile(name)
    (page,) = typeset_pictures("score-sheets", score_sheets("Cup", rules, language="en", seats=4), ppi=30)
    with Image.open(io.BytesIO(page)) as picture:
        assert min(picture.convert("L").tobytes()) < 100, "something is printed"


def test_a_page_for_each_table_and_each_certificate() -> None:
    assert len(typeset_pictures("table-cards", a_sheet("table-cards", "pl"), ppi=20)) == 2
    assert len(typeset_pictures("score-sheets", a_sheet("score-sheets", "pl"), ppi=20)) == 2
    assert len(typeset_pictures("certificates", a_sheet("certificates", "pl"), ppi=20)) == 3


def test_the_fonts_that_come_along_have_every_letter() -> None:
    """A letter that no font has is a warning, or the same box for all: each is drawn, and two differ."""
    every = "".join(sorted({*LETTERS, *"".join(text for words in WORDS.values() for text in words.values())}))
    font = '#set text(font: "Libertinus Serif", fallback: false)'
    source = f"#set page(width: auto, height: auto)\n{font}\n{every!r}"
    _, warnings = typst.compile_with_warnings(source.encode(), format="png", ignore_system_fonts=True)
    assert warnings == []
    drawn = {}
    for letter in LETTERS:
        text = f"#set page(width: 20pt, height: 20pt, margin: 2pt)\n{font}\n{letter}"
        drawn[letter] = typst.compile(text.encode(), format="png", ppi=144, ignore_system_fonts=True)
    assert len(set(map(bytes, drawn.values()))) == len(set(LETTERS))


LONG = {
    "words": "Маріанна-Святослава Переяславець-Нечуй-Левицька von Habsburg",
    "wide": "W" * 60,
    "emoji": "🎲" * 60,
}
PAGES: dict[Kind, dict[int, int]] = {
    "seating": {8: 1, 14: 1, 48: 2, 200: 6},
    "table-cards": {8: 2, 14: 4, 48: 12},
    "score-sheets": {8: 2, 14: 4, 48: 12},
    "standings": {8: 1, 14: 1, 48: 2},
    "certificates": {8: 3, 14: 3},
}
"""How many pages a sheet has, by the number of players, with names of usual length."""


def big_sheet(kind: Kind, players: int, language: Language, *, name: str = "", title: str = "Cup") -> Sheet:
    """Return a sheet of a round of so many, all with this name and club or with names as people have them."""
    tournament = Tournament(players, rounds=1, games=3)
    if kind in ("standings", "certificates"):
        tournament.play(1)
    else:
        tournament.publish(1)
    state = replace(tournament.state, name=title)
    cards = {
        player: NewPlayer(name or f"Kateřina Šťovíčková {player}", "", name or "DDM Ostrava")
        for player in state.players
    }
    names = {player: card.name for player, card in cards.items()}
    seating, rules = state.rounds[1].seating, state.format.rules
    if kind == "seating":
        return seating_list(title, 1, seating, names, language=language)
    if kind == "table-cards":
        link = "http://192.168.100.200:8000/tournaments/AbCdEfGhIjKl"
        return table_cards(title, 1, seating, names, language=language, rules=rules, link=link)
    if kind == "score-sheets":
        return score_sheets(title, rules, language=language, number=1, games=3, seating=seating, names=names)
    if kind == "standings":
        return standings_list(state, cards, language=language)
    return certificates(state, cards, language=language, date="16 listopada 2026")


@pytest.mark.parametrize(
    ("kind", "players", "pages"),
    [(kind, players, pages) for kind, counts in PAGES.items() for players, pages in counts.items()],
)
def test_a_sheet_takes_no_more_pages_than_it_needs(kind: Kind, players: int, pages: int) -> None:
    for language in LANGUAGES:
        made = typeset_pictures(kind, big_sheet(kind, players, language), ppi=10)
        assert len(made) == pages, language


@pytest.mark.parametrize("name", LONG.values(), ids=LONG)
@pytest.mark.parametrize("kind", KINDS)
def test_nothing_runs_out_of_the_page_however_long_the_names_are(kind: Kind, name: str) -> None:
    for language in ("pl", "uk"):
        sheet = big_sheet(kind, 13, language, name=name, title=name[:50] + " " + name[:49])
        pages = typeset_pictures(kind, sheet, ppi=PPI)
        assert len(pages) <= {"seating": 2, "standings": 2, "certificates": 3}.get(kind, 4)
        for page in pages:
            ink = ink_of(page)
            room = round(7 / 25.4 * PPI)  # the outer 7 mm, which many printers leave white
            edges = (ink.left, ink.top, ink.width - ink.right, ink.height - ink.bottom)
            assert min(edges) >= room, (language, edges)


def test_a_long_name_never_stands_over_the_club_nor_a_club_over_the_points() -> None:
    def sheet(**row: str) -> Sheet:
        made = big_sheet("standings", 8, "pl")
        empty: Json = {
            "place": 9,
            "name": "",
            "club": "",
            "big": "",
            "points": "",
            "wins": "",
            "games": "",
            **row,
        }
        return {**made, "rows": [empty]}

    def changed(**row: str) -> Ink:
        blank, filled = (typeset_pictures("standings", each, ppi=PPI)[0] for each in (sheet(), sheet(**row)))
        return ink_of(filled, blank)

    names, clubs, points = changed(name="I").left, changed(club="I").left, changed(big="8").left
    assert names < clubs < points
    for long in LONG.values():
        assert changed(name=long).right < clubs, long
        assert changed(club=long).right < points, long


class Ink(NamedTuple):
    """Where something is printed on a page, in dots."""

    left: int
    top: int
    right: int
    bottom: int
    width: int
    height: int


def ink_of(page: bytes, blank: bytes | None = None) -> Ink:
    """Return where a page is not white, or not as another one."""
    with Image.open(io.BytesIO(page)) as picture:
        shown = picture.convert("L")
    under = Image.new("L", shown.size, 255)
    if blank is not None:
        with Image.open(io.BytesIO(blank)) as picture:
            under = picture.convert("L")
    box = ImageChops.difference(shown, under).point(lambda value: 255 if value > 60 else 0).getbbox()
    assert box is not None, "something is printed"
    return Ink(*box, *shown.size)


@pytest.mark.parametrize(
    "name", ["#panic()", "$x$ *b* _i_ `c`", '"] #import "/etc/passwd"', "\\ @ < > &", "x" * 60]
)
def test_a_name_is_only_text_whatever_it_says(name: str) -> None:
    cards = {"P1": NewPlayer(name, "", name)}
    for kind in ("standings", "certificates"):
        sheet = (
            standings_list(TOURNAMENT.state, cards, language="en")
            if kind == "standings"
            else certificates(TOURNAMENT.state, cards, language="en", first=7)
        )
        assert typeset(kind, sheet).startswith(b"%PDF-")

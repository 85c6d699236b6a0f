"""The press: every sheet of every language is set, with every letter, and nothing that is typed is code."""

import io

import pytest
import typst
from PIL import Image

from tilemeld.adapters.pdf import typeset, typeset_pictures
from tilemeld.engine.rules import PROFILES, profile
from tilemeld.tournament.paper import (
    KINDS,
    Kind,
    Sheet,
    certificates,
    score_sheets,
    seating_list,
    standings_list,
    table_cards,
)
from tilemeld.tournament.players import NewPlayer
from tilemeld.tournament.words import LANGUAGES, WORDS, Language
from tournament.events import Event

LETTERS = "ąćęłńóśźżĄĆĘŁŃÓŚŹŻáčďéěíňóřšťúůýžÁČĎÉĚÍŇÓŘŠŤÚŮÝŽабвгґдеєжзиіїйклмнопрстуфхцчшщьюяҐЄІЇ–−⅓⅔„”“«»·•"


def an_event() -> Event:
    event = Event(7, rounds=1, games=2)
    event.play(1)
    return event


EVENT = an_event()
CARDS = {f"P{n}": NewPlayer(f"Zażółć Řeháček Їжак {n}", "", "Львів") for n in range(1, 8)}


def a_sheet(kind: Kind, language: Language) -> Sheet:
    seating, names = EVENT.state.rounds[1].seating, {card: each.name for card, each in CARDS.items()}
    rules = profile("pl-tournament")
    if kind == "seating":
        return seating_list("Cup", 1, seating, names, language=language)
    if kind == "table-cards":
        return table_cards("Cup", 1, seating, names, language=language, rules=rules, link="http://x/events/1")
    if kind == "score-sheets":
        return score_sheets("Cup", rules, language=language, number=1, games=2, seating=seating, names=names)
    if kind == "standings":
        return standings_list(EVENT.state, CARDS, language=language)
    return certificates(EVENT.state, CARDS, language=language)


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


@pytest.mark.parametrize(
    "name", ["#panic()", "$x$ *b* _i_ `c`", '"] #import "/etc/passwd"', "\\ @ < > &", "x" * 60]
)
def test_a_name_is_only_text_whatever_it_says(name: str) -> None:
    cards = {"P1": NewPlayer(name, "", name)}
    for kind in ("standings", "certificates"):
        sheet = (
            standings_list(EVENT.state, cards, language="en")
            if kind == "standings"
            else certificates(EVENT.state, cards, language="en", first=7)
        )
        assert typeset(kind, sheet).startswith(b"%PDF-")

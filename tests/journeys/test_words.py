"""The word game in the browser: words dragged and typed, the joker's letter, votes, the sheet of turns."""

import re
from collections.abc import Sequence
from functools import cache

import pytest
from playwright.sync_api import expect

from at_night import IS_NIGHT, at_night
from journeys.conftest import Arrive
from journeys.house import House, Position
from journeys.person import Person
from journeys.test_looks import check
from journeys.test_table import sit
from tilemeld.adapters.lexicons import sets_with_words
from tilemeld.engine.rules import Rules, profile
from tilemeld.engine.sets.letters import LetterSets
from tilemeld.solver.words import LaidWord, WordSearch, word_search, words_from

FIELD = "Look up a word, or type one to lay"


def calm(**changes: int | str | None) -> Rules:
    """The word game without a clock."""
    return profile("pl-word").override({"turn_seconds": None, **changes})


def lay(person: Person, faces: Sequence[str], *, word: str = "") -> list[str]:
    """Drag rack tiles to a new word, letter by letter, each behind the last; a word names jokers."""
    laid: list[str] = []
    for place, face in enumerate(faces):
        sight = person.look()
        piece = next(each for each in sight.rack if each.face == face and each.tile not in laid)
        if laid:
            last = sight.piece(laid[-1])
            person.drag((piece.x, piece.y), (last.x + 0.6 * last.width, last.y))
        else:
            person.put(piece.tile, None)
        laid.append(piece.tile)
        if face == "?" and word:
            name_joker(person, word[place])
    return laid


def name_joker(person: Person, letter: str) -> None:
    """Say which letter the joker is that was just laid."""
    letters = person.page.get_by_role("group", name="The joker’s letter")
    person.press(letters.get_by_role("button", name=letter, exact=True))


def type_word(person: Person, word: str) -> None:
    """Lay a word by typing it."""
    person.page.keyboard.press("w")
    field = person.page.get_by_role("textbox", name=FIELD)
    field.fill(word.lower())
    expect(person.page.get_by_text(f"{word} is a word")).to_be_visible()
    field.press("Enter")
    expect(field).to_have_count(0)


def spelled(person: Person) -> set[str]:
    """The words on the table, as a screen reader says them; who laid a tile follows after a comma."""
    return {pieces[0].label.rpartition(" in ")[2].partition(",")[0] for pieces in person.look().sets}


@cache
def search() -> WordSearch:
    sets = sets_with_words(profile("pl-word"))
    assert isinstance(sets, LetterSets)
    assert sets.lexicon is not None
    return word_search(sets.lexicon)  # type: ignore[arg-type]  # the real one, not one of a test


@pytest.mark.rule("W6", "W10", "W11", "W14", "W15")
@pytest.mark.parametrize("by", ["mouse", "touch"])
def test_a_word_is_dragged_with_a_joker_that_asks_for_its_letter_and_the_sheet_has_every_turn(
    by: str, house: House, arrive: Arrive
) -> None:
    position = Position(calm(), ["SZYSZK?", "ŹŃ"], bank="", opened=False, bots={1: "beginner"})
    (ola,) = sit(arrive, house.set_up(position), by)
    ola.waits_for_turn()
    confirm = ola.button("Confirm")
    lay(ola, "SZYSZK")
    expect(ola.page.locator(".bar .opening")).to_contain_text("6 of 6 letters")
    expect(confirm).to_contain_text("SZYSZK is not in the dictionary")
    expect(confirm).to_be_disabled()
    sight = ola.look()
    last, joker = sight.sets[0][-1], sight.rack[0]
    ola.drag((joker.x, joker.y), (last.x + 0.6 * last.width, last.y))
    name_joker(ola, "I")
    expect(ola.page.locator(".bar .score")).to_contain_text("SZYSZKI 14")
    assert "Joker as I" in ola.look().piece(joker.tile).label
    ola.page.keyboard.press("j")  # the focus is on the joker: another letter after all
    ola.page.keyboard.press("a")
    expect(ola.page.locator(".bar .score")).to_contain_text("SZYSZKA 14")
    expect(ola.page.locator(".tm-scored")).to_have_count(1)
    ola.confirm()
    ola.press("See the result")
    turns = ola.page.get_by_role("region", name="Turn by turn")
    expect(turns.get_by_role("cell")).to_have_text(["14", "0", "14", "0"])
    expect(ola.page.get_by_text("All sums are checked.")).to_be_visible()
    expect(ola.page.get_by_text("Tiles left over cost nothing.")).to_be_visible()


@pytest.mark.rule("W7", "W8", "W9", "W17")
def test_words_of_the_table_are_rearranged_by_typing_and_by_dragging(house: House, arrive: Arrive) -> None:
    position = Position(calm(), ["TAAJ", "ŹŃ"], table="SZCZYT KOSZYK", bots={1: "beginner"})
    (ola,) = sit(arrive, house.set_up(position))
    ola.waits_for_turn()
    assert "J, on your rack, 3 of 4" in [piece.label for piece in ola.look().rack], "no joker, a letter"
    ola.page.keyboard.press("w")
    field = ola.page.get_by_role("textbox", name=FIELD)
    about = ola.page.get_by_role("region", name="Words").get_by_role("status")
    expect(about).to_have_text("Looking up is allowed at any time.")  # there is no clock that would go on
    field.fill("koszyk")
    expect(ola.page.get_by_text("KOSZYK is on the table already")).to_be_visible()
    field.fill("kotx")
    expect(ola.page.get_by_text("“X” is not one of the 32 letters.")).to_be_visible()
    field.fill("kotł")
    expect(ola.page.get_by_text("No tiles for: Ł")).to_be_visible()
    expect(ola.button("Lay this word")).to_be_disabled()
    ola.page.keyboard.press("Escape")
    type_word(ola, "KOT")
    expect(ola.page.locator(".bar .score")).to_contain_text("KOT 3")
    assert spelled(ola) == {"SZCZYT", "SZYK", "KOT"}
    ola.press("Start the turn over")
    sight = ola.look()
    koszyk = next(pieces for pieces in sight.sets if len({piece.face for piece in pieces} & {"K"}))
    tak = lay(ola, "TA")
    last = ola.look().piece(tak[-1])
    ola.drag((koszyk[-1].x, koszyk[-1].y), (last.x + 0.6 * last.width, last.y))
    expect(ola.page.locator(".bar .score")).to_contain_text("TAK 3")
    expect(ola.button("Confirm")).to_be_enabled()
    assert spelled(ola) == {"SZCZYT", "KOSZY", "TAK"}
    ola.press("Undo")
    ola.press("Start the turn over")
    type_word(ola, "KAT")
    expect(ola.button("Confirm")).to_contain_text("OSZYK is not in the dictionary")
    ola.press("Start the turn over")
    type_word(ola, "KOT")
    ola.page.keyboard.press("Enter")
    expect(ola.page.locator(".top .own")).to_contain_text("3")


def test_axe_finds_nothing_serious_at_a_table_of_words(house: House, arrive: Arrive) -> None:
    faults: dict[str, set[str]] = {}
    position = Position(calm(), ["TAA?", "ŹŃ"], table="SZCZYT KOSZYK", bots={1: "beginner"})
    (ola,) = sit(arrive, house.set_up(position), "touch")
    ola.waits_for_turn()
    joker = lay(ola, "?")[0]
    check(ola, "the joker's letter", faults)
    ola.page.keyboard.press("m")
    ola.page.keyboard.press("w")
    ola.page.get_by_role("textbox", name=FIELD).fill("matka")
    expect(ola.page.get_by_text("MATKA is a word")).to_be_visible()
    check(ola, "a typed word", faults)
    ola.page.get_by_role("textbox", name=FIELD).fill("k" * 40)
    expect(ola.page.get_by_text(f"{'K' * 40} is not in the dictionary")).to_be_visible()
    panel = ola.page.get_by_role("region", name="Words").locator("form")
    assert panel.evaluate("form => form.scrollWidth <= form.clientWidth"), "a long word stays inside"
    ola.press("Close")
    piece = ola.look().piece(joker)
    ola.tap(piece.x, piece.y)
    expect(ola.button("Joker: M. Change")).to_be_visible()
    check(ola, "the table", faults)
    assert faults == {}


@pytest.mark.rule("W10", "W11", "W14")
def test_the_coach_says_more_each_time_and_lays_the_word_with_its_joker_named(
    house: House, arrive: Arrive
) -> None:
    position = Position(calm(), ["AAKOTE?", "ŹŃ"], table="SZCZYT KOSZYK", bots={1: "beginner"})
    (ola,) = sit(arrive, house.set_up(position), "touch")
    ola.waits_for_turn()
    ola.press("Hint")
    expect(ola.page.get_by_text("You can score 22 points", exact=True)).to_be_visible()
    ola.press("Tell me more")
    expect(ola.page.get_by_text("With these: A, A, E, K, O, T, joker", exact=True)).to_be_visible()
    ola.press("Tell me more")
    said = ola.page.get_by_text(re.compile(r"^The word that scores: \w{11}$"))
    expect(said).to_be_visible()
    word = said.inner_text().split()[-1]
    ola.press("Lay it for me")
    expect(ola.page.locator(".bar .score")).to_contain_text(f"{word} 22")
    assert word in spelled(ola)
    ola.confirm()
    expect(ola.page.locator(".top .own")).to_contain_text("22")


@pytest.mark.rule("W16")
def test_the_others_vote_on_a_word_of_the_theme(house: House, arrive: Arrive) -> None:
    rules = calm(theme="zwierzęta", theme_by="vote", opening_letters=3)
    sitting = house.set_up(Position(rules, ["KOTEKC", "ŹŃ"], opened=False))
    ola, jan = sit(arrive, sitting)
    ola.waits_for_turn()
    type_word(ola, "KOC")
    ola.page.keyboard.press("Enter")
    expect(jan.page.get_by_text("Do they belong to the theme “zwierzęta”?")).to_be_visible()
    jan.page.get_by_role("switch", name="KOC belongs").uncheck(force=True)
    jan.press(jan.button("Vote"))
    ola.waits_for_turn()
    expect(ola.button("Confirm")).to_contain_text("KOC does not belong to the theme")
    ola.press("Start the turn over")
    type_word(ola, "KOTEK")
    ola.page.keyboard.press("Enter")
    jan.press(jan.button("Vote"))
    jan.waits_for_turn()
    expect(jan.page.get_by_role("listitem").first).to_contain_text("5")


@pytest.mark.rule("W6", "W7", "W10", "W14", "W15")
def test_a_word_game_is_set_up_and_played_to_its_end_by_dragging(arrive: Arrive) -> None:
    ola = arrive()
    set_a_short_table(ola, {"tiles dealt to each player": 28, "letters of the opening word": 3})
    laid: list[str] = []
    for turn in range(40):
        ola.waits_for_turn()
        if ola.is_over:
            break
        word = longest_new(ola, most=5) if turn < at_night(3, by_day=2) else None
        if word is None:
            ola.take()  # the bank is empty: a pass
            continue
        laid.append(word.word)
        lay(ola, word.faces, word=word.word)
        expect(ola.page.locator(".bar .score")).to_contain_text(f"{word.word} {len(word.word)}")
        ola.confirm()
    assert len(laid) >= 2
    ola.press("See the result")
    turns = ola.page.get_by_role("region", name="Turn by turn")
    expect(turns.get_by_role("cell", name=str(len(laid[0])), exact=True).first).to_be_visible()
    assert turns.evaluate("sheet => sheet.scrollWidth <= sheet.clientWidth"), "four players fit on the sheet"
    expect(ola.page.get_by_text("All sums are checked.")).to_be_visible()


def set_a_short_table(person: Person, house: dict[str, int]) -> None:
    """Set a table of four with so many tiles dealt that little or nothing is left in the bank, and begin."""
    person.press(person.page.get_by_role("link", name="Create a table"))
    expect(person.page.get_by_role("radio").first).to_be_visible()
    if not person.page.get_by_role("radio", name="Polish word game").count():
        person.press("Change")  # a phone shows the chosen rules alone
    person.page.get_by_role("radio", name="Polish word game").check()
    for _ in range(3):
        person.press("Bots: more")
    person.choose("No clock")
    person.page.get_by_text("House rules").click()
    for rule, value in house.items():
        field = person.page.get_by_label(rule)
        field.fill(str(value))
        field.press("Tab")
    person.press("Create the table")
    person.press("Start the game")


def longest_new(person: Person, *, most: int) -> LaidWord | None:
    """The longest word of the rack, jokers included, that does not lie on the table yet."""
    rack = "".join(piece.face for piece in person.look().rack)
    letters = "".join(letter for letter in rack if letter != "?")[:14] + "?" * rack.count("?")
    there = spelled(person)
    found = (each for each in words_from(letters, search()) if len(each.word) <= most)
    new = [each for each in found if each.word not in there]
    with_jokers = [each for each in new if each.jokers]
    return next(iter(with_jokers or new), None)


@pytest.mark.rule("W3", "W12", "W15")
def test_a_word_game_is_set_up_and_played_by_typing(arrive: Arrive) -> None:
    """At night to its end; by day three words, since the game by dragging comes to its end."""
    ola = arrive()
    set_a_short_table(ola, {"tiles dealt to each player": 24})
    played = 0
    for _ in range(150):
        ola.waits_for_turn()
        if ola.is_over or played >= at_night(150, by_day=3):
            break
        played += play_turn(ola)
    assert played >= 3
    if IS_NIGHT:
        ola.press("See the result")
        expect(ola.page.get_by_text("All sums are checked.")).to_be_visible()


def play_turn(person: Person) -> int:
    """Type a short word, so that letters are left for more, or take; return whether something was laid."""
    shortest = 3 if person.has_opened else 6
    rack = "".join(piece.face for piece in person.look().rack)
    there = spelled(person)
    words = (found.word for found in words_from(rack, search(), shortest=shortest))
    new = next((word for word in words if len(word) <= shortest + 1 and word not in there), None)
    if new is None:
        person.take()
        return 0
    type_word(person, new)
    person.confirm()
    return 1

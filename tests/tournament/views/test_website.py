"""The public pages as plain HTML: whole, linked, safe, and without anything that is not public.

Proves `tournament/views/backup.py`.
"""

import json
from html.parser import HTMLParser

import pytest

from tilemeld.tournament.errors import TournamentError
from tilemeld.tournament.log.entries import sealed
from tilemeld.tournament.log.facts import ConductReported, Undone, WarningGiven
from tilemeld.tournament.players import Card
from tilemeld.tournament.views.backup import backup_json, read_backup
from tilemeld.tournament.views.printout_words import LANGUAGES, WORDS, Language
from tilemeld.tournament.views.website import website, website_papers
from tournament.examples import REFEREE, Tournament, player


class Page(HTMLParser):
    """What a page links to, and what it says."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.said: list[str] = []
        self.open: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.links += [value or "" for name, value in attrs if name == "href"]
        if tag not in ("meta",):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.said.append(data)


def played() -> tuple[Tournament, dict[str, Card]]:
    tournament = Tournament(9, rounds=3)
    tournament.do(WarningGiven("P1"), REFEREE, "a secret warning")
    tournament.do(ConductReported("P2"), player(1), "a secret report")
    tournament.play(1)
    tournament.play(2)
    cards = {f"P{number}": Card(f"Name {number}", "", "Club") for number in range(1, 9)}
    cards["P1"] = Card("Real Name", "<b>Kot</b>", "A & B")
    return tournament, cards


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_is_whole_and_every_link_leads_to_a_page_or_a_printout(language: Language) -> None:
    tournament, cards = played()
    pages = website(tournament.state, cards, language=language)
    papers = website_papers(tournament.state, cards, language=language)
    assert {*pages} == {"index.html", "rounds.html", "round-1.html", "round-2.html"}
    assert {*papers} == {"standings.pdf", "round-1.pdf", "round-2.pdf"}
    linked: set[str] = set()
    for name, text in pages.items():
        page = Page(text)
        assert page.open == [], name
        assert {*page.links} <= {*pages, *papers}
        linked |= {*page.links}
        assert WORDS[language]["player"] in page.said
    assert linked == {*pages, *papers}


def test_names_are_shown_as_chosen_and_nothing_private_is_there() -> None:
    tournament, cards = played()
    whole = "".join(website(tournament.state, cards, language="en").values())
    assert "&lt;b&gt;Kot&lt;/b&gt;" in whole
    assert "<b>" not in whole
    assert "A &amp; B" in whole
    assert "P9" in whole, "a name that was erased is a number"
    for private in ("Real Name", "secret", "warning", "Warning"):
        assert private not in whole


def test_the_points_of_every_round_add_up_to_the_standings() -> None:
    tournament, cards = played()
    page = website(tournament.state, cards, language="en")["rounds.html"]
    rows = [row.split("</td>") for row in page.split("<tr><td")[1:]]
    assert len(rows) == 9
    for row in rows:
        cells = [cell.rpartition(">")[2].replace("−", "-") for cell in row]
        rounds, total = cells[2:4], cells[4]
        assert sum(int(each.split(" (")[0]) for each in rounds if each != "–") == int(total)


def test_a_backup_is_read_as_it_was_written() -> None:
    tournament, cards = played()
    tournament.do(Undone(tournament.log[-1].number), why="mistyped")
    backup = read_backup(json.dumps(backup_json("T1", cards, tournament.log)))
    assert backup.tournament == "T1"
    assert list(backup.log) == tournament.log
    assert backup.cards == cards
    assert backup.state == tournament.state


def changed(text: str) -> str:
    data = json.loads(text)
    data["entries"][1]["why"] = "another"
    return json.dumps(data)


def left_out(text: str) -> str:
    data = json.loads(text)
    del data["entries"][2]
    return json.dumps(data)


def without_cards(text: str) -> str:
    data = json.loads(text)
    del data["cards"]
    return json.dumps(data)


@pytest.mark.parametrize(
    ("spoil", "code"),
    [
        (changed, "backup/broken"),
        (left_out, "backup/broken"),
        (without_cards, "backup/unreadable"),
        (lambda _: "[]", "backup/unreadable"),
        (lambda _: "{", "backup/unreadable"),
        (lambda text: text.replace('"Real Name"', '""'), "backup/unreadable"),
        (lambda text: text.replace('"entries": [', '"entries": [{},'), "backup/unreadable"),
    ],
)
def test_a_backup_that_was_changed_is_refused(spoil, code: str) -> None:  # type: ignore[no-untyped-def]  # a lambda
    tournament, cards = played()
    with pytest.raises(TournamentError) as caught:
        read_backup(spoil(json.dumps(backup_json("T1", cards, tournament.log))))
    assert caught.value.code == code


def test_a_log_whose_seals_fit_but_whose_entries_do_not_is_refused() -> None:
    tournament, cards = played()
    log = [entry for entry in tournament.log if not isinstance(entry.fact, WarningGiven)]
    log = log[:1] + log[3:]  # without the players
    again, before = [], ""
    for number, entry in enumerate(log, start=1):
        from dataclasses import replace

        again.append(sealed(replace(entry, number=number), before))
        before = again[-1].seal
    with pytest.raises(TournamentError) as caught:
        read_backup(json.dumps(backup_json("T1", cards, again)))
    assert caught.value.code == "backup/entry"

"""Printouts: seating lists, table cards, score sheets, standings, certificates.

Data only, in the chosen language; ``adapters/pdf`` typesets it.
"""

import re
import unicodedata
from collections.abc import Mapping
from typing import Final, Literal, get_args

from tilemeld.engine.record.codec import Json
from tilemeld.engine.rules import Manner, Rules
from tilemeld.tournament.log.state import Sitter, TournamentState
from tilemeld.tournament.names import name_in, names_of
from tilemeld.tournament.players import Card
from tilemeld.tournament.results.standings import Row, format_points, standings
from tilemeld.tournament.seating.seating import SEATS, Round
from tilemeld.words.message import fill

from .printout_words import WORDS, Language

Kind = Literal["seating", "table-cards", "score-sheets", "standings", "certificates"]
KINDS: Final[tuple[Kind, ...]] = get_args(Kind)
WORD_TURNS = 22
"""Rows of a word game's sheet, one for each turn (W15)."""
FAMILY_GAMES = 8
"""Rows of a sheet for a match without a set number of games."""
MAX_CERTIFICATES = 400
Recipient = Literal["last", "first", "all"]
"""Who gets the certificate of a line with a substitute: who played last, who played first, or both."""
RECIPIENTS: Final[tuple[Recipient, ...]] = get_args(Recipient)

FIRST_PICTURE = "\u2190"
PICTURES = ("So", "Sk", "Cn", "Co", "Mn")
"""The Unicode categories of emoji."""

Sheet = dict[str, Json]
"""What a template is filled with."""


def seating_list(
    title: str,
    number: int,
    seating: Round,
    names: Mapping[str, str],
    *,
    language: Language,
    final: bool = False,
) -> Sheet:
    """Return the seating list of a round: table by table, and by name."""
    by_name: list[tuple[str, int, str]] = [
        (_name(names, player), at, SEATS[seat])
        for at, table in enumerate(seating.tables, start=1)
        for seat, player in enumerate(table)
    ]
    return {
        **_head(title, language),
        "round": _round(number, language, final=final),
        "tables": _tables(seating, names),
        "players": [
            {"name": name, "table": at, "seat": seat}
            for name, at, seat in sorted(by_name, key=lambda each: sort_key(each[0], language))
        ],
        "byes": [_name(names, player) for player in seating.byes],
    }


def table_cards(
    title: str,
    number: int,
    seating: Round,
    names: Mapping[str, str],
    *,
    language: Language,
    rules: Rules,
    link: str = "",
    final: bool = False,
) -> Sheet:
    """Return a card for every table: who sits where, table manners, a link to enter results."""
    return {
        **_head(title, language),
        "round": _round(number, language, final=final),
        "link": link,
        "notes": list(card_notes(rules, language)),
        "tables": _tables(seating, names),
    }


def score_sheets(
    title: str,
    rules: Rules,
    *,
    language: Language,
    games: int | None = None,
    number: int | None = None,
    seating: Round | None = None,
    names: Mapping[str, str] | None = None,
    seats: int = 4,
    final: bool = False,
) -> Sheet:
    """Return score sheets: one for each table of a round, or a blank one."""
    blank: list[Json] = [{"number": 0, "seats": [_seat(seat, "") for seat in range(seats)]}]
    tables = blank if seating is None else _tables(seating, names or {})
    is_word_game = rules.sets == "letters"
    rows = WORD_TURNS if is_word_game else games or FAMILY_GAMES
    return {
        **_head(title, language),
        "round": "" if number is None else _round(number, language, final=final),
        "profile": WORDS[language][f"profile.{rules.profile}"],
        "word": is_word_game,
        "rows": rows,
        "big": rules.big_points,
        "wins": rules.match_ranking[0] == "wins",
        "seat-starts": rules.first_starter == "first-seat",
        "tables": tables,
        "notes": list(score_notes(rules, language)),
    }


def standings_list(
    state: TournamentState, names: Mapping[str, Card], *, language: Language, after: int | None = None
) -> Sheet:
    """Return the standings, with the names that players chose for the public."""
    shown = names_of(names, public=True)
    last = max((now.number for now in state.published if now.results), default=0) if after is None else after
    return {
        **_head(state.name, language),
        "after": fill(WORDS[language]["after-round"], language, {"number": last}) if last else "",
        "big": state.format.rules.big_points,
        "rows": [
            {
                "place": row.place,
                "name": _name(shown, row.card),
                "before": [until_round(each, shown, language) for each in row.before],
                "club": on_paper(names[row.card].club) if row.card in names else "",
                "big": row.big_points,
                "points": format_points(row.total).replace("-", "−"),
                "wins": row.wins,
                "games": row.games,
                "stage": row.stage,
                "preliminary": ""
                if row.preliminary is None
                else format_points(row.preliminary).replace("-", "−"),
            }
            for row in standings(state, after=after)
        ],
    }


def certificates(
    state: TournamentState,
    names: Mapping[str, Card],
    *,
    language: Language,
    first: int = 3,
    date: str = "",
    to: Recipient = "last",
) -> Sheet:
    """Return a certificate for each of the first places; those who share one get one each.

    Where a substitute came in, it goes to whoever finished, or as the director says.
    """
    said = WORDS[language]["certificate-for"]
    shown = names_of(names, public=True)
    people: list[Json] = [
        {
            "name": _name(shown, card),
            "place": row.place,
            "for": fill(said, language, {"place": row.place}),
            "points": format_points(row.total).replace("-", "−"),
            "big": row.big_points,
        }
        for row in standings(state)
        if row.place <= first
        for card in _recipients(row, to)
    ]
    return {
        **_head(state.name, language),
        "date": date,
        "people": people[:MAX_CERTIFICATES],
        "big": state.format.rules.big_points,
    }


def _recipients(row: Row, to: Recipient) -> tuple[str, ...]:
    """Return whose names stand on the certificates of a line."""
    everybody = tuple(dict.fromkeys((*(each.card for each in row.before), row.card)))
    return {"last": everybody[-1:], "first": everybody[:1], "all": everybody}[to]


def until_round(sitter: Sitter, names: Mapping[str, str], language: Language) -> str:
    """Say who played under a number before, and until when."""
    values = {"round": sitter.last, "name": _name(names, sitter.card)}
    return fill(WORDS[language]["until-round"], language, values)


def bilingual(first: Sheet, second: Sheet) -> Sheet:
    """Return a sheet in two languages at once: words side by side, notes below each other.

    >>> bilingual({"words": {"seat": "Seat"}, "tables": [1]}, {"words": {"seat": "Miejsce"}, "tables": [1]})
    {'two-languages': True, 'words': {'seat': 'Seat / Miejsce'}, 'tables': [1]}
    """
    both: Sheet = {"two-languages": True}
    for key, said in first.items():
        other = second[key]
        if key in BESIDE and isinstance(said, str) and isinstance(other, str):
            both[key] = _beside(said, other)
        elif key == "words" and isinstance(said, dict) and isinstance(other, dict):
            both[key] = {word: _beside(str(text), str(other[word])) for word, text in said.items()}
        elif key == "notes" and isinstance(said, list) and isinstance(other, list):
            both[key] = [*said, *other]
        elif key == "people" and isinstance(said, list) and isinstance(other, list):
            both[key] = [_both_people(one, same) for one, same in zip(said, other, strict=True)]
        else:
            both[key] = said
    return both


BESIDE = ("round", "profile", "after")
"""What is said in words on a sheet, besides its words."""


def _beside(one: str, other: str) -> str:
    return one if one == other else f"{one} / {other}"


def _both_people(one: Json, other: Json) -> Json:
    assert isinstance(one, dict), "a person of a certificate"
    assert isinstance(other, dict), "the same"
    return {**one, "for": _beside(str(one["for"]), str(other["for"]))}


def score_notes(rules: Rules, language: Language) -> tuple[str, ...]:
    """Return the reminders of a score sheet: how this game is scored (E4–E8, M3, W10, W11)."""
    words = WORDS[language]
    if rules.sets == "letters":
        return (words["word-score"],)
    notes = [words["went-out"]]
    if rules.unopened_penalty is not None and rules.could_open_penalty is not None:
        penalties = {"low": rules.unopened_penalty, "high": rules.could_open_penalty}
        notes.append(fill(words["unopened"], language, penalties))
    notes.append(words[f"lowest-{rules.lowest_rack_scores}"])
    notes.append(fill(words["joker"], language, {"value": rules.joker_rack_value}))
    if rules.big_points:
        notes.append(words["big-point"])
    own_rack = rules.lowest_rack_scores == "own-rack"
    notes.append(words["check-own-rack" if own_rack else "check-zero"])
    return tuple(notes)


CARD_NOTES: Final[Mapping[Manner, str]] = {
    "gap": "card-gap",
    "clock": "card-clock",
    "done": "card-say",
    "count": "card-count",
    "call": "card-call",
}
"""The manners of a real table for which there is room on its card."""


def card_notes(rules: Rules, language: Language) -> tuple[str, ...]:
    """Return the reminders of a table card: what applies at real tables only (M5, M7, M8, T9)."""
    words = WORDS[language]
    keys = [CARD_NOTES[manner] for manner in rules.table_manners if manner in CARD_NOTES]
    keys.append(f"settle-{rules.settlement}")
    return tuple(words[key] for key in keys)


_CH = "\N{COMBINING GRAPHEME JOINER}"
"""Stands for ch where that is one letter."""
_BARRED: Final[Mapping[str, str]] = {"ł": "l", "đ": "d", "ø": "o"}
"""Letters that Unicode does not take apart."""
_ALPHABETS: Final[Mapping[Language, str]] = {
    "en": "abcdefghijklmnopqrstuvwxyz",
    "pl": "aąbcćdeęfghijklłmnńoópqrsśtuvwxyzźż",
    "cs": f"abcčdefgh{_CH}ijklmnopqrřsštuvwxyzž",
    "uk": "абвгґдеєжзиіїйклмнопрстуфхцчшщьюя",
}
"""The letters with a place of their own in each alphabet; others are sorted without their accent."""


def sort_key(name: str, language: Language = "pl") -> tuple[tuple[int, ...], str]:
    """Return the sort key of a name in the alphabet of a language.

    In Czech ch comes after h, and the marks of vowels decide only between names that are equal without them.
    Apostrophes of any kind do not count.

    >>> sorted(["Żak", "Łoś", "Zych", "Lis", "Єва", "Ева"], key=sort_key)
    ['Lis', 'Łoś', 'Zych', 'Żak', 'Ева', 'Єва']
    """
    small = re.sub("['’ʼ`]", "", name.casefold())
    letters = small.replace("ch", _CH) if language == "cs" else small
    return tuple(_place(letter, language) for letter in letters), small


def _place(letter: str, language: Language) -> int:
    latin = _ALPHABETS["pl" if language == "uk" else language]
    plain = unicodedata.normalize("NFD", _BARRED.get(letter, letter))[0]
    for start, alphabet in ((100, latin), (200, _ALPHABETS["uk"])):
        for found in (letter, plain):
            if found in alphabet:
                return start + alphabet.index(found)
    return 0 if letter in " -" else 300


def round_names(
    state: TournamentState, number: int, cards: Mapping[str, Card], *, public: bool
) -> dict[str, str]:
    """Return who plays for each number in a round, substitutes included."""
    names = names_of(cards, public=public)
    return {player: name_in(state, number, player, names) for player in state.players}


def _head(title: str, language: Language) -> Sheet:
    return {"title": on_paper(title), "language": language, "words": dict(WORDS[language])}


def on_paper(text: str) -> str:
    """Return a text without emoji, which the fonts for printing do not have.

    >>> on_paper("Ola 🎲 O`Lis ❤️ №1")
    'Ola O`Lis №1'
    """
    joined = "".join(sign for sign in text if unicodedata.category(sign) != "Cf")
    kept = (sign for sign in joined if sign < FIRST_PICTURE or unicodedata.category(sign) not in PICTURES)
    return " ".join("".join(kept).split())


def _name(names: Mapping[str, str], player: str) -> str:
    """Return the name of a player; the number where there is none that can be printed."""
    return on_paper(names.get(player, "")) or player


def _round(number: int, language: Language, *, final: bool) -> str:
    words = WORDS[language]
    return words["final"] if final else fill(words["round"], language, {"number": number})


def _tables(seating: Round, names: Mapping[str, str]) -> list[Json]:
    return [
        {"number": at, "seats": [_seat(seat, _name(names, player)) for seat, player in enumerate(table)]}
        for at, table in enumerate(seating.tables, start=1)
    ]


def _seat(seat: int, name: str) -> Json:
    return {"seat": SEATS[seat], "name": name}

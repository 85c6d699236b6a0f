"""The terminal in four languages: whole games described, every message used with the values that it takes.

Proves `cli/text/speech.py`.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner
from tools.catalogue import WORDS, Catalogue
from tools.generate_words import TERMINAL_AREAS, TERMINAL_BORROWS, terminal_part

from tilemeld.cli.main import cli
from tilemeld.cli.text.catalogue import LANGUAGES, MESSAGES, Language
from tilemeld.cli.text.event_sentences import Cast, Teller, without_hand_overs
from tilemeld.cli.text.record_turns import Chapter, chapters
from tilemeld.cli.text.refusals import in_words
from tilemeld.cli.text.speech import Speech
from tilemeld.engine.errors import refuse
from tilemeld.engine.game.commands import BeginGame, CreateGame, Pause, Resume
from tilemeld.engine.game.events import Paused, Resumed, TilesTaken, TurnEnded
from tilemeld.engine.game.shuffle import FixedChance
from tilemeld.engine.local_game import LocalGame
from tilemeld.engine.record.record import format_record, parse_record
from tilemeld.engine.rules import profile
from tilemeld.engine.sets.numbers import NumberSets
from tilemeld.engine.tiles import Seat
from tilemeld.service.live.pause_reasons import AGREED, HANDED_OVER, PAUSE_CODES

GAMES = sorted((Path(__file__).parents[2] / "data" / "games").glob("*.jsonl"))
CATALOGUE = Catalogue(WORDS)
TERMINAL = Path(__file__).parents[3] / "src" / "tilemeld" / "cli"
OTHERS = [language for language in LANGUAGES if language != "en"]


def replayed(file: Path, *args: str, env: dict[str, str] | None = None) -> str:
    result = CliRunner().invoke(cli, ["replay", str(file), *args], env={"COLUMNS": "300", **(env or {})})
    assert result.exit_code == 0, result.output
    return result.output


@pytest.mark.parametrize("file", GAMES, ids=lambda file: file.stem)
def test_every_event_of_the_golden_games_is_reported_in_every_language(file: Path) -> None:
    record = parse_record(file.read_text(encoding="utf-8"))
    book = list(chapters(record))
    english = sentences(book, "en")
    for language in OTHERS:
        lines = sentences(book, language)
        assert len(lines) == len(english)
        assert not re.search(r"[{}|]", " ".join(lines))
        same = [line for line, other in zip(lines, english, strict=True) if line == other]
        assert [line for line in same if re.search(r"[a-z]{4}", line)] == []


def sentences(book: list[Chapter], language: Language) -> list[str]:
    speech = Speech(language)
    lines = []
    for chapter in book:
        names = tuple(f"{number}." for number in range(chapter.before.players))
        for cast in (Cast(names, speech), Cast((speech.say("you"), *names[1:]), speech)):
            teller = Teller(cast, chapter.before.sets)
            for event in chapter.events:
                lines += [line.plain for line in teller.tell(event, chapter.before.table)]
    return lines


def test_a_whole_game_is_replayed_in_polish() -> None:
    shown = replayed(next(file for file in GAMES if file.stem == "pl-2"), "--language", "pl")
    assert "Przygotowanie gry" in shown
    assert re.search(r"Losowanie pierwszego ruchu: Miejsce A [^,]+, Miejsce B", shown)
    assert re.search(r"Miejsce [ABC] dobiera 1 kostkę: ", shown)
    assert re.search(r"Miejsce [ABC] wykłada otwarcie: .* \(\d+ punkt(y|ów)?\)\.", shown)
    assert "Koniec partii: " in shown
    for english in ("Turn", "takes", "lays", "opens", "tiles", "bank is", "points", "left"):
        assert not re.search(rf"\b{english}\b", shown), english


def test_a_scripted_game_is_played_in_polish() -> None:
    args = ["play", "--seed", "7", "--players", "2", "--language", "pl"]
    result = CliRunner().invoke(cli, args, input="done\ntake\npass\n" * 150, env={"COLUMNS": "200"})
    assert result.exit_code == 0, result.output
    shown = result.output
    for polish in (
        "Zasady pl; twoi przeciwnicy: Ola (beginner).",
        "Partia 1 z 1",
        "Ruch 1 · twoja kolej",
        "Jeszcze bez otwarcia: 0 z 30 punktów, tylko z tabliczki.",
        "Dobierasz 1 kostkę: ",
        "Wyłóż co najmniej jedną kostkę",
        "→ Wpisz 'lay ",
        "Koniec partii: ",
        "Tabela wyników",
    ):
        assert polish in shown, polish
    for english in ("You", "Your", "rack", "bank is", "takes", "wins", "points", "turn"):
        assert not re.search(rf"\b{english}\b", shown), english


@pytest.mark.parametrize(
    ("env", "heading"),
    [
        ({"LANG": "uk_UA.UTF-8"}, "Підготовка гри"),
        ({"LANG": "pl_PL.UTF-8", "LC_ALL": "cs_CZ"}, "Příprava hry"),
        ({"LANG": "de_DE.UTF-8"}, "Setting up"),
        ({"LANG": "C.UTF-8"}, "Setting up"),
        ({}, "Setting up"),
    ],
)
def test_the_terminal_speaks_its_own_language_where_we_do(env: dict[str, str], heading: str) -> None:
    assert heading in replayed(GAMES[0], "--turn", "0", env=env)


@pytest.mark.parametrize(
    ("language", "sentences"),
    [
        ("pl", "Ola dobiera 1 kostkę. Ola dobiera 2 kostki. Ola dobiera 5 kostek. Ola dobiera 22 kostki."),
        ("cs", "Ola bere 1 kámen. Ola bere 2 kameny. Ola bere 5 kamenů. Ola bere 22 kamenů."),
        ("uk", "Ola бере 1 плитку. Ola бере 2 плитки. Ola бере 5 плиток. Ola бере 22 плитки."),
    ],
)
def test_what_is_counted_has_the_forms_of_its_language(language: Language, sentences: str) -> None:
    teller = Teller(Cast(("Ola",), Speech(language)), NumberSets(profile("pl")))
    events = [TilesTaken(Seat(0), count, (), 0, "choice", "") for count in (1, 2, 5, 22)]
    assert " ".join(line.plain for event in events for line in teller.tell(event, ())) == sentences


PAUSES = {
    "deserted": "Nikogo nie było przy stole, więc gra się zatrzymała.",
    "agreed": "Wszyscy się zgodzili: przerwa.",
    "down": "Serwer nie działał, więc gra się zatrzymała.",
    "restart": "Serwer uruchamia się ponownie, więc gra się zatrzymała.",
    "called": "Wezwano sędziego, więc gra się zatrzymała.",
    "round": "Runda jest wstrzymana, więc gra się zatrzymała.",
}


def test_every_pause_of_the_server_is_reported_in_every_language_and_handing_over_in_none() -> None:
    for language in LANGUAGES:
        teller = Teller(Cast(("Ola",), Speech(language)), NumberSets(profile("pl")))
        said = {
            code: " ".join(line.plain for line in teller.tell(Paused(5, reason), ()))
            for reason, code in PAUSE_CODES.items()
        }
        assert said.pop("handed-over") == ""
        assert len(set(said.values())) == len(PAUSES), said
        if language == "pl":
            assert said == PAUSES
        if language != "en":
            for reason, code in PAUSE_CODES.items():
                assert reason not in said.get(code, ""), language
        assert "a dispute" in teller.tell(Paused(5, "a dispute"), ())[0].plain, "what a referee wrote"


def test_the_end_of_a_pause_is_reported_unless_a_device_was_handed_over() -> None:
    turn, end = TurnEnded(Seat(0), 0, None), Resumed(None, None)
    handed, agreed = Paused(5, HANDED_OVER), Paused(5, AGREED)
    assert list(without_hand_overs([handed, end, turn, agreed, end], None)) == [handed, turn, agreed, end]
    assert list(without_hand_overs([end, agreed, end], HANDED_OVER)) == [agreed, end]
    assert list(without_hand_overs([end], AGREED)) == [end]
    assert list(without_hand_overs([end], None)) == [end]


def test_a_replay_says_nothing_of_devices_that_were_handed_over(tmp_path: Path) -> None:
    game = LocalGame(CreateGame(profile("cs"), 2), chance=FixedChance("handed"))
    game.do(BeginGame())
    for reason in (HANDED_OVER, AGREED):
        game.do(Pause(reason))
        game.do(Resume())
    file = tmp_path / "game.jsonl"
    file.write_text(format_record(game.record), encoding="utf-8")
    shown = replayed(file, "--language", "pl")
    assert shown.count("Wszyscy się zgodzili: przerwa.") == 1
    assert shown.count(MESSAGES["pl"]["tell.resumed"]) == 1
    assert HANDED_OVER not in shown


def test_a_reason_within_a_reason_is_reported_in_the_same_language() -> None:
    fault = "set/group-colour-repeats"
    refusal = refuse("table/bad-set", set=3, reason="…", fault=fault, colour="red", count=2)
    assert in_words(refusal, Speech("pl")) == (
        "Zestaw 3: w grupie każdy kolor może być tylko raz, a czerwony jest 2 razy"
    )
    refusal = refuse("table/bad-set", set=1, reason="…", fault="word/not-family", word="KOT")
    assert in_words(refusal, Speech("pl")).startswith("Zestaw 1: KOT ")


# The messages themselves


def test_the_terminal_borrows_words_of_the_browser_and_repeats_none() -> None:
    own = {key for area in TERMINAL_AREAS for key in CATALOGUE.own("en", area)}
    borrowed = terminal_part(CATALOGUE, "en").keys() - own
    for area, beginnings in TERMINAL_BORROWS.items():
        keys = CATALOGUE.own("en", area).keys()
        assert all(any(key.startswith(beginning) for key in keys) for beginning in beginnings), area
        assert not own & {key for key in keys if key.startswith(beginnings)}
    assert borrowed | own == MESSAGES["en"].keys()


def test_every_message_is_said_with_the_values_that_it_takes() -> None:
    part = terminal_part(CATALOGUE, "en")
    wrong = []
    for path, key, values in calls():
        takes = set(re.findall(r"\{([a-z_]+)", part[key]))
        if values != takes - {"name"} and values != takes:
            wrong.append((path.name, key, values, takes))
    assert wrong == []


def test_every_message_of_the_terminal_is_used() -> None:
    text = "".join(
        path.read_text(encoding="utf-8") for path in TERMINAL.rglob("*.py") if path.name != "catalogue.py"
    )
    families = set(re.findall(r"""say_of\(\s*["']([a-z-]+(?:\.[a-z-]+)*)["']""", text))
    unused = [
        key
        for area in TERMINAL_AREAS
        for key in CATALOGUE.own("en", area)
        if f'"{key.removesuffix(".you")}"' not in text
        and f"'{key}'" not in text
        and key.rpartition(".")[0] not in families
    ]
    assert unused == []


def calls() -> Iterator[tuple[Path, str, set[str]]]:
    """Find every call that says a message by its name, with the names of the values that it gives."""
    for path in sorted(TERMINAL.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func).endswith(
                ("say", "tell", "show", "DraftError", "Unusable")
            ):
                values = {word.arg for word in node.keywords if word.arg}
                for key in {key for each in node.args for key in keys_in(each)}:
                    yield path, key, values


def keys_in(argument: ast.expr) -> set[str]:
    """Return the keys that an argument may be."""
    if isinstance(argument, ast.IfExp):
        return keys_in(argument.body) | keys_in(argument.orelse)
    return {str(argument.value)} & MESSAGES["en"].keys() if isinstance(argument, ast.Constant) else set()

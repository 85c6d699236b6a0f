"""Every command for players, directors and referees in every language, with good and bad input: no English.

Proves `cli/text/refusals.py`.
"""

import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from at_night import at_night
from cli.english import fixed_parts, little_words, sentences
from tilemeld.cli.main import cli
from tilemeld.cli.text.catalogue import LANGUAGES, MESSAGES, Language
from tilemeld.engine.game.commands import CorrectScore, Pass
from tilemeld.engine.record.record import PROBLEMS, Record, format_record
from tilemeld.engine.rules import PROFILES, profile
from tilemeld.engine.tiles import Seat
from tilemeld.lab.simulate import play_random_game

GAMES = sorted((Path(__file__).parents[2] / "data" / "games").glob("*.jsonl"))
NUMBERS = [file for file in GAMES if not file.name.startswith("pl-word")]
OTHERS = [language for language in LANGUAGES if language != "en"]
ENOUGH = 200
"""The columns of these terminals, so that no sentence is broken."""


@cache
def run(args: tuple[str, ...], language: Language, stdin: str | None = None) -> Result:
    at = 2 if args[0] == "lexicon" else 1
    asked = [*args[:at], "--language", language, *args[at:]]
    return CliRunner().invoke(cli, asked, input=stdin, env={"COLUMNS": str(ENOUGH), "TERM": "dumb"})


def assert_no_english(args: Sequence[str], language: Language, stdin: str | None = None) -> Result:
    """Run a command in English and in another language; the other output has none of the English."""
    english, other = run(tuple(args), "en", stdin), run(tuple(args), language, stdin)
    for result in (english, other):
        assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    assert english.exit_code == other.exit_code
    assert sentences(english.output) & sentences(other.output) == set()
    assert [part for part in fixed_parts(language) if part in other.output] == []
    assert little_words(other.output) == set(), other.output
    assert little_words(english.output) or len(english.output.split()) < 60
    return other


def words_of(file: Path) -> list[str]:
    """Return the option that names the words of a golden game."""
    words = file.with_suffix("").with_suffix(".words.txt")
    return ["--lexicon", str(words)] if words.exists() else []


EVERY_PAIR = [(file, language) for file in GAMES for language in OTHERS]
ONE_LANGUAGE_EACH = [(file, OTHERS[at % len(OTHERS)]) for at, file in enumerate(GAMES)]
"""Each game in one of the languages, and each language in a third of the games."""


@pytest.mark.parametrize(
    ("file", "language"),
    at_night(EVERY_PAIR, by_day=ONE_LANGUAGE_EACH),
    ids=lambda each: each.stem if isinstance(each, Path) else each,
)
def test_golden_games_are_verified_and_analysed(file: Path, language: Language) -> None:
    assert_no_english(["verify", str(file), *words_of(file)], language)
    assert_no_english(["analyse", str(file), "--all", *words_of(file)], language)


# Records in which something is wrong


@cache
def finished() -> Record:
    game, _ = play_random_game(profile("pl").override({"opening_points": 20}), 3, "spoken")
    return game.record


def other_score(record: Record) -> str:
    game, _ = play_random_game(profile("cs"), 2, "spoken")
    game.do(CorrectScore(Seat(1), -777, "…", won=False))
    return format_record(game.record)


def with_header(**change: object) -> Callable[[Record], str]:
    def changed(record: Record) -> str:
        head, *lines = format_record(record).splitlines()
        return "\n".join([json.dumps({**json.loads(head), **change}), *lines])

    return changed


def with_created(**change: object) -> Callable[[Record], str]:
    def changed(record: Record) -> str:
        head, *lines = format_record(record).splitlines()
        data = json.loads(head)
        data["created"] = {**data["created"], **change}
        return "\n".join([json.dumps(data), *lines])

    return changed


def with_rules(**change: object) -> Callable[[Record], str]:
    def changed(record: Record) -> str:
        head, *lines = format_record(record).splitlines()
        data = json.loads(head)
        data["created"]["rules"].update(change)
        return "\n".join([json.dumps(data), *lines])

    return changed


def with_last_step(**change: object) -> Callable[[Record], str]:
    def changed(record: Record) -> str:
        *lines, last = format_record(record).splitlines()
        return "\n".join([*lines, json.dumps({**json.loads(last), **change})])

    return changed


def refused_step(record: Record) -> str:
    step = replace(record.steps[2], command=Pass(Seat(0)))
    return format_record(replace(record, steps=(*record.steps[:2], step)))


def other_points(record: Record) -> str:
    *lines, last = format_record(record).splitlines()
    data = json.loads(last)
    data["events"][-1]["result"]["scores"][0]["points"] += 1
    return "\n".join([*lines, json.dumps(data)])


def fewer_events(record: Record) -> str:
    *steps, last = record.steps
    return format_record(replace(record, steps=(*steps, replace(last, events=last.events[:-1]))))


def unfinished(record: Record) -> str:
    return format_record(replace(record, steps=record.steps[:-1]))


RECORDS: dict[str, tuple[Callable[[Record], str], int]] = {
    "corrected": (other_score, 0),
    "unpublished": (with_rules(profile="mine"), 0),
    "unknown-bot": (with_header(bots=["…", None, None]), 1),
    "walking-bot": (with_header(bots=["club", "club", "club"]), 0),
    "earlier-than-game": (with_header(at=10**12), 1),
    "previous-starter": (with_created(previous_starter=2), 1),
    "unused-field": (with_rules(redeal_few=3), 1),
    "other-secret": (with_created(commitment="0" * 64), 1),
    "no-secret": (with_created(secret=None), 1),
    "impossible": (with_created(players=5), 1),
    "version": (with_last_step(version=9999), 1),
    "earlier-than-step": (with_last_step(at=0), 1),
    "refused": (refused_step, 1),
    "differs": (other_points, 1),
    "number-of-events": (fewer_events, 1),
    "not-over": (unfinished, 3),
    "nothing": (lambda _: "", 2),
    "noise": (lambda _: "{}", 2),
    "no-json": (lambda _: "no\nno", 2),
}


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("change", RECORDS)
def test_what_is_wrong_with_a_record_is_reported(change: str, language: Language) -> None:
    made, expected = RECORDS[change]
    assert assert_no_english(["verify", "-"], language, made(finished())).exit_code == expected


def test_every_problem_of_a_record_has_a_message() -> None:

    found = {key.removeprefix("problem.") for key in MESSAGES["en"] if key.startswith("problem.")}
    assert found == PROBLEMS.keys()


# Positions, rules, words, seatings


SAID: list[list[str]] = [
    ["solve", "--table", "r3 r4 r5 | k7 b7 o7", "--rack", "r6 b3 J o9", "--plan"],
    ["solve", "--table", "r3 r4 r5 r6 r7 r8", "--rack", "r6 o9", "--plan", "--budget", "0"],
    ["solve", "--rack", "o9"],
    ["solve", "--rack", "r10 b10 J", "--goal", "opening", "--plan"],
    ["solve", "--rack", "o9", "--goal", "opening"],
    ["solve", "--table", "o6 o7 o9 J", "--rack", "o10"],
    ["solve", "--rules", "pl-word", "--table", "KOSZYK | KO?(T)", "--rack", "ATOMNE?"],
    ["solve", "--rules", "pl-word", "--rack", "ATOMNE?", "--unopened", "--goal", "openings"],
    ["solve", "--rules", "pl-word", "--rack", "KOTA", "--goal", "words"],
    ["solve", "--rules", "pl-word", "--rack", "KŹĆ", "--goal", "empty"],
    ["solve", "--rules", "pl-word", "--rack", "KOT", "--unopened"],
    ["solve", "--rules", "pl-word", "--table", "KOSZYK", "--rack", "Ź"],
    ["solve", "--rules", "pl-word", "--table", "KOSZYK", "--rack", "ATOM", "--budget", "1"],
    ["rules"],
    *(["rules", name] for name in PROFILES),
    ["rules", "pl", "--against", "uk"],
    ["rules", "pl", "--against", "pl"],
    [
        "lexicon",
        "check",
        "szyszka",
        "koszyk",
        "mgra",
        "carpe",
        "usg",
        "ko",
        "kosz1k",
        "koszyq",
        "kotxx",
        "koszyczkó",
    ],
    ["lexicon", "words", "KOT?", "--most", "2"],
    ["seat", "9", "--rounds", "5"],
    ["seat", "9", "--rounds", "3", "--smallest", "4"],
]
"""Good input."""

BAD: list[list[str]] = [
    ["solve"],
    ["solve", "--rack", "x9"],
    ["solve", "--rack", "r3 r3 r3 r3"],
    ["solve", "--rack", "b4", "--table", "r3 r4"],
    ["solve", "--rack", "b4", "--table", "r3 r3 r3"],
    ["solve", "--rack", "b4", "--joker", "x"],
    ["solve", "--rack", "b4", "--joker", "999"],
    ["solve", "--rack", "b4", "--goal", "joy"],
    ["solve", "--rack", "b4", "--goal", "words"],
    ["solve", "--rack", "b4", "--rules", "de"],
    ["solve", "--rack", "b4", "--unopened"],
    ["solve", "--rack", "b4", "--nonsense"],
    ["solve", "--rack", "b4", "--lexicon", "/no/such.txt"],
    ["solve", "--jsonl", "/no/such.jsonl"],
    ["solve", "--jsonl", "x", "--rack", "b4"],
    ["solve", "--rules", "pl-word", "--rack", "KOT", "--plan"],
    ["solve", "--rules", "pl-word", "--rack", "K1T"],
    ["solve", "--rules", "pl-word", "--rack", "KOT", "--goal", "tiles"],
    ["solve", "--rules", "pl-word", "--rack", "KOT", "--table", "XQ"],
    ["solve", "--rules", "pl-word", "--rack", "KOT", "--table", "KOTXX"],
    ["solve", "--rules", "pl-word", "--rack", "KOT", "--table", "KO?"],
    ["solve", "--rules", "pl-word", "--rack", "ŻŻŻŻ"],
    ["solve", "--rules", "pl-word", "--rack", "KOT", "--lexicon", "/no/such.txt"],
    ["solve", "--rack"],
    ["rules", "de"],
    ["rules", "pl", "--against", "de"],
    ["rules", "--against", "pl"],
    ["rules", "pl", "cs", "uk"],
    ["verify"],
    ["verify", "/no/such.jsonl"],
    ["verify", "/"],
    ["analyse", "/no/such.jsonl"],
    ["analyse", str(NUMBERS[0]), "--theme", "x"],
    ["replay", str(NUMBERS[0]), "--turn", "999"],
    ["replay", str(NUMBERS[0]), "--turn", "x"],
    ["play", "--rules", "de"],
    ["play", "--players", "9"],
    ["play", "--players", "2", "--bots", "club,club"],
    ["play", "--bots", "nobody"],
    ["play", "--bots", ","],
    ["play", "--entropy", "x" * 10_000],
    ["play", "--record", "/no/such/folder/game.jsonl"],
    ["play", "--record", "/"],
    ["play", "--record", str(NUMBERS[0])],
    ["play", "--house", "strict"],
    ["play", "--house", "nonsense=1"],
    ["play", "--house", "opening_point=1"],
    ["play", "--house", "opening_points=x"],
    ["play", "--house", "strict=7"],
    ["play", "--house", "turn_seconds_offered=0,1"],
    ["play", "--house", "match_ranking=x"],
    ["play", "--house", "opening_letters=4"],
    ["play", "--house", "joker_rack_value=-1"],
    ["play", "--rules", "pl-word", "--house", "theme=" + "x" * 100],
    ["play", "--rules", "pl-word", "--house", "theme=x"],
    ["lexicon", "words", "K1T"],
    ["lexicon", "words", ""],
    ["lexicon", "words", "A" * 31],
    ["lexicon", "check", "kot", "--lexicon", "/no/such.txt"],
    ["lexicon", "info", "/"],
    ["seat", "0"],
    ["seat", "1"],
    ["seat", "99999"],
    ["seat", "/no/such.csv"],
    ["seat", "8", "--rounds", "99"],
    ["seat", "8", "--after", str(NUMBERS[0])],
    ["seat", "8", "--swap", "x"],
    ["seat", "8", "--swap", "x,y"],
    ["print", "seating"],
    ["print", "standings"],
    ["print", "standings", "/no/such.jsonl"],
    ["print", "score-sheets", "--out", "x.doc"],
    ["print", "score-sheets", "--out", "/no/such/x.pdf"],
]
"""Bad input: every sentence that refuses it."""


def shortened(args: Sequence[str]) -> str:
    return " ".join(args)[:60]


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("args", SAID, ids=shortened)
def test_what_a_command_says(args: list[str], language: Language) -> None:
    assert assert_no_english(args, language).exit_code in (0, 1)


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("args", BAD, ids=shortened)
def test_why_a_command_refuses(args: list[str], language: Language) -> None:
    assert assert_no_english(args, language).exit_code == 2


@pytest.mark.parametrize(
    "args",
    [
        ["solve", "--table", "r3 r4 r5", "--rack", "r6 o9", "--goal", "tiles"],
        ["rules", "--json"],
        ["rules", "cs", "--json"],
        ["lexicon", "check", "mgra", "kot", "--json"],
        ["analyse", str(NUMBERS[0]), "--json"],
        ["replay", str(NUMBERS[0]), "--json"],
        ["solve", "--jsonl", "-"],
    ],
    ids=shortened,
)
def test_what_programs_read_is_the_same_in_every_language(args: list[str]) -> None:
    asked = [*args, *(["--json"] if args[0] == "solve" and "--jsonl" not in args else [])]
    lines = '{"rack": "r3 r4"}\n{"rack": 7}\n{"rack": "b4", "table": ["r3"]}\n'
    said = {without_times(run(tuple(asked), language, lines).output) for language in LANGUAGES}
    assert len(said) == 1


def without_times(said: str) -> str:
    """Return JSON without what was measured."""
    return "\n".join(part for part in said.replace(",", "\n").splitlines() if "micros" not in part)

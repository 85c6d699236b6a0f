"""The catalogue of words: every language is whole, and a new one is a folder."""

import json
import re
import shutil
from pathlib import Path

import pytest
from tools.catalogue import PLURAL, WORDS, Catalogue, faults_of, shorten
from tools.generate_words import files

CATALOGUE = Catalogue(WORDS)
POLISH = ["one", "few", "many"]


@pytest.mark.parametrize("language", CATALOGUE.about)
def test_a_language_has_every_message_with_its_values_and_plural_forms(language: str) -> None:
    assert list(CATALOGUE.faults(language)) == []


def test_every_file_of_the_catalogue_is_an_area_in_the_form_that_is_written() -> None:
    for path in WORDS.glob("*/*.json"):
        assert path.stem in {*CATALOGUE.areas, "language"}, path
        data = json.loads(path.read_text(encoding="utf-8"))
        assert path.read_text(encoding="utf-8") == json.dumps(data, ensure_ascii=False, indent=2) + "\n", path


def test_plurals_become_short_templates_in_the_order_of_the_language() -> None:
    text = "{n, plural, few {kostki} one {kostka} many {kostek} other {kostki}} z {name}"
    assert shorten(text, POLISH) == "{n:kostka|kostki|kostek} z {name}"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{count} {count, plural, one {kostka} few {kostki} many {kostek} other {kostki}}", []),
        (
            "{count} {count, plural, one {kostka} other {kostki}}",
            ["the plural of count needs one, few, many, other"],
        ),
        ("{counts} kostek", ["its values are ['counts'], not ['count']"]),
        ("{count} {kostek", ["it is empty, or a brace is left open"]),
        (" ", ["its values are [], not ['count']", "it is empty, or a brace is left open"]),
    ],
)
def test_what_is_wrong_with_a_message_is_said(text: str, said: list[str]) -> None:
    source = "{count} {count, plural, one {tile} other {tiles}}"
    assert list(faults_of(text, source, POLISH)) == said


def test_a_new_language_is_one_folder_and_what_it_lacks_is_reported_and_said_in_english(
    tmp_path: Path,
) -> None:
    folder = tmp_path / "words"
    shutil.copytree(WORDS, folder)
    (folder / "sk").mkdir()
    about = {**CATALOGUE.about["cs"], "name": "Slovenčina", "english": "Slovak", "order": 9}
    (folder / "sk" / "language.json").write_text(json.dumps(about), encoding="utf-8")
    (folder / "sk" / "tiles.json").write_text(
        json.dumps({"tile.joker": "žolík", "odd": "?"}), encoding="utf-8"
    )
    catalogue = Catalogue(folder)
    found = list(catalogue.faults("sk"))
    assert "sk/tiles.json: odd is not a message" in found
    assert "sk/tiles.json: tiles.count is missing" in found
    assert not any("tile.joker" in fault and "sk" in fault and "-as" not in fault for fault in found)
    made = files(catalogue)
    tiles = made["client/src/generated/words/sk/tiles.ts"]()
    assert '"tile.joker": "žolík",' in tiles
    assert '"tiles.count": "{count} {count:tile|tiles|tiles}",' in tiles
    assert '"odd"' not in tiles
    assert 'sk: "Slovenčina"' in made["client/src/generated/words/languages.ts"]()
    assert (
        'Literal["en", "pl", "cs", "uk", "sk"]' in made["src/tilemeld/tournament/views/printout_words.py"]()
    )
    assert "client/public/manifest-sk.webmanifest" in made


def test_no_message_hides_a_value_in_a_plural_form() -> None:
    """Forms are plain words: a value inside would not be filled in."""
    parts = [CATALOGUE.own(language, area) for language in CATALOGUE.about for area in CATALOGUE.areas]
    left = [text for part in parts for text in part.values() if "plural" in PLURAL.sub("", text)]
    assert left == []


def test_printed_sheets_count_nothing_without_forms() -> None:
    """Numbers of things stand alone; a round and a place are named by their number, not counted."""
    texts = [
        (language, *item) for language in CATALOGUE.about for item in CATALOGUE.own(language, "paper").items()
    ]
    assert [text for text in texts if re.search(r"\{(?!number|place)[a-z]+\} (?!if )[^\W\d_]", text[2])] == []


def test_every_word_of_printed_sheets_and_plans_is_used() -> None:
    room = WORDS.parent / "src" / "tilemeld"
    views = room / "tournament" / "views"
    python = "".join(
        (views / f"{name}.py").read_text(encoding="utf-8") for name in ("printouts", "website", "spreadsheet")
    )
    templates = "".join(
        path.read_text(encoding="utf-8") for path in (room / "adapters" / "paper").glob("*.typ")
    )
    prefixes = tuple(re.findall(r'f"([a-z]+[.-])\{', python))
    used = {*re.findall(r'"([a-z-]+)"', python), *re.findall(r"\bw\.([a-z-]+)", templates)}
    assert [
        key for key in CATALOGUE.own("en", "paper") if key not in used and not key.startswith(prefixes)
    ] == []
    plans = (room / "solver" / "plan" / "text.py").read_text(encoding="utf-8")
    words = [key for key in CATALOGUE.own("en", "plans") if not key.startswith("plan/")]
    assert [key for key in words if f'["{key}"]' not in plans] == []

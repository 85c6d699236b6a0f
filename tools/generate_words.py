"""What is made of the catalogue of words: modules for the browser and for Python, and manifests."""

import json
from collections.abc import Callable
from functools import partial

from tools.catalogue import SOURCE, WORDS, Catalogue, Part, read

from tilemeld.engine.errors import CODES as ENGINE_CODES

FIRST = ("general", "phrases", "refusals", "rules", "screens", "tiles")
"""The areas that come with the page."""
TERMINAL_AREAS = (
    *("terminal", "terminal-orders", "terminal-records"),
    *("terminal-study", "terminal-tournaments", "terminal-input"),
)
"""The areas of the terminal."""
PYTHON_AREAS = ("guests", "paper", "plans", "previews", *TERMINAL_AREAS)
"""The areas that the browser does not speak."""
TERMINAL_BORROWS = {
    "tiles": ("tiles.count", "colour."),
    "rules": ("rule.", "rule-group.", "profile.", "rule-value.numbers", "rule-value.letters"),
    "replay": ("replay.turn", "replay.unopened", "replay.accuracy", "replay.choice."),
    "board": ("hint.better-", "hint.waits", "hint.choice."),
    "solver": (
        *("solver.table", "solver.after", "solver.lay", "solver.opens", "solver.nothing"),
        *("solver.no-opening", "solver.openings", "solver.spelled", "solver.not-emptied"),
    ),
    "tournaments": ("tournaments.cost", "tournaments.byes"),
    "tournaments-refusals": ("refusal.seating/", "refusal.players/", "refusal.wishes/", "refusal.backup/"),
    "letters": ("score.points",),
    "screens": ("end.sheet",),
    "refusals": (
        "record.at.",
        *("refusal.solve/bad-set", "refusal.solve/too-many"),
        *(f"refusal.{code}" for code in ENGINE_CODES),
    ),
}
"""What the terminal says in the same words as the browser: keys, or how they begin, by area."""

CATALOGUE = Catalogue(WORDS)


def files(catalogue: Catalogue = CATALOGUE) -> dict[str, Callable[[], str]]:
    """Return every file that is made of the catalogue, by its path."""
    made: dict[str, Callable[[], str]] = {
        "client/src/generated/words/languages.ts": partial(languages_file, catalogue),
        "src/tilemeld/tournament/views/printout_words.py": partial(paper_file, catalogue),
        "src/tilemeld/solver/plan/catalogue.py": partial(plans_file, catalogue),
        "src/tilemeld/server/preview/preview_words.py": partial(previews_file, catalogue),
        "src/tilemeld/service/guests/name_words.py": partial(guests_file, catalogue),
        "src/tilemeld/cli/text/catalogue.py": partial(terminal_file, catalogue),
    }
    for language in catalogue.about:
        folder = f"client/src/generated/words/{language}"
        for area in browser_areas(catalogue):
            made[f"{folder}/{area}.ts"] = partial(area_file, catalogue, language, area)
        made[f"{folder}/first.ts"] = partial(first_file, catalogue, language)
        made[f"{folder}/index.ts"] = partial(index_file, catalogue, language)
        ending = "" if language == SOURCE else f"-{language}"
        made[f"client/public/manifest{ending}.webmanifest"] = partial(manifest_file, catalogue, language)
    return made


def browser_areas(catalogue: Catalogue) -> list[str]:
    """Return the areas that the browser speaks."""
    return [area for area in catalogue.areas if area not in PYTHON_AREAS]


# For the browser


def area_file(catalogue: Catalogue, language: str, area: str) -> str:
    """Return an area of words as a module; that of the source has the types of all."""
    name = _constant(area)
    made = f"Made of words/{language}/{area}.json: edit that, then run `make docs`."
    head = [f"/** {catalogue.areas[area]} {made} */"]
    lines = [f"  {_text(key)}: {_text(text)}," for key, text in catalogue.short(language, area).items()]
    if language == SOURCE:
        return _lines(*head, f"export const {name} = {{", *lines, "} as const;")
    english = f'import type {{ {name} as english }} from "../{SOURCE}/{area}";'
    head += [english, 'import type { Like } from "../languages";', ""]
    return _lines(*head, f"export const {name}: Like<typeof english> = {{", *lines, "};")


def first_file(catalogue: Catalogue, language: str) -> str:
    """Return the module of the words that come with the page."""
    name = catalogue.about[language]["english"]
    head = f"/** The {name} words that every screen may need: they come with the page. */"
    return _lines(head, *_imports(FIRST), "", f"export const first = {_spread(FIRST)} as const;")


def index_file(catalogue: Catalogue, language: str) -> str:
    """Return the module of all words of a language, for types and tests."""
    areas = tuple(browser_areas(catalogue))
    if language == SOURCE:
        head = (
            "/** The English words: also the list of all keys, and of the values that each message takes. */"
        )
        return _lines(head, *_imports(areas), "", f"export const {language} = {_spread(areas)} as const;")
    typed = (f'import type {{ {SOURCE} }} from "../{SOURCE}";', 'import type { Like } from "../languages";')
    made = f"export const {language}: Like<typeof {SOURCE}> = {_spread(areas)};"
    return _lines(*typed, *_imports(areas), "", made)


def languages_file(catalogue: Catalogue) -> str:
    """Return the module of the languages: which there are, their plural forms, what they call themselves."""
    about = catalogue.about
    return _lines(
        "/** The languages we speak: made of words/<language>/language.json. */",
        f"export const LANGUAGES = {json.dumps([*about])} as const;",
        "export type Language = (typeof LANGUAGES)[number];",
        "",
        "/** The plural forms of each language in the order in which templates write them. */",
        "export const FORMS: Readonly<Record<Language, readonly Intl.LDMLPluralRule[]>> = {",
        *(f"  {language}: {json.dumps(each['plurals'])}," for language, each in about.items()),
        "};",
        "",
        "/** The names of the languages, each in its own. */",
        "export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = {",
        *(f"  {language}: {_text(each['name'])}," for language, each in about.items()),
        "};",
        "",
        "/** A catalogue in another language: the same keys. */",
        "export type Like<English> = { readonly [K in keyof English]: string };",
    )


def manifest_file(catalogue: Catalogue, language: str) -> str:
    """Return what the browser needs to install the app in a language."""
    found = read(catalogue.folder / "manifest.json")
    whole = {**found, "lang": language, "description": catalogue.about[language]["description"]}
    return json.dumps(whole, ensure_ascii=False, indent=2) + "\n"


# For Python


def paper_file(catalogue: Catalogue) -> str:
    """Return the module of the words of printed sheets."""
    rows = [
        line
        for language in catalogue.about
        for line in _entry(language, _templates(catalogue.short(language, "paper")))
    ]
    return _lines(
        *_head(catalogue, "paper"),
        "from collections.abc import Mapping",
        "from typing import Final, Literal, get_args",
        "",
        f"Language = {_literal(catalogue)}",
        "LANGUAGES: Final[tuple[Language, ...]] = get_args(Language)",
        "",
        "WORDS: Final[Mapping[Language, Mapping[str, str]]] = {",
        *rows,
        "}",
        '"""Every word of a language by its key."""',
    )


def plans_file(catalogue: Catalogue) -> str:
    """Return the module of the words of plans."""
    rows = [
        line
        for language in catalogue.about
        for line in _entry(language, _templates(catalogue.short(language, "plans")))
    ]
    return _lines(
        *_head(catalogue, "plans"),
        "from collections.abc import Mapping",
        "from typing import Final",
        "",
        "TEXTS: Final[Mapping[str, Mapping[str, str]]] = {",
        *rows,
        "}",
        '"""Messages by language and key."""',
    )


def previews_file(catalogue: Catalogue) -> str:
    """Return the module of what links show of themselves, with the names of the rule sets."""
    rows = []
    for language in catalogue.about:
        rules = catalogue.short(language, "rules")
        names = {key: text for key, text in rules.items() if key.startswith("profile.")}
        rows += _entry(language, _templates({**catalogue.short(language, "previews"), **names}))
    return _lines(
        *_head(catalogue, "previews"),
        "from collections.abc import Mapping",
        "from typing import Final",
        "",
        "TEXTS: Final[Mapping[str, Mapping[str, str]]] = {",
        *rows,
        "}",
        '"""Messages by language and key."""',
    )


def terminal_file(catalogue: Catalogue) -> str:
    """Return the module of what the terminal says: its own area, and what it shares with the browser."""
    parts = {language: terminal_part(catalogue, language) for language in catalogue.about}
    rows = [line for language, part in parts.items() for line in _entry(language, _templates(part))]
    return _lines(
        *_head(catalogue, "terminal"),
        "from collections.abc import Mapping",
        "from typing import Final, Literal, get_args",
        "",
        f"Language = {_literal(catalogue)}",
        "LANGUAGES: Final[tuple[Language, ...]] = get_args(Language)",
        "",
        "Key = Literal[",
        *(f"    {_text(key)}," for key in parts[SOURCE]),
        "]",
        '"""Every message."""',
        "",
        "MESSAGES: Final[Mapping[Language, Mapping[Key, str]]] = {",
        *rows,
        "}",
        '"""Messages by language and key, as ``words.message`` reads them."""',
    )


def terminal_part(catalogue: Catalogue, language: str) -> dict[str, str]:
    """Return every message of the terminal in a language, with those that it shares with the browser."""
    borrowed = {
        key: text
        for area, beginnings in TERMINAL_BORROWS.items()
        for key, text in catalogue.short(language, area).items()
        if key.startswith(beginnings)
    }
    own = {key: text for area in TERMINAL_AREAS for key, text in catalogue.short(language, area).items()}
    return {**borrowed, **own}


def _templates(part: Part) -> list[str]:
    return [f"{_text(key)}: {_quoted(text)}," for key, text in part.items()]


def guests_file(catalogue: Catalogue) -> str:
    """Return the module of the names of guests."""
    rows = []
    for language in catalogue.about:
        part = catalogue.part(language, "guests")
        each = [f"        {_quoted(part[key])}," for key in ("adjectives", "animals")]
        rows += [f"    {_text(language)}: (", *each, "    ),"]
    return _lines(
        *_head(catalogue, "guests"),
        "from collections.abc import Mapping",
        "from typing import Final, Literal",
        "",
        f"NameLanguage = {_literal(catalogue)}",
        "",
        "NAMES: Final[Mapping[NameLanguage, tuple[str, str]]] = {",
        *rows,
        "}",
        '"""Adjectives and animals; all animals of a language have one gender, so that every pair agrees."""',
    )


def _head(catalogue: Catalogue, area: str) -> list[str]:
    made = f"Made of words/*/{area}.json, all languages in one table: edit those, then run ``make docs``."
    return [f'"""{catalogue.areas[area]}', "", made, '"""', ""]


def _entry(language: str, rows: list[str]) -> list[str]:
    return [f"    {_text(language)}: {{", *(f"        {row}" for row in rows), "    },"]


def _literal(catalogue: Catalogue) -> str:
    return f"Literal[{', '.join(_text(language) for language in catalogue.about)}]"


def _constant(area: str) -> str:
    first, *others = area.split("-")
    return first + "".join(other.capitalize() for other in others)


def _imports(areas: tuple[str, ...]) -> list[str]:
    return [f'import {{ {_constant(area)} }} from "./{area}";' for area in areas]


def _spread(areas: tuple[str, ...]) -> str:
    return f"{{ {', '.join(f'...{_constant(area)}' for area in areas)} }}"


def _text(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def _quoted(text: str) -> str:
    """Write a text as the formatter does: in single quotes where that saves escapes."""
    return f"'{text}'" if '"' in text and "'" not in text else _text(text)


def _lines(*lines: str) -> str:
    return "\n".join([*lines, ""])

"""The catalogue of words: a folder for each language, JSON with ICU plurals.

``words/<language>/<area>.json`` is what people edit. What the browser, the terminal, the press and the
solver's plans read is made of it (``make docs``): modules in TypeScript and Python, typed and small.
``python -m tools.catalogue`` says what a language lacks. How to translate: docs/translating.md.
"""

import json
import re
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, TypedDict

WORDS = Path(__file__).parents[1] / "words"
SOURCE = "en"
"""The language that all others are translated from: it is the list of keys and values."""
VALUE = re.compile(r"\{([a-z_]+)\}")
PLURAL = re.compile(r"\{([a-z_]+), plural,((?: [a-z]+ \{[^{}]*\})+)\}")
FORM = re.compile(r"([a-z]+) \{([^{}]*)\}")

Part = Mapping[str, str]


class About(TypedDict):
    """What a language says of itself."""

    name: str
    """In the language itself."""
    english: str
    order: int
    """Its place in lists; the source is the first."""
    plurals: list[str]
    """The categories of the CLDR that whole numbers need, in the order of the browser's templates."""
    description: str
    """Of the app, where it is installed."""


@dataclass(frozen=True)
class Catalogue:
    """Every message in every language, as it stands in a folder."""

    folder: Path

    @cached_property
    def about(self) -> dict[str, About]:
        """What each language says of itself, in their order."""
        found: dict[str, About] = {
            path.parent.name: read(path) for path in self.folder.glob("*/language.json")
        }
        return dict(sorted(found.items(), key=lambda each: (each[1]["order"], each[0])))

    @cached_property
    def areas(self) -> dict[str, str]:
        """What each area is about."""
        found: dict[str, str] = read(self.folder / "areas.json")
        return found

    def own(self, language: str, area: str) -> Part:
        """Return what is written in a language, as it stands."""
        path = self.folder / language / f"{area}.json"
        found: Part = read(path) if path.exists() else {}
        return found

    def part(self, language: str, area: str) -> Part:
        """Return the messages of an area; what is not translated yet is in the source's words."""
        own, source = self.own(language, area), self.own(SOURCE, area)
        rest = {key: self._borrowed(text, language) for key, text in source.items() if key not in own}
        return {**{key: text for key, text in own.items() if key in source}, **rest}

    def _borrowed(self, text: str, language: str) -> str:
        """Return a message of the source with the plural categories of another language."""
        needed = categories(self.about[language]["plurals"])

        def forms(found: re.Match[str]) -> str:
            given: dict[str, str] = dict(FORM.findall(found[2]))
            each = " ".join(f"{category} {{{given.get(category, given['other'])}}}" for category in needed)
            return f"{{{found[1]}, plural, {each}}}"

        return PLURAL.sub(forms, text)

    def short(self, language: str, area: str) -> Part:
        """Return the messages of an area as the browser reads them: ``{count:tile|tiles}``."""
        order = self.about[language]["plurals"]
        return {key: shorten(text, order) for key, text in self.part(language, area).items()}

    def faults(self, language: str) -> Iterator[str]:
        """Say what keeps a language from being whole: messages, values or forms that are missing or odd."""
        for area in self.areas:
            own, source = self.own(language, area), self.own(SOURCE, area)
            where = f"{language}/{area}.json"
            yield from (f"{where}: {key} is missing" for key in source if key not in own)
            yield from (f"{where}: {key} is not a message" for key in own if key not in source)
            for key in own.keys() & source.keys():
                faults = faults_of(own[key], source[key], self.about[language]["plurals"])
                yield from (f"{where}: {key}: {fault}" for fault in faults)


def faults_of(text: str, source: str, plurals: list[str]) -> Iterator[str]:
    """Say what is wrong with one message compared with the English one."""
    needed = categories(plurals)
    for name, forms in PLURAL.findall(text):
        if sorted(category for category, _ in FORM.findall(forms)) != sorted(needed):
            yield f"the plural of {name} needs {', '.join(needed)}"
    if names_in(text) != names_in(source):
        yield f"its values are {sorted(names_in(text))}, not {sorted(names_in(source))}"
    if not text.strip() or re.search("[{}]", VALUE.sub("", PLURAL.sub("", text))):
        yield "it is empty, or a brace is left open"


def categories(plurals: list[str]) -> list[str]:
    """Return the categories that a plural has to write: ICU asks for ``other`` in every language."""
    return plurals if "other" in plurals else [*plurals, "other"]


def names_in(text: str) -> set[str]:
    """Return the values that a message takes."""
    return {*VALUE.findall(PLURAL.sub("", text)), *(name for name, _ in PLURAL.findall(text))}


def shorten(text: str, plurals: list[str]) -> str:
    """Return a message with its plural forms in the order of the categories.

    >>> shorten("{count} {count, plural, one {tile} other {tiles}}", ["one", "other"])
    '{count} {count:tile|tiles}'
    """
    return PLURAL.sub(lambda found: f"{{{found[1]}:{'|'.join(forms_in(found[2], plurals))}}}", text)


def forms_in(written: str, plurals: list[str]) -> list[str]:
    """Return the forms of a plural in the order of the categories."""
    given: dict[str, str] = dict(FORM.findall(written))
    return [given[category] for category in plurals]


def read(path: Path) -> Any:
    """Return what a file of the catalogue says."""
    return json.loads(path.read_text(encoding="utf-8"))


def main() -> int:
    """Print what each language lacks."""
    catalogue = Catalogue(WORDS)
    faults = [fault for language in catalogue.about for fault in catalogue.faults(language)]
    print("\n".join(faults) or f"{', '.join(catalogue.about)}: all messages are there, with values and forms")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())

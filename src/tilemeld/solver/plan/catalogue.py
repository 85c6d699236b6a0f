"""Plans of the solver, in the terminal.

Made of words/*/plans.json: edit those, then run ``make docs``.
"""

from collections.abc import Mapping
from typing import Final

TEXTS: Final[Mapping[str, Mapping[str, str]]] = {
    "en": {
        "plan/new-set": "Lay {tiles} from the rack as a new set ({counted}).",
        "plan/add": "Add {tiles} from the rack to {target}: {result}.",
        "plan/split": "Split {source} into {left} and {result}.",
        "plan/take": "Take {tiles} from {source} ({counted}) and start a new set.",
        "plan/move": "Move {tiles} from {source} to {target}: {result}.",
        "plan/join": "Join {source} and {target}: {result}.",
        "nothing": "Nothing to do: the table stays as it is.",
        "proven": "{counted}, as few as possible:",
        "found": "{counted}, perhaps not the fewest:",
    },
    "pl": {
        "plan/new-set": "Wyłóż z tabliczki {tiles} jako nowy zestaw ({counted}).",
        "plan/add": "Dołóż z tabliczki {tiles} do zestawu {target}: {result}.",
        "plan/split": "Podziel zestaw {source} na {left} i {result}.",
        "plan/take": "Weź {tiles} z zestawu {source} ({counted}) i zacznij nowy zestaw.",
        "plan/move": "Przenieś {tiles} z zestawu {source} do zestawu {target}: {result}.",
        "plan/join": "Połącz zestawy {source} i {target}: {result}.",
        "nothing": "Nic do zrobienia: stół zostaje bez zmian.",
        "proven": "{counted}, mniej się nie da:",
        "found": "{counted}, być może da się mniej:",
    },
    "cs": {
        "plan/new-set": "Vyložte ze stojánku {tiles} jako novou sadu ({counted}).",
        "plan/add": "Přiložte ze stojánku {tiles} k sadě {target}: {result}.",
        "plan/split": "Rozdělte sadu {source} na {left} a {result}.",
        "plan/take": "Vezměte {tiles} ze sady {source} ({counted}) a začněte novou sadu.",
        "plan/move": "Přesuňte {tiles} ze sady {source} k sadě {target}: {result}.",
        "plan/join": "Spojte sady {source} a {target}: {result}.",
        "nothing": "Není co dělat: stůl zůstává beze změny.",
        "proven": "{counted}, méně to nejde:",
        "found": "{counted}, možná to jde i méně kroky:",
    },
    "uk": {
        "plan/new-set": "Викладіть із підставки {tiles} як новий набір ({counted}).",
        "plan/add": "Додайте з підставки {tiles} до набору {target}: {result}.",
        "plan/split": "Розділіть набір {source} на {left} і {result}.",
        "plan/take": "Візьміть {tiles} з набору {source} ({counted}) і почніть новий набір.",
        "plan/move": "Перекладіть {tiles} з набору {source} до набору {target}: {result}.",
        "plan/join": "З’єднайте набори {source} і {target}: {result}.",
        "nothing": "Нічого робити не треба: стіл лишається без змін.",
        "proven": "{counted}, менше неможливо:",
        "found": "{counted}, можливо, є коротший шлях:",
    },
}
"""Sentences by language and key."""

FORMS: Final[Mapping[str, Mapping[str, tuple[str, ...]]]] = {
    "en": {
        "tiles": ("{n} tile", "{n} tiles"),
        "steps": ("{n} step", "{n} steps"),
    },
    "pl": {
        "tiles": ("{n} kostka", "{n} kostki", "{n} kostek"),
        "steps": ("{n} krok", "{n} kroki", "{n} kroków"),
    },
    "cs": {
        "tiles": ("{n} kámen", "{n} kameny", "{n} kamenů"),
        "steps": ("{n} krok", "{n} kroky", "{n} kroků"),
    },
    "uk": {
        "tiles": ("{n} плитка", "{n} плитки", "{n} плиток"),
        "steps": ("{n} крок", "{n} кроки", "{n} кроків"),
    },
}
"""Counted words: their plural forms, in the order of the language."""

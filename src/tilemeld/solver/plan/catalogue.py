"""Plans of the solver, in the terminal.

Made of words/*/plans.json, all languages in one table: edit those, then run ``make docs``.
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
        "tiles": "{n:# tile|# tiles}",
        "steps": "{n:# step|# steps}",
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
        "tiles": "{n:# kostka|# kostki|# kostek}",
        "steps": "{n:# krok|# kroki|# kroków}",
        "nothing": "Nic do zrobienia: stół zostaje bez zmian.",
        "proven": "{counted}, krócej się nie da:",
        "found": "{counted}, być może da się krócej:",
    },
    "cs": {
        "plan/new-set": "Vyložte ze stojánku {tiles} jako novou sadu ({counted}).",
        "plan/add": "Přiložte ze stojánku {tiles} k sadě {target}: {result}.",
        "plan/split": "Rozdělte sadu {source} na {left} a {result}.",
        "plan/take": "Vezměte {tiles} ze sady {source} ({counted}) a začněte novou sadu.",
        "plan/move": "Přesuňte {tiles} ze sady {source} k sadě {target}: {result}.",
        "plan/join": "Spojte sady {source} a {target}: {result}.",
        "tiles": "{n:# kámen|# kameny|# kamenů}",
        "steps": "{n:# krok|# kroky|# kroků}",
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
        "tiles": "{n:# плитка|# плитки|# плиток}",
        "steps": "{n:# крок|# кроки|# кроків}",
        "nothing": "Нічого робити не треба: стіл лишається без змін.",
        "proven": "{counted}, менше неможливо:",
        "found": "{counted}, можливо, є коротший шлях:",
    },
}
"""Messages by language and key."""

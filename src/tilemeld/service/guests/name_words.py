"""What guests are called who have not said their names.

Made of words/*/guests.json, all languages in one table: edit those, then run ``make docs``.
"""

from collections.abc import Mapping
from typing import Final, Literal

NameLanguage = Literal["en", "pl", "cs", "uk"]

NAMES: Final[Mapping[NameLanguage, tuple[str, str]]] = {
    "en": (
        "Amber Brave Calm Clever Gentle Jolly Keen Lucky Merry Quick Quiet Sunny",
        "Badger Crane Dormouse Falcon Fox Hare Heron Lynx Marten Otter Stork Wren",
    ),
    "pl": (
        "Bystry Cichy Dzielny Łagodny Pilny Pogodny Radosny Spokojny Sprytny Szybki Wesoły Zwinny",
        "Bocian Borsuk Bóbr Dzik Jeż Kos Lis Ryś Sokół Zając Żbik Żuraw",
    ),
    "cs": (
        "Bystrý Chytrý Klidný Milý Odvážný Pilný Rychlý Statečný Šikovný Tichý Veselý Vlídný",
        "Bobr Čáp Jelen Jeřáb Jezevec Ježek Kos Lišák Plch Rys Sokol Zajíc",
    ),
    "uk": (
        "Веселий Добрий Жвавий Кмітливий Лагідний Сміливий Спокійний Спритний Тихий Швидкий Щирий Ясний",
        "Бобер Борсук Горностай Дрізд Дятел Журавель Заєць Їжак Лис Олень Снігур Сокіл",
    ),
}
"""Adjectives and animals; all animals of a language have one gender, so that every pair agrees."""

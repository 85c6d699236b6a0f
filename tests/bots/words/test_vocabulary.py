"""What bots speak: common words that are fit for whoever plays, and above all what must not be among them.

The lists that ship are built by a tool from frequencies and a reviewed list.

Proves `bots/words/unsuitable.py`.
"""

import re
from itertools import islice
from pathlib import Path

import pytest

from tilemeld.adapters.lexicons import polish_lexicon
from tilemeld.bots.words.unsuitable import is_unsuitable
from tilemeld.bots.words.vocabulary import family, natural
from tilemeld.engine.sets.vulgar_words import is_vulgar

NOWHERE = [
    "HENTAI",
    "PORNO",
    "ORGAZM",
    "ORGAZMU",
    "PENIS",
    "PENISA",
    "GWAŁT",
    "GWAŁTU",
    "GWAŁCIĆ",
    "ZGWAŁCIŁ",
    "SEKS",
    "SEKSU",
    "SEKSOWNA",
    "EROTYKA",
    "PROSTYTUTKA",
    "PEDOFIL",
    "WIBRATOR",
    "BURDEL",
    "SPIDER",
    "DOG",
    "HOUSE",
    "SHOW",
    "PRINT",
    "STREAM",
    "LIFE",
    "MURZYN",
    "DZIWKA",
]
"""Words of the lexicon that no list may have: about sex, insulting, or foreign."""
NOT_FOR_CHILDREN = [
    "WOJNA",
    "ZABIĆ",
    "ZABIŁ",
    "MORDERCA",
    "TRUP",
    "ŚMIERĆ",
    "KREW",
    "BOMBA",
    "BROŃ",
    "WÓDKA",
    "PIJANY",
    "CHOLERA",
    "IDIOTA",
    "SUKA",
    "TYŁEK",
    "NARKOTYKI",
    "ALKOHOL",
    "PRZEMOC",
    "TERROR",
    "ZAMACH",
    "OFIARA",
    "WIĘZIENIE",
    "PISTOLET",
    "SAMOBÓJSTWO",
    "HITLER",
    "NAZIŚCI",
    "TWEETY",
    "HMM",
    "AAA",
    "SONY",
]
"""Words that the low levels do not speak."""
FOR_GROWN_UPS = [
    "SEJM",
    "PODATEK",
    "KREDYT",
    "BUDŻET",
    "USTAWA",
    "PARTIA",
    "PREZES",
    "SĄD",
    "ABORCJA",
    "RYNEK",
    "POSEŁ",
]
EVERYDAY = [
    "KOT",
    "DOM",
    "MAMA",
    "TATA",
    "SZKOŁA",
    "ZUPA",
    "LAS",
    "SŁOŃCE",
    "RZEKA",
    "OGRÓD",
    "RADOŚĆ",
    "LODY",
    "ROWER",
    "BAJKA",
    "NUTA",
    "MOST",
    "BANK",
]
REVIEWED = Path(__file__).parents[3] / "tools" / "vocabulary" / "polish-reviewed.txt"


@pytest.mark.parametrize("word", NOWHERE)
def test_no_list_has_words_about_sex_insults_or_foreign_words(word: str) -> None:
    assert [number for number, words in enumerate(polish_lexicon().common) if word in words] == []


@pytest.mark.parametrize("word", NOT_FOR_CHILDREN)
def test_the_low_levels_speak_as_to_a_child(word: str) -> None:
    first, second, _ = polish_lexicon().common
    assert word not in first
    assert word not in second


def test_the_first_list_is_for_children() -> None:
    first = polish_lexicon().common[0]
    assert [word for word in FOR_GROWN_UPS if word in first] == []
    assert max(map(len, first)) <= 7
    assert sum(word in first for word in EVERYDAY) >= len(EVERYDAY) - 2


def test_common_words_come_first() -> None:
    first, second, third = polish_lexicon().common
    assert first.size * 4 < second.size < third.size // 3
    for rare in ("ZAŻÓŁĆ", "ŚWIDROWATEMU", "PRZEPIÓRCZYM"):
        assert rare not in second


@pytest.mark.parametrize(
    "word", ["HENTAI", "PORNO", "ORGAZMY", "PENISEM", "GWAŁTEM", "ZGWAŁCIŁ", "SEKSEM", "KURWA"]
)
def test_no_bot_and_no_hint_speaks_of_sex_with_any_dictionary(word: str) -> None:
    assert is_unsuitable(word)
    assert not family(polish_lexicon()).has(word)
    assert not natural(polish_lexicon()).has(word)


@pytest.mark.parametrize(
    "word",
    [
        "GWAŁTOWNIE",
        "SEKSTET",
        "SZCZAW",
        "PENITENT",
        "ANALIZA",
        "ORALNIE",
        "SEKUNDA",
        "SUTERENA",
        "PORNIK",
    ],
)
def test_innocent_words_that_begin_so_are_spoken(word: str) -> None:
    assert not is_unsuitable(word)


def test_what_a_table_with_family_words_refuses_did_not_change() -> None:
    """Old games are judged by ``is_vulgar``: words that only bots avoid may not get in there."""
    assert not any(map(is_vulgar, ("HENTAI", "PORNO", "ORGAZM", "PENIS", "GWAŁT")))


def test_no_list_has_what_bots_avoid() -> None:
    for words in polish_lexicon().common:
        assert not [word for word in islice(words, 0, None, 7) if is_unsuitable(word)]


def test_the_review_is_kept() -> None:
    """What was reviewed whole, without a star, is in neither of the lists that it was refused for."""
    first, second, _ = polish_lexicon().common
    heading = ""
    refused = 0
    for line in REVIEWED.read_text(encoding="utf-8").splitlines():
        heading = line if line.startswith("[") else heading
        for word in (
            re.findall(r"(?<![-\w])\w{3,}(?![*\w])", line)
            if "kept out" in heading and not line.startswith("[")
            else ()
        ):
            refused += 1
            assert word.upper() not in first, word
            assert "first two" not in heading or word.upper() not in second, word
    assert refused > 300

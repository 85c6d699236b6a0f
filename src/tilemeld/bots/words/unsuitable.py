"""Words that no bot and no hint speaks, whatever the lexicon has: vulgar ones, and those about sex.

People may lay them. What a table with family words refuses is ``vulgar_words`` alone: that is a rule by
which old games are judged, so it stays as it is, while this list may grow. It rather has too much than too
little: a bot that knows one innocent word less does no harm. What only the low levels keep from saying,
violent words for example, is left out of their lists when these are built (tools/build_vocabulary.py).
"""

import re
from functools import lru_cache

from tilemeld.engine.sets.vulgar_words import is_vulgar

PREFIXES = "ANTY ARCY BEZ BI HETERO HOMO NAJ NIE PO POD PSEUDO SUPER TRANS WY Z ZA"
"""Prefixes allowed before a stem."""
ANYWHERE = (
    "PORNO PORNUS ORGAZM HENTAI HENTAJ EROTY EROTO EROGEN EJAKUL PEDOFIL NEKROFIL ZOOFIL NIMFOMAN PROSTYTU "
    "SODOMI PREZERWATYW WIBRATOR CUNNILING MOLESTOW SADOMASO STRIPTI STRIPTE EKSHIBIC"
)
"""Stems that are about sex anywhere in a word."""
BEGINNING = (
    "SEKS GWAŁC GWAŁT PENIS WAGIN EREKC KONDOM DILDO ALFONS SUTENE LIBIDO GENITAL ŁECHTACZ PRĄCI KAZIROD "
    "IMPOTEN SADYST SADYZ SADYCZ FETYSZ KOPULAC KOPULOW PENETR ORGII ORGIA ORGIE ORGIĘ ORGIO ORGIĄ TOPLES "
    "LUBIEŻ PERWERS ZBOCZE NIERZĄD ROZPUST LUBRYK ŻIGOLA PLAYBO SRA SZCZA MURZYN ŻYDKI ŻYDEK ŻYDŁA PEDRYL "
    "LESBA NAZIST FASZY"
)
"""Stems that are about sex, or insult peoples and persons, at the beginning of a word, after prefixes."""
INNOCENT = "GWAŁTOWN SEKST SRAJD SZCZAW SZCZAP PENITEN FETYSZYZ PENETRANT"
"""Beginnings that are innocent: what is sudden, a sextet, sorrel."""
WHOLE = "PORN ANAL ORAL TYŁEK CYC CYCA CYCE CYCÓW CYCOM CYCAMI CYCACH SUTEK SUTKI SUTKA SUTKÓW SUTKAMI PIPKA"
"""Words that are meant as a whole only."""

_PREFIX = "|".join(PREFIXES.split())
_PATTERN = re.compile(
    f"(?:{'|'.join(ANYWHERE.split())})"
    f"|^(?:{_PREFIX})?(?!{'|'.join(INNOCENT.split())})(?:{'|'.join(BEGINNING.split())})"
    f"|^(?:{'|'.join(WHOLE.split())})$"
)


@lru_cache(maxsize=1 << 15)
def is_unsuitable(word: str) -> bool:
    """Say whether bots and hints avoid the word.

    >>> is_unsuitable("GWAŁT"), is_unsuitable("GWAŁTOWNIE"), is_unsuitable("SEKSTET")
    (True, False, False)
    """
    return is_vulgar(word) or _PATTERN.search(word) is not None

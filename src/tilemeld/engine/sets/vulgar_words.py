"""Family words: what bots, hints and examples never use, whatever the lexicon has. People may lay them,
unless the table forbids it (``Rules.family_words``).

Our own list of stems: vulgar words and insults, in all their forms. It excludes rather too much than too
little: a bot that knows one innocent word less does no harm.
"""

import re
from functools import lru_cache

PREFIXES = "DO NA NAD NIE NAJ O OB OD PO POD PONA POPO POROZ POWY POZA PRZE PRZY ROZ S U W WS WY Z ZA ZE"
"""Prefixes allowed before a stem that has to begin a word."""

ANYWHERE = (
    "KURW KUREW KURESTW SKURW PIERD PIZD JEBA JEBI JEBN JEBK JEBU JEBĄ JEBĘ JEBŁ JEBC JEBL JEBÓ JEBY JEBS "
    "KUTAS GÓWN GÓWIEN SUKINSYN SUKINKOT SKURCZYSYN CHUJOW CHUJNI CHUJST BURDEL DZIWKAR MASTURB "
    "DUPOWŁAZ DUPOLIZ DUPOWAT LIZODUP"
)
"""Stems that are vulgar anywhere in a word."""

BEGINNING = (
    "CHUJ HUJ FIUT CWEL ONANI CIPA CIPY CIPĘ CIPĄ CIPO CIPIE CIPK CIPEK CIPCI CIPSK CIPUL PIPCI "
    "DUPAM DUPACH DUPY DUPĘ DUPĄ DUPO DUPIE DUPSK DUPN DUPC DUPK DUPEK DUPECZ DUPEŃK DUPIAST DUPIAR DUPIN "
    "DUPUL DUPERE RUCHAĆ RUCHAŁ RUCHAJ RUCHAL RUCHAN RUCHASZ RUCHACZ SRAĆ SRAŁ SRAJ SRAL SRANI SRANY SRANE "
    "SRANA SRAM SRASZ SRAC SZCZAĆ SZCZAŁ SZCZAJ SZCZAL SZCZANI DZIWK CZARNUCH PEDZI PEDALSK PEDALI CIOTOW "
    "MINETA MINETĘ MINETY SZMATŁAW ZDZIR SUCZ JEB BZYKA BZYKN RŻNIĘ SPERM CYCEK CYCK CYCA CYCU DEBIL KRETYN "
    "IDIOT MATOŁ GNÓJ GNOJE GNOJK GNOJU GNOJÓ BĘKAR SKURCZYB"
)
"""Stems that are vulgar or insulting at the beginning of a word, after prefixes."""

WHOLE = (
    "SZCZYNY SZCZYNAMI DUPA CIOTA CIOTY CIOTĘ CIOTĄ CIOTO CIOT CIOTOM CIOTAMI CIOTACH CIP DUP PIPA PIPY PIPĘ "
    "PIPĄ PIPO RUCHA RUCHAM"
)
"""Words that are vulgar only as a whole; longer words that contain them are innocent."""

_PREFIX = "|".join(PREFIXES.split())
_PATTERN = re.compile(
    f"(?:{'|'.join(ANYWHERE.split())})"
    f"|^(?:{_PREFIX})?(?:{'|'.join(BEGINNING.split())})"
    f"|^(?:{'|'.join(WHOLE.split())})$"
)


@lru_cache(maxsize=1 << 15)
def is_vulgar(word: str) -> bool:
    """Say whether bots, hints and examples avoid the word."""
    return _PATTERN.search(word) is not None

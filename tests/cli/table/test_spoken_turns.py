"""A turn typed in every language: help, hints, looking up, nonsense and every reason why not."""

import pytest

from cli.english import fixed_parts, sentences
from cli.typed_table import At
from table_setup import LEXICON
from tilemeld.bots import Habits
from tilemeld.bots.words.random_player import RandomWordPlayer
from tilemeld.cli.text.catalogue import LANGUAGES, Language
from tilemeld.engine.rules import profile

NUMBERS = (
    *("help", "hint", "hint", "hint", "rules", "score", "show", "sort number", "sort zigzag"),
    *("check KOT", "xyzzy", "lya r6", "red 7", "r99", "lay", "make", "add r7", "undo", "take 3", "pass"),
    *("lay k13 k12", "lay r3", "add r6 9", "add r6 r6 1", "move r4 1 1", "move k9 1 2", "move r4 r4 1 2"),
    *("move r4 new", "move b1 new", "move b1 2", "move k7 1", "back r4", "split 1 k9", "split 1 r3"),
    *("join 1 1", "swap r6 1", "swap r6 2", "table r3 r4 r5", "table r3 r4 r5 | k4 b4 J k13"),
    *("make 1 b1 r3 r4", "add b1 1", "done", "take", "reset", "lay " + "r6 " * 10_000, "J(r9", "r6(r9)"),
    *("hint play", "done"),
)
"""Everything that can be said to a player of numbers who has opened."""
CALM = RandomWordPlayer(LEXICON, Habits(dawdle=0, err=0, leave=0, hold_back=1))
LETTERS = (
    *("help", "rules", "check", "check KOTEK", "check XYZ", "check QQ", "check KTOTO AA", "hint", "hint"),
    *("hint", "sort number", "sort colour", "lay KOTX", "swap T 1", "hint play", "done", "show", "take"),
)


@pytest.mark.parametrize("language", [each for each in LANGUAGES if each != "en"])
@pytest.mark.parametrize("letters", [False, True], ids=["numbers", "letters"])
@pytest.mark.parametrize("opened", [True, False], ids=["opened", "not-opened"])
def test_nothing_is_said_in_english_at_a_table_of_another_language(
    language: Language, letters: bool, opened: bool
) -> None:
    found = {}
    for spoken in ("en", language):
        if letters:
            rules = profile("pl-word").override({"turn_seconds": None, "strict": True})
            at = At(["KOTEKSZA?", "AB"], rules=rules, table="KOSZYK" if opened else "", opened=opened)
            found[spoken] = at.type(*LETTERS, language=spoken, columns=240, bot=CALM)
        else:
            rules = profile("pl-xp").override({"turn_seconds": None, "opening_points": 40})
            at = At(
                ["r6 b1 k7 r12 b12 k12 o12", "b1 b2"],
                rules=rules,
                table="r3 r4 r5 | k4 b4 J | r4 b4 o4",
                opened=opened,
            )
            found[spoken] = at.type(*NUMBERS, language=spoken, columns=240)
    assert len(found["en"]) > 2000
    assert sentences(found["en"]) & sentences(found[language]) == set()
    assert [part for part in fixed_parts(language) if part in found[language]] == []

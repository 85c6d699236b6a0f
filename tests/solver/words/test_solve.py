"""The word solver: best turns, against an exhaustive search and by the engine's reading.

Proves `solver/words/lexicon_search.py`, `solver/words/position.py`, `solver/words/search_twin.py`,
`solver/words/turn_search.py`.
"""

import random
from array import array
from collections import Counter

import pytest

from solver.word_brute import brute_points
from solver.word_judging import judge_words, known_words, polish, toy_lexicon, toy_position
from tilemeld.engine.sets.lexicon import Lexicon
from tilemeld.solver.numbers.position import PositionError
from tilemeld.solver.words import best_turn, can_empty, openings, search_twin, word_search, words_from
from tilemeld.solver.words.lexicon_search import SEARCHES, WordSearch
from tilemeld.solver.words.position import LaidWord, WordPosition, format_word, parse_word, tiles_laid


def at(table: str, rack: str) -> WordPosition:
    return WordPosition(tuple(parse_word(word) for word in table.split()), rack)


def test_known_best_turns_are_found_and_proven() -> None:
    known = known_words()
    assert sum("?" in format_word(laid) for each in known for laid in each.position.table) > 30
    assert sum("?" in each.position.rack for each in known) > 50
    for position, best in known:
        solution = best_turn(position, polish())
        judge_words(position, solution, polish().lexicon)
        assert (solution.points, solution.bound) == (best, best), position


@pytest.mark.parametrize("seed", range(6))
def test_small_languages_are_played_as_an_exhaustive_search_would(seed: int) -> None:
    rng = random.Random(seed)
    missed = 0
    for _ in range(40):
        lexicon = toy_lexicon(rng)
        position = toy_position(rng, lexicon)
        solution = best_turn(position, WordSearch(lexicon))
        judge_words(position, solution, lexicon)
        best = brute_points(position, lexicon)
        assert solution.points <= best <= solution.bound
        missed += solution.points < best
    assert missed <= 1


@pytest.mark.rule("W17", "W9", "W10")
def test_the_examples_of_the_rules() -> None:
    few = Lexicon.from_words(["SZCZYT", "KOSZYK", "SZYSZKA", "OCZY", "KAT", "KOT", "SZYK"])
    best = best_turn(at("SZCZYT KOSZYK", "AA"), few)
    assert {laid.word for laid in best.table} == {"SZYSZKA", "OCZY", "KAT"}
    assert (best.points, best.optimal, best.laid) == (7, True, "AA")
    best = best_turn(at("KOSZYK", "T"), few)
    assert {laid.word for laid in best.table} == {"KOT", "SZYK"}
    assert best.points == 4 - 1  # SZYK is new but holds no rack tile: KOT scores
    assert best.broken == (LaidWord("KOSZYK"),)


@pytest.mark.rule("W9", "W10")
def test_a_word_that_lay_there_is_never_new() -> None:
    best = best_turn(at("KO?(T)", "T"), Lexicon.from_words(["KOT"]))
    assert best.points == 0  # the T may replace the joker, but then the joker has no place
    lexicon = Lexicon.from_words(["KOT", "TOK", "KOTY"])
    best = best_turn(at("KO?(T)", "T"), lexicon)
    assert best.word == LaidWord("KOTY", (3,))
    best = best_turn(at("KOT TOK", "Y"), lexicon)
    assert (best.points, [laid.word for laid in best.table]) == (4, ["TOK", "KOTY"])


@pytest.mark.rule("W11")
def test_the_whole_rack_scores_double_from_seven_tiles_on() -> None:
    lexicon = Lexicon.from_words(["KOT", "SZYSZKA", "SZYSZKAMI", "MIT", "OKA"])
    best = best_turn(at("KOT", "SZYSZKA"), lexicon)
    assert (best.points, best.is_double) == (14, True)
    best = best_turn(at("KOT", "SZYSZA"), lexicon)
    assert best.points == 0
    one_short = WordPosition((LaidWord("KOT"),), "SZYSZKA", double_from=8)
    assert best_turn(one_short, lexicon).points == 7
    never = WordPosition((LaidWord("KOT"),), "SZYSZKA", double_from=None)
    assert best_turn(never, lexicon).points == 7


@pytest.mark.rule("W11", "W10")
def test_a_double_with_a_shorter_word_beats_a_longer_word() -> None:
    lexicon = Lexicon.from_words(["KOT", "SZYSZKA", "OKOZYSZKA", "OKA"])
    best = best_turn(at("KOT", "SZYSZKA"), lexicon)
    assert best.points == 14


@pytest.mark.rule("W14", "R-12")
def test_a_joker_of_the_table_is_freed_and_named_anew() -> None:
    lexicon = Lexicon.from_words(["KOT", "KOC", "KOTY", "TAK", "KOCA"])
    best = best_turn(at("KO?(T)", "TY"), lexicon)
    assert best.points == 4
    assert best.word is not None
    assert sum(len(laid.jokers) for laid in best.table) == 1
    # the same tiles with another name for the joker are refused, so this is not a turn
    assert best_turn(at("KO?(T)", "C"), Lexicon.from_words(["KOT", "KOC"])).points == 0
    judge_words(at("KO?(T)", "TY"), best, lexicon)


@pytest.mark.rule("W14")
def test_a_joker_of_the_rack_stands_for_what_is_missing_or_for_what_is_there() -> None:
    lexicon = Lexicon.from_words(["KOSZYK", "KOSZYKA", "SZYK"])
    best = best_turn(at("KOSZYK", "?"), lexicon)
    assert best.word == LaidWord("KOSZYKA", (6,))
    # no letter is missing, but only with the joker the word holds a rack tile
    lexicon = Lexicon.from_words(["KOT", "TOK", "AAA", "KOTAAA", "TAK", "OAA"])
    position = at("KOT AAA", "?")
    best = best_turn(position, lexicon)
    judge_words(position, best, lexicon)
    assert best.points == brute_points(position, lexicon)


@pytest.mark.rule("W6")
def test_openings_come_from_the_rack_alone_and_are_all_listed() -> None:
    position = WordPosition((LaidWord("SZYSZKA"),), "KOSZYKAS?", opened=False)
    found = openings(position, polish())
    words = [laid.word for laid in found]
    assert "KOSZYK" in words
    assert "SZYSZKA" not in words  # it lies there already (W9)
    assert all(len(word) >= 6 for word in words)
    assert [len(word) for word in words] == sorted(map(len, words), reverse=True)
    for laid in found:
        assert not Counter(laid.faces) - Counter(position.rack)
    best = best_turn(position, polish())
    assert best.optimal
    assert best.word == found[0]
    assert best.table == (LaidWord("SZYSZKA"), found[0])
    without = WordPosition((), "KOSZY?", opened=False, opening_jokers=False)
    assert openings(without, polish()) == ()
    assert best_turn(without, polish()).points == 0
    house = WordPosition((), "KOT", opened=False, opening_letters=3)
    assert "KOT" in [laid.word for laid in openings(house, polish())]


@pytest.mark.rule("W11", "W6")
def test_an_opening_with_the_whole_rack_is_a_double() -> None:
    best = best_turn(WordPosition((), "SZYSZK?", opened=False), Lexicon.from_words(["SZYSZKA", "SZYSZKI"]))
    assert (best.points, best.is_double, best.laid) == (14, True, "KSSYZZ?")


def test_words_from_letters_are_listed_longest_first() -> None:
    found = words_from("KTO?", polish())
    assert LaidWord("KOT") in found
    assert [len(laid.word) for laid in found] == sorted((len(laid.word) for laid in found), reverse=True)
    assert all(len(laid.jokers) <= 1 for laid in found)
    assert words_from("KTO", polish(), shortest=4) == ()


def test_what_is_avoided_is_not_listed() -> None:
    few = word_search(Lexicon.from_words(["KOT", "TOK", "KOTY"]))
    polite = few.limited(avoid=lambda word: word == "TOK")
    assert [laid.word for laid in words_from("KTO?", few)] == ["KOTY", "KOT", "TOK"]
    assert words_from("KTO?", polite) == (LaidWord("KOTY", (3,)), LaidWord("KOT"))


def test_whether_a_rack_can_be_emptied() -> None:
    few = Lexicon.from_words(["KOSZYK", "KOT", "SZYK"])
    emptied = can_empty(at("KOSZYK", "T"), few)
    assert emptied is not None
    assert emptied.laid == "T"
    assert can_empty(at("KOSZYK", "TT"), few) is None
    assert can_empty(at("KOSZYK", ""), few) is None
    assert can_empty(WordPosition((), "KOSZYK", opened=False), few) is not None
    assert can_empty(WordPosition((), "KOSZYKT", opened=False), few) is None
    assert can_empty(at("KOSZYK", "TAKNA?"), polish()) is not None


def test_nothing_is_laid_when_nothing_fits() -> None:
    best = best_turn(at("KOT", "ŹŹ"), polish())
    assert (best.points, best.word, best.table, best.laid, best.bound) == (0, None, (), "", 0)
    assert best_turn(at("KOT", ""), polish()).optimal


def test_few_words_may_be_broken_where_a_level_says_so() -> None:
    position = at("SZCZYT KOSZYK", "AATOM")
    whole = best_turn(position, polish())
    for breaks in (0, 1):
        best = best_turn(position, polish(), breaks=breaks)
        judge_words(position, best, polish().lexicon)
        assert len(best.broken) <= breaks
        assert best.points <= whole.points


@pytest.mark.rule("W9")
@pytest.mark.parametrize("breaks", [0, 1, 2])
def test_a_word_that_stays_is_not_laid_a_second_time_beside_it(breaks: int) -> None:
    tiny = word_search(Lexicon.from_words(["KOT", "DOM"]))
    best = best_turn(at("KOT DOM", "KOT"), tiny, breaks=breaks)
    assert (best.word, best.points, best.laid) == (None, 0, "")


def test_many_words_on_the_table() -> None:
    words = "ODWAŁU CYGARKU ZORALI TKANEJ PUCKĘ NITKO MAJENIE REFOWY STRZYGLI BITMAPY WPISAŁA"
    position = at(words, "DŻNOMI?")
    best = best_turn(position, polish())
    judge_words(position, best, polish().lexicon)
    assert best.points == best.bound >= 50
    for breaks in (1, 4):
        judge_words(position, best_turn(position, polish(), breaks=breaks), polish().lexicon)


def test_a_small_budget_gives_an_honest_bound() -> None:
    position = at("SZCZYT KOSZYK PIANOWA", "AATOMD?")
    best = best_turn(position, polish())
    for budget in (0, 2_000, 20_000, 100_000):
        cut = best_turn(position, polish(), budget_nodes=budget)
        judge_words(position, cut, polish().lexicon)
        assert cut.points <= best.points <= cut.bound
    assert can_empty(position, polish(), budget_nodes=0) is None


def test_a_small_budget_gives_an_honest_bound_too_where_few_words_may_be_broken() -> None:
    position = at("SZCZYT KOSZYK PIANOWA", "AATOMD?")
    best = best_turn(position, polish(), breaks=1)
    for budget in (0, 2_000):
        cut = best_turn(position, polish(), breaks=1, budget_nodes=budget)
        judge_words(position, cut, polish().lexicon)
        assert cut.points <= best.points <= cut.bound


def test_words_that_are_avoided_are_never_laid() -> None:
    lexicon = Lexicon.from_words(["KOSZYK", "KOT", "SZYK", "KSZY", "TOKI"])
    avoiding = WordSearch(lexicon, avoid=lambda word: word == "KOT")
    assert best_turn(at("KOSZYK", "T"), avoiding).points == 0
    # the only words of a class are avoided or used up: another way is looked for
    lexicon = Lexicon.from_words(["KOT", "MAK", "KOTMAKI", "IKA", "KAI", "OTM", "AIK", "MOT"])
    position = at("KOT MAK", "I")
    for bad in ("IKA", "MAK", "OTM"):
        solution = best_turn(position, WordSearch(lexicon, avoid=bad.__eq__))
        assert bad not in {laid.word for laid in solution.table} - position.words


def test_a_way_whose_words_are_all_avoided_is_given_up() -> None:
    rest = ["SZYK", *(f"SZYK{letter}" for letter in "ABCDEF")]
    lexicon = Lexicon.from_words(["KOT", "KOSZYK", *rest])
    only = WordSearch(lexicon, avoid=lambda word: word in rest)
    assert best_turn(at("KOSZYK", "T"), only).points == 0
    assert best_turn(at("KOSZYK", "TABCDEF"), only).points == 0
    assert best_turn(at("KOSZYK", "TABCDEF"), lexicon).points == 5
    assert best_turn(at("KOSZYK", "T"), WordSearch(lexicon).limited(avoid=None, longest=4)).points == 3


def test_a_long_word_whose_leftovers_have_no_place_is_tried_in_many_ways_and_given_up() -> None:
    lexicon = Lexicon.from_words(["KMLBDA", "SAM"])
    assert best_turn(at("KOT MAK LAS BUT DOM SOK", "A"), lexicon).points == 0
    assert best_turn(at("KOT MAK LAS BUT DOM SOK", "SAM"), lexicon).points == 3


def test_two_jokers_without_a_task_have_no_place_either() -> None:
    lexicon = Lexicon.from_words(["KOT", "KTO"])
    assert best_turn(at("KO?(T)", "T?"), lexicon).points == 0
    assert best_turn(at("KO?(T)", "KTO?"), lexicon).points == 3


def test_a_table_word_outside_the_vocabulary_may_stay_and_may_be_broken() -> None:
    lexicon = Lexicon.from_words(["KOT", "KOTY", "XYZ".replace("X", "A")])
    best = best_turn(at("SZCZYT KOT", "Y"), lexicon)
    assert (best.points, best.table[0].word) == (4, "SZCZYT")


def test_notation_of_words_is_read_and_written_exactly() -> None:
    for text in ("KOSZYK", "KO?(T)", "?(Ż)ÓŁ?(W)"):
        assert format_word(parse_word(text)) == text
    with pytest.raises(PositionError, match="expected the letter of every joker") as caught:
        parse_word("KO?")
    assert caught.value.code == "position/joker-unnamed"


@pytest.mark.parametrize(
    ("table", "rack", "code"),
    [
        ("KO", "A", "position/short-word"),
        ("KOT KOT", "A", "position/word-twice"),
        ("KOT", "A" * 300, "position/too-many"),
    ],
)
def test_what_is_no_position_is_refused(table: str, rack: str, code: str) -> None:
    with pytest.raises(PositionError) as caught:
        at(table, rack)
    assert caught.value.code == code


def test_a_lost_tile_is_noticed() -> None:
    with pytest.raises(ValueError, match="lost"):
        tiles_laid([LaidWord("KOT")], [LaidWord("KOC")])


def test_covers_say_when_there_is_none() -> None:
    search = polish()
    assert search.cover(Counter("KOT"), Counter()).classes == ["TKO"]
    none = search.cover(Counter("ŹŹ"), Counter("A"))
    assert (none.classes, none.is_proven) == (None, True)
    assert search.cover(Counter("KOTKOTPIES" * 2), Counter(), budget=3).is_proven is False
    assert search.cover(Counter("KOT"), Counter(), taken=["KTO"]).classes is None
    long = Lexicon.from_words(["ABCDABCD", "KOT", "KOTABCDA"])
    assert WordSearch(long).can_cover(Counter("ABCDABCD"), Counter(), budget=1000)[0]
    assert WordSearch(long).can_cover(Counter("ABCDABCDKOT"), Counter("T"), budget=1000)[0]
    assert not WordSearch(long).can_cover(Counter("ABCDABCDK"), Counter("T"), budget=1000)[0]
    assert WordSearch(long).can_cover(Counter("ABCDABCDK"), Counter("KOT"), budget=1000)[0]
    assert WordSearch(long).can_cover(Counter("ABCDABCDK"), Counter("T"), budget=1)[0]
    assert not WordSearch(long).can_cover(Counter("KO"), Counter("ABCDABCD"), budget=1000)[0]
    proven = [
        not WordSearch(long).can_cover(Counter("ABCDABCDK"), Counter("T"), budget=budget)[0]
        for budget in range(80)
    ]
    assert proven == sorted(proven)  # with a small budget the answer is yes, for nothing is proven
    assert words_from("XKOT", long) == (LaidWord("KOT"),)
    assert search.class_of("KOTWICOWISKO") == ""
    assert search.class_of("QQQ") == ""


def test_an_empty_lexicon_has_no_turns() -> None:
    empty = Lexicon.from_words([])
    assert best_turn(at("KOT", "AB"), empty).points == 0
    assert WordSearch(empty).cover(Counter("A"), Counter()).is_proven
    assert word_search(empty) is word_search(empty)


@pytest.mark.kernel
def test_kernel_and_twin_walk_alike() -> None:
    kernel, twin = SEARCHES["kernel"], SEARCHES["twin"]
    lexicon = polish().lexicon
    heights = kernel.heights(lexicon.edges)
    assert heights == twin.heights(lexicon.edges)
    rng = random.Random(4)
    for _ in range(15):
        counts = bytes(rng.choices([0, 0, 0, 1, 1, 2], k=32))
        lengths = rng.randrange(3, 7), rng.randrange(5, 20)
        limits = rng.choice([5, 1000]), rng.choice([500, 4000])
        asked = lexicon.edges, heights, counts, rng.randrange(2), rng.getrandbits(32), lengths, limits
        assert kernel.fits(*asked) == twin.fits(*asked)
        must, may = (bytes(rng.choices([0, 0, 1, 1, 2], k=32)), bytes(rng.choices([0] * 9 + [1], k=32)))
        taken = bytes([3, 20, 30, 255, 28, 29, 31, 255])
        repeats = rng.random() < 0.5
        covered = lexicon.classes, must, may, taken, repeats, 1 << 31 | 1 << 30 | 7 << 27, 6_000
        assert kernel.cover(*covered) == twin.cover(*covered)
        first = kernel.cover(lexicon.classes, must, may, b"", False, 15 << 28, 20_000)
        again = lexicon.classes, must, may, first[2][:400], False, 15 << 28, 6_000
        if first[2].count(255) < 60:
            assert kernel.cover(*again) == twin.cover(*again)
    classes = Lexicon.from_words(["AAA"]).classes
    many = classes, bytes([0] * 31 + [240]), bytes(32), b"", True, 0, 10_000
    assert kernel.cover(*many) == twin.cover(*many)
    assert kernel.cover(*many)[0] == search_twin.CUT  # more words than any table has


@pytest.mark.kernel
def test_the_kernel_refuses_what_would_lead_it_astray() -> None:
    kernel = SEARCHES["kernel"]
    edges = Lexicon.from_words(["KOT"]).edges
    with pytest.raises(ValueError, match="lead further on"):
        kernel.heights(array("I", [0, 1 << 25 | 1 << 1]))
    astray = Lexicon(edges, "A", classes=array("I", [0, 1 << 25 | 9 << 1]), rarest="A", size=1)
    with pytest.raises(ValueError, match="lead further on"):
        WordSearch(astray, backend="kernel")
    with pytest.raises(ValueError, match="at most 64 counts"):
        kernel.fits(edges, b"", bytes(32), 0, 1, (3, 9), (1, 1))
    with pytest.raises(ValueError, match="at most 64 counts"):
        kernel.cover(edges, bytes(65), b"", b"", False, 0, 1)
    with pytest.raises(ValueError, match="at most 64 counts"):
        kernel.cover(edges, b"", b"", bytes([1] * 9), False, 0, 1)


def test_kernel_and_twin_play_alike() -> None:
    for position, best in known_words()[::40]:
        by_twin = best_turn(position, polish("twin"))
        assert by_twin == best_turn(position, polish())
        assert by_twin.points == best


def test_a_search_that_was_not_built_is_said() -> None:
    empty = Lexicon.from_words([])
    assert WordSearch(empty, backend="twin").anagrams("A") == []
    with pytest.raises(LookupError, match="the kernel was not compiled"):
        WordSearch(empty, backend="gpu")  # type: ignore[arg-type]  # what a caller may get wrong

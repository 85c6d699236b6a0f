"""Bots of the word game: one contract for every level, and what sets the levels apart.

Proves `bots/words/random_player.py`, `bots/words/to_tiles.py`.
"""

import random
from dataclasses import replace
from functools import cache
from itertools import islice, pairwise

import pytest

from tilemeld.adapters.lexicons import polish_lexicon, sets_with_words
from tilemeld.bots import PLAYERS, Dawdle, Player
from tilemeld.bots.registry import player_for
from tilemeld.bots.words.levels import (
    AHEAD,
    WORD_LEVELS,
    AdaptiveWordPlayer,
    WordLevelPlayer,
    position_of,
    sees_today,
)
from tilemeld.bots.words.random_player import RandomWordPlayer
from tilemeld.bots.words.unsuitable import is_unsuitable
from tilemeld.engine.game.commands import (
    AskRedeal,
    BeginGame,
    CastVote,
    ChooseStack,
    Confirm,
    CreateGame,
    Pass,
    Take,
)
from tilemeld.engine.game.shuffle import FixedChance
from tilemeld.engine.game.state import Phase, Vote
from tilemeld.engine.game.views import GameView
from tilemeld.engine.local_game import LocalGame
from tilemeld.engine.record.record import verify
from tilemeld.engine.rules import Rules, profile
from tilemeld.engine.sets.for_rules import sets_of
from tilemeld.engine.sets.letters import LetterSets, spell
from tilemeld.engine.sets.lexicon import Lexicon
from tilemeld.engine.sets.vulgar_words import is_vulgar
from tilemeld.engine.tiles import Face, LaidTile, Seat, TileId

WORD_RULES = profile("pl-word")
NAMES = [*WORD_LEVELS, "adaptive"]


def bot_named(name: str) -> Player:
    return player_for(name, sets_with_words(WORD_RULES))


def play_out(rules: Rules, bots: list[Player], seed: str) -> tuple[LocalGame, list[GameView]]:
    """Play a game to its end, in which nothing a bot does may be refused; return the views it had."""
    rng = random.Random(seed)
    game = LocalGame(CreateGame(rules, len(bots)), chance=FixedChance(seed), sets_for=sets_with_words)
    game.do(BeginGame())
    views: list[GameView] = []
    while not game.is_over:
        waiting = range(len(bots)) if game.state.phase == Phase.REDEAL else [game.active]
        for seat in map(Seat, waiting):
            views.append(game.view(seat))
            choice = bots[seat].choose(views[-1], rng)
            if not isinstance(choice, Dawdle):
                game.do(choice)
                break
        else:
            game.run_out()
    return game, views


@cache
def a_game(name: str) -> tuple[LocalGame, list[GameView]]:
    rules = WORD_RULES.override({"strict": True})
    return play_out(rules, [bot_named(name), bot_named("casual")], f"words/{name}")


@pytest.mark.parametrize("name", NAMES)
def test_a_whole_game_is_played_by_every_level_and_verifies(name: str) -> None:
    game, _ = a_game(name)
    assert game.state.result is not None
    assert game.state.result.cause in ("rack-empty", "all-passed")
    assert verify(game.record, sets_for=sets_with_words) == ()
    assert sum(sum(seat.turn_points) for seat in game.state.seats) > 50


@pytest.mark.parametrize("name", NAMES)
def test_the_same_view_and_dice_give_the_same_choice(name: str) -> None:
    bot, (_, views) = bot_named(name), a_game(name)
    for view in views[:: max(1, len(views) // 5)]:
        if view.viewer == 0:
            assert bot.choose(view, random.Random("same")) == bot.choose(view, random.Random("same"))


@pytest.mark.parametrize("name", NAMES)
def test_a_player_does_not_change_its_mind_when_hidden_tiles_do(name: str) -> None:
    bot = bot_named(name)
    game = LocalGame(CreateGame(WORD_RULES, 2), chance=FixedChance("hidden"), sets_for=sets_with_words)
    game.do(BeginGame())
    if game.state.phase == Phase.REDEAL:
        game.run_out()
    me, other = game.active, Seat(1 - game.active)
    hidden = [*game.state.seats[other].rack, *(tile for stack in game.state.bank for tile in stack)]
    random.Random(5).shuffle(hidden)
    count = len(game.state.seats[other].rack)
    seats = list(game.state.seats)
    seats[other] = replace(seats[other], rack=tuple(hidden[:count]))
    choice = bot.choose(game.view(me), random.Random(1))
    game.state = replace(game.state, seats=tuple(seats), bank=(tuple(hidden[count:]),))
    assert bot.choose(game.view(me), random.Random(1)) == choice


def test_levels_are_ordered_by_what_they_know_and_see() -> None:
    levels = list(WORD_LEVELS.values())
    for weaker, stronger in pairwise(levels):
        assert (weaker.grade, weaker.sees) < (stronger.grade, stronger.sees)
        assert weaker.glance.longest < stronger.glance.longest
    assert levels[-1].grade > len(polish_lexicon().common), "the champion knows the whole dictionary"


def test_stronger_levels_score_more_a_turn() -> None:
    """On the average of a few days: on a good one a beginner may beat a champion on a bad one."""

    def average(name: str) -> float:
        bots = [bot_named(name), bot_named("casual")]
        games = [play_out(WORD_RULES, bots, f"days/{number}")[0] for number in range(4)]
        turns = [points for game in games for points in game.state.seats[0].turn_points]
        return sum(turns) / len(turns)

    assert average("beginner") * 1.3 < average("champion")


def test_no_level_scores_the_same_in_every_turn() -> None:
    for name in WORD_LEVELS:
        points = [each for each in a_game(name)[0].state.seats[0].turn_points if each]
        assert len(set(points)) >= 4, (name, points)
        assert max(map(points.count, points)) <= len(points) * 0.75, (name, points)


def test_the_form_of_the_day_belongs_to_the_game_and_not_to_the_turn() -> None:
    view = a_view("KOSZYK", "ATOMNEK")
    level = WORD_LEVELS["club"]
    later = replace(view, version=view.version + 9, table=())
    assert sees_today(later, level) == sees_today(view, level)
    days = [sees_today(replace(view, commitment=f"day {number}"), level) for number in range(300)]
    assert min(days) == 0.0
    assert level.sees + 0.8 * level.form < max(days) <= level.sees + level.form
    assert abs(sum(days) / 300 - level.sees) < 0.06


@pytest.mark.rule("W8")
def test_words_are_of_the_level_and_never_unsuitable() -> None:
    lexicon = polish_lexicon()
    for name, level in WORD_LEVELS.items():
        known = lexicon.common[level.grade - 1] if level.grade <= len(lexicon.common) else lexicon
        other = lexicon.common[WORD_LEVELS["casual"].grade - 1]
        game, views = a_game(name)
        words = {spell(laid) for view in views for laid in view.table}
        assert game.is_over
        assert all(word in known or word in other for word in words)
        assert not any(map(is_unsuitable, words))


def test_common_words_are_words_of_the_lexicon_and_none_is_vulgar() -> None:
    lexicon = polish_lexicon()
    for smaller, larger in zip(lexicon.common, (*lexicon.common[1:], lexicon), strict=True):
        assert smaller.size < larger.size
        some = list(islice(smaller, 0, None, 9))
        assert all(word in larger for word in some)
        assert not any(map(is_vulgar, some))


@pytest.mark.parametrize("word", ["KURWA", "CHUJOWY", "SPIERDALAJ", "DUPA", "ZAJEBISTE", "GÓWNO", "CIOTA"])
def test_vulgar_words_are_known_in_all_forms(word: str) -> None:
    assert is_vulgar(word)


@pytest.mark.parametrize(
    "word", ["PRZESŁUCHUJE", "CIOTKA", "PRZEKONANIE", "RUCHACH", "DUPLIKAT", "SKAKAĆ", "PODUPADŁ", "SZCZYPCE"]
)
def test_innocent_words_that_sound_alike_are_kept(word: str) -> None:
    assert not is_vulgar(word)


def a_view(table: str, rack: str, *, opened: bool = True, rules: Rules = WORD_RULES) -> GameView:
    """A turn with these letters."""
    game = LocalGame(CreateGame(rules, 2), chance=FixedChance("view"), sets_for=sets_with_words)
    game.do(BeginGame())
    if game.state.phase == Phase.REDEAL:
        game.run_out()
    copies: dict[str, int] = {}

    def tile(letter: str) -> TileId:
        copies[letter] = copies.get(letter, 0) + 1
        return TileId(letter + "abcdefghi"[copies[letter] - 1])

    laid = tuple(tuple(LaidTile(tile(letter)) for letter in word) for word in table.split())
    held = tuple(map(tile, rack))
    seats = list(game.state.seats)
    seats[game.active] = replace(seats[game.active], rack=held, opened=opened)
    game.state = replace(game.state, seats=tuple(seats), table=laid)
    return game.view(game.active)


def sharp(name: str) -> Player:
    """A bot of a level in a turn in which it sees through the whole table."""
    return WordLevelPlayer(replace(WORD_LEVELS[name], sees=1.0, form=0.0), polish_lexicon())


def words_after(bot: Player, view: GameView) -> set[str]:
    choice = bot.choose(view, random.Random(3))
    return {spell(laid) for laid in choice.table} if isinstance(choice, Confirm) else set()


@pytest.mark.rule("W6")
def test_a_level_opens_with_the_longest_word_it_knows() -> None:
    view = a_view("KOSZYK", "PODRÓŻBCŹFHŃĄĘ"[:6] + "NIK", opened=False)
    assert "PODRÓŻNIK" in words_after(sharp("expert"), view)
    assert isinstance(bot_named("expert").choose(a_view("", "ŹŹŹ", opened=False), random.Random(1)), Take)


@pytest.mark.rule("W7")
def test_only_so_many_words_are_taken_apart() -> None:
    view = a_view("SZCZYT KOSZYK PIANA", "ATOMNEK")
    for level in WORD_LEVELS.values():
        glancing = WordLevelPlayer(replace(level, sees=0.0, form=0.0), polish_lexicon())
        kept = words_after(glancing, view) & {"SZCZYT", "KOSZYK", "PIANA"}
        assert len(kept) >= 3 - level.glance.breaks


def test_with_an_empty_bank_a_bot_that_finds_nothing_passes() -> None:
    view = replace(a_view("KOT", "ŹŹ"), bank=())
    assert isinstance(bot_named("club").choose(view, random.Random(1)), Pass)


@pytest.mark.rule("P1")
def test_tiles_that_wait_are_not_laid_and_make_no_double() -> None:
    view = a_view("KOSZYK", "TATUSIA")
    waiting = replace(view, waiting=view.rack[:1])
    assert position_of(view).can_double
    assert len(position_of(waiting).rack) == 6
    assert not position_of(waiting).can_double
    choice = sharp("expert").choose(waiting, random.Random(1))
    assert isinstance(choice, Confirm)
    assert view.rack[0] not in {laid.tile for laid_set in choice.table for laid in laid_set}


def test_outside_turns_bots_choose_stacks_ask_for_new_deals_and_trust_others() -> None:
    bot = bot_named("club")
    view = a_view("KOT", "A")
    assert isinstance(
        bot.choose(replace(view, phase=Phase.STACKS, stacks=(7, 7, 7)), random.Random(1)), ChooseStack
    )
    asking = replace(view, phase=Phase.REDEAL, may_redeal=True)
    assert isinstance(bot.choose(asking, random.Random(1)), AskRedeal)
    assert isinstance(bot.choose(replace(asking, may_redeal=False), random.Random(1)), Dawdle)
    vote = Vote(Seat(0), (), ("KOT",), late=False, left_ms=None, ballots=(None, None))
    choice = bot.choose(replace(view, phase=Phase.VOTE, vote=vote), random.Random(1))
    assert choice == CastVote(view.viewer or Seat(0))


@pytest.mark.rule("W16")
def test_words_that_were_voted_down_are_not_laid_again() -> None:
    bot = WordLevelPlayer(
        replace(WORD_LEVELS["expert"], sees=1.0, form=0.0), Lexicon.from_words(["KOTY", "KOT"])
    )
    view = a_view("KOT", "Y")
    assert words_after(bot, view) == {"KOTY"}
    assert words_after(bot, replace(view, rejected=("KOTY",))) == set()


def test_a_game_with_a_list_of_its_own_is_played_with_that_list() -> None:
    mine = Lexicon.from_words(["KOT", "KOTY"])
    player = player_for("club", sets_of(WORD_RULES, mine))
    assert isinstance(player, WordLevelPlayer)
    assert player.words == mine
    assert isinstance(player_for("adaptive", sets_of(WORD_RULES, mine)), AdaptiveWordPlayer)
    assert isinstance(player_for("random", sets_of(WORD_RULES, mine)), RandomWordPlayer)
    assert player_for("club", sets_of(profile("pl"))) is PLAYERS["club"]
    random_one = player_for("random", sets_with_words(WORD_RULES))
    assert isinstance(random_one, RandomWordPlayer)
    assert random_one.words == polish_lexicon().common[-1]


def adaptive_view(mine: int, others: int, commitment: str = "even") -> GameView:
    view = a_view("SZCZYT KOSZYK PIANA", "ATOMNEK")
    assert view.viewer is not None
    seats = [replace(seat, points=others) for seat in view.seats]
    seats[view.viewer] = replace(seats[view.viewer], points=mine)
    return replace(view, seats=tuple(seats), commitment=commitment)


def test_the_adaptive_bot_never_goes_far_ahead_and_catches_up_when_it_is_behind() -> None:
    for commitment in map(str, range(12)):
        for behind in (3, 6, 9):
            new = words_after(bot_named("adaptive"), adaptive_view(40, 40 + behind, commitment)) - {
                *("SZCZYT", "KOSZYK", "PIANA")
            }
            assert max(map(len, new), default=0) <= behind + AHEAD
        ahead = bot_named("adaptive").choose(adaptive_view(90, 0, commitment), random.Random(1))
        assert isinstance(ahead, Take)
    far_behind = words_after(bot_named("adaptive"), adaptive_view(0, 90))
    assert max(map(len, far_behind)) >= 9


def test_the_adaptive_bot_means_to_win_about_half_of_its_games() -> None:
    level_score = [adaptive_view(40, 40, str(number)) for number in range(60)]
    lays = sum(
        isinstance(bot_named("adaptive").choose(view, random.Random(1)), Confirm) for view in level_score
    )
    assert 18 <= lays <= 42


def test_letter_faces_are_the_engines() -> None:
    assert isinstance(sets_with_words(WORD_RULES), LetterSets)
    assert Face("?") == LetterSets(WORD_RULES).joker

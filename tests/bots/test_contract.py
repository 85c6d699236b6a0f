"""One contract for everything that claims to be a player."""

import random
from dataclasses import replace

import pytest

from tilemeld.bots import LEVELS, Dawdle, Habits, Level, LevelPlayer, Player, RandomPlayer, player_named
from tilemeld.bots.covering import count_faces, cover
from tilemeld.engine.commands import Announce, AskRedeal, BeginGame, Confirm, CreateGame, EndTurn
from tilemeld.engine.errors import CodedError
from tilemeld.engine.faces import JOKER
from tilemeld.engine.numbers import read_numbers
from tilemeld.engine.rules import NUMBER_PROFILES, Rules, profile
from tilemeld.engine.session import LocalGame
from tilemeld.engine.shuffle import FixedChance
from tilemeld.engine.state import Phase
from tilemeld.engine.tiles import Face, Seat, TileId, faces_of, tiles_of
from tilemeld.engine.views import GameView

CAREFUL = Habits(err=0.0, dawdle=0.0, leave=0.0)
PLAYERS: dict[str, Player] = {
    "random": RandomPlayer(CAREFUL),
    **{name: LevelPlayer(level) for name, level in LEVELS.items()},
}


def play_out(rules: Rules, bots: list[Player], seed: str) -> tuple[LocalGame, list[GameView]]:
    """Play a game to its end, in which nothing a bot does may be refused; return the views it had."""
    rng = random.Random(seed)
    game = LocalGame(CreateGame(rules, len(bots)), chance=FixedChance(seed))
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


@pytest.mark.parametrize("name", PLAYERS)
@pytest.mark.parametrize("profile_name", NUMBER_PROFILES)
def test_a_player_is_legal_and_depends_on_nothing_but_view_and_dice(name: str, profile_name: str) -> None:
    base = profile(profile_name)
    rules = base.override({"strict": True, "stacks_by_hand": base.stacks != "none"})
    bot = PLAYERS[name]
    game, views = play_out(rules, [bot, bot, player_named("club")], f"contract/{name}/{profile_name}")
    assert game.state.result is not None
    for view in views[:: max(1, len(views) // 12)]:
        if view.viewer == 2:
            continue
        first, again = (bot.choose(view, random.Random("same")) for _ in range(2))
        assert first == again


@pytest.mark.parametrize("name", PLAYERS)
def test_a_player_does_not_change_its_mind_when_hidden_tiles_do(name: str) -> None:
    """A view is all that a bot gets, and views do not depend on hidden tiles: two worlds, one choice."""
    bot = PLAYERS[name]
    game = LocalGame(CreateGame(profile("cs"), 2), chance=FixedChance("hidden"))
    game.do(BeginGame())
    me, other = game.active, Seat(1 - game.active)
    hidden = [*game.state.seats[other].rack, *game.state.bank[0]]
    random.Random(5).shuffle(hidden)
    seats = list(game.state.seats)
    seats[other] = replace(seats[other], rack=tuple(hidden[:14]))
    choice = bot.choose(game.view(me), random.Random(1))
    game.state = replace(game.state, seats=tuple(seats), bank=(tuple(hidden[14:]),))
    assert bot.choose(game.view(me), random.Random(1)) == choice


def a_view(rack: str, *, table: str = "", opened: bool = True, rules: Rules | None = None) -> GameView:
    """A turn with these tiles, copies numbered from the table on."""
    game = LocalGame(CreateGame(rules or profile("cs"), 2), chance=FixedChance("view"))
    game.do(BeginGame())
    counts = count_faces([])
    laid = []
    for part in table.split("|") if table else []:
        laid.append(tuple(_tile(Face(face), counts) for face in part.split()))
    held = tuple(_tile(Face(face), counts) for face in rack.split())
    seats = list(game.state.seats)
    seats[game.active] = replace(seats[game.active], rack=held, opened=opened)
    from tilemeld.engine.tiles import LaidTile

    table_sets = tuple(tuple(LaidTile(tile) for tile in tiles) for tiles in laid)
    game.state = replace(game.state, seats=tuple(seats), table=table_sets)
    return game.view(game.active)


def _tile(face: Face, counts: dict[Face, int]) -> TileId:
    counts[face] += 1
    return TileId(face + "abcdefgh"[counts[face] - 1])


def tiles_laid(view: GameView, bot: LevelPlayer, seed: int) -> int:
    table = bot.find_play(view, random.Random(seed))
    return 0 if table is None else len(tiles_of(table)) - len(tiles_of(view.table))


def test_club_plays_the_exact_best_turn() -> None:
    view = a_view("r6 b1 k9", table="r4 r5 r6 r7 r8|o1 o2 o3 o4|r1 k1 b1 o1")
    assert tiles_laid(view, LevelPlayer(LEVELS["club"]), 1) == 2  # split with r6; b1 with r1 and o1
    view = a_view("b1 o13", table="o1 o2 o3 o4|r1 k1 o1 b1")
    assert tiles_laid(view, LevelPlayer(LEVELS["club"]), 1) == 1


def test_club_opens_with_points_where_most_tiles_are_not_enough() -> None:
    # Most tiles: 1-2-3 and 1-1-1 cannot both be laid with the tens; points decide.
    view = a_view("r10 b10 k10 o1", opened=False)
    assert tiles_laid(view, LevelPlayer(LEVELS["club"]), 1) == 3
    assert tiles_laid(a_view("r9 b9 k9 o1", opened=False), LevelPlayer(LEVELS["club"]), 1) == 0
    no_jokers = a_view("r10 b10 J", opened=False, rules=profile("uk"))
    assert tiles_laid(no_jokers, LevelPlayer(LEVELS["club"]), 1) == 0


def test_beginner_lays_own_sets_and_additions_but_rearranges_nothing() -> None:
    bot = LevelPlayer(Level("sharp", "own-sets"))
    view = a_view("r6 k2 k3 k4 r9 b13", table="r6 r7 r8|o1 o2 o3|r10 b10 k10 o10")
    table = bot.find_play(view, random.Random(1))
    assert table is not None
    before = [set(faces_of(laid.tile for laid in laid_set)) for laid_set in view.table]
    after = [set(faces_of(laid.tile for laid in laid_set)) for laid_set in table]
    assert all(any(old <= new for new in after) for old in before)
    assert tiles_laid(view, bot, 1) == 4


def test_beginner_plays_at_least_four_fifths_of_what_its_methods_allow() -> None:
    """Over whole games: the tiles it lays against the tiles it would lay if it overlooked nothing."""
    beginner, sharp = LevelPlayer(LEVELS["beginner"]), LevelPlayer(Level("sharp", "own-sets"))
    laid = possible = 0
    for number in range(6):
        _, views = play_out(profile("cs"), [beginner, beginner], f"beginner/{number}")
        for place, view in enumerate(views):
            if view.phase == Phase.TURN:
                laid += tiles_laid(view, beginner, place)
                possible += tiles_laid(view, sharp, place)
    assert possible > 200
    assert 0.8 <= laid / possible < 1.0


def test_levels_ask_for_a_redeal_and_announce_when_it_helps() -> None:
    game = LocalGame(CreateGame(profile("pl"), 2), chance=FixedChance("redeal"))
    game.do(BeginGame())
    view = game.view(Seat(0))
    bot = LevelPlayer(LEVELS["club"])
    assert bot.choose(replace(view, may_redeal=True), random.Random(1)) == AskRedeal(Seat(0))
    assert isinstance(bot.choose(replace(view, may_redeal=False), random.Random(1)), Dawdle)
    after_taking = replace(a_view("r10 b10 k10", opened=False), phase=Phase.ANNOUNCE, viewer=Seat(0))
    assert bot.choose(after_taking, random.Random(1)) == Announce(Seat(0))
    hopeless = replace(a_view("r1 b5", opened=False), phase=Phase.ANNOUNCE, viewer=Seat(0))
    assert bot.choose(hopeless, random.Random(1)) == EndTurn(Seat(0))


def test_a_box_that_the_solver_does_not_know_is_played_all_the_same() -> None:
    rules = profile("cs").override({"copies": 4, "jokers": 8})
    club = LevelPlayer(LEVELS["club"])
    game, views = play_out(rules, [club, club], "big box")
    assert game.state.result is not None
    assert any(isinstance(club.choose(view, random.Random(1)), Confirm) for view in views)


def test_an_unknown_bot_is_named() -> None:
    with pytest.raises(
        CodedError, match="there is no bot 'grandmaster': choose one of random, beginner, club"
    ):
        player_named("grandmaster")


def test_covering_keeps_table_jokers_on_the_table_or_gives_up() -> None:
    rng = random.Random(3)
    must = [Face("r7"), Face("b7"), Face("k7"), Face("o7"), JOKER]
    assert cover(must, count_faces([]), rng, budget_nodes=100) is None
    found = cover([*must[:3], JOKER], count_faces([Face("o7")]), rng, budget_nodes=100)
    assert found is not None
    assert sum(faces.count(JOKER) for faces in found) == 1
    assert all(read_numbers(faces).valid for faces in found)
    assert cover([Face("r7")], count_faces([Face("r1")]), rng, budget_nodes=100) is None
    assert cover(must[:3], count_faces([]), rng, budget_nodes=0) is None

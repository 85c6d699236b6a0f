"""One contract for everything that claims to be a player.

Proves `bots/personality.py`, `bots/player.py`, `bots/numbers/adaptive.py`, `bots/numbers/expert.py`,
`bots/numbers/holder.py`, `bots/numbers/levels.py`, `bots/numbers/random_cover.py`,
`bots/numbers/random_legal.py`, `bots/numbers/random_player.py`, `bots/numbers/splits.py`.
"""

import random
from dataclasses import replace

import pytest

from table_setup import NOW, a_turn
from tilemeld.bots import (
    LEVELS,
    Dawdle,
    Habits,
    Level,
    LevelPlayer,
    Player,
    RandomLegalPlayer,
    RandomPlayer,
    player_named,
)
from tilemeld.bots.numbers.adaptive import Adaptive, means_to_win
from tilemeld.bots.numbers.expert import Expert
from tilemeld.bots.numbers.holder import Holder
from tilemeld.bots.numbers.random_cover import counts_by_face, cover
from tilemeld.bots.personality import remark
from tilemeld.engine.errors import CodedError
from tilemeld.engine.game.commands import (
    Announce,
    AskRedeal,
    BeginGame,
    Confirm,
    CreateGame,
    EndTurn,
    GivePenalty,
    Pass,
    Take,
)
from tilemeld.engine.game.decide import advance
from tilemeld.engine.game.shuffle import FixedChance
from tilemeld.engine.game.state import Phase, PublicTurn
from tilemeld.engine.game.views import GameView
from tilemeld.engine.game.views import view as view_of
from tilemeld.engine.local_game import LocalGame
from tilemeld.engine.number_faces import JOKER
from tilemeld.engine.rules import NUMBER_PROFILES, Rules, profile
from tilemeld.engine.sets.numbers import read_numbers
from tilemeld.engine.tiles import Face, Seat, TileId, faces_of, tiles_of
from tilemeld.service.live.phrases import PHRASES

CAREFUL = Habits(err=0.0, dawdle=0.0, leave=0.0)
PLAYERS: dict[str, Player] = {
    "random": RandomPlayer(CAREFUL),
    "random-legal": RandomLegalPlayer(),
    **{name: LevelPlayer(level).hurried() for name, level in LEVELS.items()},
    "searcher": LevelPlayer(
        Level("searcher", "whole-table", strategy=Expert(near_out=99, games=2, turns=6))
    ).hurried(),
}
"""All players of the number game, without the care for calm tables, and an expert who always searches."""
CLUB = LevelPlayer(LEVELS["club"]).hurried()


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


def table_size(name: str, rules: Rules) -> int:
    """How many sit at the contract's table: over the profiles every bot meets every size that there is."""
    sizes = range(rules.min_players, rules.max_players + 1)
    turned = list(PLAYERS).index(name) + NUMBER_PROFILES.index(rules.profile)
    return sizes[turned % len(sizes)]


def test_the_contract_has_tables_of_two_to_six() -> None:
    for name in PLAYERS:
        sizes = {table_size(name, profile(each)) for each in NUMBER_PROFILES}
        assert sizes >= {2, 3, 4}
    assert {table_size(name, profile(each)) for name in PLAYERS for each in NUMBER_PROFILES} == {
        2,
        3,
        4,
        5,
        6,
    }


@pytest.mark.parametrize("name", PLAYERS)
@pytest.mark.parametrize("profile_name", NUMBER_PROFILES)
def test_a_player_is_legal_and_depends_on_nothing_but_view_and_dice(name: str, profile_name: str) -> None:
    base = profile(profile_name)
    rules = base.override({"strict": True, "stacks_by_hand": base.stacks != "none"})
    bot, last = PLAYERS[name], table_size(name, rules) - 1
    game, views = play_out(rules, [*[bot] * last, CLUB], f"contract/{name}/{profile_name}")
    assert game.state.result is not None
    for view in views[:: max(1, len(views) // 12)]:
        if view.viewer == last:
            continue
        first, again = (bot.choose(view, random.Random("same")) for _ in range(2))
        assert first == again


@pytest.mark.parametrize("name", PLAYERS)
@pytest.mark.parametrize("turns", [0, 25])
def test_a_player_does_not_change_its_mind_when_hidden_tiles_do(name: str, turns: int) -> None:
    """A view is all that a bot gets, and views do not depend on hidden tiles: two worlds, one choice."""
    bot = PLAYERS[name]
    game = LocalGame(CreateGame(profile("cs"), 2), chance=FixedChance("hidden"))
    game.do(BeginGame())
    dice = random.Random(2)
    for _ in range(turns):
        choice = CLUB.choose(game.view(game.active), dice)
        assert not isinstance(choice, Dawdle)
        game.do(choice)
    me, other = game.active, Seat(1 - game.active)
    held = len(game.state.seats[other].rack)
    hidden = [*game.state.seats[other].rack, *game.state.bank[0]]
    random.Random(5).shuffle(hidden)
    seats = list(game.state.seats)
    seats[other] = replace(seats[other], rack=tuple(hidden[:held]))
    choice = bot.choose(game.view(me), random.Random(1))
    game.state = replace(game.state, seats=tuple(seats), bank=(tuple(hidden[held:]),))
    assert bot.choose(game.view(me), random.Random(1)) == choice


@pytest.mark.parametrize("name", [name for name in PLAYERS if name != "random"])  # who is careless by design
@pytest.mark.rule("P1")
def test_a_tile_that_waits_is_not_laid(name: str) -> None:
    """A referee's penalty in the player's own turn: the tile taken cannot be laid before the next one."""
    state = a_turn(profile("cs"), ["k1 r9 b13", "b1 b2"], table="r4 r5 r6 | k7 k8 k9", bank="r7 k10 o1")
    game = LocalGame(CreateGame(profile("cs"), 2), chance=FixedChance("waits"))
    game.state, game.now = state, NOW
    game.do(GivePenalty(Seat(0), 2, "penalty"))
    assert game.state.waiting
    for number in range(6):
        choice = PLAYERS[name].choose(game.view(Seat(0)), random.Random(number))
        assert not isinstance(choice, Dawdle)
        advance(game.state, choice, now=NOW, chance=FixedChance("waits"))


@pytest.mark.parametrize("name", PLAYERS)
@pytest.mark.rule("E2")
def test_an_empty_bank_and_a_last_lap_are_played_by_everybody(name: str) -> None:
    for rules in (profile("pl"), profile("uk")):
        lap = 1 if rules.bank_end == "last-lap" else None
        for rack in ("r7 k13 o1", "k13 o1"):
            state = a_turn(rules, [rack, "b1 b2"], table="r4 r5 r6", bank="", lap_left=lap)
            for number in range(6):
                choice = PLAYERS[name].choose(view_of(state, Seat(0)), random.Random(number))
                assert isinstance(choice, Confirm | Pass)
                advance(state, choice, now=NOW, chance=FixedChance("lap"))


def a_view(rack: str, *, table: str = "", opened: bool = True, rules: Rules | None = None) -> GameView:
    """A turn with these tiles, copies numbered from the table on."""
    game = LocalGame(CreateGame(rules or profile("cs"), 2), chance=FixedChance("view"))
    game.do(BeginGame())
    counts = counts_by_face([])
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
    for number in range(3):
        _, views = play_out(profile("cs"), [beginner, beginner], f"beginner/{number}")
        for place, view in enumerate(views):
            if view.phase == Phase.TURN:
                laid += tiles_laid(view, beginner, place)
                possible += tiles_laid(view, sharp, place)
    assert possible > 100
    assert 0.8 <= laid / possible < 1.0


@pytest.mark.parametrize("name", LEVELS)
@pytest.mark.rule("S7", "E7")
def test_levels_ask_for_a_redeal_and_announce_when_it_helps(name: str) -> None:
    game = LocalGame(CreateGame(profile("pl"), 2), chance=FixedChance("redeal"))
    game.do(BeginGame())
    view = game.view(Seat(0))
    bot = LevelPlayer(LEVELS[name])
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


@pytest.mark.parametrize("name", PLAYERS)
@pytest.mark.rule("E4")
def test_a_house_in_which_a_joker_is_dear_is_played_by_everybody(name: str) -> None:
    """Worth more than the largest weight of the solver's comparison; it is still the most valuable tile."""
    rules = profile("pl").override({"joker_rack_value": 1_000})
    for lap in (None, 2):
        bank = "k13" if lap is None else ""
        state = a_turn(rules, ["J k12 k13", "b1"], table="r4 r5 r6 | k1 k2 k3", bank=bank, lap_left=lap)
        choice = PLAYERS[name].choose(view_of(state, Seat(0)), random.Random(2))
        assert not isinstance(choice, Dawdle)
        advance(state, choice, now=NOW, chance=FixedChance("dear"))
        if lap is not None and name in ("club", "expert"):
            assert isinstance(choice, Confirm)
            assert JOKER in faces_of(tiles_of(choice.table))


def test_an_unknown_bot_is_named() -> None:
    with pytest.raises(
        CodedError, match="there is no bot 'grandmaster': choose one of random, random-legal, beginner"
    ):
        player_named("grandmaster")


def test_covering_keeps_table_jokers_on_the_table_or_gives_up() -> None:
    rng = random.Random(3)
    must = [Face("r7"), Face("b7"), Face("k7"), Face("o7"), JOKER]
    assert cover(must, counts_by_face([]), rng, budget_nodes=100) is None
    found = cover([*must[:3], JOKER], counts_by_face([Face("o7")]), rng, budget_nodes=100)
    assert found is not None
    assert sum(faces.count(JOKER) for faces in found) == 1
    assert all(read_numbers(faces).valid for faces in found)
    assert cover([Face("r7")], counts_by_face([Face("r1")]), rng, budget_nodes=100) is None
    assert cover(must[:3], counts_by_face([]), rng, budget_nodes=0) is None


def test_casual_splits_a_run_and_steals_a_spare_tile() -> None:
    bot = LevelPlayer(Level("sharp", "splits"))
    assert tiles_laid(a_view("r6 k1", table="r4 r5 r6 r7 r8"), bot, 1) == 1
    assert tiles_laid(a_view("b8 b9 k1", table="r7 b7 k7 o7"), bot, 1) == 2
    assert tiles_laid(a_view("b3 k3 o13", table="r3 r4 r5 r6"), bot, 1) == 2
    assert tiles_laid(a_view("b6 k6 o13", table="r3 r4 r5 r6 r7 r8 r9"), bot, 1) == 2
    assert tiles_laid(a_view("b3 k3 o13", table="r3 r4 r5"), bot, 1) == 0
    assert tiles_laid(a_view("b3 k3 o13", table="r3 r4 r5 J"), bot, 1) == 0  # sets with jokers are left alone


def test_holder_holds_back_until_the_whole_rack_can_go() -> None:
    bot = LevelPlayer(LEVELS["holder"]).hurried()
    assert tiles_laid(a_view("r7 r8 k1 o13", table="r4 r5 r6"), bot, 1) == 0
    assert tiles_laid(a_view("r7 r8 k1 k2 k3", table="r4 r5 r6"), bot, 1) == 5
    assert tiles_laid(a_view("r10 b10 k10 o1", opened=False), bot, 1) == 3  # it opens as soon as it can


@pytest.mark.parametrize("name", ["expert", "holder"])
def test_most_points_are_laid_in_the_last_turn_of_a_last_lap(name: str) -> None:
    state = a_turn(profile("pl"), ["r7 b1 b2 b3 k13", "b1 b2"], table="r4 r5 r6", bank="", lap_left=1)
    table = LevelPlayer(LEVELS[name]).find_play(view_of(state, Seat(0)), random.Random(1))
    assert table is not None
    assert len(tiles_of(table)) == 7


def against_a_holder(bank: str) -> GameView:
    """A turn in which both can lay, and the other has opened, has 16 tiles and lays nothing."""
    other = "b9 b11 k9 k11 o5 o7 o9 o11 r9 r11 r13 k13 b13 o13 b5 k5"
    state = a_turn(profile("pl"), ["r8 k4 b1 o4 J", other], table="r4 r5 r6 r7|k1 k2 k3", bank=bank)
    quiet = tuple(PublicTurn(Seat(number % 2), taken=1) for number in range(12))
    return view_of(replace(state, history=quiet), Seat(0))


@pytest.mark.rule("E2")
def test_expert_lays_one_tile_rather_than_leave_the_last_one_to_a_holder() -> None:
    bot = LevelPlayer(LEVELS["expert"]).hurried()
    assert tiles_laid(against_a_holder("r1 r2"), bot, 1) == 1
    assert tiles_laid(against_a_holder("r1"), bot, 1) == 0
    assert tiles_laid(against_a_holder("r1 r2 b2 b3 o1 o2"), bot, 1) == 0


def test_expert_goes_out_whoever_holds() -> None:
    bot = LevelPlayer(LEVELS["expert"]).hurried()
    assert tiles_laid(a_view("r7 r8 k1 k2 k3", table="r4 r5 r6"), bot, 1) == 5


def test_expert_keeps_the_joker_and_waits_with_the_opening_where_its_values_say_so() -> None:
    keeps = LevelPlayer(Level("keeps", "whole-table", strategy=Holder(holds=False, danger=0, keeps_joker=2)))
    view = a_view("J b8 k1", table="r4 r5 r6|b5 b6 b7")
    assert tiles_laid(view, keeps, 1) == 1
    free = LevelPlayer(Level("free", "whole-table", strategy=Holder(holds=False, danger=0)))
    assert tiles_laid(view, free, 1) == 2
    spends = LevelPlayer(Level("spends", "whole-table", strategy=Holder(spends_jokers=True, danger=0)))
    assert tiles_laid(view, spends, 1) == 1
    assert tiles_laid(a_view("b8 k1", table="r4 r5 r6|b5 b6 b7"), spends, 1) == 0  # the rest is held
    waits = LevelPlayer(Level("waits", "whole-table", strategy=Holder(delays_opening=5)))
    assert tiles_laid(a_view("r10 b10 k10 o1", opened=False), waits, 1) == 0


def test_expert_searches_when_somebody_is_about_to_win() -> None:
    """Two tiles against one: whatever it finds is legal, follows from view and dice, and costs no clock."""
    searching = LevelPlayer(Level("search", "whole-table", strategy=Expert(games=3)))
    state = a_turn(profile("pl"), ["r7 k11 k13 o1", "b1"], table="r4 r5 r6 | k1 k2 k3")
    view = view_of(state, Seat(0))
    choices = {searching.choose(view, random.Random(3)) for _ in range(2)}
    assert len(choices) == 1
    advance(state, choices.pop(), now=NOW, chance=FixedChance("search"))  # type: ignore[arg-type]


@pytest.mark.kernel  # without it nothing is imagined
@pytest.mark.parametrize("name", ["pl", "pl-xp"])
def test_a_search_imagines_no_more_games_than_its_nodes_allow(name: str) -> None:
    state = a_turn(profile(name), ["r7 k11 k13 o1", "b1"], table="r4 r5 r6 | k1 k2 k3")

    def dice_after(strategy: Expert | Holder) -> object:
        rng = random.Random(3)
        LevelPlayer(Level("search", "whole-table", strategy=strategy)).choose(view_of(state, Seat(0)), rng)
        return rng.getstate()

    for kind in (Expert, Holder):
        one, six = dice_after(kind(games=1)), dice_after(kind(games=6))
        assert dice_after(kind(games=6, all_nodes=1)) == one
        assert dice_after(kind(games=6, all_nodes=10**9)) == six
        assert dice_after(kind(games=10**6, all_nodes=100_000)) not in (one, six)  # it ends, and later


def adaptive(balance: Adaptive) -> LevelPlayer:
    return LevelPlayer(Level("kind", "whole-table", balance=balance))


def does(bot: LevelPlayer, racks: list[str], *, bank: str = "k13") -> type[object]:
    state = a_turn(profile("cs"), racks, table="r4 r5 r6", bank=bank)
    return type(bot.choose(view_of(state, Seat(0)), random.Random(1)))


@pytest.mark.parametrize("wins", [0.0, 1.0])
def test_adaptive_lays_little_when_it_is_ahead(wins: float) -> None:
    bot = adaptive(Adaptive(wins=wins))
    assert does(bot, ["r7 r8 k1", "b1 b2 o1 o5 o6 o7"]) is Take
    assert does(bot, ["r7", "b1 b2 o1 o5 o6 o7"]) is Take  # it could go out
    assert does(bot, ["r7 r8 k1 k5 k6 b9", "b1 b2"]) is Confirm  # behind, it catches up


def test_adaptive_goes_out_at_the_end_of_a_close_game_that_it_means_to_win() -> None:
    kind, willing = adaptive(Adaptive(wins=0.0)), adaptive(Adaptive(wins=1.0))
    assert does(willing, ["r7", "b1 b2"]) is Confirm
    assert does(kind, ["r7", "b1 b2"]) is Take
    assert does(willing, ["r7", "b1 b2 o5 o9"], bank="") is Confirm
    assert does(kind, ["r7", "b1 b2 o5 o9"], bank="") is Pass


def test_adaptive_does_a_strong_player_no_favours() -> None:
    kind = adaptive(Adaptive(wins=0.0, full=3))
    assert does(kind, ["r7", "b1 b2"], bank="k13 k12 k11 k10") is Confirm
    assert does(kind, ["r7", "b1 b2"], bank="k13 k12 k11") is Take
    assert does(kind, ["r7", "b1 b2 b4"], bank="k13 k12 k11 k10") is Take


def test_adaptive_has_one_mood_all_game_and_the_promised_share_of_them() -> None:
    state = a_turn(profile("cs"), ["r7", "b1"], table="r4 r5 r6")
    views = [replace(view_of(state, Seat(0)), commitment=f"{number:064x}") for number in range(400)]
    moods = [means_to_win(view, Adaptive(wins=0.25)) for view in views]
    assert 70 <= sum(moods) <= 130
    assert moods == [means_to_win(replace(view, turn=30, rack=()), Adaptive(wins=0.25)) for view in views]


def test_beginner_seldom_thinks_of_stealing_a_tile() -> None:
    view = a_view("b8 b9 k1", table="r7 b7 k7 o7")
    beginner = LevelPlayer(replace(LEVELS["beginner"], overlooks=0.0))
    laid = [tiles_laid(view, beginner, seed) for seed in range(200)]
    assert set(laid) == {0, 2}
    assert 2 <= laid.count(2) <= 30


def test_a_level_is_a_name_and_values_and_has_a_manner() -> None:
    assert list(LEVELS) == ["beginner", "casual", "club", "expert", "holder", "adaptive"]
    for name, level in LEVELS.items():
        assert level.name == name
        assert 0 < level.personality.from_ms < level.personality.to_ms
        assert 0 <= level.personality.talks <= 1


@pytest.mark.parametrize("name", LEVELS)
def test_what_bots_say_are_phrases_that_people_have_and_levels_differ_in_it(name: str) -> None:
    personality = LEVELS[name].personality
    assert {phrase for phrases in personality.says.values() for phrase in phrases} <= set(PHRASES)
    others = [each.personality for each in LEVELS.values() if each.name != name]
    assert all((personality.says, personality.talks) != (each.says, each.talks) for each in others)
    said = [remark(personality, "loses", random.Random(number)) for number in range(200)]
    assert said.count(None) == pytest.approx(200 * (1 - personality.talks), abs=30)

"""Setting up: the draw for the starter, stacks, the deal and the right to a new one (S1–S7, W2–W4)."""

from collections.abc import Iterator

from tilemeld.engine.errors import Refusal, Refused, is_writable, refuse
from tilemeld.engine.rules import Rules
from tilemeld.engine.sets.set_rules import SetRules
from tilemeld.engine.tiles import Seat, TileId, face_of, tile_ids

from .commands import AddEntropy, AskRedeal, BeginGame, ChooseStack, CreateGame, SkipRedeal
from .events import (
    Deadline,
    Dealt,
    EntropyAdded,
    GameCreated,
    RedealAsked,
    RedealSkipped,
    StackChosen,
    StacksBuilt,
    StarterChosen,
)
from .shuffle import Chance, commit_to, derive_seed, shuffled
from .state import GameState
from .story import Story
from .turns import begin_last_lap, start_turn

ENTROPY_LIMIT = 128
"""The most characters a seat may add."""

Draws = tuple[tuple[tuple[Seat, TileId], ...], ...]
Stacks = tuple[tuple[TileId, ...], ...]


def create_game(command: CreateGame, sets: SetRules, chance: Chance) -> GameCreated:
    """Create a game, or say why that is impossible."""
    if refusals := setup_refusals(command, sets):
        raise Refused(refusals)
    secret = chance.secret()
    rules, previous = command.rules, command.previous_starter
    return GameCreated(
        rules=rules,
        players=command.players,
        game=command.game,
        previous_starter=previous,
        commitment=commit_to(secret),
        secret=secret,
        words=sets.words,
    )


def setup_refusals(command: CreateGame, sets: SetRules) -> tuple[Refusal, ...]:
    """Return every reason why a game cannot be set up like this; empty when it can."""
    rules, players, previous = command.rules, command.players, command.previous_starter
    refusals = []
    if not rules.min_players <= players <= rules.max_players:
        limits = {"low": rules.min_players, "high": rules.max_players}
        refusals.append(refuse("game/players", profile=rules.profile, players=players, **limits))
    elif not _fills_racks(rules, players, len(sets.box())):
        refusals.append(refuse("game/box-too-small", players=players, rack_size=rules.rack_size))
    if previous is not None and not 0 <= previous < players:
        refusals.append(refuse("seat/unknown", seat=previous))
    return tuple(refusals)


def _fills_racks(rules: Rules, players: int, tiles: int) -> bool:
    """Say whether the box has enough for every rack; the odd stack goes to nobody (R-3)."""
    if rules.stacks == "none":
        return players * rules.rack_size <= tiles
    return 2 * players <= _whole_stacks(tiles, rules.rack_size // 2)


def add_entropy(story: Story, command: AddEntropy, now: int) -> None:
    """Mix a seat's text into the shuffle, once."""
    refusals: list[Refusal] = []
    if story.state.entropy[command.seat] is not None:
        refusals.append(refuse("entropy/given", seat=command.seat))
    if len(command.entropy) > ENTROPY_LIMIT:
        refusals.append(refuse("entropy/too-long", length=len(command.entropy), limit=ENTROPY_LIMIT))
    if not is_writable(command.entropy):
        refusals.append(refuse("entropy/unwritable"))
    if refusals:
        raise Refused(refusals)
    story.tell(EntropyAdded(command.seat, command.entropy))


def begin_game(story: Story, command: BeginGame, now: int) -> None:
    """Find the starter and deal."""
    starter, draws = _find_starter(story.state)
    story.tell(StarterChosen(starter, draws))
    _deal(story, now)


def choose_stack(story: Story, command: ChooseStack, now: int) -> None:
    """Give the chosen stack to the player it is for."""
    choices = _choices(story.state)
    if command.stack not in choices:
        listed = ", ".join(map(str, choices))
        raise Refused([refuse("stack/unknown", stack=command.stack, stacks=listed)])
    _give_stack(story, command.stack, now, by_chance=False)


def choose_stack_by_chance(story: Story, now: int) -> None:
    """Choose by chance, because the time to choose is over (R-3)."""
    state = story.state
    purpose = f"stack/{state.deal}/{state.stacks_chosen}"
    _give_stack(story, shuffled(_choices(state), _seed(state), purpose)[0], now, by_chance=True)


def ask_redeal(story: Story, command: AskRedeal, now: int) -> None:
    """Deal again when the seat has the right to it; the starter stays (S7, R-4)."""
    rack = story.state.seats[command.seat].rack
    if not story.state.sets.may_redeal([face_of(tile) for tile in rack]):
        raise Refused([refuse("redeal/not-entitled")])
    story.tell(RedealAsked(command.seat))
    _deal(story, now)


def skip_redeal(story: Story, command: SkipRedeal, now: int) -> None:
    """End the window for a new deal now; whether a seat is a bot's is known to the table alone (R-4)."""
    story.tell(RedealSkipped(command.seat))
    start_first_turn(story, now)


def start_first_turn(story: Story, now: int) -> None:
    """Let the starter begin; if the round's time is over already, it is the last lap (R-7)."""
    state = story.state
    assert state.starter is not None, "the starter is found before the deal"
    begin_last_lap(story)
    start_turn(story, state.starter, now)


def _seed(state: GameState) -> bytes:
    assert state.secret is not None, "only the server decides, and it knows its secret"
    return derive_seed(state.secret, state.entropy)


def _find_starter(state: GameState) -> tuple[Seat, Draws]:
    """Find who starts this game of the match (S1, S2)."""
    first = state.game == 1 or state.previous_starter is None
    way = state.rules.first_starter if first else state.rules.later_starter
    if way == "draw":
        return draw_for_starter(state.sets, state.players, _seed(state))
    if way == "left" and state.previous_starter is not None:
        return state.next_seat(state.previous_starter), ()
    return Seat((state.game - 1) % state.players), ()  # B: seat A, then B, then C


def draw_for_starter(sets: SetRules, players: int, seed: bytes) -> tuple[Seat, Draws]:
    """Let everybody draw a tile: the highest starts; ties and jokers draw again (S1, R-2)."""
    deck = _tiles_to_draw(tile_ids(sets.box()), seed)
    rounds = []
    tied = [Seat(place) for place in range(players)]
    while len(tied) > 1:
        drawn: list[tuple[Seat, TileId]] = []
        ranks: dict[Seat, int] = {}
        for seat in tied:
            while seat not in ranks:
                tile = next(deck)
                drawn.append((seat, tile))
                if (rank := sets.starter_rank(face_of(tile))) is not None:
                    ranks[seat] = rank
        rounds.append(tuple(drawn))
        tied = [seat for seat in tied if ranks[seat] == max(ranks.values())]
    return tied[0], tuple(rounds)


def _tiles_to_draw(tiles: tuple[TileId, ...], seed: bytes) -> Iterator[TileId]:
    """Yield the shuffled tiles; if ties use them up, they are shuffled again (S1)."""
    purpose, again = "starter", 1
    while True:
        yield from shuffled(tiles, seed, purpose)
        again += 1
        purpose = f"starter/{again}"


def _deal(story: Story, now: int) -> None:
    """Shuffle for another deal: into stacks to choose from, or straight onto the racks."""
    state = story.state
    assert state.starter is not None, "the starter is found before the deal"
    deal = state.deal + 1
    order = shuffled(tile_ids(state.sets.box()), _seed(state), f"deal/{deal}")
    if state.rules.stacks == "none":
        size = state.rules.rack_size
        racks = [order[place * size : (place + 1) * size] for place in range(state.players)]
        _finish_deal(story, deal, racks, (order[state.players * size :],), now)
        return
    stacks = build_stacks(order, state.rules.rack_size // 2)
    if state.rules.stacks_by_hand:
        deadline = Deadline("stack", now + state.rules.stack_seconds * 1000)
        sizes = tuple(map(len, stacks))
        story.tell(
            StacksBuilt(deal=deal, sizes=sizes, stacks=stacks, chooser=state.starter, deadline=deadline)
        )
        return
    racks = [() for _ in range(state.players)]
    for turn in range(2 * state.players):
        racks[_receiver(state, turn)] += stacks[turn]
    _finish_deal(story, deal, racks, stacks[2 * state.players :], now)


def build_stacks(tiles: tuple[TileId, ...], size: int) -> Stacks:
    """Build stacks of one size and, if some tiles are over, an odd one, which comes last (S5, W3).

    106 tiles give 14 stacks of 7 and one of 8, 160 tiles give 22 of 7 and one of 6, 112 tiles 16 of 7.
    """
    whole = _whole_stacks(len(tiles), size)
    stacks = [tiles[place * size : (place + 1) * size] for place in range(whole)]
    odd = tiles[whole * size :]
    return (*stacks, odd) if odd else tuple(stacks)


def _whole_stacks(tiles: int, size: int) -> int:
    """Count the stacks without the odd one; a few tiles left over make that one higher rather than tiny."""
    whole, rest = divmod(tiles, size)
    return whole - 1 if 0 < rest * 2 < size else whole


def _chooser(state: GameState, turn: int) -> Seat:
    assert state.starter is not None, "the starter is found before the deal"
    return Seat((state.starter + turn) % state.players)


def _receiver(state: GameState, turn: int) -> Seat:
    """Return the receiver of a stack: the chooser, or the left and then the right neighbour (S5)."""
    chooser = _chooser(state, turn)
    if state.rules.stacks == "choose":
        return chooser
    return Seat((chooser + (1 if turn < state.players else -1)) % state.players)


def _choices(state: GameState) -> range:
    """List the stacks that can be chosen: all but the odd one, which is the last (R-3)."""
    odd = len(state.stacks[-1]) * 2 != state.rules.rack_size
    return range(len(state.stacks) - odd)


def _give_stack(story: Story, stack: int, now: int, *, by_chance: bool) -> None:
    state = story.state
    turn = state.stacks_chosen
    last = turn + 1 == 2 * state.players
    chooser = None if last else _chooser(state, turn + 1)
    deadline = None if last else Deadline("stack", now + state.rules.stack_seconds * 1000)
    seat = _chooser(state, turn)
    story.tell(
        StackChosen(
            seat=seat,
            receiver=_receiver(state, turn),
            stack=stack,
            by_chance=by_chance,
            chooser=chooser,
            deadline=deadline,
        )
    )
    if last:
        racks = [each.rack for each in story.state.seats]
        _finish_deal(story, state.deal, racks, story.state.stacks, now)


def _finish_deal(story: Story, deal: int, racks: list[tuple[TileId, ...]], rest: Stacks, now: int) -> None:
    """Make the bank of what is left; open the window for a redeal, or the first turn."""
    state = story.state
    seed, purpose = _seed(state), f"bank/{deal}"
    if state.rules.bank_in_stacks:  # S6: the odd stack is drawn from first
        bank = (rest[-1], *shuffled(rest[:-1], seed, purpose))
    else:
        bank = (shuffled([tile for stack in rest for tile in stack], seed, purpose),)
    bank = tuple(stack for stack in bank if stack)
    window = None
    if state.rules.may_redeal:
        window = Deadline("redeal", now + state.rules.redeal_seconds * 1000)
    story.tell(
        Dealt(deal=deal, racks=tuple(racks), bank=bank, bank_sizes=tuple(map(len, bank)), deadline=window)
    )
    if window is None:
        start_first_turn(story, now)

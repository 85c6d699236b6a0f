"""``decide`` answers a command with events, or refuses it with every reason at once."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from tilemeld.engine.errors import Refusal, Refused, refuse
from tilemeld.engine.sets.for_rules import sets_of
from tilemeld.engine.tiles import Seat

from . import interruptions, setup, turns, votes
from .commands import (
    AddEntropy,
    Announce,
    AskRedeal,
    BeginGame,
    CastVote,
    ChooseStack,
    Command,
    Confirm,
    CorrectScore,
    CreateGame,
    EndRound,
    EndTurn,
    ExpireDeadline,
    GiveAllowance,
    GivePenalty,
    Leave,
    Pass,
    Pause,
    RestartTurn,
    Resume,
    Return,
    SkipRedeal,
    Take,
    TakeBackTurn,
)
from .events import Event
from .evolve import SetRulesFor, evolve
from .shuffle import Chance
from .state import GameState, Phase
from .story import Story

_TURN = frozenset({Phase.TURN})
_IN_TURN = frozenset({Phase.TURN, Phase.ANNOUNCE, Phase.VOTE})
_RUNNING = frozenset(Phase) - {Phase.ENDED}


class _Door(NamedTuple):
    """When a command is allowed, and which function handles it."""

    answer: Callable[[Story, Any, int], None]
    phases: frozenset[Phase]
    active_only: bool = False
    """Whether only the seat whose turn it is may ask."""
    timed: bool = False
    """Whether it is too late once the running time is up."""
    while_paused: bool = False
    by_player: bool = False
    """Whether a player, or a bot in their place, has to be in the seat."""


_DOORS: dict[type, _Door] = {
    AddEntropy: _Door(setup.add_entropy, frozenset({Phase.ENTROPY}), by_player=True),
    BeginGame: _Door(setup.begin_game, frozenset({Phase.ENTROPY})),
    ChooseStack: _Door(
        setup.choose_stack, frozenset({Phase.STACKS}), active_only=True, timed=True, by_player=True
    ),
    AskRedeal: _Door(setup.ask_redeal, frozenset({Phase.REDEAL}), timed=True, by_player=True),
    SkipRedeal: _Door(setup.skip_redeal, frozenset({Phase.REDEAL}), timed=True, by_player=True),
    Confirm: _Door(turns.confirm, _TURN, active_only=True, timed=True, by_player=True),
    Take: _Door(turns.take, _TURN, active_only=True, timed=True, by_player=True),
    Pass: _Door(turns.pass_turn, _TURN, active_only=True, timed=True, by_player=True),
    Announce: _Door(
        turns.announce, frozenset({Phase.ANNOUNCE}), active_only=True, timed=True, by_player=True
    ),
    EndTurn: _Door(turns.end_turn, frozenset({Phase.ANNOUNCE}), active_only=True, timed=True, by_player=True),
    CastVote: _Door(votes.cast_vote, frozenset({Phase.VOTE}), timed=True, by_player=True),
    ExpireDeadline: _Door(interruptions.expire_deadline, _RUNNING),
    EndRound: _Door(interruptions.end_round, _RUNNING, while_paused=True),
    Pause: _Door(interruptions.pause, _RUNNING),
    Resume: _Door(interruptions.resume, _RUNNING, while_paused=True),
    GiveAllowance: _Door(interruptions.give_allowance, _RUNNING, while_paused=True),
    Leave: _Door(interruptions.leave, _RUNNING, while_paused=True),
    Return: _Door(interruptions.come_back, _RUNNING, while_paused=True),
    RestartTurn: _Door(interruptions.restart_turn, _IN_TURN, while_paused=True),
    TakeBackTurn: _Door(interruptions.take_back_turn, _IN_TURN, while_paused=True),
    GivePenalty: _Door(interruptions.give_penalty, _IN_TURN, while_paused=True),
    CorrectScore: _Door(interruptions.correct_score, frozenset({Phase.ENDED})),
}


def decide(
    state: GameState | None,
    command: Command,
    *,
    now: int,
    chance: Chance,
    sets_for: SetRulesFor = sets_of,
) -> tuple[Event, ...]:
    """Answer a command with the events it causes; the state itself is not touched.

    ``now`` is the server's clock in milliseconds, ``chance`` gives the secret of a new game, and
    ``sets_for`` finds what a set is in a new game.

    Raises ``Refused``, with every reason at once, when the rules say no.
    """
    return advance(state, command, now=now, chance=chance, sets_for=sets_for)[1]


def advance(
    state: GameState | None,
    command: Command,
    *,
    now: int,
    chance: Chance,
    sets_for: SetRulesFor = sets_of,
) -> tuple[GameState, tuple[Event, ...]]:
    """Decide and evolve in one call: return the state after the command and its events.

    The same as ``play(state, decide(...))``, without applying the events twice.
    """
    if isinstance(command, CreateGame):
        if state is not None:
            raise Refused([refuse("game/exists")])
        created = setup.create_game(command, sets_for(command.rules), chance)
        return evolve(None, created, sets_for=sets_for), (created,)
    if state is None:
        raise Refused([refuse("game/not-created")])
    door = _DOORS[type(command)]
    if refusals := _objections(state, command, door, now):
        raise Refused(refusals)
    story = Story(state)
    door.answer(story, command, now if state.paused_at is None else _stopped_clock(state, command, now))
    return story.state, tuple(story.events)


def play(state: GameState | None, events: Sequence[Event], *, sets_for: SetRulesFor = sets_of) -> GameState:
    """Apply events to a state, one after the other."""
    for event in events:
        state = evolve(state, event, sets_for=sets_for)
    if state is None:
        raise Refused([refuse("game/not-created")])
    return state


def _stopped_clock(state: GameState, command: Command, now: int) -> int:
    """Return the time for a command; while the game is paused, only resuming sees the real clock."""
    assert state.paused_at is not None, "asked only while the game is paused"
    return now if isinstance(command, Resume) else state.paused_at


def _objections(state: GameState, command: Any, door: _Door, now: int) -> list[Refusal]:
    """List the refusals that apply to every command."""
    refusals = []
    seen = getattr(command, "seen", None)
    if seen is not None and seen != state.version:
        refusals.append(refuse("game/stale", seen=seen, version=state.version))
    if state.phase not in door.phases:
        refusals.append(_wrong_phase(state, command))
    if state.paused_at is not None and not door.while_paused:
        refusals.append(refuse("game/paused"))
    if (seat := getattr(command, "seat", None)) is not None:
        refusals += _seat_objections(state, seat, door)
    if door.timed and state.deadline is not None and now > state.deadline.at:
        refusals.append(refuse("turn/time-over"))
    return refusals


def _wrong_phase(state: GameState, command: Command) -> Refusal:
    if state.phase == Phase.ENDED:
        return refuse("game/ended")
    if isinstance(command, CorrectScore):
        return refuse("game/not-ended")
    return refuse("phase/wrong", command=type(command).__name__, phase=state.phase.value)


def _seat_objections(state: GameState, seat: Seat, door: _Door) -> list[Refusal]:
    if not 0 <= seat < state.players:
        return [refuse("seat/unknown", seat=seat)]
    refusals = []
    if door.by_player and state.seats[seat].gone:
        refusals.append(refuse("seat/left", seat=seat))
    if door.active_only and state.active is not None and seat != state.active:
        refusals.append(refuse("seat/not-active", active=state.active))
    return refusals

"""The commands of a tournament to its online games, and the rules these are played by."""

from tilemeld.engine.game.commands import (
    Command,
    CorrectScore,
    EndRound,
    GiveAllowance,
    GivePenalty,
    Pause,
    RestartTurn,
    Resume,
    TakeBackTurn,
)
from tilemeld.engine.game.state import GameState, Phase
from tilemeld.engine.rules import Rules, Value
from tilemeld.engine.tiles import Seat
from tilemeld.service.live.game_log import Make
from tilemeld.service.live.pause_reasons import CALLED, ROUND_PAUSED
from tilemeld.tournament.format import Format
from tilemeld.tournament.log.facts import RulingMade
from tilemeld.tournament.log.state import TournamentState
from tilemeld.tournament.result_sheet import Sheet


def tournament_rules(format: Format, number: int = 1) -> Rules:  # noqa: A002  # it is the format of the tournament
    """Return the rules of an online table: a bot never plays (R-11), the round time can end a game (T10)."""
    changes: dict[str, Value] = {"leaver": "pass"}
    if format.minutes_in(number) is not None:
        changes["round_time"] = True
    return format.rules.override(changes)


def wanted(state: TournamentState, number: int, table: int) -> Make:
    """Return what a tournament wants of the present game of a table, one command after the other.

    It follows from the tournament as it is, whatever was written last: the time that players were allowed,
    the end of the round, the round's pause, the calls for the referee.
    """
    now = state.rounds[number]
    has_paused = now.clock.started and now.clock.running_since is None and not now.clock.over
    calls = [
        call for call in state.calls if (call.round, call.table, call.answered) == (number, table, False)
    ]
    makes = [
        allowances(state, now.seating.tables[table - 1]),
        *([end_round] if now.clock.over else []),
        pause(ROUND_PAUSED) if has_paused else resume_if(ROUND_PAUSED),
        *([pause_after(call.turn) for call in calls] or [resume_if(CALLED)]),
    ]

    def make(game: GameState, at: int) -> Command | None:
        return next((command for each in makes if (command := each(game, at)) is not None), None)

    return make


def allowances(state: TournamentState, seated: tuple[str, ...]) -> Make:
    """Give seats the time that their players were allowed (M9), one after the other."""

    def make(game: GameState, _now: int) -> Command | None:
        if game.phase in (Phase.ENDED, Phase.ENTROPY):
            return None
        for seat, player in enumerate(seated):
            wanted = state.players[player].allowance_seconds
            if game.seats[seat].allowance_seconds != wanted:
                return GiveAllowance(Seat(seat), wanted)
        return None

    return make


def correct(sheet: Sheet, why: str) -> Make:
    """Correct the scores of a finished game, one seat after the other, until they equal those of a sheet."""

    def make(game: GameState, _now: int) -> Command | None:
        if game.result is None:
            return None
        for seat, points in enumerate(sheet.points):
            won = seat in sheet.winners
            if (game.result.scores[seat].points, seat in game.result.winners) != (points, won):
                return CorrectScore(seat=Seat(seat), points=points, reason=why, won=won)
        return None

    return make


def command_of(state: TournamentState, ruling: RulingMade, why: str) -> Command | None:
    """Return what a ruling does to the game."""
    if ruling.kind == "restart-turn":
        return RestartTurn(why)
    if ruling.kind == "take-back-turn":
        return TakeBackTurn(why)
    if ruling.kind == "penalty-tiles" and ruling.player is not None:
        seated = state.rounds[ruling.round].seating.tables[ruling.table - 1]
        if ruling.player in seated:
            return GivePenalty(Seat(seated.index(ruling.player)), ruling.value, why)
    return None


def end_round(game: GameState, _now: int) -> Command | None:
    """End the round time of a running game (T10)."""
    running = game.phase not in (Phase.ENDED, Phase.ENTROPY)
    return EndRound() if running and game.rules.round_time and not game.round_over else None


def pause(reason: str) -> Make:
    """Stop a running game, for a reason that its players read."""

    def make(game: GameState, _now: int) -> Command | None:
        running = game.phase not in (Phase.ENDED, Phase.ENTROPY) and game.paused_at is None
        return Pause(reason) if running else None

    return make


def resume_if(reason: str) -> Make:
    """Resume a game that was stopped for this reason, and for no other."""
    return lambda game, _now: Resume() if game.pause_reason == reason and game.paused_at is not None else None


def pause_after(turn: int) -> Make:
    """Stop the game when a turn after this one has begun."""

    def make(game: GameState, _now: int) -> Command | None:
        begun = game.phase == Phase.TURN and game.turn > turn and game.paused_at is None
        return Pause(CALLED) if begun else None

    return make

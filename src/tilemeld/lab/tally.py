"""The tally: what happened in simulated games, counted from their records."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

from tilemeld.engine.game.events import (
    AllowanceGiven,
    Announced,
    Event,
    GameEnded,
    LastLapBegan,
    MistakeMade,
    Passed,
    Paused,
    RedealAsked,
    SeatLeft,
    SeatReturned,
    StackChosen,
    StarterChosen,
    TilesLaid,
    TilesTaken,
    TimeUp,
    TurnRestarted,
    TurnStarted,
    TurnTakenBack,
    VoteClosed,
)
from tilemeld.engine.record.record import Record, replay
from tilemeld.engine.rules import Rules
from tilemeld.engine.tiles import Face, Table, face_of

COUNTS: Mapping[str, str] = {
    "turns": "turns",
    "lays": "turns with laying",
    "openings": "openings (P2, W6)",
    "refills": "racks filled up after laying (W12)",
    "doubles": "whole racks laid at once for double points (W11)",
    "scoreless": "turns with laying that scored nothing (W10)",
    "votes": "votes on words (W16)",
    "rejected": "words voted down (R-16)",
    "takes": "tiles taken by choice (P1)",
    "passes": "passes with an empty bank (E2)",
    "rearranged": "turns that changed sets on the table (P4)",
    "rearranged-several": "turns that changed several sets (P4)",
    "jokers-freed": "jokers freed (P5, W14)",
    "time-untouched": "time up, nothing moved (T2)",
    "time-disorder": "time up over a disorder, all undone (T3)",
    "time-undone": "time up over a table in order, undone (T4)",
    "time-stands": "time up over a table in order, it stands (T4, T7)",
    "mistakes": "mistakes confirmed in strict play (T5)",
    "refusals": "commands refused, so that nothing changed (T7)",
    "time-salvaged": "time up, the sets in order stay (T6)",
    "time-emptied": "time up over an empty rack: confirmed (T11)",
    "starter-ties": "draws for the starter repeated (S1)",
    "stacks-chosen": "stacks chosen by hand (S5)",
    "stacks-by-chance": "stacks chosen by chance when the time was up (R-3)",
    "redeals": "new deals asked for (S7, W4)",
    "announcements": "openings announced (R-13)",
    "left-for-a-bot": "players who left, replaced by a bot (R-11)",
    "left-and-passed": "players who left, their turns passed (R-11)",
    "returned": "players who took their seat back (R-11)",
    "pauses": "pauses",
    "allowances": "time allowances (M9)",
    "rulings": "referee's rulings on a turn (M5)",
    "last-laps-bank": "last laps after an empty bank (E2)",
    "last-laps-round": "last laps after the round's time (T10)",
    "last-laps-rack": "last turns after an empty rack, so that all had as many (W15)",
    "ended-rack-empty": "games won by an empty rack (E1)",
    "ended-last-lap": "games ended by the last lap (E2)",
    "ended-all-passed": "games ended when nobody could or would lay (E2)",
    "ended-abandoned": "games that everybody left (R-11)",
    "shared-wins": "shared wins (R-9)",
    "charged-unopened": "players charged for not opening (E7)",
    "charged-could-open": "players charged who could have opened (E7)",
    "charged-waived": "players whose penalty was waived (E7)",
}
"""What is counted, in words."""


LAPS = {"bank-empty": "last-laps-bank", "round-time": "last-laps-round", "rack-empty": "last-laps-rack"}


@dataclass(slots=True)
class Tally:
    """Sums over many games."""

    games: int = 0
    counts: Counter[str] = field(default_factory=Counter)

    def add(self, other: "Tally") -> None:
        """Add another tally to this one."""
        self.games += other.games
        self.counts.update(other.counts)

    def per_game(self, name: str) -> float:
        """Return a count as an average over the games."""
        return self.counts[name] / self.games if self.games else 0.0


def applicable(rules: Rules) -> frozenset[str]:
    """Return the counts that can be more than zero under these rules."""
    strict, penalty = rules.strict, rules.could_open_penalty is not None
    letters = rules.sets == "letters"
    by_hand = rules.stacks_by_hand and rules.stacks != "none"
    conditions = {
        "time-undone": strict and rules.timeout_in_order_takes is not None,
        "time-stands": not strict or rules.timeout_in_order_takes is None,
        "mistakes": strict,
        "time-emptied": rules.empty_rack_confirms,
        "time-salvaged": rules.timeout_salvage != "none",
        "starter-ties": rules.first_starter == "draw",
        "stacks-chosen": by_hand,
        "stacks-by-chance": by_hand,
        "redeals": rules.may_redeal,
        "refills": rules.refill_to is not None,
        "doubles": rules.double_from is not None,
        "scoreless": letters,
        "votes": rules.has_vote,
        "rejected": rules.has_vote,
        "last-laps-rack": rules.rack_end == "equal-turns",
        "announcements": strict and penalty,
        "left-for-a-bot": rules.leaver == "bot",
        "left-and-passed": rules.leaver == "pass",
        "last-laps-bank": rules.bank_end == "last-lap",
        "last-laps-round": rules.round_time,
        "ended-last-lap": rules.bank_end == "last-lap" or rules.round_time,
        "ended-all-passed": rules.bank_end == "all-pass",
        "ended-abandoned": rules.leaver == "pass",
        "charged-unopened": rules.unopened_penalty is not None,
        "charged-could-open": penalty,
        "charged-waived": penalty,
    }
    return frozenset(name for name in COUNTS if conditions.get(name, True))


def tally_record(record: Record) -> Tally:
    """Count what happened in one game."""
    tally = Tally(games=1)
    for step, state in zip(record.steps, replay(record), strict=False):  # the state before each step
        for event in step.events:
            tally.counts.update(_names(event, state.table, joker=state.sets.joker))
            if isinstance(event, TilesLaid) and state.sets.scores_turns and not event.points:
                tally.counts["scoreless"] += 1
    return tally


def _names(event: Event, table: Table, *, joker: Face) -> list[str]:
    """Say which counts an event belongs to, given the table before it."""
    match event:
        case TurnStarted():
            return ["turns"]
        case TilesLaid():
            return _names_of_laying(event, table, joker=joker)
        case VoteClosed():
            return ["votes", *["rejected"] * len(event.rejected)]
        case TilesTaken(cause="refill"):
            return ["refills"]
        case TilesTaken(cause="choice"):
            return ["takes"]
        case Passed(cause="choice"):
            return ["passes"]
        case MistakeMade():
            return ["mistakes"]
        case TimeUp():
            return [f"time-{event.verdict}"]
        case StarterChosen():
            return ["starter-ties"] * max(0, len(event.draws) - 1)
        case StackChosen():
            return ["stacks-by-chance" if event.by_chance else "stacks-chosen"]
        case RedealAsked():
            return ["redeals"]
        case Announced():
            return ["announcements"]
        case SeatLeft():
            return ["left-for-a-bot" if event.stand_in else "left-and-passed"]
        case SeatReturned():
            return ["returned"]
        case Paused():
            return ["pauses"]
        case AllowanceGiven():
            return ["allowances"]
        case TurnRestarted() | TurnTakenBack() | TilesTaken(cause="ruling"):
            return ["rulings"]
        case LastLapBegan():
            return [LAPS[event.cause]]
        case GameEnded():
            return _names_of_ending(event)
        case _:
            return []


def _names_of_laying(event: TilesLaid, before: Table, *, joker: Face) -> list[str]:
    names = ["lays"]
    if event.double:
        names.append("doubles")
    if event.opening:
        names.append("openings")
    after = [{laid.tile for laid in laid_set} for laid_set in event.table]
    old = [{laid.tile for laid in laid_set} for laid_set in before]
    changed = [tiles for tiles in old if tiles not in after]
    torn = [tiles for tiles in changed if not any(tiles < new for new in after)]
    if changed:
        names.append("rearranged")
    if len(changed) > 1:
        names.append("rearranged-several")
    freed = sum(face_of(tile) == joker for tiles in torn for tile in tiles)
    return names + ["jokers-freed"] * freed


def _names_of_ending(event: GameEnded) -> list[str]:
    names = [f"ended-{event.result.cause}"]
    if len(event.result.winners) > 1:
        names.append("shared-wins")
    charges = [score.charge for score in event.result.scores]
    return names + [
        f"charged-{charge}" for charge in charges if charge in ("unopened", "could-open", "waived")
    ]

"""The comparison: every way in which a log and the journals of its clients may contradict each other."""

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from .fold import Facts, apply
from .journal import Journal, Key
from .log import Game, Log, Step

Json = Any
IN_TIME_MS = 500
"""An answer that arrives so late counts as in time (docs/protocol.md)."""
UNKNOWN = "store/unavailable"
"""Refused because the database is away: a commit in between may have come through or not."""


@dataclass(frozen=True, slots=True)
class Fault:
    """One contradiction."""

    code: str
    game: str
    text: str

    def __str__(self) -> str:
        return f"{self.code}: game {self.game}: {self.text}"


@dataclass(slots=True)
class Report:
    """What was compared, and what did not agree."""

    faults: list[Fault] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)
    lateness_ms: list[int] = field(default_factory=list)
    """How long after its time each deadline was fired."""

    def add(self, code: str, game: str, text: str) -> None:
        """Note a contradiction."""
        self.faults.append(Fault(code, game, text))

    @property
    def codes(self) -> set[str]:
        """The kinds of contradictions that were found."""
        return {fault.code for fault in self.faults}


@dataclass(frozen=True, slots=True)
class Bounds:
    """What a run allows."""

    late_ms: int = 30_000
    """How late a deadline may be fired: as long as no server may have lived."""
    is_finished: bool = True
    """Whether every game that people played has to be over."""
    jumps: bool = False
    """Whether the servers' clocks were moved, so that times in the log may run backwards."""


def check(log: Log, journal: Journal, bounds: Bounds | None = None) -> Report:
    """Compare a log with what clients wrote down."""
    report, allowed = Report(), bounds or Bounds()
    people = journal.people()
    for game in log.games.values():
        shown = _check_game(game, report, allowed)
        _check_commands(game, journal, people.get(game.id, set()), report)
        _check_views(game.id, shown, [line for line in journal.saw if line["game"] == game.id], report)
        report.counts["games"] += 1
        report.counts["games over"] += game.is_over
    _check_promises(log, journal, report)
    _check_ends(log, journal, report, allowed)
    _check_tournaments(log, report)
    report.counts["commands sent"] = len(journal.sent)
    report.counts["views seen"] = len(journal.saw)
    return report


# One game by itself


def _check_game(game: Game, report: Report, allowed: Bounds) -> dict[int, Json]:
    """Follow the steps of a game; return what is shown at each version."""
    shown: dict[int, Json] = {}
    facts: Facts | None = None
    version = 0
    turns = _Turns(game.id, report)
    tiles: list[str] = []
    before: Step | None = None
    for step in game.steps:
        _check_link(game.id, step, version, report)
        if before is not None and step.at < before.at and not allowed.jumps:
            report.add("order/time", game.id, f"step {step.version} is older than the one before it")
        if facts is not None:
            _check_clock(game.id, facts, step, report, allowed)
        try:
            for event in step.events:
                facts = apply(facts, event)
                turns.take_in(event)
        except (AssertionError, KeyError, IndexError, ValueError) as error:
            report.add("log/impossible", game.id, f"step {step.version} cannot follow: {error!r}")
            return shown
        assert facts is not None
        version, before = step.after, step
        if facts.is_ruled:
            return shown
        shown[version] = facts.shown()
        tiles = _check_tiles(game.id, step, facts, tiles, report)
        report.counts["steps"] += 1
    if version != game.version:
        report.add("log/tail", game.id, f"the game is at {game.version}, its last step leads to {version}")
    if facts is not None and (facts.phase == "ended") is not game.is_over:
        report.add("log/over", game.id, f"over is {game.is_over}, the steps end in {facts.phase}")
    if facts is not None:
        _check_stored_deadline(game, facts, report)
    return shown


def _check_link(game: str, step: Step, version: int, report: Report) -> None:
    if step.version != version:
        kind = "log/gap" if step.version > version else "log/doubled"
        report.add(kind, game, f"a step at {step.version} follows one that led to {version}")
    if step.after != step.version + len(step.events) or step.body["version"] != step.version:
        report.add("log/count", game, f"the step at {step.version} leads to {step.after}")


def _check_tiles(game: str, step: Step, facts: Facts, before: list[str], report: Report) -> list[str]:
    """Compare all tiles with those before; the first deal brings them."""
    tiles = facts.tiles()
    if before and tiles != before:
        odd = sorted((Counter(tiles) - Counter(before)) + (Counter(before) - Counter(tiles)))
        report.add("log/tiles", game, f"the step at {step.version} lost or made {odd}")
    if len(set(tiles)) != len(tiles):
        report.add("log/tiles", game, f"after {step.version} a tile is in two places")
    return tiles


def _check_clock(game: str, facts: Facts, step: Step, report: Report, allowed: Bounds) -> None:
    """A deadline is fired when it is due, not before, and nothing is accepted after it."""
    due = None if facts.deadline is None or facts.is_paused else facts.deadline["at"]
    if step.command["type"] == "expire-deadline":
        if due is None or step.at < due:
            report.add("deadline/early", game, f"step {step.version} fires one that is not due ({due})")
        else:
            report.counts["deadlines fired"] += 1
            report.lateness_ms.append(step.at - due)
            if step.at - due > allowed.late_ms:
                report.add("deadline/late", game, f"step {step.version}: {step.at - due} ms late")
    elif due is not None and "seat" in step.command and step.at > due + IN_TIME_MS and not allowed.jumps:
        late = step.at - due
        report.add("deadline/missed", game, f"step {step.version} was accepted {late} ms after its time")


def _check_stored_deadline(game: Game, facts: Facts, report: Report) -> None:
    """The row that fires it says the same as the log."""
    due = None if facts.deadline is None or facts.is_paused or game.is_over else facts.deadline["at"]
    if due is not None and game.deadline is None:
        report.add("deadline/unstored", game.id, f"nothing fires the deadline at {due}")


@dataclass(slots=True)
class _Turns:
    """Every turn begins once, is answered once and ends once."""

    game: str
    report: Report
    turn: int = 0
    seat: int | None = None
    answers: int = 0

    def take_in(self, event: Json) -> None:
        kind = event["type"]
        if kind == "turn-started":
            if event["turn"] <= self.turn:
                self.report.add("turn/doubled", self.game, f"turn {event['turn']} begins after {self.turn}")
            self.turn, self.seat, self.answers = event["turn"], event["seat"], 0
        elif kind == "turn-ended" and event["seat"] == self.seat:
            self.answers += 1
            if self.answers > 1:
                self.report.add("turn/doubled", self.game, f"turn {self.turn} ended {self.answers} times")


# A game and those who played it


def _check_commands(game: Game, journal: Journal, people: set[int], report: Report) -> None:
    """Every stored command was sent, once, as it is stored; every step of a person was asked for."""
    steps = {step.version: step for step in game.steps}
    asked: Counter[int] = Counter()
    for done in game.commands:
        seat = int(done.who.partition("/")[2] or -1) if done.who.startswith("seat/") else -1
        step = steps.get(done.version)
        if step is None or step.after != done.after:
            report.add("command/stray", game.id, f"{done.who} {done.id} says {done.version}, no step does")
            continue
        asked[done.version] += 1
        if seat in people:
            _check_content(game.id, (game.id, seat, done.id), step, journal, report)
    for version, step in steps.items():
        if asked[version] > 1:
            report.add("command/doubled", game.id, f"{asked[version]} commands made the step at {version}")
        if step.command.get("seat") in people and "seen" in step.command and not asked[version]:
            report.add("command/lost", game.id, f"nobody asked for the step at {version}")


def _check_content(game: str, key: Key, step: Step, journal: Journal, report: Report) -> None:
    sent = journal.sent.get(key)
    if sent is None:
        report.add("command/unsent", game, f"{key[1:]} was carried out and never sent")
        return
    same = step.command["type"] == sent["kind"] and step.command["seat"] == key[1]
    if not same or step.command.get("table") != sent.get("table"):
        report.add("command/other", game, f"{key[1:]} was carried out as something else")


def _check_views(game: str, shown: dict[int, Json], saw: list[Json], report: Report) -> None:
    """Every view follows from the log, and no connection is taken back."""
    last: dict[tuple[str, int], int] = {}
    for line in saw:
        viewer = line["who"], line["link"]
        if line["version"] < last.get(viewer, 0):
            report.add("view/backwards", game, f"{line['who']} saw {line['version']} after {last[viewer]}")
        last[viewer] = line["version"]
        facts = shown.get(line["version"])
        if facts is None:
            report.add(
                "view/unlogged", game, f"{line['who']} saw version {line['version']}, no step led to it"
            )
            continue
        odd = [name for name, value in facts.items() if name in line and line[name] != value]
        if odd:
            text = f"{line['who']} saw other {', '.join(odd)} at version {line['version']} than the log has"
            report.add("view/other", game, text)


# All promises together


def _check_promises(log: Log, journal: Journal, report: Report) -> None:
    """Everything acknowledged is there; what was refused is not."""
    stored = {
        (game.id, int(done.who.partition("/")[2]), done.id): done
        for game in log.games.values()
        for done in game.commands
        if done.who.startswith("seat/")
    }
    for key, answers in journal.acked.items():
        report.counts["commands acknowledged"] += 1
        done = stored.get(key)
        if done is None:
            report.add(
                "lost", key[0], f"{key[1:]} was acknowledged at {answers[0]['version']} and is not there"
            )
        elif {answer["version"] for answer in answers} != {done.after}:
            said = [answer["version"] for answer in answers]
            report.add("ack/other", key[0], f"{key[1:]} was acknowledged at {said}, it led to {done.after}")
    for key in journal.refused.keys() - journal.acked.keys():
        report.counts["commands refused"] += 1
        said = [UNKNOWN in answer["codes"] for answer in journal.refused[key]]
        if key in stored and not any(said):
            report.add("refused/done", key[0], f"{key[1:]} was refused and carried out")
    for key in journal.changed:
        report.add("journal/changed", key[0], f"{key[1:]} was sent with two contents: the client is wrong")
    _check_order_of_acks(journal, report)


def _check_order_of_acks(journal: Journal, report: Report) -> None:
    """What one seat was acknowledged later came later."""
    last: dict[tuple[str, int], int] = {}
    first_time: set[Key] = set()
    for line in journal.acks_in_order:
        key = line["game"], line["seat"], line["id"]
        if key in first_time:
            continue
        first_time.add(key)
        seat = key[:2]
        if line["version"] <= last.get(seat, 0):
            report.add("order/acks", key[0], f"{key[1:]} at {line['version']} after {last[seat]}")
        last[seat] = line["version"]


def _check_ends(log: Log, journal: Journal, report: Report, allowed: Bounds) -> None:
    """No game that people played is stuck."""
    for name in journal.people():
        game = log.games.get(name)
        if game is None:
            report.add("lost/game", name, "people played it and it is not there")
        elif allowed.is_finished and not game.is_over:
            report.add("stuck", name, f"it stands at version {game.version}")
        elif (
            not game.is_over and game.deadline is not None and journal.until - game.deadline > allowed.late_ms
        ):
            report.add("stuck", name, f"its deadline was {journal.until - game.deadline} ms ago")


def _check_tournaments(log: Log, report: Report) -> None:
    """Entries are numbered without gaps, and each table's game gave one result."""
    for name, entries in log.tournaments.items():
        report.counts["tournament entries"] += len(entries)
        if [number for number, _ in entries] != list(range(1, len(entries) + 1)):
            report.add("tournament/gap", name, "the numbers of its entries have gaps")
        facts = [entry.get("fact", {}) for _, entry in entries]
        results = Counter(
            (fact["round"], fact["table"], fact["game"])
            for fact in facts
            if fact.get("type") == "result-entered"
        )
        for (round_number, table, game), times in results.items():
            if times > 1:
                text = f"game {game} of table {table} in round {round_number} has {times} results"
                report.add("tournament/doubled", name, text)

"""The checker finds every fault that is planted, and none in a log that is whole."""

import ast
import json
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tools.checker import Journal, check, read_journals, read_log
from tools.checker.check import Bounds

Json = Any
ROOT = Path(__file__).parents[2]
SCHEMA = """
CREATE TABLE games (id TEXT, version INTEGER, over INTEGER);
CREATE TABLE steps (game_id TEXT, version INTEGER, after INTEGER, at INTEGER, body TEXT);
CREATE TABLE commands (game_id TEXT, who TEXT, id TEXT, version INTEGER, after INTEGER);
CREATE TABLE deadlines (game_id TEXT, at INTEGER);
CREATE TABLE event_entries (event_id TEXT, number INTEGER, body TEXT);
"""
RACKS = [["r1a", "r2a", "r3a"], ["b1a", "b2a", "b3a"]]
BANK = [["k1a", "k2a", "k3a", "k4a", "k5a", "k6a"]]


class Stored:
    """A small game as it is stored, step by step, and what its two people wrote down; seat 1 is a bot."""

    def __init__(self) -> None:
        self.steps: list[Json] = []
        self.commands: list[Json] = []
        self.lines: list[Json] = []
        self.version = 0
        self.at = 1_000
        self.deadline: int | None = None
        self.is_over = False
        self.entries: list[tuple[int, Json]] = []

    def step(self, command: Json, *events: Json, after_ms: int = 100, key: str = "") -> None:
        self.at += after_ms
        body = {"version": self.version, "at": self.at, "command": command, "events": list(events)}
        after = self.version + len(events)
        self.steps.append([self.version, after, self.at, body])
        if key:
            about = {"at": self.at, "who": "p", "game": "g", "seat": command["seat"], "id": key}
            kind = {"kind": command["type"], **({"table": command["table"]} if "table" in command else {})}
            self.commands.append([f"seat/{command['seat']}", key, self.version, after])
            self.lines += [{"did": "sent", **about, **kind}, {"did": "acked", **about, "version": after}]
        self.version = after

    def saw(self, **fields: Json) -> None:
        about = {"did": "saw", "at": self.at, "who": "p", "link": 1, "game": "g", "version": self.version}
        self.lines.append({**about, **fields})

    def turn(self, seat: int, turn: int) -> Json:
        self.deadline = self.at + 100 + 3_000
        deadline = {"kind": "turn", "at": self.deadline}
        return {"type": "turn-started", "seat": seat, "turn": turn, "deadline": deadline}

    def write(self, folder: Path) -> tuple[str, Path]:
        path, journal = folder / "log.sqlite", folder / "journal.jsonl"
        with sqlite3.connect(path) as connection:
            connection.executescript(SCHEMA)
            connection.execute("INSERT INTO games VALUES ('g', ?, ?)", (self.version, self.is_over))
            for version, after, at, body in self.steps:
                row = ("g", version, after, at, json.dumps(body))
                connection.execute("INSERT INTO steps VALUES (?, ?, ?, ?, ?)", row)
            for who, key, version, after in self.commands:
                connection.execute(
                    "INSERT INTO commands VALUES ('g', ?, ?, ?, ?)", (who, key, version, after)
                )
            if self.deadline is not None and not self.is_over:
                connection.execute("INSERT INTO deadlines VALUES ('g', ?)", (self.deadline,))
            for number, body in self.entries:
                connection.execute("INSERT INTO event_entries VALUES ('t', ?, ?)", (number, json.dumps(body)))
        connection.close()
        journal.write_text("".join(f"{json.dumps(line)}\n" for line in self.lines))
        return str(path), journal


def ended(seat: int) -> Json:
    return {"type": "turn-ended", "seat": seat, "idle_turns": 0, "lap_left": None}


def taken(seat: int, tile: str) -> Json:
    return {"type": "tiles-taken", "seat": seat, "count": 1, "tiles": [tile], "stack": 0, "cause": "choice"}


def a_game() -> Stored:
    """Seat 0 takes, the bot takes, seat 0 lays, the bot lets the time run out, seat 0 takes, the end."""
    stored = Stored()
    stored.step({"type": "create-game"}, {"type": "game-created", "players": 2})
    dealt = {"type": "dealt", "deal": 1, "racks": RACKS, "bank": BANK, "deadline": None}
    stored.step({"type": "begin-game"}, dealt, stored.turn(0, 1))
    stored.saw(phase="turn", turn=1, active=0, counts=[3, 3], bank=[6], table=[])
    stored.step(
        {"type": "take", "seat": 0, "seen": 3}, taken(0, "k1a"), ended(0), stored.turn(1, 2), key="c1"
    )
    stored.step({"type": "take", "seat": 1}, taken(1, "k2a"), ended(1), stored.turn(0, 3))
    table = [["r1a", "r2a", "r3a"]]
    laid = {"type": "tiles-laid", "seat": 0, "table": table, "laid": table[0], "opening": True}
    lay = {"type": "confirm", "seat": 0, "table": table, "seen": stored.version}
    stored.step(lay, laid, ended(0), stored.turn(1, 4), key="c2")
    stored.saw(phase="turn", turn=4, active=1, counts=[1, 4], bank=[4], table=table)
    up = {"type": "time-up", "seat": 1, "verdict": "untouched", "draft": None}
    fired = [up, taken(1, "k3a"), ended(1)]
    stored.step({"type": "expire-deadline"}, *fired, stored.turn(0, 5) | {"deadline": None}, after_ms=3_500)
    stored.step({"type": "take", "seat": 0, "seen": stored.version}, taken(0, "k4a"), ended(0), key="c3")
    stored.step({"type": "end-round"}, {"type": "game-ended"})
    stored.saw(phase="ended", turn=5, active=None, counts=[2, 5], bank=[2], table=table)
    stored.is_over = True
    return stored


def codes_of(stored: Stored, folder: Path, bounds: Bounds | None = None) -> set[str]:
    address, journal = stored.write(folder)
    return check(read_log(address), read_journals([journal]), bounds).codes


def test_a_whole_log_contradicts_nobody(tmp_path: Path) -> None:
    address, journal = a_game().write(tmp_path)
    report = check(read_log(address), read_journals([journal]))
    assert report.faults == []
    expected = {
        "steps": 8,
        "commands acknowledged": 3,
        "views seen": 3,
        "deadlines fired": 1,
        "games over": 1,
    }
    assert expected.items() <= report.counts.items()
    assert report.lateness_ms == [500]


Plant = Callable[[Stored], object]


def drop_a_step(stored: Stored) -> None:
    del stored.steps[3]


def drop_the_last_step(stored: Stored) -> None:
    del stored.steps[-1]


def double_a_step(stored: Stored) -> None:
    stored.steps.insert(3, stored.steps[3])


def swap_two_steps(stored: Stored) -> None:
    stored.steps[2][3], stored.steps[3][3] = stored.steps[3][3], stored.steps[2][3]


def lose_an_acknowledged_command(stored: Stored) -> None:
    del stored.commands[1]


def lose_the_step_of_a_command(stored: Stored) -> None:
    stored.commands[1][2] += 1


def carry_a_command_out_twice(stored: Stored) -> None:
    stored.commands.append(["seat/0", "c9", *stored.commands[1][2:]])
    stored.lines.insert(0, {**stored.lines[1], "id": "c9"})


def carry_out_what_nobody_sent(stored: Stored) -> None:
    stored.lines = [line for line in stored.lines if line.get("id") != "c2"]


def carry_out_something_else(stored: Stored) -> None:
    stored.steps[4][3]["command"]["table"] = [["r1a", "r2a", "r3a", "k1a"]]


def acknowledge_another_version(stored: Stored) -> None:
    next(line for line in stored.lines if line["did"] == "acked")["version"] += 3


def acknowledge_in_another_order(stored: Stored) -> None:
    acks = [at for at, line in enumerate(stored.lines) if line["did"] == "acked"]
    stored.lines[acks[0]], stored.lines[acks[1]] = stored.lines[acks[1]], stored.lines[acks[0]]


def refuse_and_do(stored: Stored) -> None:
    ack = next(line for line in stored.lines if line["did"] == "acked")
    ack |= {"did": "refused", "codes": ["seat/not-active"]}


def fire_a_deadline_twice(stored: Stored) -> None:
    _, after, at, body = stored.steps[5]
    again = {**body, "version": after, "events": [{"type": "time-up"}]}
    stored.steps[6:] = [[after, after + 1, at, again]]
    stored.version, stored.is_over = after + 1, False


def fire_a_deadline_early(stored: Stored) -> None:
    stored.steps[5][2] -= 3_000


def accept_after_the_time(stored: Stored) -> None:
    for step in stored.steps[2:]:
        step[2] += 60_000


def miss_a_deadline(stored: Stored) -> None:
    del stored.steps[5:]
    stored.version, stored.is_over, stored.deadline = stored.steps[-1][1], False, None


def answer_twice_for_the_bot(stored: Stored) -> None:
    stored.steps[3][3]["events"].insert(2, ended(1))


def begin_a_turn_again(stored: Stored) -> None:
    stored.steps[4][3]["events"][2]["turn"] = 3


def invent_a_tile(stored: Stored) -> None:
    stored.steps[3][3]["events"][0]["tiles"] = ["k9a"]


def show_another_table(stored: Stored) -> None:
    stored.lines[-1]["table"] = []


def show_another_rack(stored: Stored) -> None:
    next(line for line in stored.lines if line["did"] == "saw")["counts"] = [3, 4]


def show_what_is_not_there(stored: Stored) -> None:
    stored.lines[-1]["version"] += 1


def go_back(stored: Stored) -> None:
    stored.lines.append(stored.lines[0] | {"version": 3, "link": 1})
    stored.lines[-1] = next(line for line in stored.lines if line["did"] == "saw")


def never_end(stored: Stored) -> None:
    del stored.steps[-1]
    stored.version, stored.is_over, stored.deadline = stored.steps[-1][1], False, None
    del stored.lines[-1]


def run_back_in_time(stored: Stored) -> None:
    stored.steps[3][2] -= 500


def lose_the_game(stored: Stored) -> None:
    for line in stored.lines:
        line["game"] = "h"


def skip_an_entry(stored: Stored) -> None:
    stored.entries = [(1, {}), (3, {})]


def report_a_game_twice(stored: Stored) -> None:
    fact = {"fact": {"type": "result-entered", "round": 1, "table": 2, "game": 1}}
    stored.entries = [(1, fact), (2, fact)]


@pytest.mark.parametrize(
    ("plant", "code"),
    [
        (drop_a_step, "log/gap"),
        (drop_the_last_step, "log/tail"),
        (double_a_step, "log/doubled"),
        (swap_two_steps, "log/count"),
        (lose_an_acknowledged_command, "lost"),
        (lose_the_step_of_a_command, "command/stray"),
        (carry_a_command_out_twice, "command/doubled"),
        (carry_out_what_nobody_sent, "command/unsent"),
        (carry_out_something_else, "command/other"),
        (acknowledge_another_version, "ack/other"),
        (acknowledge_in_another_order, "order/acks"),
        (refuse_and_do, "refused/done"),
        (fire_a_deadline_twice, "deadline/early"),
        (fire_a_deadline_early, "deadline/early"),
        (accept_after_the_time, "deadline/missed"),
        (miss_a_deadline, "deadline/unstored"),
        (answer_twice_for_the_bot, "turn/doubled"),
        (begin_a_turn_again, "turn/doubled"),
        (invent_a_tile, "log/tiles"),
        (show_another_table, "view/other"),
        (show_another_rack, "view/other"),
        (show_what_is_not_there, "view/unlogged"),
        (go_back, "view/backwards"),
        (never_end, "stuck"),
        (run_back_in_time, "order/time"),
        (lose_the_game, "lost/game"),
        (skip_an_entry, "tournament/gap"),
        (report_a_game_twice, "tournament/doubled"),
    ],
    ids=lambda value: getattr(value, "__name__", None),
)
def test_a_planted_fault_is_found(plant: Plant, code: str, tmp_path: Path) -> None:
    stored = a_game()
    plant(stored)
    assert code in codes_of(stored, tmp_path)


def test_a_deadline_that_is_fired_too_late_is_found(tmp_path: Path) -> None:
    assert codes_of(a_game(), tmp_path, Bounds(late_ms=400)) == {"deadline/late"}


def test_whether_something_was_done_may_be_unknown(tmp_path: Path) -> None:
    """While the database is away the server cannot know whether its last commit came through."""
    stored = a_game()
    ack = next(line for line in stored.lines if line["did"] == "acked")
    ack |= {"did": "refused", "codes": ["store/unavailable"]}
    assert codes_of(stored, tmp_path) == set()


def test_the_cut_line_of_a_killed_client_is_no_fault(tmp_path: Path) -> None:
    address, journal = a_game().write(tmp_path)
    with journal.open("a") as file:
        file.write('{"did": "acked", "at": 5')
    assert check(read_log(address), read_journals([journal])).faults == []


def test_nobody_who_changes_a_command_under_its_id_goes_unnoticed() -> None:
    journal = Journal()
    line = {"did": "sent", "at": 1, "who": "p", "game": "g", "seat": 0, "id": "c", "kind": "take"}
    journal.write(line)
    journal.write(line)
    assert journal.changed == []
    journal.write({**line, "kind": "pass"})
    assert journal.changed == [("g", 0, "c")]


def test_the_checker_shares_no_code_with_the_server() -> None:
    names = {
        name
        for path in (ROOT / "tools/checker").glob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        for name in (
            [alias.name for alias in node.names]
            if isinstance(node, ast.Import)
            else [node.module or ""]
            if isinstance(node, ast.ImportFrom) and not node.level
            else []
        )
    }
    assert len(names) > 5
    assert not [name for name in names if name.startswith(("tilemeld", "tools", "tests", "bench"))]

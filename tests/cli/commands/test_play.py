"""The terminal game: scripted games, everything a player can type, and what is said to nonsense.

Proves `cli/options/house.py`, `cli/options/language.py`, `cli/options/seed.py`, `cli/table/game_loop.py`,
`cli/table/refusal_advice.py`, `cli/table/rules_summary.py`, `cli/table/turn.py`, `cli/table/turn_screen.py`.
"""

import io
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner, Result
from rich.console import Console
from rich.text import Text

from cli.typed_table import CALM, At
from tilemeld.adapters.chance import SystemChance
from tilemeld.bots import Choice, Dawdle
from tilemeld.cli.main import cli
from tilemeld.cli.options.seed import chance_for
from tilemeld.cli.table.game_loop import ME, GameLoop
from tilemeld.cli.table.refusal_advice import REMEDIES
from tilemeld.cli.table.turn import Tools
from tilemeld.cli.terminal import LeftTable
from tilemeld.cli.text.event_sentences import Cast
from tilemeld.engine.errors import CODES
from tilemeld.engine.game.commands import (
    Announce,
    AskRedeal,
    BeginGame,
    ChooseStack,
    Confirm,
    CreateGame,
    Leave,
    Pass,
    Take,
)
from tilemeld.engine.game.events import TilesLaid, TimeUp
from tilemeld.engine.game.shuffle import FixedChance
from tilemeld.engine.game.views import GameView
from tilemeld.engine.local_game import LocalGame
from tilemeld.engine.notation import WrittenTile, format_sets
from tilemeld.engine.record.record import format_record, parse_record, verify
from tilemeld.engine.rules import NUMBER_PROFILES, profile
from tilemeld.engine.sets.number_opening import best_opening
from tilemeld.engine.tiles import Face, Seat, Table, face_of, faces_of


def run(*args: str, stdin: str = "", columns: int = 100) -> Result:
    result = CliRunner().invoke(cli, ["play", *args], input=stdin, env={"COLUMNS": str(columns)})
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def words(result: Result) -> str:
    return " ".join(result.output.split())


def test_without_a_line_the_person_leaves_politely() -> None:
    result = run("--seed", "7")
    assert result.exit_code == 0
    assert "You leave the table. Thank you for playing." in result.output


def test_a_scripted_game_is_played_to_its_end_and_verifies(tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    result = run("--seed", "7", "--players", "2", "--record", str(file), stdin="take\npass\n" * 150)
    assert result.exit_code == 0
    assert "The game is over" in result.output
    assert "Score sheet" in result.output
    assert f"tilemeld verify {file}" in words(result)
    record = parse_record(file.read_text("utf-8"))
    assert verify(record) == ()
    assert record.bots == (None, "beginner")


def test_the_commitment_is_shown_before_the_deal_and_kept() -> None:
    result = run("--seed", "7", "--rules", "cs")
    shown = re.search(r"Commitment ([0-9a-f]{64})", result.output)
    assert shown is not None
    game = LocalGame(CreateGame(profile("cs"), 3), chance=chance_for("7", 1))
    assert shown[1] == game.state.commitment
    assert result.output.index("Commitment") < result.output.index("dealt")


def test_without_a_seed_the_secret_is_the_systems_own() -> None:
    assert SystemChance().secret() != SystemChance().secret()
    assert isinstance(chance_for(None, 1), SystemChance)
    assert chance_for("7", 1).secret() != chance_for("7", 2).secret()


def test_a_match_has_a_score_sheet_that_checks_its_sums() -> None:
    result = run("--seed", "7", "--players", "2", "--games", "2", stdin="take\npass\n\n" * 300)
    assert result.exit_code == 0
    assert "Game 2 of 2" in result.output
    assert "The match goes to" in result.output
    sheet = result.output[result.output.rindex("Score sheet") :]
    assert sheet.count("✓") == 2


def test_leaving_between_games_shows_the_sheet(tmp_path: Path) -> None:
    lines = "take\npass\n" * 150
    result = run(
        "--seed", "7", "--players", "2", "--games", "2", "--record", str(tmp_path / "m.jsonl"), stdin=lines
    )
    assert result.exit_code == 0
    assert (tmp_path / "m-1.jsonl").exists()
    assert "Score sheet" in result.output


def test_leaving_in_the_middle_saves_the_record(tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    result = run("--seed", "7", "--record", str(file), stdin="take\nquit\n")
    assert result.exit_code == 0
    assert "Saved to" in words(result)
    assert parse_record(file.read_text("utf-8")).steps


def opening_seed() -> tuple[str, list[Face]]:
    """Find a deal with which the person can open by one group."""
    for number in range(500):
        game = LocalGame(CreateGame(profile("cs"), 2), chance=chance_for(str(number), 1))
        game.do(BeginGame())
        faces = sorted(set(faces_of(game.view(ME).rack)))
        for value in (10, 11, 12, 13):
            group = [face for face in faces if face[1:] == str(value)]
            if len(group) >= 3 and game.active == ME:
                return str(number), group
    raise AssertionError("no such deal")


@pytest.mark.rule("P2")
def test_an_opening_from_a_seeded_rack() -> None:
    seed, group = opening_seed()
    line = " ".join(group)
    result = run("--rules", "cs", "--players", "2", "--seed", seed, stdin=f"{line}\ndone\n")
    assert "Opening:" in result.output
    assert re.search(r"You open with .*points\)", words(result))


@pytest.mark.parametrize("name", NUMBER_PROFILES)
def test_whole_games_typed_by_a_random_player(name: str) -> None:
    """What a bot would do, typed as a whole table: notation and draft lead to the very same faces."""
    rules = profile(name).override({"turn_seconds": None})
    game = LocalGame(CreateGame(rules, 2), chance=FixedChance(f"typist/{name}"))
    console = Console(file=io.StringIO(), width=80)
    typist = Typist(game, Random(name))
    tools = Tools(console, typist.read, lambda: Text("sheet"))
    GameLoop(game, cast=Cast(("You", "Ola")), bots={Seat(1): CALM}, tools=tools, rng=Random(3)).play(
        entropy="me"
    )
    assert game.is_over
    assert typist.laid > 2
    assert verify(parse_record(format_record(game.record))) == ()


class Typist:
    """Types what a random player chooses."""

    def __init__(self, game: LocalGame, rng: Random) -> None:
        self._game = game
        self._rng = rng
        self._lines: Iterator[str] = iter(())
        self.laid = 0

    def read(self, prompt: str) -> str:
        line = next(self._lines, None)
        if line is None:
            self._lines = iter(self._choose())
            line = next(self._lines)
        return line

    def _choose(self) -> list[str]:
        choice = CALM.choose(self._game.view(ME), self._rng)
        match choice:
            case Confirm():
                self.laid += 1
                empties = (
                    len(choice.table) and self._game.state.seats[ME].opened and self._empties(choice.table)
                )
                return [f"table {notation(choice.table)}", *([] if empties else ["done"])]
            case Take():
                return ["take" if choice.stack is None else f"take {choice.stack + 1}"]
            case Pass():
                return ["pass"]
            case Announce() | AskRedeal():
                return ["y"]
            case ChooseStack():
                return [str(choice.stack + 1)]
            case _:
                return [""]

    def _empties(self, table: Table) -> bool:
        """An empty rack over a table in order ends the turn without 'done' (P8)."""
        laid = {each.tile for laid_set in table for each in laid_set}
        return laid.issuperset(self._game.state.seats[ME].rack)


def notation(table: Table) -> str:
    return format_sets(
        [[WrittenTile(face_of(each.tile), each.stands_for) for each in laid] for laid in table]
    )


class TestMyTurn:
    def test_open_manipulate_and_end_the_turn(self) -> None:
        at = At(["r6 k9 k9", "b1 b2"], table="r4 r5 r6 r7 r8")
        said = at.type("split 1 r6", "add r6 1", "done")
        assert "Set 1: a set has 3 tiles or more; this one has 2" in said
        assert "You lay ◆r6, 1 tile." in said
        assert notation(at.game.state.table)[:8] == "r4 r5 r6"

    def test_undo_and_reset(self) -> None:
        at = At(["r6 r7 k9", "b1 b2"], table="r3 r4 r5")
        said = at.type("undo", "add r6 1", "add r7 1", "undo", "reset", "reset", "undo", "show", "done")
        assert "There is nothing to undo this turn." in said
        assert "Lay at least one tile from your rack" in said
        assert not any(isinstance(event, TilesLaid) for step in at.game.record.steps for event in step.events)

    def test_tiles_that_were_moved_are_not_lost_by_a_hasty_take(self) -> None:
        said = At(["r6 k9", "b1 b2"], table="r3 r4 r5").type("add r6 1", "take", "pass")
        assert "You have moved tiles this turn: type 'done' to lay them, or 'reset' and then 'take'." in said
        assert "or 'reset' and then 'pass'." in said

    @pytest.mark.rule("P8")
    def test_an_empty_rack_over_a_table_in_order_ends_the_game(self) -> None:
        at = At(["r6", "b1 b2"], table="r3 r4 r5")
        said = at.type("add r6 1")
        assert at.game.is_over
        assert "that ends the turn (P8)" in said

    def test_an_empty_rack_over_a_disorder_does_not(self) -> None:
        at = At(["k6", "b1 b2"], table="r3 r4 r5")
        at.type("add k6 1")
        assert not at.game.is_over

    @pytest.mark.parametrize(
        ("lines", "parts"),
        [
            (["lay r1 r2 r3", "done"], ["Your opening is worth 6; it needs 30.", "→ Lay more sets"]),
            (
                ["add k9 1", "done"],
                ["until then the sets on the table stay", "stay as they are (set 1)", "→ 'reset' and lay"],
            ),
            (
                ["move k8 1 new", "lay r1", "done"],
                ["Set 1: a set has 3 tiles", "set 3: a set has 3 tiles", "set 4: a set has"],
            ),
            (["pass"], ["There are tiles in the bank: take one.", "→ Type 'take'."]),
            (["done"], ["Lay at least one tile from your rack, or take a tile.", "→ Type 'lay"]),
            (["swap k7 2"], ["k7 does not replace the joker in set 2; it stands for r10 (P5)."]),
            (["sort sideways"], ["“sideways” is not a way to sort"]),
            (["take 3"], ["'move r7 3 new'"]),
            (["r99 r98"], ["'r99' is not a tile"]),
            (["\x1b[31m \x00"], ["is not a command"]),
        ],
    )
    def test_refusals_say_why_and_what_would_work(self, lines: list[str], parts: list[str]) -> None:
        at = At(["r1 r2 r3 k9 b13", "b1 b2"], table="k6 k7 k8 | r9 J r11", opened=False)
        said = at.type(*lines)
        for part in parts:
            assert part.lower() in said.lower()

    def test_sets_are_called_by_the_numbers_on_the_screen(self) -> None:
        at = At(["r6 k9 k13", "b1 b2"], table="r3 r4 r5 | r6 r7 r8 | k6 k7 k8")
        said = at.type("join 1 2", "add k13 3", "done")
        assert "Set 3: a gap between k8 and k13: 4 missing." in said

    def test_jokers_may_not_open_in_the_ukrainian_book(self) -> None:
        rules = profile("uk").override({"turn_seconds": None})
        said = At(["r13 b13 J k1", "b1 b2"], rules=rules, opened=False).type("r13 b13 J", "done")
        assert "without jokers" in said
        assert "The opening may not use a joker." in said
        assert "→ 'back J' and open without it." in said

    @pytest.mark.rule("T5")
    def test_strict_play_gives_no_marks_and_charges_mistakes(self) -> None:
        rules = profile("pl-tournament").override({"turn_seconds": None})
        at = At(["r6 k9", "b1 b2"], rules=rules, table="r3 r4 r5")
        said = at.type("add k9 1", "done")
        assert "You confirm a table with a mistake; everything is undone (T5):" in said
        assert "You take 1 tile for the mistake" in said
        assert len(at.game.state.seats[ME].rack) == 3
        assert said.count("does not belong to a red run") == 1

    @pytest.mark.rule("R-13")
    @pytest.mark.parametrize(("answer", "announced"), [("y", True), ("", False)])
    def test_after_taking_a_strict_player_may_announce(self, answer: str, announced: bool) -> None:
        rules = profile("pl-tournament").override({"turn_seconds": None})
        at = At(["r6 k9", "b1 b2"], rules=rules, opened=False)
        said = at.type("take", answer)
        assert at.game.state.seats[ME].announced is announced
        assert ("You announce an opening for the next turn." in said) is announced

    @pytest.mark.rule("S6")
    def test_a_used_up_stack_is_followed_by_one_that_the_player_chooses(self) -> None:
        rules = profile("pl-tournament").override({"turn_seconds": None, "stacks_by_hand": True})
        at = At(["r6 k9", "b1 b2"], rules=rules, bank="r1 r2 | r3 r4 | r5 o5")
        at.game.state = replace(at.game.state, bank_open=False)
        said = at.type("take", "take 9", "take 2")
        assert said.count("A new stack has to be opened: choose one with 'take 1' to 'take 3' (S6).") == 2
        assert "You take 1 tile: ◆r3." in said

    def test_what_the_others_did_is_seen_at_a_glance(self) -> None:
        at = At(["r6 k9", "b1 b2", "k1"], opened=False)
        seats = list(at.game.state.seats)
        seats[1] = replace(seats[1], announced=True, left=True)
        at.game.state = replace(at.game.state, seats=tuple(seats))
        assert "Ola 2 tiles not opened, announced an opening, has left" in at.type("show")

    def test_an_empty_bank_is_passed(self) -> None:
        at = At(["r6 k9", "b1 b2"], bank="", lap_left=2)
        said = at.type("take", "pass")
        assert "The bank is empty: pass instead. → Type 'pass'." in said
        assert "Last turns: 2 to go" in said
        assert "You pass." in said

    def test_looking_things_up(self) -> None:
        at = At(["r6 b5 J", "b1 b2"], table="r3 r4 r5")
        said = at.type("help", "?", "rules", "score", "sort", "sort mine", "sort color", "show", "")
        for part in (
            "swap r7 3",
            "A joker left on a rack counts 30.",
            "sheet",
            "by number",
            "turn_seconds = none",
        ):
            assert part in said
        assert "Ola 2 tiles opened" in said

    def test_narrow_terminals(self) -> None:
        at = At(
            ["r1 r2 r3 r4 r5 r6 r7 r8 b1 b2 b3 b4 b5 b6 J", "b1"],
            table="k1 k2 k3 k4 k5 k6 k7 k8 k9 k10 k11 k12 k13",
        )
        at.type("help", "rules", columns=40)
        assert max(map(len, at._out.getvalue().splitlines())) <= 40

    def test_a_terminal_without_unicode_gets_plain_shapes(self) -> None:
        raw = io.BytesIO()
        out = io.TextIOWrapper(raw, encoding="ascii", errors="replace")
        at = At(["r6 J k1 b2 o3", "b1"])
        at._out = out  # type: ignore[assignment]  # a stream with another encoding
        tools = Tools(Console(file=out, width=80), _nobody, lambda: Text(""))
        sitting = GameLoop(
            at.game, cast=Cast(("You", "Ola")), bots={Seat(1): CALM}, tools=tools, rng=Random(1)
        )
        with pytest.raises(LeftTable):
            sitting.go_on()
        out.flush()
        assert b"*k1" in raw.getvalue()
        assert b"@J" in raw.getvalue()


def _nobody(prompt: str) -> str:
    raise LeftTable


class TestClock:
    RULES = profile("pl").override({"turn_seconds": 60})

    def test_a_soft_clock_is_read_when_enter_is_pressed(self, monkeypatch: pytest.MonkeyPatch) -> None:
        at = self._late(monkeypatch, ["add r6 1"], seconds=100)
        verdicts = [event.verdict for event in at.events(TimeUp)]
        assert verdicts == ["untouched"]

    def test_what_was_laid_in_time_is_judged(self, monkeypatch: pytest.MonkeyPatch) -> None:
        at = self._late(monkeypatch, ["add r6 1", "done"], seconds=40)
        assert [event.verdict for event in at.events(TimeUp)] == ["stands"]

    def _late(self, monkeypatch: pytest.MonkeyPatch, lines: list[str], *, seconds: int) -> "TimedAt":
        clock = iter(range(0, 100_000, seconds // 2))
        monkeypatch.setattr("tilemeld.cli.table.turn.monotonic", lambda: next(clock))
        at = TimedAt(["r6 k9 k9", "b13"], rules=self.RULES, table="r3 r4 r5")
        said = at.type(*lines)
        assert "Your time was up before" in said
        return at


class TimedAt(At):
    def events(self, kind: type[TimeUp]) -> list[TimeUp]:
        return [event for step in self.game.record.steps for event in step.events if isinstance(event, kind)]


class Stubborn:
    """A bot that always answers the same."""

    def __init__(self, choice: Choice) -> None:
        self._choice = choice

    def choose(self, view: GameView, rng: Random) -> Choice:
        return self._choice


class TestBots:
    @pytest.mark.parametrize(
        "choice", [Dawdle(), Leave(Seat(1)), Pass(Seat(1)), Confirm(Seat(1), ()), Take(Seat(0))], ids=repr
    )
    def test_a_bot_that_finds_nothing_to_do_takes_a_tile(self, choice: Choice) -> None:
        at = At(["r6 k9", "b1 b2"])
        said = at.type("take", bot=Stubborn(choice))
        assert "Ola takes 1 tile." in said

    def test_or_passes_when_the_bank_is_empty(self) -> None:
        at = At(["r6 k9", "b1 b2"], bank="", lap_left=2)
        assert "Ola passes." in at.type("pass", bot=Stubborn(Dawdle()))

    def test_or_lets_the_moment_to_announce_go_by(self) -> None:
        rules = profile("pl-tournament").override({"turn_seconds": None})
        at = At(["r6 k9", "b1 b2"], rules=rules, opened=False)
        said = at.type("take", "n", bot=Stubborn(Take(Seat(1))))
        assert said.count("your turn") == 2

    def test_where_a_clock_runs_a_bot_may_let_it_run_out(self) -> None:
        at = At(["r6 k9", "b1 b2"], rules=profile("pl"))
        assert "Ola’s time is up: nothing was moved (T2)." in at.type("take", bot=Stubborn(Dawdle()))


class TestSettingUp:
    def test_stacks_are_chosen_by_hand_where_the_house_says_so(self) -> None:
        result = run("--seed", "7", "--house", "stacks_by_hand=true", stdin="99\nx\n3\n\n")
        said = words(result)
        assert "'99' is not a stack" in said
        assert "'x' is not a stack" in said
        assert "You choose stack 3." in said
        assert "by chance" in said

    @pytest.mark.rule("S7")
    def test_a_redeal_is_offered_to_who_may_ask(self) -> None:
        rules = profile("pl").override({"redeal_doublets": 1})
        for number in range(50):
            result = run(
                "--seed", str(number), "--house", "redeal_doublets=1", "--players", "2", stdin="n\ntake\n"
            )
            if "to ask for a new deal (S7)" in words(result):
                asked = run(
                    "--seed", str(number), "--house", "redeal_doublets=1", "--players", "2", stdin="y\n"
                )
                assert "You ask for a new deal." in asked.output
                return
        pytest.fail(f"no deal with a doublet under {rules.profile}")

    def test_entropy_is_mixed_in(self) -> None:
        plain, mixed = run("--seed", "7"), run("--seed", "7", "--entropy", "my own words")
        assert "You add to the shuffle: 'my own words'." in mixed.output
        assert plain.output != mixed.output

    def test_house_rules_and_the_missing_clock_are_reported(self) -> None:
        said = words(run("--seed", "7", "--house", "opening_points=50"))
        assert "No clock (the rule book gives 60 s" in said
        assert "opening_points = 50 (published: 30)" in said
        assert "A soft clock: 45 s" in words(run("--seed", "7", "--house", "turn_seconds=45"))


@pytest.mark.parametrize(
    ("args", "part"),
    [
        (["--rules", "fr"], "there is no profile 'fr'"),
        (["--players", "5"], "pl is for 2 to 4 players, not 5: change --players or --bots."),
        (["--players", "1"], "not 1"),
        (["--bots", "deepblue"], "there is no bot 'deepblue'"),
        (["--bots", ","], "names no bot"),
        (["--bots", "random,random,random", "--players", "3"], "leaves room for 2"),
        (["--bots", "random,random,random,random"], "pl is for 2 to 4 players, not 5"),
        (["--games", "0"], "0 is out of range: write one from 1 to 1000"),
        (["--house", "nonsense=1"], "There is no rule field “nonsense”"),
        (["--house", "rack_size=40", "--players", "4"], "need more tiles than the box has"),
        (["--entropy", "x" * 200], "at most 128 characters, not 200"),
        (["--record", "/nowhere/at/all.jsonl"], "there is no folder"),
        (["--record", "/"], "exists already"),
        (["--record", "/", "--games", "2"], "is not the name of a file"),
        (["--record", ""], "is not the name of a file"),
        (["--record", "a" * 5000], "cannot be written"),
        (["--sort", "size"], "'size' is not one of"),
        (["--colour"], "No such option"),
    ],
)
def test_bad_options_are_one_clear_sentence(args: list[str], part: str) -> None:
    result = run(*args)
    assert result.exit_code == 2
    assert part in words(result)


def test_every_remedy_belongs_to_a_code() -> None:
    assert set(REMEDIES) <= set(CODES)


def test_bots_fill_up_with_the_last_one() -> None:
    assert "Ola (random) and Jan (random) and Ewa (random)" in words(
        run("--bots", "random", "--players", "4")
    )


def test_an_unused_deal_can_open() -> None:
    """The helper above really finds an opening (a guard for the seeded test)."""
    _, group = opening_seed()
    assert best_opening(group) >= 30

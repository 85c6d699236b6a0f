"""Records: written and read back exactly, replayed without judging, verified by deciding again.

Proves `engine/record/codec.py`.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any, get_args

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from at_night import at_night
from table_setup import sets_for
from tilemeld.adapters.lexicons import polish_lexicon, sets_with_words
from tilemeld.engine.errors import RecordError, Refusal
from tilemeld.engine.game.commands import BeginGame, Command, CreateGame, GivePenalty, Leave
from tilemeld.engine.game.events import Dealt, Event, TilesTaken
from tilemeld.engine.game.evolve import SetRulesFor
from tilemeld.engine.game.scoring import SeatScore
from tilemeld.engine.game.shuffle import FixedChance
from tilemeld.engine.game.state import Phase
from tilemeld.engine.game.views import GameView, view
from tilemeld.engine.local_game import LocalGame
from tilemeld.engine.record import schema
from tilemeld.engine.record.codec import TAGGED, carry_names, command_from_json, from_json, tag_of, to_json
from tilemeld.engine.record.record import Record, format_record, parse_record, parse_step, replay, verify
from tilemeld.engine.rules import NUMBER_PROFILES, PROFILES, RULE_FIELDS, Rules, Value, profile
from tilemeld.engine.sets.for_rules import sets_of
from tilemeld.engine.sets.lexicon import Lexicon
from tilemeld.engine.tiles import Seat, TileId
from tilemeld.lab.simulate import play_random_game

GAMES = Path(__file__).parents[2] / "data" / "games"
SCHEMA_FILE = Path(__file__).parents[3] / "docs" / "record.schema.json"


@cache
def a_record(name: str = "pl-tournament", **house: Value) -> Record:
    rules = profile(name).override({"stacks_by_hand": profile(name).stacks != "none", **house})
    return play_random_game(rules, 3, f"record/{name}", sets_for=sets_with_words)[0].record


@cache
def a_record_with_votes() -> Record:
    return a_record("pl-word", theme="anything", theme_by="vote", strict=True)


@pytest.mark.parametrize("name", PROFILES)
def test_a_record_is_read_back_as_it_was_written(name: str) -> None:
    text = format_record(a_record(name))
    assert parse_record(text) == a_record(name)
    assert format_record(parse_record(text)) == text


@pytest.mark.parametrize("name", PROFILES)
def test_a_record_verifies(name: str) -> None:
    assert verify(parse_record(format_record(a_record(name))), sets_for=sets_with_words) == ()


@pytest.mark.rule("W16")
def test_a_record_with_votes_is_read_back_and_verifies() -> None:
    text = format_record(a_record_with_votes())
    assert '"vote-opened"' in text
    assert '"vote-cast"' in text
    assert parse_record(text) == a_record_with_votes()
    assert verify(parse_record(text), sets_for=sets_with_words) == ()


@pytest.mark.rule("W8")
def test_a_record_names_its_words_and_verify_wants_the_same() -> None:
    record = a_record("pl-word")
    assert record.created.words == polish_lexicon().hash
    (problem,) = verify(record, sets_for=sets_for)
    assert problem.step == 0
    assert polish_lexicon().hash in problem.reason
    (problem,) = verify(record)
    assert "needs a lexicon" in problem.reason


@pytest.mark.rule("W8")
def test_replaying_a_word_game_needs_no_words_and_judges_nothing() -> None:
    record = a_record("pl-word")
    final = list(replay(record))[-1]
    assert final.result == list(replay(record, sets_for=sets_for))[-1].result
    assert final.words == polish_lexicon().hash


@pytest.mark.parametrize("name", NUMBER_PROFILES)
def test_a_record_from_before_the_word_game_is_read_as_before(name: str) -> None:
    text = (GAMES / f"{name}-1.jsonl").read_text(encoding="utf-8")
    header = json.loads(text.splitlines()[0])["created"]
    assert not header["rules"].keys() & {"refill_to", "rack_end", "theme", "double_from", "sets"}
    assert "words" not in header
    record = parse_record(text)
    assert record.created.rules == profile(name, 1)
    assert format_record(record) == text


def test_replay_gives_every_state_on_the_way() -> None:
    game, _ = play_random_game(profile("cs"), 4, "replay")
    states = list(replay(game.record))
    assert len(states) == 1 + len(game.record.steps)
    assert [state.version for state in states[:-1]] == [step.version for step in game.record.steps]
    assert states[-1] == game.state


def test_a_record_may_know_its_bots_and_one_without_stays_as_it_was() -> None:
    record = replace(a_record("cs"), bots=(None, "club", "club"))
    text = format_record(record)
    assert parse_record(text) == record
    assert verify(record) == ()
    assert "bots" not in json.loads(format_record(a_record("cs")).splitlines()[0])


@pytest.mark.parametrize(
    "bots", [["club"], [None, "club"], [None, None, "x" * 41], [None, None, 7], "club", {}]
)
def test_bots_that_are_none_are_refused_with_their_place(bots: object) -> None:
    header, *steps = format_record(a_record("cs")).splitlines()
    text = "\n".join([json.dumps({**json.loads(header), "bots": bots}), *steps])
    with pytest.raises(RecordError) as error:
        parse_record(text)
    assert str(error.value.params["path"]).startswith("line 1: bots")


def test_every_line_fits_the_published_schema() -> None:
    validator = jsonschema.Draft202012Validator(schema.record_schema())
    for record in (a_record(), a_record_with_votes(), replace(a_record("cs"), bots=(None, "club", "club"))):
        for line in format_record(record).splitlines():
            validator.validate(json.loads(line))


def test_the_schema_refuses_what_the_codec_refuses() -> None:
    validator = jsonschema.Draft202012Validator(schema.record_schema())
    step = json.loads(format_record(a_record()).splitlines()[1])
    assert not validator.is_valid({**step, "extra": 1})
    assert not validator.is_valid({**step, "command": {"type": "fly"}})


def test_the_schema_in_docs_is_the_one_the_code_has() -> None:
    assert json.loads(SCHEMA_FILE.read_text(encoding="utf-8")) == schema.record_schema(), (
        "docs/record.schema.json is out of date: run make docs"
    )


def changed(record: Record, **header: Any) -> Record:
    return replace(record, created=replace(record.created, **header))


def test_verify_notices_a_secret_that_does_not_fit_its_commitment() -> None:
    (problem,) = verify(changed(a_record(), secret="0" * 64))
    assert problem.step == 0
    assert "commitment" in problem.reason


def test_verify_needs_the_secret() -> None:
    (problem,) = verify(changed(a_record(), secret=None))
    assert "secret is missing" in problem.reason


def test_verify_notices_a_game_that_cannot_be_created() -> None:
    (problem,) = verify(changed(a_record(), players=7))
    assert "cannot be created" in problem.reason


def test_verify_notices_an_unfinished_game() -> None:
    record = replace(a_record(), steps=a_record().steps[:-1])
    (problem,) = verify(record)
    assert "not over" in problem.reason


def test_verify_notices_a_missing_step() -> None:
    record = replace(a_record(), steps=a_record().steps[:2] + a_record().steps[3:])
    (problem,) = verify(record)
    assert problem.step == 3
    assert "version" in problem.reason


def test_verify_notices_events_left_out() -> None:
    first = a_record().steps[-1]
    (problem,) = verify(
        replace(a_record(), steps=(*a_record().steps[:-1], replace(first, events=first.events[:1])))
    )
    assert "events are recorded" in problem.reason


def test_verify_notices_a_command_that_the_rules_refuse() -> None:
    last = a_record().steps[-1]
    wrong = replace(last, command=GivePenalty(Seat(0), 99, "too many"))
    (problem,) = verify(replace(a_record(), steps=(*a_record().steps[:-1], wrong)))
    assert "the rules refuse it" in problem.reason


def moved(record: Record, number: int, at: int) -> Record:
    """The record with the time of one step, counted from 1, changed."""
    steps = list(record.steps)
    steps[number - 1] = replace(steps[number - 1], at=at)
    return replace(record, steps=tuple(steps))


def test_verify_notices_a_step_that_is_earlier_than_the_one_before_it() -> None:
    record = a_record("cs")
    last = len(record.steps)
    problems = verify(moved(record, last, record.steps[-2].at - 1))
    assert problems[0].step == last
    assert f"{record.steps[-2].at} ms" in problems[0].reason
    assert verify(replace(record, at=record.steps[0].at)) == ()
    (problem,) = verify(replace(record, at=record.steps[0].at + 1))
    assert (problem.step, "earlier than the game was set up" in problem.reason) == (1, True)


@pytest.mark.rule("S2")
def test_verify_notices_a_previous_starter_in_the_first_game() -> None:
    (problem,) = verify(changed(a_record("cs"), previous_starter=Seat(1)))
    assert problem.step == 0
    assert "first game of a match names seat 1 as the previous starter" in problem.reason


def test_verify_notices_a_field_of_the_other_game_that_is_not_as_published() -> None:
    record = a_record("cs")
    (problem,) = verify(changed(record, rules=replace(record.created.rules, redeal_few=3)))
    assert problem.step == 0
    assert "redeal_few means nothing in this game" in problem.reason
    assert "it is 3 where 'cs' version 2 has None" in problem.reason
    assert verify(changed(record, rules=replace(record.created.rules, profile="mine", redeal_few=3))) == ()


@pytest.mark.rule("R-11")
def test_verify_notices_a_bot_that_leaves() -> None:
    game = LocalGame(CreateGame(profile("pl-tournament"), 2), chance=FixedChance("bots"))
    for command in (BeginGame(), Leave(Seat(0)), Leave(Seat(1))):
        game.do(command)
    assert verify(game.record) == ()
    assert verify(replace(game.record, bots=(None, None))) == ()
    (problem,) = verify(replace(game.record, bots=("club", None)))
    assert problem.step == 2
    assert "seat 0 leaves or comes back, but a bot is named there" in problem.reason


def tampered_tiles(record: Record) -> Iterator[Record]:
    """Records in which one taken tile is another one: what a cheating server would write."""
    for place, step in enumerate(record.steps):
        for number, event in enumerate(step.events):
            if isinstance(event, TilesTaken) and event.tiles != ("k1a",):
                events = list(step.events)
                events[number] = replace(event, tiles=(TileId("k1a"),))
                steps = list(record.steps)
                steps[place] = replace(step, events=tuple(events))
                yield replace(record, steps=tuple(steps))


def test_verify_notices_every_exchanged_tile() -> None:
    found = 0
    for record in tampered_tiles(a_record("cs")):
        (problem,) = verify(record)
        assert "recorded is" in problem.reason
        found += 1
        if found == 5:
            break
    assert found == 5


def test_verify_shortens_long_events() -> None:
    steps = [
        replace(step, events=tuple(replace(e, deal=9) if isinstance(e, Dealt) else e for e in step.events))
        for step in a_record("cs").steps
    ]
    (problem,) = verify(replace(a_record("cs"), steps=tuple(steps)))
    assert "..." in problem.reason


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("", "line 1"),
        ("\n\n", "line 1"),
        ("{", "line 1"),
        ("[" * 100_000, "line 1"),
        ("[]", "line 1"),
        ('{"format":"x","schema":1,"at":0,"created":{}}', "line 1"),
        ('{"format":"tilemeld-record","schema":2,"at":0,"created":{}}', "line 1"),
        ('{"format":"tilemeld-record","schema":1,"at":0,"created":{}}', "line 1: created.type"),
        (
            '{"format":"tilemeld-record","schema":1,"at":0,"created":{"type":"round-ended"}}',
            "line 1: created",
        ),
    ],
)
def test_what_is_no_record_is_refused_with_its_place(text: str, place: str) -> None:
    with pytest.raises(RecordError) as error:
        parse_record(text)
    assert error.value.code == "record/unreadable"
    assert error.value.params["path"] == place


def test_a_huge_file_is_refused() -> None:
    with pytest.raises(RecordError, match="characters"):
        parse_record(" " * 50_000_001)


@pytest.mark.parametrize(
    ("change", "place"),
    [
        ({"at": "now"}, "$: at"),
        ({"at": True}, "$: at"),
        ({"events": []}, "$: events"),
        ({"events": {}}, "$: events"),
        ({"command": None}, "$: command.type"),
        ({"command": {"type": "take"}}, "$: command.seat"),
        ({"command": {"type": "take", "seat": 6}}, "$: command.seat"),
        ({"command": {"type": "take", "seat": -1}}, "$: command.seat"),
        ({"command": {"type": "take", "seat": 0, "hand": 1}}, "$: command.hand"),
        ({"command": {"type": "confirm", "seat": 0, "table": 5}}, "$: command.table"),
        ({"command": {"type": "confirm", "seat": 0, "table": [["r7a", 5]]}}, "$: command.table[0][1]"),
        ({"command": {"type": "confirm", "seat": 0, "table": [["r7a("]]}}, "$: command.table[0][0]"),
        ({"events": [{"type": "passed", "seat": 0, "cause": "bored"}]}, "$: events[0].cause"),
        (
            {"events": [{"type": "starter-chosen", "starter": 0, "draws": [[[0]]]}]},
            "$: events[0].draws[0][0]",
        ),
        (
            {
                "events": [
                    {"type": "mistake-made", "seat": 0, "draft": [], "refusals": [{"code": "x", "params": 3}]}
                ]
            },
            "$: events[0].refusals[0].params",
        ),
        (
            {
                "events": [
                    {
                        "type": "mistake-made",
                        "seat": 0,
                        "draft": [],
                        "refusals": [{"code": "x", "params": {"a": []}}],
                    }
                ]
            },
            "$: events[0].refusals[0].params.a",
        ),
        ({"events": [{"type": "resumed", "deadline": 4, "turn_deadline_at": None}]}, "$: events[0].deadline"),
    ],
)
def test_a_step_that_does_not_fit_its_types_is_refused_with_its_place(
    change: dict[str, Any], place: str
) -> None:
    step = {
        "version": 1,
        "at": 0,
        "command": {"type": "take", "seat": 0},
        "events": [{"type": "round-ended"}],
    }
    parse_step(step)  # type: ignore[arg-type]  # plain JSON
    with pytest.raises(RecordError) as error:
        parse_step({**step, **change})  # type: ignore[dict-item]  # plain JSON
    assert error.value.params["path"] == place


def test_the_wire_says_what_records_leave_out() -> None:
    kept, full = to_json(profile("pl")), to_json(profile("pl"), full=True)
    assert isinstance(kept, dict)
    assert isinstance(full, dict)
    assert set(full) == {"profile", "version", *RULE_FIELDS}
    assert {"sets", "vote_seconds", "settlement"} <= set(full) - set(kept)
    assert from_json(Rules, full) == from_json(Rules, kept) == profile("pl")


def test_rules_in_a_record_are_checked_like_any_rules() -> None:
    data = to_json(profile("pl"))
    assert isinstance(data, dict)
    assert from_json(Rules, data) == profile("pl")
    with pytest.raises(RecordError, match="opening_points cannot be -5"):
        from_json(Rules, {**data, "opening_points": -5})


def test_every_command_and_event_has_a_name_of_its_own() -> None:
    kinds = get_args(Command) + get_args(Event)
    assert len({TAGGED[kind] for kind in kinds}) == len(kinds)
    assert tag_of(TilesTaken) == "tiles-taken"


def test_defaults_are_left_out_and_come_back() -> None:
    data = to_json(CreateGame(profile("pl"), 2))
    assert isinstance(data, dict)
    assert "game" not in data
    assert command_from_json(data) == CreateGame(profile("pl"), 2)
    assert from_json(Refusal, {"code": "game/ended"}) == Refusal("game/ended")


def test_replay_refuses_steps_that_do_not_follow() -> None:
    record = a_record("uk")
    with pytest.raises(RecordError, match="follows version"):
        list(replay(replace(record, steps=record.steps[1:])))


@pytest.mark.parametrize("stack", [-99, 99, 10**30])
def test_replay_refuses_events_that_do_not_fit_the_game(stack: int) -> None:
    steps = [
        replace(
            step,
            events=tuple(replace(e, stack=stack) if isinstance(e, TilesTaken) else e for e in step.events),
        )
        for step in a_record("uk").steps
    ]
    with pytest.raises(RecordError, match="does not fit the game so far"):
        list(replay(replace(a_record("uk"), steps=tuple(steps))))


@settings(max_examples=at_night(1_000, by_day=60))
@given(data=st.data(), words=st.booleans())
def test_a_damaged_record_raises_nothing_but_record_errors(data: st.DataObject, words: bool) -> None:
    lines = format_record(a_record_with_votes() if words else a_record("uk")).splitlines()
    place = data.draw(st.integers(0, len(lines) - 1))
    line = json.loads(lines[place])
    for _ in range(data.draw(st.integers(1, 3))):
        line = damage(line, data)
    lines[place] = json.dumps(line)
    try:
        record = parse_record("\n".join(lines))
        verify(record, sets_for=sets_with_words)
        list(replay(record))
    except RecordError:
        pass


def damage(value: Any, data: st.DataObject) -> Any:
    """Change one thing somewhere inside a JSON value."""
    if isinstance(value, dict) and value and data.draw(st.booleans()):
        key = data.draw(st.sampled_from(sorted(value)))
        return {**value, key: damage(value[key], data)}
    if isinstance(value, list) and value and data.draw(st.booleans()):
        place = data.draw(st.integers(0, len(value) - 1))
        return [*value[:place], damage(value[place], data), *value[place + 1 :]]
    replacements: list[Any] = [
        None,
        -1,
        0,
        5,
        10**9,
        "",
        "r7a",
        "Ja(r9)",
        "?a(Ż)",
        "zz",
        [],
        {},
        ["r7a"],
        True,
        0.5,
    ]
    return data.draw(st.sampled_from(replacements))


def words_beside(path: Path) -> SetRulesFor:
    """The words that a golden game was played with: a list of its own, since dictionaries change."""
    words = path.with_suffix(".words.txt")
    if not words.exists():
        return sets_of
    lexicon = Lexicon.from_words(words.read_text(encoding="utf-8").split())
    return lambda rules: sets_of(rules, lexicon)


@pytest.mark.parametrize("path", sorted(GAMES.glob("*.jsonl")), ids=lambda path: path.stem)
def test_a_golden_game_still_ends_as_recorded(path: Path) -> None:
    record = parse_record(path.read_text(encoding="utf-8"))
    assert verify(record, sets_for=words_beside(path)) == ()
    final = list(replay(record))[-1]
    expected = json.loads(path.with_suffix(".result.json").read_text(encoding="utf-8"))
    assert to_json(final.result) == expected


def test_the_wording_of_a_fault_may_change_and_its_code_may_not() -> None:
    text = (GAMES / "pl-tournament-1.jsonl").read_text(encoding="utf-8")
    assert '"fault": "set/too-few"' in text or '"fault":"set/too-few"' in text
    said = "a set has 3 tiles or more, this one has 1"
    assert said in text
    assert verify(parse_record(text.replace(said, "too few"))) == ()
    (problem,) = verify(parse_record(text.replace("set/too-few", "set/no-run-no-group", 1)))
    assert "recorded is" in problem.reason


def test_every_published_profile_has_a_golden_game() -> None:
    found = {
        (record.created.rules.profile, record.created.rules.version)
        for record in (parse_record(path.read_text(encoding="utf-8")) for path in GAMES.glob("*.jsonl"))
    }
    assert found >= {(name, profile(name).version) for name in PROFILES}


def test_a_seats_score_survives_the_codec() -> None:
    score = SeatScore((), 5, "rack", -5, 0)
    assert from_json(SeatScore, to_json(score)) == score


@pytest.mark.parametrize("name", PROFILES)
def test_a_view_of_every_phase_survives_the_codec(name: str) -> None:
    by_phase = {state.phase: state for state in replay(a_record(name), sets_for=sets_with_words)}
    assert {Phase.ENTROPY, Phase.TURN, Phase.ENDED} <= by_phase.keys()
    for state, viewer in product(by_phase.values(), (None, Seat(0), Seat(2))):
        shown = view(state, viewer)
        assert from_json(GameView, json.loads(json.dumps(to_json(shown)))) == shown


@pytest.mark.parametrize("data", ["", "TURN", "turns", 1, None, ["turn"]])
def test_a_phase_that_is_none_is_refused_and_the_right_ones_are_named(data: Any) -> None:
    with pytest.raises(RecordError, match="expected one of entropy, stacks, redeal, turn"):
        from_json(Phase, data)


@dataclass(frozen=True)
class TeaServed:
    """Something that a room outside the engine writes down."""

    cups: int


@dataclass(frozen=True)
class CakeEaten:
    """Something that was once stored under another name."""

    slices: int


def test_other_rooms_have_their_values_carry_their_names() -> None:
    kinds = carry_names((TeaServed, CakeEaten), {CakeEaten: "tart-eaten"})
    assert kinds == {"tea-served": TeaServed, "tart-eaten": CakeEaten}
    assert to_json(TeaServed(2)) == {"type": "tea-served", "cups": 2}
    assert to_json(CakeEaten(1)) == {"type": "tart-eaten", "slices": 1}

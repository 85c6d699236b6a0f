"""The solver over HTTP: a position of a real table, the best play, the moves; refusals with stable codes.

Proves `service/questions/numbers.py`, `service/study/solver_queue.py`.
"""

import asyncio
from dataclasses import replace

import pytest

from server.live_server import LOOSE, QUICK, HttpProblem, Json, Live, live
from tilemeld.adapters.memory.store import InlineThinker
from tilemeld.adapters.workers import ProcessThinker
from tilemeld.engine.notation import parse_face_sets, parse_faces
from tilemeld.engine.rules import profile
from tilemeld.service.claims import NOBODY, Claim
from tilemeld.service.errors import CODES, Unavailable
from tilemeld.service.questions.numbers import BestPlay, Question, make_question
from tilemeld.service.study.solver_queue import WAITING, SolverQueue


def position(rack: str, table: str = "", **more: Json) -> Json:
    return {"rack": list(parse_faces(rack)), "table": [list(laid) for laid in parse_face_sets(table)], **more}


def solved(asked: Json) -> Json:
    async def run() -> Json:
        async with live() as server:
            return await server.http("POST", "/api/solve", asked)

    return asyncio.run(run())


async def refused(server: Live, asked: Json) -> tuple[int, Json]:
    with pytest.raises(HttpProblem) as caught:
        await server.http("POST", "/api/solve", asked)
    return caught.value.status, caught.value.codes


def test_the_best_play_comes_with_the_table_afterwards_and_the_moves() -> None:
    found = solved(position("r6 b6 k1", "r3 r4 r5 | k6 o6 r6"))
    assert (found["tiles"], found["points"], found["played"]) == (2, 12, ["r6", "b6"])
    assert (found["proven"], found["shortest"], found["goes_out"]) == (True, True, False)
    assert sorted(map(sorted, found["table"])) == [["b6", "k6", "o6", "r6"], ["r3", "r4", "r5", "r6"]]
    assert [step["code"] for step in found["plan"]] == ["plan/add", "plan/add"]
    assert {tuple(step["tiles"]) for step in found["plan"]} == {("r6",), ("b6",)}


def test_a_joker_stands_in_its_place_and_the_last_tile_goes_out() -> None:
    found = solved(position("r3 J r5"))
    assert found["goes_out"]
    assert found["table"] == [["r3", "J", "r5"]]


@pytest.mark.rule("R-1")
def test_a_set_written_out_of_order_is_answered_as_it_would_lie() -> None:
    assert solved(position("k1", "o6 o7 o9 J"))["table"] == [["o6", "o7", "J", "o9"]]


def test_where_nothing_can_be_laid_the_table_stays() -> None:
    found = solved(position("k1", "r3 r4 r5"))
    assert (found["tiles"], found["plan"], found["table"], found["untouched"]) == (
        0,
        [],
        [["r3", "r4", "r5"]],
        1,
    )
    assert not found["goes_out"]
    assert solved(position(""))["tiles"] == 0


@pytest.mark.rule("P2")
def test_an_opening_uses_the_rack_alone_and_lies_beside_the_table() -> None:
    found = solved(position("r10 b10 J k2", "k10 o10 b10", goal="opening"))
    assert (found["points"], found["needed"], found["played"]) == (30, 30, ["r10", "b10", "J"])
    assert sorted(found["table"][0]) == ["b10", "k10", "o10"]
    assert [step["code"] for step in found["plan"]] == ["plan/new-set"]


@pytest.mark.rule("R-14")
def test_an_opening_without_jokers_where_the_rules_say_so() -> None:
    found = solved(position("r10 b10 J k2", goal="opening", rules="uk"))
    assert (found["tiles"], found["points"]) == (0, 0)


@pytest.mark.rule("N1", "P2", "E4")
def test_a_house_game_is_solved_by_its_own_box_jokers_and_points() -> None:
    assert solved(position("r1 r1 r1", house={"copies": 3}))["tiles"] == 0
    three = solved(position("J J J", "r1 r2 r3", house={"jokers": 3, "joker_rack_value": 1_000}))
    assert (three["tiles"], three["needed"]) == (3, 30)
    opening = solved(position("r10 b10 J", goal="opening", house={"opening_points": 50}))
    assert (opening["points"], opening["needed"]) == (30, 50)
    plain = solved(position("r10 b10 J", goal="opening", house={"opening_jokers": False}))
    assert plain["tiles"] == 0
    dear = position("J r7", "r4 r5 r6 | k1 k2 k3", goal="points", house={"joker_rack_value": 5})
    assert solved(dear)["points"] == 12


def test_what_is_no_position_is_refused_with_its_reason() -> None:
    async def run() -> None:
        async with live() as server:
            for asked, code in (
                (position("r1", "r3 r4 r6"), "solve/bad-set"),
                (position("r1 r1 r1"), "solve/too-many"),
                (position("J J J"), "solve/too-many"),
                (position("r1", rules="pl-word"), "solve/letters"),
                (position("r1", rules="nowhere"), "rules/unknown-profile"),
                (position("r1", house={"copies": 4}), "solve/unknown-box"),
                (position("r1", house={"jokers": 5}), "solve/unknown-box"),
                (position("r1", house={"glory": 5}), "rules/unknown-field"),
                (position("r1", house={"opening_points": "many"}), "rules/bad-value"),
                ({"rack": ["x9"]}, "notation/tile"),
                ({"rack": ["r1"], "goal": "glory"}, "http/malformed"),
                ({"rack": ["r1"] * 161}, "http/malformed"),
                ({"rack": ["r1"], "table": [[]]}, "http/malformed"),
                ({}, "http/malformed"),
            ):
                assert await refused(server, asked) == (400, [code])
            status, codes = await refused(server, {"rack": ["r" * 20_000]})
            assert (status, codes) == (413, ["http/too-large"])

    asyncio.run(run())


def test_a_bad_set_says_which_and_why() -> None:
    with pytest.raises(Exception, match=r"set 2 on the table is not a set") as caught:
        make_question(profile("pl"), [["r1", "r2", "r3"], ["k1", "k2"]], [])
    params = caught.value.params  # type: ignore[attr-defined]  # a ServiceError, as its text says
    assert (params["set"], params["fault"]) == (2, "set/too-few")
    assert CODES["solve/bad-set"].format(**params) == str(caught.value)


def test_questions_from_one_address_are_limited() -> None:
    async def run() -> list[int]:
        limits = replace(LOOSE, questions_per_minute=4)
        statuses = []
        async with live(replace(QUICK, limits=limits)) as server:
            for _ in range(3):
                try:
                    await server.http("POST", "/api/solve", position("r1"))
                    statuses.append(200)
                except HttpProblem as problem:
                    statuses.append(problem.status)
        return statuses

    assert asyncio.run(run()) == [200, 200, 429]


class SlowSolver(InlineThinker):
    """Thinks until it is told to stop, and counts who comes at once."""

    def __init__(self) -> None:
        super().__init__()
        self.go_on = asyncio.Event()
        self.running = 0

    async def solve(self, question: Question, *, claim: Claim = NOBODY) -> BestPlay:
        self.running += 1
        await self.go_on.wait()
        self.running -= 1
        raise TimeoutError


def test_only_so_many_questions_wait_and_who_takes_too_long_is_refused() -> None:
    async def run() -> None:
        thinker = SlowSolver()
        solving = SolverQueue(thinker)
        question = make_question(profile("pl"), [], ["r1"])
        waiting = [asyncio.create_task(solving.answer(question)) for _ in range(WAITING)]
        await asyncio.sleep(0)
        with pytest.raises(Unavailable) as caught:
            await solving.answer(question)
        assert caught.value.code == "solve/busy"
        thinker.go_on.set()
        results = await asyncio.gather(*waiting, return_exceptions=True)
        assert {error.code for error in results if isinstance(error, Unavailable)} == {"solve/too-hard"}
        assert len(results) == WAITING

    asyncio.run(run())


def test_the_workers_solve_in_a_process_of_their_own() -> None:
    async def run() -> BestPlay:
        thinker = ProcessThinker(patience_seconds=60)
        try:
            return await thinker.solve(make_question(profile("pl"), [["r3", "r4", "r5"]], ["r6"]))
        finally:
            thinker.close()

    assert asyncio.run(run()).played == ("r6",)

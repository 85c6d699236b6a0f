"""One suite for every store: games, tables and people behave alike, whatever they are kept in.

Proves `adapters/memory/store.py`, `adapters/sql/store.py`, `adapters/sql/statements.py`,
`adapters/sql/database.py`.
"""

import asyncio
import json
from dataclasses import replace

import pytest

from adapters.stores import Tell
from tilemeld.server.app import Store
from tilemeld.service.errors import Conflict
from tilemeld.service.ports import (
    WRITES_KEPT,
    Abandoned,
    Append,
    Beat,
    CommandKey,
    CommandResult,
    GameId,
    Person,
    PersonId,
    StoredDeadline,
    StoredDraft,
    StoredStep,
    StoredTable,
    TableId,
    Written,
)

GAME, OTHER = GameId("g1"), GameId("g2")
TABLE = TableId("t1")


def step(
    version: int,
    after: int,
    *,
    key: CommandKey | None = None,
    deadline_at: int | None = None,
    over: bool = False,
) -> Append:
    return Append(
        StoredStep(version, after, 100 + version, f'{{"v":{version},"ł":1}}'), TABLE, key, deadline_at, over
    )


def test_steps_come_back_in_order_with_what_was_stored(tell: Tell) -> None:
    async def story(store: Store) -> None:
        for each in (step(0, 1), step(1, 4), step(4, 5)):
            await store.append(GAME, each)
        await store.append(OTHER, step(0, 2))
        loaded = await store.load(GAME)
        assert [(each.version, each.after) for each in loaded] == [(0, 1), (1, 4), (4, 5)]
        assert loaded[1] == step(1, 4).step
        assert [each.version for each in await store.load(GAME, after=1)] == [1, 4]
        assert await store.table_of(GAME) == TABLE
        assert (await store.version_of(GAME), await store.version_of(GameId("none"))) == (5, None)
        assert await store.load(GameId("none")) == []
        assert await store.table_of(GameId("none")) is None

    tell(story)


@pytest.mark.parametrize("version", [0, 1, 3, 5, 9], ids=lambda version: f"at {version}")
def test_a_writer_at_another_version_than_the_game_is_turned_away(tell: Tell, version: int) -> None:
    async def story(store: Store) -> None:
        for each in (step(0, 1), step(1, 4)):
            await store.append(GAME, each)
        with pytest.raises(Conflict):
            await store.append(GAME, step(version, version + 1, deadline_at=5))
        assert [each.version for each in await store.load(GAME)] == [0, 1]
        assert await store.deadlines() == [], "what is turned away leaves nothing behind"
        await store.append(GAME, step(4, 6))

    tell(story)


def test_of_many_writers_at_one_version_exactly_one_succeeds(tell: Tell) -> None:
    async def story(store: Store) -> None:
        await store.append(GAME, step(0, 1))
        results = await asyncio.gather(
            *(store.append(GAME, step(1, 2 + place)) for place in range(20)), return_exceptions=True
        )
        assert [type(each) for each in results].count(type(None)) == 1
        assert sum(isinstance(each, Conflict) for each in results) == 19
        assert len(await store.load(GAME)) == 2

    tell(story)


def test_many_games_written_at_once_all_arrive(tell: Tell) -> None:
    async def story(store: Store) -> None:
        games = [GameId(f"g{number}") for number in range(60)]

        async def play(game: GameId) -> None:
            for version in range(5):
                await store.append(game, step(version, version + 1))

        await asyncio.gather(*map(play, games))
        for game in games:
            assert [each.after for each in await store.load(game)] == [1, 2, 3, 4, 5]

    tell(story)


def test_a_command_id_is_taken_once_for_each_sender(tell: Tell) -> None:
    key = CommandKey("seat/0", "c1", "d")

    async def story(store: Store) -> None:
        await store.append(GAME, step(0, 1))
        await store.append(GAME, step(1, 3, key=key))
        with pytest.raises(Conflict):
            await store.append(GAME, step(3, 4, key=key))
        await store.append(GAME, step(3, 4, key=replace(key, who="seat/1")))
        await store.append(OTHER, step(0, 1, key=key))
        assert await store.result(GAME, "seat/0", "c1") == CommandResult(key, 1, 3)
        assert await store.result(GAME, "seat/1", "c1") == CommandResult(replace(key, who="seat/1"), 3, 4)
        assert await store.result(OTHER, "seat/0", "c1") == CommandResult(key, 0, 1)
        for game, who, name in (
            (GAME, "seat/2", "c1"),
            (GAME, "seat/0", "c2"),
            (GameId("none"), "seat/0", "c1"),
        ):
            assert await store.result(game, who, name) is None

    tell(story)


def test_a_deadline_is_the_fact_of_the_last_step(tell: Tell) -> None:
    async def story(store: Store) -> None:
        await store.append(GAME, step(0, 1, deadline_at=900))
        await store.append(OTHER, step(0, 1, deadline_at=500))
        assert await store.deadlines() == [StoredDeadline(OTHER, 1, 500), StoredDeadline(GAME, 1, 900)]
        assert await store.deadlines(until=499) == []
        assert await store.deadlines(until=500) == [StoredDeadline(OTHER, 1, 500)]
        await store.append(GAME, step(1, 3, deadline_at=300))
        await store.append(OTHER, step(1, 2))
        assert await store.deadlines() == [StoredDeadline(GAME, 3, 300)]

    tell(story)


def test_a_game_is_unfinished_until_it_is_over(tell: Tell) -> None:
    async def story(store: Store) -> None:
        await store.append(GAME, step(0, 1))
        await store.append(OTHER, step(0, 1))
        await store.append(GAME, step(1, 2, over=True))
        assert await store.unfinished() == [OTHER]

    tell(story)


def test_every_game_is_listed_and_one_that_is_deleted_leaves_nothing(tell: Tell) -> None:
    async def story(store: Store) -> None:
        key = CommandKey("seat/0", "c1", "d")
        await store.append(OTHER, step(0, 1, over=True))
        await store.append(GAME, step(0, 1, key=key, deadline_at=5))
        await store.save_draft(StoredDraft(GAME, 0, 1, 1, "[]"))
        assert await store.games() == [GAME, OTHER]
        await store.delete_game(GAME)
        await store.delete_game(GAME)
        assert await store.games() == [OTHER]
        left = (await store.load(GAME), await store.result(GAME, key.who, key.id), await store.deadlines())
        assert left == ([], None, [])
        assert (await store.table_of(GAME), await store.load_draft(GAME)) == (None, None)
        assert await store.unfinished() == []
        await store.append(GAME, step(0, 1, key=key))

    tell(story)


def test_only_the_latest_draft_is_kept_and_none_after_the_end(tell: Tell) -> None:
    async def story(store: Store) -> None:
        await store.append(GAME, step(0, 1))
        draft = StoredDraft(GAME, seat=1, turn=3, number=7, body="[]")
        await store.save_draft(draft)
        await store.save_draft(replace(draft, number=6, body="[[]]"))
        await store.save_draft(replace(draft, turn=2, number=99))
        assert await store.load_draft(GAME) == draft
        newer = replace(draft, turn=4, number=0, seat=2)
        await store.save_draft(newer)
        assert await store.load_draft(GAME) == newer
        await store.append(GAME, step(1, 2, over=True))
        assert await store.load_draft(GAME) is None

    tell(story)


def test_a_game_belongs_to_the_process_that_wrote_its_last_step_until_it_is_over(tell: Tell) -> None:
    async def story(store: Store) -> None:
        await store.append(GAME, replace(step(0, 1), owner="a"))
        await store.append(OTHER, step(0, 1))
        owned, unowned = Abandoned(GAME, "a", None), Abandoned(OTHER, None, None)
        assert await store.abandoned(silent_since=5) == [owned, unowned]
        await store.append(GAME, replace(step(1, 2), owner="b"))
        with pytest.raises(Conflict):
            await store.append(GAME, replace(step(1, 2), owner="a"))
        assert not await store.take(owned, "c"), "b has written since"
        assert await store.take(unowned, "c")
        assert not await store.take(unowned, "d"), "of several that try, one does"
        assert [await store.owned(each) for each in "abc"] == [[], [GAME], [OTHER]]
        assert await store.abandoned(silent_since=5) == [(GAME, "b", None), (OTHER, "c", None)]
        await store.beat("b", 4, "")
        await store.beat("c", 5, "")
        assert await store.abandoned(silent_since=5) == [(GAME, "b", 4)]
        assert await store.take(Abandoned(GAME, "b", 4), "c")
        assert await store.abandoned(silent_since=5) == []
        await store.append(GAME, replace(step(2, 3, over=True), owner="a"))
        assert await store.abandoned(silent_since=9) == [(OTHER, "c", 5)]
        await store.delete_game(OTHER)
        assert await store.abandoned(silent_since=9) == []

    tell(story)


def test_processes_are_known_by_their_last_beat_until_they_leave(tell: Tell) -> None:
    async def story(store: Store) -> None:
        assert await store.beats() == {}
        for process, at, report in (("a", 1, "x"), ("b", 2, ""), ("a", 5, "y")):
            await store.beat(process, at, report)
        assert await store.beats() == {"a": Beat(5, "y"), "b": Beat(2, "")}
        await store.leave("a")
        await store.leave("a")
        assert await store.beats() == {"b": Beat(2, "")}

    tell(story)


def test_the_time_of_the_last_sign_of_life_is_kept(tell: Tell) -> None:
    async def story(store: Store) -> None:
        assert await store.last_alive() is None
        await store.mark_alive(5)
        await store.mark_alive(8)
        assert await store.last_alive() == 8

    tell(story)


def table_at(version: int, **changes: object) -> StoredTable:
    base = StoredTable(TABLE, "ABC234", version, f'{{"v":{version}}}', True, False, 10)
    return replace(base, **changes)  # type: ignore[arg-type]  # names of fields, in tests


def test_a_table_is_replaced_at_the_next_version_only(tell: Tell) -> None:
    async def story(store: Store) -> None:
        with pytest.raises(Conflict):
            await store.put_table(table_at(2))
        await store.put_table(table_at(1))
        for version in (1, 3):
            with pytest.raises(Conflict):
                await store.put_table(table_at(version))
        await store.put_table(table_at(2, playing=True))
        assert await store.get_table(TABLE) == table_at(2, playing=True)
        assert await store.find_table("ABC234") == table_at(2, playing=True)
        assert await store.find_table("abc234") is None
        assert await store.get_table(TableId("none")) is None

    tell(story)


def test_the_versions_of_many_are_asked_for_at_once(tell: Tell) -> None:
    async def story(store: Store) -> None:
        assert (await store.versions([]), await store.table_versions([])) == ({}, {})
        games = [GameId(f"g{number}") for number in range(300)]
        await asyncio.gather(*(store.append(game, step(0, 1)) for game in games))
        await store.append(games[7], step(1, 5))
        expected = {game: 5 if game == games[7] else 1 for game in games}
        for some in (games, games[:3], games[:256], games[:257]):
            asked = [*some, GameId("none")]
            assert await store.versions(asked) == {game: expected[game] for game in some}
        await store.put_table(table_at(1))
        await store.put_table(table_at(2))
        assert await store.table_versions([TABLE, TableId("none")]) == {TABLE: 2}

    tell(story)


def test_no_two_tables_have_the_same_code(tell: Tell) -> None:
    async def story(store: Store) -> None:
        await store.put_table(table_at(1))
        with pytest.raises(Conflict):
            await store.put_table(table_at(1, id=TableId("t2")))
        await store.put_table(table_at(1, id=TableId("t2"), code="OTHER2"))

    tell(story)


def test_every_table_is_listed_and_one_that_is_deleted_is_gone(tell: Tell) -> None:
    async def story(store: Store) -> None:
        await store.put_table(replace(table_at(1), id=TableId("t2"), code="OTHER2"), [PersonId("ada")])
        await store.put_table(table_at(1), [PersonId("ada")])
        assert await store.table_ids() == [TABLE, "t2"]
        await store.delete_table(TABLE)
        await store.delete_table(TABLE)
        assert await store.table_ids() == ["t2"]
        assert [each.id for each in await store.tables_of(PersonId("ada"), limit=9)] == ["t2"]

    tell(story)


def test_people_find_the_tables_they_sit_or_sat_at(tell: Tell) -> None:
    async def story(store: Store) -> None:
        ola, jan = PersonId("ola"), PersonId("jan")
        await store.put_table(table_at(1), [ola, jan])
        await store.put_table(table_at(1, id=TableId("t2"), code="OTHER2", touched_at=20), [ola])
        assert [each.id for each in await store.tables_of(ola, limit=9)] == ["t2", TABLE], "the latest first"
        assert [each.id for each in await store.tables_of(ola, limit=1)] == ["t2"]
        await store.put_table(table_at(2), [jan])
        assert [each.id for each in await store.tables_of(ola, limit=9)] == ["t2"], "who left does not"
        assert await store.tables_of(jan, limit=9) == [table_at(2)]
        assert await store.forget_tables(before=15) == 1
        assert await store.tables_of(jan, limit=9) == []

    tell(story)


def test_lists_of_tables_hold_what_they_promise(tell: Tell) -> None:
    async def story(store: Store) -> None:
        for number in range(5):
            await store.put_table(
                table_at(
                    1,
                    id=TableId(f"t{number}"),
                    code=f"CODE{number}",
                    listed=number != 2,
                    playing=number == 4,
                    touched_at=number * 10,
                )
            )
        assert [each.id for each in await store.listed_tables(limit=3)] == ["t4", "t3", "t1"]
        assert [each.id for each in await store.playing_tables()] == ["t4"]
        assert await store.forget_tables(before=35) == 4
        assert await store.forget_tables(before=100) == 0, "a table that plays is not forgotten"
        assert [each.id for each in await store.listed_tables(limit=9)] == ["t4"]

    tell(story)


def test_people_are_known_until_they_are_erased(tell: Tell) -> None:
    ann = Person(PersonId("p1"), "Ania Ż", "r7", created_at=1, seen_at=10)
    bob = Person(PersonId("p2"), "Bob", "k1", created_at=1, seen_at=99)

    async def story(store: Store) -> None:
        await store.put_person(ann)
        await store.put_person(bob)
        await store.put_person(replace(ann, name="Anna"))
        assert await store.get_person(ann.id) == replace(ann, name="Anna")
        assert await store.erase_idle(before=50, playing_before=0) == 1
        assert await store.get_person(ann.id) is None
        await store.erase_person(bob.id)
        await store.erase_person(bob.id)
        assert await store.get_person(bob.id) is None

    tell(story)


@pytest.mark.parametrize(("stage", "kept"), [("playing", True), ("between", True), ("open", False)])
def test_who_sits_in_a_match_under_way_is_not_erased_when_idle(tell: Tell, stage: str, *, kept: bool) -> None:
    ann = Person(PersonId("p1"), "Ann", "r7", created_at=1, seen_at=10)
    gone = Person(PersonId("p2"), "Gone", "r8", created_at=1, seen_at=10)

    async def story(store: Store) -> None:
        await store.put_person(ann)
        await store.put_person(gone)
        body = json.dumps({"stage": stage, "places": [{"person": ann.id}, {"bot": "greedy"}]})
        await store.put_table(replace(table_at(1), body=body), [ann.id, gone.id])
        await store.put_table(replace(table_at(1), id=TableId("t2"), code="BROKEN", body="{"), [])
        assert await store.erase_idle(before=50, playing_before=5) == (1 if kept else 2)
        assert (await store.get_person(ann.id) is not None) == kept
        assert await store.get_person(gone.id) is None, "who only sat there once"
        assert await store.erase_idle(before=50, playing_before=20) == (1 if kept else 0)
        assert await store.get_person(ann.id) is None, "a year later nobody waits any more"

    tell(story)


def test_the_key_of_a_write_is_stored_with_what_it_wrote_or_not_at_all(tell: Tell) -> None:
    ann = Person(PersonId("p1"), "Ania Ż", "r7", created_at=1, seen_at=10)
    one, two, new = (CommandKey(*each, "d") for each in ((ann.id, "1"), (ann.id, "2"), ("hash", "1")))

    async def story(store: Store) -> None:
        await store.put_person(ann, key=new)
        assert await store.written("hash", "1") == Written(new, ann.id)
        await store.put_table(table_at(1), key=one)
        assert await store.written(ann.id, "1") == Written(one, TABLE)
        for key, version in ((one, 2), (two, 3)):  # the key is taken; the version is not the next
            with pytest.raises(Conflict):
                await store.put_table(table_at(version), key=key)
        with pytest.raises(Conflict):
            await store.put_person(replace(ann, name="Anna"), key=one)
        stored = await store.get_table(TABLE)
        assert stored is not None
        assert stored.version == 1
        assert await store.get_person(ann.id) == ann
        assert await store.written(ann.id, "2") is None
        await store.forget_write(one)
        await store.put_table(table_at(2), key=one)
        await store.erase_person(ann.id)
        assert await store.written(ann.id, "1") is None
        assert await store.written("hash", "1") is None, "it led to the person"

    tell(story)


def test_of_each_sender_the_latest_keys_are_kept_for_a_while(tell: Tell) -> None:
    async def story(store: Store) -> None:
        for at in range(WRITES_KEPT + 2):
            person = Person(PersonId("p1"), "Ania", "r7", created_at=1, seen_at=at)
            await store.put_person(person, key=CommandKey("p1", f"k{at}", "d"))
        await store.put_person(person, key=CommandKey("p2", "k0", "d"))
        known = [await store.written("p1", f"k{at}") is not None for at in range(WRITES_KEPT + 2)]
        assert known == [False, False, *[True] * WRITES_KEPT]
        await store.forget_writes(before=WRITES_KEPT + 1)
        assert [await store.written("p1", f"k{at}") is not None for at in (WRITES_KEPT, WRITES_KEPT + 1)] == [
            False,
            True,
        ]
        assert await store.written("p2", "k0") is not None

    tell(story)


def test_the_first_key_of_the_server_is_kept(tell: Tell) -> None:
    async def story(store: Store) -> None:
        assert await store.server_key("one") == "one"
        assert await store.server_key("two") == "one"

    tell(story)


def test_the_keys_of_commands_to_games_that_are_long_over_are_forgotten(tell: Tell) -> None:
    async def story(store: Store) -> None:
        for game, over in ((GAME, True), (OTHER, False)):
            await store.append(game, step(0, 1, key=CommandKey("seat/0", "a", "d")))
            await store.append(game, step(1, 2, key=CommandKey("seat/0", "b", "d"), over=over))
        assert await store.forget_commands(before=101) == 0, "it was over later"
        assert await store.forget_commands(before=102) == 2
        assert await store.result(GAME, "seat/0", "b") is None
        assert await store.result(OTHER, "seat/0", "a") is not None
        assert len(await store.load(GAME)) == 2, "the record stays"

    tell(story)

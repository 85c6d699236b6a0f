"""Everything in memory: for tests, and the simplest implementation of the ports."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random
from typing import Any

from tilemeld.bots.coach.hint import hint
from tilemeld.bots.coach.hint_values import Hint, HintStep
from tilemeld.bots.coach.review_game import OnTurn, analyse
from tilemeld.bots.coach.review_values import Analysis
from tilemeld.bots.player import Choice
from tilemeld.bots.registry import player_for
from tilemeld.bots.words.vocabulary import words_of
from tilemeld.engine.game.evolve import SetRulesFor
from tilemeld.engine.game.views import GameView
from tilemeld.engine.record.record import Record, parse_record
from tilemeld.engine.sets.for_rules import sets_of
from tilemeld.service.claims import NOBODY, Claim
from tilemeld.service.errors import Conflict
from tilemeld.service.ports import (
    WRITES_KEPT,
    Abandoned,
    Answer,
    Append,
    Beat,
    CommandKey,
    CommandResult,
    FollowUp,
    GameId,
    Given,
    Person,
    PersonId,
    StoredDeadline,
    StoredDraft,
    StoredStep,
    StoredTable,
    TableId,
    Written,
)
from tilemeld.service.questions.numbers import BestPlay, Question, answer
from tilemeld.service.questions.words import BestWords, WordQuestion, answer_words

from .limits import MemoryLimitStore
from .tournament_store import MemoryTournamentStore


class MemoryStore(MemoryTournamentStore, MemoryLimitStore):
    """Games, tables and people in dictionaries; lost when the process ends."""

    def __init__(self) -> None:
        super().__init__()
        self._steps: dict[GameId, list[StoredStep]] = {}
        self._tables_of: dict[GameId, TableId] = {}
        self._results: dict[GameId, dict[tuple[str, str], CommandResult]] = {}
        self._deadlines: dict[GameId, StoredDeadline] = {}
        self._over: set[GameId] = set()
        self._drafts: dict[GameId, StoredDraft] = {}
        self._alive_at: int | None = None
        self._beats: dict[str, Beat] = {}
        self._owners: dict[GameId, str] = {}
        self._tables: dict[TableId, StoredTable] = {}
        self._sitters: dict[TableId, frozenset[PersonId]] = {}
        self._people: dict[PersonId, Person] = {}
        self._writes: dict[str, dict[str, tuple[Written, int]]] = {}
        self._server_key: str | None = None

    async def append(self, game: GameId, append: Append) -> None:
        """Add a step at its version."""
        steps = self._steps.get(game, [])
        results = self._results.setdefault(game, {})
        key, step = append.key, append.step
        if step.version != (steps[-1].after if steps else 0):
            raise Conflict("store/conflict")
        if key is not None and (key.who, key.id) in results:
            raise Conflict("store/conflict")
        self._steps.setdefault(game, []).append(step)
        if step.version == 0:
            self._forget_follow_ups(append.table, "game-start")
        self._tables_of.setdefault(game, append.table)
        if key is not None:
            results[key.who, key.id] = CommandResult(key, step.version, step.after)
        self._deadlines.pop(game, None)
        if append.deadline_at is not None:
            self._deadlines[game] = StoredDeadline(game, step.after, append.deadline_at)
        if append.owner is not None:
            self._owners[game] = append.owner
        if append.over:
            self._follow(FollowUp("game-over", game, number=step.after, at=step.at))
            self._owners.pop(game, None)
            self._over.add(game)
            self._drafts.pop(game, None)

    async def load(self, game: GameId, *, after: int = 0) -> Sequence[StoredStep]:
        """Return the steps decided at this version or later."""
        return [step for step in self._steps.get(game, []) if step.version >= after]

    async def result(self, game: GameId, who: str, id: str) -> CommandResult | None:  # noqa: A002
        """Return the result of a command that had an id."""
        return self._results.get(game, {}).get((who, id))

    async def forget_commands(self, *, before: int) -> int:
        """Forget the keys of commands to games that were over before then."""
        old = [game for game in self._over if self._steps[game][-1].at < before]
        return sum(len(self._results.pop(game, {})) for game in old)

    async def table_of(self, game: GameId) -> TableId | None:
        """Return the table of a game."""
        return self._tables_of.get(game)

    async def version_of(self, game: GameId) -> int | None:
        """Return the version that the game has reached."""
        steps = self._steps.get(game)
        return steps[-1].after if steps else None

    async def versions(self, games: Sequence[GameId]) -> Mapping[GameId, int]:
        """Return the versions that games have reached."""
        return {game: steps[-1].after for game in games if (steps := self._steps.get(game))}

    async def unfinished(self) -> Sequence[GameId]:
        """Return the games that are not over."""
        return [game for game in self._steps if game not in self._over]

    async def games(self) -> Sequence[GameId]:
        """Return every game."""
        return sorted(self._steps)

    async def delete_game(self, game: GameId) -> None:
        """Forget a game with all its steps."""
        kept: tuple[dict[GameId, Any], ...]
        kept = (self._steps, self._tables_of, self._results, self._deadlines, self._drafts, self._owners)
        for each in kept:
            each.pop(game, None)
        self._over.discard(game)
        self._forget_follow_ups(game)

    async def deadlines(self, *, until: int | None = None) -> Sequence[StoredDeadline]:
        """Return every deadline, or those up to a time, the earliest first."""
        wanted = [each for each in self._deadlines.values() if until is None or each.at <= until]
        return sorted(wanted, key=lambda each: (each.at, each.game))

    async def save_draft(self, draft: StoredDraft) -> None:
        """Keep the latest draft."""
        kept = self._drafts.get(draft.game)
        if kept is None or (kept.turn, kept.number) < (draft.turn, draft.number):
            self._drafts[draft.game] = draft

    async def load_draft(self, game: GameId) -> StoredDraft | None:
        """Return the latest draft."""
        return self._drafts.get(game)

    async def beat(self, process: str, at: int, report: str) -> None:
        """Note that a process runs."""
        self._beats[process] = Beat(at, report)

    async def beats(self) -> Mapping[str, Beat]:
        """Return when each process last ran."""
        return dict(self._beats)

    async def leave(self, process: str) -> None:
        """Forget a process."""
        self._beats.pop(process, None)

    async def abandoned(self, *, silent_since: int) -> Sequence[Abandoned]:
        """Return the games that no living process tends."""
        found = []
        for game in await self.unfinished():
            process = self._owners.get(game)
            beat = None if process is None else self._beats.get(process)
            if beat is None or beat.at < silent_since:
                found.append(Abandoned(game, process, None if beat is None else beat.at))
        return found

    async def take(self, abandoned: Abandoned, process: str) -> bool:
        """Let a process tend a game, if nobody else was quicker."""
        if self._owners.get(abandoned.game) != abandoned.process:
            return False
        self._owners[abandoned.game] = process
        return True

    async def owned(self, process: str) -> Sequence[GameId]:
        """Return the games that a process tends."""
        return sorted(game for game, owner in self._owners.items() if owner == process)

    async def mark_alive(self, at: int) -> None:
        """Note that the server runs."""
        self._alive_at = at

    async def last_alive(self) -> int | None:
        """Return when the server last ran."""
        return self._alive_at

    async def put_table(
        self,
        table: StoredTable,
        people: Sequence[PersonId] = (),
        *,
        key: CommandKey | None = None,
        begins: bool = False,
    ) -> None:
        """Store a table at the next version."""
        stored = self._tables.get(table.id)
        if table.version != (1 if stored is None else stored.version + 1):
            raise Conflict("store/conflict")
        if any(each.code == table.code and each.id != table.id for each in self._tables.values()):
            raise Conflict("store/conflict")
        self._put_key(key, about=table.id, at=table.touched_at)
        self._tables[table.id] = table
        if begins:
            self._follow(FollowUp("game-start", table.id, number=table.version, at=table.touched_at))
        self._sitters[table.id] = frozenset(people)

    async def get_table(self, table: TableId) -> StoredTable | None:
        """Return a table by its id."""
        return self._tables.get(table)

    async def table_versions(self, tables: Sequence[TableId]) -> Mapping[TableId, int]:
        """Return the versions of tables."""
        return {table: self._tables[table].version for table in tables if table in self._tables}

    async def find_table(self, code: str) -> StoredTable | None:
        """Return a table by its code."""
        return next((each for each in self._tables.values() if each.code == code), None)

    async def listed_tables(self, *, limit: int) -> Sequence[StoredTable]:
        """Return public tables, the latest touched first."""
        listed = [each for each in self._tables.values() if each.listed]
        return sorted(listed, key=lambda each: (-each.touched_at, each.id))[:limit]

    async def playing_tables(self) -> Sequence[StoredTable]:
        """Return the tables where a game is being played."""
        return [each for each in self._tables.values() if each.playing]

    async def table_ids(self) -> Sequence[TableId]:
        """Return every table."""
        return sorted(self._tables)

    async def delete_table(self, table: TableId) -> None:
        """Forget a table."""
        self._tables.pop(table, None)
        self._sitters.pop(table, None)

    async def tables_of(self, person: PersonId, *, limit: int) -> Sequence[StoredTable]:
        """Return the tables of a person, the latest touched first."""
        found = [each for each in self._tables.values() if person in self._sitters[each.id]]
        return sorted(found, key=lambda each: (-each.touched_at, each.id))[:limit]

    async def forget_tables(self, *, before: int) -> int:
        """Delete idle tables."""
        idle = [each for each in self._tables.values() if not each.playing and each.touched_at < before]
        for each in idle:
            del self._tables[each.id]
        return len(idle)

    def _put_key(self, key: CommandKey | None, *, about: str, at: int) -> None:
        """Note under which key something is written; of each sender the latest are kept."""
        if key is None:
            return
        writes = self._writes.setdefault(key.who, {})
        if key.id in writes:
            raise Conflict("store/conflict")
        writes[key.id] = (Written(key, about), at)
        if len(writes) > WRITES_KEPT:
            del writes[min(writes, key=lambda each: writes[each][1])]

    async def written(self, who: str, id: str) -> Written | None:  # noqa: A002
        """Return the write with this id from this sender."""
        known = self._writes.get(who, {}).get(id)
        return None if known is None else known[0]

    async def forget_write(self, key: CommandKey) -> None:
        """Forget a key."""
        self._writes.get(key.who, {}).pop(key.id, None)

    async def forget_writes(self, *, before: int) -> None:
        """Forget the keys of older writes."""
        for who, writes in self._writes.items():
            self._writes[who] = {each: kept for each, kept in writes.items() if kept[1] >= before}

    async def put_person(self, person: Person, *, key: CommandKey | None = None) -> None:
        """Store a person."""
        self._put_key(key, about=person.id, at=person.seen_at)
        self._people[person.id] = person

    async def get_person(self, person: PersonId) -> Person | None:
        """Return a person."""
        return self._people.get(person)

    async def erase_person(self, person: PersonId) -> None:
        """Forget a person, and what they have sent."""
        self._forget_device_codes(person)
        self._people.pop(person, None)
        self._writes.pop(person, None)
        for writes in self._writes.values():
            for each in [each for each, (written, _) in writes.items() if written.about == person]:
                del writes[each]

    async def erase_idle(self, *, before: int, playing_before: int) -> int:
        """Forget everybody who was last seen before, and later those whose match is under way."""
        playing = {person for table in self._tables.values() for person in _playing(table)}
        idle = [
            each
            for each in self._people.values()
            if each.seen_at < (playing_before if each.id in playing else before)
        ]
        for each in idle:
            del self._people[each.id]
        return len(idle)

    async def server_key(self, proposal: str) -> str:
        """Keep the first proposal."""
        self._server_key = self._server_key or proposal
        return self._server_key

    async def close(self) -> None:
        """Do nothing: there is nothing to close."""


def _playing(table: StoredTable) -> Iterator[PersonId]:
    """Return who sits at a table whose match is under way."""
    try:
        body = json.loads(table.body)
    except ValueError:
        return
    if isinstance(body, dict) and body.get("stage") in ("playing", "between"):
        yield from (place["person"] for place in body.get("places", ()) if place.get("person"))


class InlineThinker:
    """Runs bots in the event loop, which waits for them: for tests."""

    def __init__(self, sets_for: SetRulesFor = sets_of) -> None:
        self._sets_for = sets_for

    async def think(self, bot: str, view: GameView, seed: str, *, claim: Claim = NOBODY) -> Choice:
        """Return the bot's move."""
        return player_for(bot, self._sets_for(view.rules)).choose(view, Random(seed))

    async def hint(self, view: GameView, step: HintStep, *, claim: Claim = NOBODY) -> Hint:
        """Return the coach's hint."""
        return hint(view, step, words=words_of(self._sets_for(view.rules)))

    async def solve(self, question: Question, *, claim: Claim = NOBODY) -> BestPlay:
        """Return the best play of a position."""
        return answer(question)

    async def solve_words(self, question: WordQuestion, *, claim: Claim = NOBODY) -> BestWords:
        """Return the best turn of a position of words."""
        words = words_of(self._sets_for(question.rules))
        assert words is not None, "a question about words is made with them"
        return answer_words(question, words)


class InlineClerk:
    """Runs everything in the event loop, which waits for it: for tests."""

    async def run(
        self, claim: Claim, work: Callable[Given, Answer], *given: Given.args, **more: Given.kwargs
    ) -> Answer:
        """Call the function."""
        return work(*given, **more)


class InlineAnalyst:
    """Reviews games in the event loop, which waits for it: for tests."""

    def __init__(self, sets_for: SetRulesFor = sets_of) -> None:
        self._sets_for = sets_for

    async def analyse(
        self, record: Record | str, on_turn: OnTurn, *, key: str | None = None, claim: Claim = NOBODY
    ) -> Analysis:
        """Review a game."""
        record = parse_record(record) if isinstance(record, str) else record
        return analyse(record, on_turn=on_turn, sets_for=self._sets_for)

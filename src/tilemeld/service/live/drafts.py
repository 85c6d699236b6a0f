"""Drafts: the active player's half-built table. Latest only, numbered, streamed to the others, stored.

A draft is not an event. When the time is up, the latest one that was accepted here is judged (T2–T6).
"""

import asyncio
import json
import logging
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import cast

from tilemeld.engine.errors import RecordError, Refused
from tilemeld.engine.game.state import GameState, Phase
from tilemeld.engine.game.table_check import examine
from tilemeld.engine.record.codec import Json, from_json, to_json
from tilemeld.engine.tiles import Seat, Table
from tilemeld.service.errors import Forbidden, ServiceError
from tilemeld.service.ports import Bus, Clock, EventStore, GameId, StoredDraft

from .game_log import GameLog, Moved

log = logging.getLogger(__name__)

STREAM_EVERY_MS = 66
"""The shortest interval between two drafts that others see; the latest is always sent."""
SAVE_EVERY_MS = 500
"""The latest draft is on disk at most this much later."""
KEPT = 5_000


@dataclass(frozen=True, slots=True)
class Draft:
    """A half-built table."""

    seat: Seat
    turn: int
    number: int
    table: Table
    text: str = field(default="", compare=False)
    """The table as the JSON text it came in; it goes to the others as it is."""

    @property
    def written(self) -> str:
        """The table as JSON; that of a bot is written here."""
        return self.text or json.dumps(to_json(self.table), separators=(",", ":"))


class _Latest:
    """The latest draft of a game, and when it was last streamed and saved."""

    def __init__(self, draft: Draft | None) -> None:
        self.draft = draft
        self.streamed_at = 0
        self.saved_at = 0
        self.streaming: asyncio.Task[None] | None = None
        self.saving: asyncio.Task[None] | None = None

    @property
    def is_busy(self) -> bool:
        """Whether the draft still has to be sent to the others or saved."""
        tasks = (self.streaming, self.saving)
        return any(task is not None and not task.done() for task in tasks)

    def give_up(self) -> None:
        """Stop sending and saving: the game is over."""
        for task in (self.streaming, self.saving):
            if task is not None:
                task.cancel()


class Drafts:
    """The latest draft of every game."""

    def __init__(self, games: GameLog, store: EventStore, *, bus: Bus, clock: Clock) -> None:
        self._games = games
        self._store = store
        self._bus = bus
        self._clock = clock
        self._latest: OrderedDict[GameId, _Latest] = OrderedDict()
        games.on_moved.append(self.hear)

    def __len__(self) -> int:
        return len(self._latest)

    def hear(self, moved: Moved) -> None:
        """Forget the draft of a game that is over; the store has done so with the game's last step."""
        if moved.state.phase == Phase.ENDED and (latest := self._latest.pop(moved.game, None)) is not None:
            latest.give_up()

    def tidy(self, is_open: Callable[[GameId], bool]) -> None:
        """Release the drafts of games that are not in memory; pending work continues."""
        for game, latest in list(self._latest.items()):
            if not latest.is_busy and not is_open(game):
                del self._latest[game]

    async def put(self, game: GameId, draft: Draft) -> bool:
        """Keep a draft and stream it to the others; an older one than the latest is ignored.

        Raises ``Forbidden`` outside the player's turn and ``Refused`` for a physically impossible table.
        """
        state = await self._games.state(game)
        if state.phase != Phase.TURN or state.active != draft.seat or state.paused_at is not None:
            raise Forbidden("draft/not-now")
        if draft.turn != state.turn:
            raise ServiceError("draft/stale", turn=draft.turn, now=state.turn)
        nonsense = examine(state, draft.seat, draft.table).nonsense
        if nonsense:
            raise Refused(nonsense)
        latest = await self._latest_of(game)
        if latest.draft is not None and _order(latest.draft) >= _order(draft):
            return False
        latest.draft = draft
        if latest.streaming is None or latest.streaming.done():  # else the pending task sends it
            latest.streaming = asyncio.create_task(self._stream(game, latest))
        if latest.saving is None or latest.saving.done():
            latest.saving = asyncio.create_task(self._save(game, latest))
        return True

    async def current(self, game: GameId, state: GameState) -> Draft | None:
        """Return the draft of the turn in progress, if there is one that fits the table."""
        draft = (await self._latest_of(game)).draft
        if draft is None or state.phase != Phase.TURN:
            return None
        if draft.turn != state.turn or draft.seat != state.active:
            return None
        return None if examine(state, draft.seat, draft.table).nonsense else draft

    async def latest(self, game: GameId, state: GameState) -> Draft | None:
        """Return the draft of the turn in progress, whichever process it was put in."""
        latest, stored = await self._latest_of(game), await self._store.load_draft(game)
        found = None if stored is None else _from_stored(stored)
        if found is not None and (latest.draft is None or _order(latest.draft) < _order(found)):
            latest.draft = found
        return await self.current(game, state)

    async def save_all(self) -> None:
        """Save every draft now."""
        for game, latest in list(self._latest.items()):
            if latest.saving is not None and not latest.saving.done():
                latest.saving.cancel()
                await self._save_now(game, latest)
            if latest.streaming is not None:
                latest.streaming.cancel()

    async def _latest_of(self, game: GameId) -> _Latest:
        latest = self._latest.get(game)
        if latest is None:
            stored = await self._store.load_draft(game)
            latest = self._latest.setdefault(game, _Latest(None if stored is None else _from_stored(stored)))
            self._make_room()
        return latest

    def _make_room(self) -> None:
        for game in list(self._latest)[: max(0, len(self._latest) - KEPT)]:
            if not self._latest[game].is_busy:
                del self._latest[game]

    async def _stream(self, game: GameId, latest: _Latest) -> None:
        sent = None
        while latest.draft is not sent and latest.draft is not None:
            await self._clock.wait_until(latest.streamed_at + STREAM_EVERY_MS)
            latest.streamed_at = self._clock.now_ms()
            sent = latest.draft
            await self._bus.publish(f"game/{game}", f"draft {sent.seat} {format_draft(sent)}")

    async def _save(self, game: GameId, latest: _Latest) -> None:
        saved = None
        while latest.draft is not saved:  # a newer one may have come while this one was written
            await self._clock.wait_until(latest.saved_at + SAVE_EVERY_MS)
            saved = latest.draft
            await self._save_now(game, latest)

    async def _save_now(self, game: GameId, latest: _Latest) -> None:
        latest.saved_at = self._clock.now_ms()
        if (draft := latest.draft) is not None:
            stored = StoredDraft(
                game=game,
                seat=draft.seat,
                turn=draft.turn,
                number=draft.number,
                body=draft.written,
            )
            try:
                await self._store.save_draft(stored)
            except Exception as error:  # the next one is tried again, and other games continue
                log.warning("a draft of game %s is not on disk: %s", game, error)


def _order(draft: Draft) -> tuple[int, int]:
    return draft.turn, draft.number


def format_draft(draft: Draft) -> str:
    """Write a draft as the JSON text that is streamed."""
    head = f'"seat":{draft.seat},"turn":{draft.turn},"number":{draft.number}'
    return f'{{{head},"table":{draft.written}}}'


def _from_stored(stored: StoredDraft) -> Draft | None:
    try:
        table = from_json(Table, cast(Json, json.loads(stored.body)))
    except (RecordError, ValueError):
        return None
    return Draft(
        seat=Seat(stored.seat), turn=stored.turn, number=stored.number, table=table, text=stored.body
    )

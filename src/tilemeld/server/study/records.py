"""The HTTP API of finished games: who played them, their records, the coach's reviews.

A record can also be uploaded, from a terminal or another server: it is read strictly, reviewed like a
game of this server, and not kept.
"""

import hashlib
from dataclasses import replace
from functools import partial
from typing import Annotated, Literal

from msgspec import Meta, Struct

from tilemeld.engine.record.record import format_record
from tilemeld.server.http.endpoint import AnyEndpoint, Call, Endpoint
from tilemeld.service.live.lobby_table import Place, Played, Table
from tilemeld.service.ports import GameId
from tilemeld.service.study.foreign_records import Sent

from .reviews import AnalysisInfo, analysis_info

RECORD_BYTES = 1_000_000
"""The longest record that is accepted, in characters: a game of 100 turns has 80,000."""
LATEST_GAMES = 40


class SeatInfo(Struct, kw_only=True):
    """Who played a seat; a name is empty once the person is forgotten."""

    kind: Literal["person", "bot", "empty"]
    name: str
    avatar: str
    yours: bool


class GameInfo(Struct, kw_only=True):
    """A finished game: where, when, by which rules, who played and who won."""

    game: str
    code: str
    """The code of the table."""
    profile: str
    at: int | None
    """When it was over, in milliseconds; none where that is not remembered."""
    seats: list[SeatInfo]
    winners: list[int]


class GameList(Struct, kw_only=True):
    """Finished games, the latest first."""

    games: list[GameInfo]


class SentRecord(Struct, forbid_unknown_fields=True, kw_only=True):
    """A record as it stands in its file, JSON Lines (docs/record.md)."""

    record: Annotated[str, Meta(min_length=2, max_length=RECORD_BYTES)]


class RecordReview(Struct, kw_only=True):
    """The review of a record that was sent in, and the key to ask for it again."""

    key: str
    analysis: AnalysisInfo


async def _my_games(call: Call[None]) -> GameList:
    tables = await call.context.tables.of(call.me.id)
    found = [
        (played, table)
        for table in tables
        for played in table.past
        if any(place.person == call.me.id for place in played.places)
    ]
    found.sort(key=lambda each: -each[0].at)
    return GameList(games=[await _describe(call, table, played) for played, table in found[:LATEST_GAMES]])


async def _look_at_game(call: Call[None]) -> GameInfo:
    game = await _readable(call)
    await call.context.games.check_ended(game)
    return await _describe(call, *await _played(call, game))


async def _played(call: Call[object], game: GameId) -> tuple[Table, Played]:
    """Return where a finished game was played, and by whom."""
    table = await call.context.tables.get(await call.context.games.table_of(game))
    return table, table.played(game) or await _just_over(call, game, table)


async def _just_over(call: Call[object], game: GameId, table: Table) -> Played:
    """Describe a game that is not on its table's list: just over, or long ago."""
    result = (await call.context.games.state(game)).result
    assert result is not None, "a finished game has a result"
    return Played(game=game, at=0, places=table.places, winners=result.winners)


async def _describe(call: Call[object], table: Table, played: Played) -> GameInfo:
    return GameInfo(
        game=played.game,
        code=table.code,
        profile=table.options.rules.profile,
        at=played.at or None,
        seats=[await _seat(call, place) for place in played.places],
        winners=list(played.winners),
    )


async def _seat(call: Call[object], place: Place) -> SeatInfo:
    if place.person is None:
        return SeatInfo(
            kind="empty" if place.bot is None else "bot", name=place.bot or "", avatar="", yours=False
        )
    name, avatar = await call.context.guests.name_of(place.person)
    return SeatInfo(kind="person", name=name, avatar=avatar, yours=place.person == call.me.id)


async def _game_record(call: Call[None]) -> str:
    game = await _readable(call)
    record = await call.context.games.record(game)
    _, played = await _played(call, game)
    bots = tuple(place.bot for place in played.places)
    return format_record(replace(record, bots=bots if any(bots) else ()))


async def _readable(call: Call[object]) -> GameId:
    """Return the game of the address, if the person who asks may read its record."""
    game = GameId(call.path["game"])
    await call.context.play.check_record(call.me.id, game)
    return game


async def _start_analysis(call: Call[None]) -> AnalysisInfo:
    game = await _readable(call)
    await call.context.games.check_ended(game)
    read = partial(call.context.games.record, game)
    return analysis_info(await call.context.analyses.start(game, read, claim=call.claim))


async def _look_at_analysis(call: Call[None]) -> AnalysisInfo:
    job = await call.context.analyses.find(await _readable(call))
    if job is None:
        return AnalysisInfo(state="none", done=0, total=0, review=None, refusals=[])
    return analysis_info(job)


async def _review_record(call: Call[SentRecord]) -> RecordReview:
    text: str = call.body.record
    sent = await call.context.reading.read(text, claim=call.claim)
    key = hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()[:32]

    async def read() -> Sent:
        return sent

    job = await call.context.analyses.start(_job(key), read, claim=call.claim)
    return RecordReview(key=key, analysis=analysis_info(job))


async def _look_at_review(call: Call[None]) -> AnalysisInfo:
    return analysis_info(await call.context.analyses.look(_job(call.path["key"])))


def _job(key: str) -> GameId:
    """Return the name of a job for an uploaded record, which no game id can equal."""
    return GameId(f"record/{key}")


ENDPOINTS: tuple[AnyEndpoint, ...] = (
    Endpoint("GET /api/me/games", "The finished games of the person who asks, the latest first.", _my_games),
    Endpoint("GET /api/games/{game}", "A finished game: who played, who won.", _look_at_game),
    Endpoint(
        "GET /api/games/{game}/record",
        "The record of a finished game.",
        _game_record,
        media="application/jsonl",
    ),
    Endpoint(
        "POST /api/games/{game}/analysis",
        "Have a finished game reviewed by the coach, in the background.",
        _start_analysis,
    ),
    Endpoint(
        "GET /api/games/{game}/analysis",
        "How far the review of a game is, and what came of it.",
        _look_at_analysis,
    ),
    Endpoint(
        "POST /api/records/reviews",
        "Have an uploaded record reviewed; it is not kept.",
        _review_record,
        thinks=True,
        most_bytes=2 * RECORD_BYTES,
    ),
    Endpoint(
        "GET /api/records/reviews/{key}",
        "How far the review of a record is, and what came of it.",
        _look_at_review,
    ),
)
"""The endpoints of finished games and records."""

"""Refusals of the service: stable codes in addition to those of the rules, each with its English sentence."""

from collections.abc import Mapping
from functools import partial
from typing import Any

from tilemeld.engine.errors import Param, TilemeldError

CODES: Mapping[str, str] = {
    # The store
    "store/conflict": "another change to the same game came first: look again",
    "store/unavailable": "the server cannot write just now; nothing was changed",
    "store/damaged": "this part of the data is damaged: tell whoever runs the server; its log says why",
    "game/unreadable": "this game cannot be read: tell whoever runs the server; its log says why",
    "table/unreadable": "this table cannot be read: tell whoever runs the server; its log says why",
    "tournament/unreadable": "this tournament cannot be read: tell whoever runs the server; its log says why",
    # Not there, not allowed, not now
    "game/unknown": "there is no such game",
    "table/unknown": "there is no such table",
    "person/unknown": "this token belongs to nobody: ask for a new one",
    "person/bad-name": "a name has 1 to {limit} printable characters",
    "person/bad-avatar": "{avatar} cannot be an avatar: choose one of the pictures",
    "device/unknown": "this code is not valid: check it, or ask for a new one on the other device",
    "seat/taken": "seat {seat} is taken",
    "seat/none": "there is no seat {seat} at this table",
    "seat/not-yours": "seat {seat} is not yours",
    "seat/no-bot": "there is no bot in seat {seat}",
    "table/full": "every seat at this table is taken",
    "redeal/not-alone": "other people may still ask for a new deal: wait until the time is up",
    "table/not-host": "only the host of the table may do this",
    "table/no-pause": "a tournament game is not paused by agreement: call the referee",
    "table/started": "the game has begun: this can be changed only before or after it",
    "table/not-started": "no game is being played at this table",
    "table/too-few": "this table needs {needed} players who are ready; it has {count}",
    "table/seats": "a table of {profile} has {low} to {high} seats, not {seats}",
    "table/games": "a match has 1 to {limit} games, not {games}",
    "table/no-spectators": "spectators are not allowed at this table",
    "table/busy": "too many changes at once at this table: try again",
    "table/not-over": "the match is not over",
    "letters/no-list": "this server has no word list for the theme {theme!r}: let the players vote on it",
    "command/reused": "this command id was used for another command",
    "draft/not-now": "a draft is kept only on your own turn",
    "draft/stale": "this draft belongs to turn {turn}; the game is at turn {now}",
    "hint/not-allowed": "hints are off at this table",
    "hint/too-hard": "the coach has found no answer in time",
    "analysis/unknown": "nobody has asked for a review of this game",
    "analysis/failed": "this game cannot be reviewed: {reason}",
    "analysis/box": "reviews allow {most_copies} of a tile, {most_jokers} jokers, not {copies} and {jokers}",
    "analysis/stopped": "the review was stopped before it was finished: ask for it again",
    "analysis/busy": "too many games are waiting for a review: ask again in a while",
    "record/too-long": "records of up to {limit} steps can be reviewed; this one has {count}",
    "solve/letters": "{profile} is played with letters: ask about words instead",
    "solve/numbers": "{profile} is played with numbers: ask about tiles instead",
    "solve/unknown-box": "the solver knows boxes with at most {copies} of each tile and {jokers} jokers",
    "solve/bad-set": "set {set} on the table is not a set: {reason}",
    "solve/too-many": "{count} of {face} on table and rack together, but the box has only {allowed}",
    "solve/many-letters": "words can be listed for at most {limit} letters, not {count}",
    "solve/busy": "too many questions are waiting for the solver: ask again in a moment",
    "solve/too-hard": "the solver has found no answer in time",
    "say/unknown": "there is no such phrase: {phrase}",
    "say/seated-only": "spectators cannot speak to players",
    # What one person or one address may have and cost
    "limit/tables": "you have {limit} unfinished tables: finish a game or stand up from a table first",
    "limit/address-tables": "your address has {limit} unfinished tables: finish some of them first",
    "limit/public-tables": "you have {limit} public tables: finish or leave one, or invite by a code",
    "limit/address-public-tables": "your address has {limit} public tables: finish some, or invite by a code",
    "limit/stored": "at most {limit} MB a day can be stored from here: go on tomorrow",
    "limit/disk": "this server has no room for anything new: whoever runs it has to make some",
    "limit/table-pace": "at most {limit} tables an hour can be created from one address: wait a few minutes",
    "limit/tournament-pace": "at most {limit} tournaments an hour can be created from one address: try later",
    "limit/questions": "{limit} questions from your address are waiting for the solver: wait for an answer",
    "limit/reviews": "{limit} reviews for you or your address are under way: wait until one is done",
    "limit/game-length": "this game has {limit} entries: finish it without pauses, or leave it",
    "record/too-hard": "this record takes over {seconds} s or {megabytes} MB to read: it cannot be reviewed",
    # Workers
    "work/nobody": "nobody is there to work this out just now: try again in a minute",
    # The wire
    "wire/malformed": "this is not a message of the protocol: {reason}",
    "wire/too-large": "a message has at most {limit} bytes",
    "wire/hello-first": "say hello first",
    "wire/protocol": "this server speaks protocol {ours}, not {theirs}",
    "wire/too-fast": "too many messages: slow down",
    "wire/address-too-fast": "too many messages from your address ({limit} a second): slow down",
    "wire/many-windows": "you are connected {limit} times already: close a window and connect again",
    "wire/too-slow": "this connection reads too slowly: connect again",
    "wire/binary": "messages have to be text",
    "wire/origin": "pages from other sites may not connect",
    "wire/busy": "too many connections from this address",
    "server/failed": "something went wrong on the server; it has been logged",
    "server/closing": "the server is restarting; connect again in a moment",
    "http/unauthorised": "this needs a token: ask for one at /api/guests",
    "http/not-found": "there is nothing at this address",
    "http/method": "this address does not accept {method}",
    "http/malformed": "the request cannot be read: {reason}",
    "http/no-key": "a write needs the header Idempotency-Key with 1 to {limit} characters of your choosing",
    "http/weak-key": "the key {key} is too simple without a token: send a UUID or {least} random characters",
    "http/too-large": "a request has at most {limit} bytes",
    "http/too-fast": "too many requests from this address: slow down",
}
"""Every code of the service and the server; other languages translate from the code."""


class ServiceError(TilemeldError):
    """A refusal of the service, with one stable code."""

    def __init__(self, code: str, /, **params: Param) -> None:
        assert code in CODES, code
        self.code = code
        self.params: Mapping[str, Param] = params
        super().__init__(CODES[code].format(**params))

    def __reduce__(self) -> tuple[Any, ...]:
        return partial(type(self), self.code, **self.params), ()  # it may come from another process


class Conflict(ServiceError):
    """Another change came first."""


class NotFound(ServiceError):
    """There is no such thing."""


class Forbidden(ServiceError):
    """It exists, but not for this person or not now."""


class Unreadable(ServiceError):
    """It exists, but its stored data cannot be read; asking again does not help."""


class Unavailable(ServiceError):
    """The store or a worker does not answer; nothing was changed."""

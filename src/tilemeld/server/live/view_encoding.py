"""Encodes what a viewer is sent of a game: whole views, deltas, and the hash that notices divergence.

A view has a part that is the same for everybody and a small part that belongs to the viewer. The first is
encoded and hashed once for each version.
"""

import zlib
from collections import OrderedDict
from dataclasses import fields
from typing import Any

import msgspec

from tilemeld.engine.game.events import Event
from tilemeld.engine.game.views import GameView
from tilemeld.engine.record.codec import Json, to_json
from tilemeld.engine.rules import Rules
from tilemeld.service.live.drafts import Draft
from tilemeld.service.live.game_log import Following, ViewPair
from tilemeld.service.ports import GameId

from . import protocol

OWN_FIELDS = ("viewer", "rack", "last_taken", "may_redeal", "waiting")
"""The fields of a view that belong to the viewer; all others are the same for everybody.

What is shared is always written from the spectator's view, so that a field which is missing here by
mistake shows too little, never too much; a test notices it.
"""
UNSENT_FIELDS = ("history",)
"""What clients are not sent: they see every event, and a whole history in each message would cost them."""
SHARED_FIELDS = tuple(
    item.name for item in fields(GameView) if item.name not in (*OWN_FIELDS, *UNSENT_FIELDS)
)
KEPT = 512

_encoder = msgspec.json.Encoder(order="sorted")


class _Shared:
    """The part of a view that everybody sees, as values and as text, and its hash."""

    __slots__ = ("hash", "text", "values")

    def __init__(self, view: GameView, rules: msgspec.Raw) -> None:
        assert view.viewer is None, "what is shared comes from the spectator's view"
        self.values: dict[str, Any] = {
            name: rules if name == "rules" else to_json(getattr(view, name), full=True)
            for name in SHARED_FIELDS
        }
        self.text = _encoder.encode(self.values)
        self.hash = zlib.crc32(self.text)


class ViewEncoder:
    """Encodes views and deltas, and caches what several viewers share."""

    def __init__(self) -> None:
        self._shared: OrderedDict[tuple[GameId, int], _Shared] = OrderedDict()
        self._changes: OrderedDict[tuple[GameId, int, int], bytes] = OrderedDict()
        self._events: OrderedDict[int, tuple[Event, bytes]] = OrderedDict()
        self._rules: dict[Rules, msgspec.Raw] = {}

    def rules(self, rules: Rules) -> msgspec.Raw:
        """Write rules; there are few different ones."""
        if rules not in self._rules:
            if len(self._rules) > KEPT:
                self._rules.clear()
            self._rules[rules] = msgspec.Raw(_encoder.encode(to_json(rules, full=True)))
        return self._rules[rules]

    def whole(self, game: GameId, sight: ViewPair, draft: Draft | None, now: int) -> str:
        """Write the message with the whole view."""
        shared = self._shared_part(game, sight.shared)
        own = _encoder.encode(_own_part(sight.own))
        text = b"{" + shared.text[1:-1] + b"," + own[1:]
        return protocol.encode(
            protocol.WholeView(
                game=game,
                version=sight.shared.version,
                now=now,
                view=msgspec.Raw(text),
                hash=_hash(shared, own),
                draft=None if draft is None else draft_info(draft),
            )
        )

    def moved(self, game: GameId, following: Following, now: int) -> str:
        """Write the message with what happened since a version."""
        before, after = following.before, following.after
        shared = self._shared_part(game, after.shared)
        own = _encoder.encode(_own_part(after.own))
        events = b"[" + b",".join(self._event(event) for event in following.events) + b"]"
        return protocol.encode(
            protocol.Moved(
                game=game,
                base=before.shared.version,
                version=after.shared.version,
                now=now,
                events=msgspec.Raw(events),
                changes=msgspec.Raw(self._changed(game, before, after)),
                hash=_hash(shared, own),
            )
        )

    def _shared_part(self, game: GameId, view: GameView) -> _Shared:
        key = (game, view.version)
        if key not in self._shared:
            self._shared[key] = _Shared(view, self.rules(view.rules))
            if len(self._shared) > KEPT:
                self._shared.popitem(last=False)
        return self._shared[key]

    def _changed(self, game: GameId, before: ViewPair, after: ViewPair) -> bytes:
        shared = self._changed_shared(game, before.shared, after.shared)
        own = {
            name: to_json(getattr(after.own, name), full=True)
            for name in OWN_FIELDS
            if getattr(before.own, name) != getattr(after.own, name)
        }
        return shared[:-1] + b"," + _encoder.encode(own)[1:] if own else shared

    def _changed_shared(self, game: GameId, before: GameView, after: GameView) -> bytes:
        """Write the fields that changed for everybody; the version always does, so it is never empty."""
        key = (game, before.version, after.version)
        if key not in self._changes:
            now = self._shared_part(game, after).values
            changed = {
                name: now[name] for name in SHARED_FIELDS if getattr(before, name) != getattr(after, name)
            }
            self._changes[key] = _encoder.encode(changed)
            if len(self._changes) > KEPT:
                self._changes.popitem(last=False)
        return self._changes[key]

    def _event(self, event: Event) -> bytes:
        """Write an event; one that hides nothing is the same object for everybody and is written once."""
        known = self._events.get(id(event))
        if known is None or known[0] is not event:
            known = (event, _encoder.encode(to_json(event, full=True)))
            self._events[id(event)] = known
            if len(self._events) > KEPT:
                self._events.popitem(last=False)
        return known[1]


def draft_info(draft: Draft) -> protocol.DraftInfo:
    """Write a draft."""
    table = msgspec.Raw(draft.written.encode())
    return protocol.DraftInfo(seat=draft.seat, turn=draft.turn, number=draft.number, table=table)


def _own_part(view: GameView) -> dict[str, Json]:
    return {name: to_json(getattr(view, name), full=True) for name in OWN_FIELDS}


def _hash(shared: _Shared, own: bytes) -> str:
    return f"{zlib.crc32(own, shared.hash):08x}"

"""What a link shows of itself, as a value: title, description, and what its picture shows.

Nothing is shown that a stranger with the link would not see. A table by invitation shows the same as a code
that nobody has, so no preview says which codes exist; a game shows its table only where anybody may watch.
"""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass

from tilemeld.engine.game.views import GameView
from tilemeld.engine.record.codec import Json
from tilemeld.service.live.lobby_table import Table
from tilemeld.service.tournament.ports import TournamentId
from tilemeld.tournament.log.state import TournamentState
from tilemeld.tournament.players import Card
from tilemeld.tournament.views.public import public_tournament
from tilemeld.words.message import fill

from .preview_words import TEXTS

ROWS = 5
TILE = 86
"""The width of a tile in the picture; a full table has smaller ones."""
ROOM = 134_000
"""How much of the picture tiles may cover, by their width squared."""
SAMPLE = (("r4", "r5", "r6", "r7"), ("k11", "r11", "b11", "o11"), ("b1", "b2", "b3"), ("o8", "J", "o10"))
"""A few sets of our own for pictures without a game."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Preview:
    """What a link shows of itself."""

    language: str
    title: str
    description: str
    picture: str
    """The address of the picture, without the server's."""
    sets: tuple[tuple[str, ...], ...] = SAMPLE
    rows: tuple[tuple[str, str, str], ...] = ()
    letters: bool = False

    @property
    def data(self) -> Mapping[str, Json]:
        """Everything that the picture shows."""
        count = sum(map(len, self.sets)) + len(self.sets) / 2
        size = max(22, min(TILE, int((ROOM / count) ** 0.5)))
        return {
            "title": self.title,
            "description": self.description,
            "rows": [list(row) for row in self.rows],
            "sets": [[_face(tile, letters=self.letters) for tile in faces] for faces in self.sets],
            "size": size,
        }

    @property
    def tag(self) -> str:
        """A hash of what the picture shows: the same picture has the same tag."""
        text = json.dumps(self.data, sort_keys=True, ensure_ascii=False)
        return hashlib.sha256(text.encode()).hexdigest()[:20]


def start_preview(language: str) -> Preview:
    """Return the preview of the start page, and of every page without one of its own."""
    return _plain("start", language)


def invitation_preview(language: str) -> Preview:
    """Return the preview of a table by invitation, and of a code that nobody has."""
    return _plain("invitation", language)


def replay_preview(language: str) -> Preview:
    """Return the preview of a replay: who may look at it is asked when it is opened."""
    return _plain("replay", language)


def table_preview(table: Table, view: GameView | None) -> Preview:
    """Return the preview of a public table, with the sets on it if anybody may watch."""
    rules = table.options.rules
    language = language_of(rules.profile)
    kind = "open" if table.stage == "open" else "over" if table.stage == "over" else "playing"
    about = "open-about" if kind == "open" else "playing-about"
    free = sum(not place.taken for place in table.places)
    sets = () if view is None else tuple(tuple(map(str, each)) for each in view.table)
    return Preview(
        language=language,
        title=_say(language, kind),
        description=_say(
            language,
            about,
            rules=TEXTS[language].get(f"profile.{rules.profile}", rules.profile),
            count=free if kind == "open" else len(table.places) - free,
        ),
        picture=f"previews/t/{table.code}.png",
        sets=sets or SAMPLE,
        letters=bool(sets) and rules.sets == "letters",
    )


def tournament_preview(
    state: TournamentState, cards: Mapping[str, Card], _version: int, tournament: TournamentId
) -> Preview:
    """Return the preview of a tournament, from what its public page shows."""
    shown = public_tournament(state, cards)
    language = language_of(shown.profile)
    key = "tournament-ended" if shown.ended else "tournament-about" if shown.rounds else "tournament-soon"
    played = any(row.games for row in shown.standings)
    return Preview(
        language=language,
        title=shown.name,
        description=_say(
            language, key, count=shown.players, round=len(shown.rounds), rounds=shown.rounds_planned
        ),
        picture=f"previews/tournaments/{tournament}.png",
        rows=tuple((f"{row.place}.", row.name, row.points) for row in shown.standings[:ROWS] if played),
    )


def language_of(profile: str) -> str:
    """Return the language of a rule set, that of its box; English for one of no language."""
    first = profile.partition("-")[0]
    return first if first in TEXTS else "en"


def _plain(kind: str, language: str) -> Preview:
    return Preview(
        language=language,
        title=_say(language, kind),
        description=_say(language, f"{kind}-about"),
        picture=f"previews/{kind}.png?lang={language}",
    )


def _say(language: str, key: str, **values: object) -> str:
    return fill(TEXTS[language][f"preview.{key}"], language, values)


def _face(tile: str, *, letters: bool) -> Json:
    """Return a tile as the picture draws it: what is printed on it, its ink, and whether it has a shape."""
    face = tile.partition("(")[0]
    if letters:
        face = face[:-1] if len(face) > 1 and face[-1].islower() else face
        return {"text": face, "ink": "j" if face == "?" else "k", "shape": False}
    if face.startswith("J"):
        return {"text": "", "ink": "j", "shape": False}
    return {"text": face[1:].rstrip("abcdefgh"), "ink": face[0], "shape": True}

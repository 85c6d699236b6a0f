"""Request bodies of the tournament API: one struct for each.

What people type is judged in one place, by the tournament room, which names the value and a remedy; here
only values that a client generates have a limit.
"""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct

from tilemeld.server.http.endpoint import House, ShortText
from tilemeld.tournament.format import Criterion

EntryId = Annotated[str, Meta(max_length=40)]
"""The client's own name for a write: the same again under it is done once and answered as at first.

Empty: nobody gave it a name, and it is done each time.
"""


RawFact = Annotated[msgspec.Raw, Meta(extra_json_schema={"$ref": "#/$defs/WritableFact"})]
"""A fact as it came; the tournament reads it and names the field that cannot be taken."""


class _Body(Struct, forbid_unknown_fields=True, kw_only=True):
    pass


class FormatWish(_Body, kw_only=True):
    """The format of a tournament; house rules override single fields of the profile."""

    profile: ShortText = "pl-tournament"
    house: House = {}
    rounds: int = 4
    games: int = 3
    round_minutes: int | None = 90
    first_draw: Literal["random", "rating", "swiss"] = "random"
    later_draw: Literal["fewest", "swiss", "random"] = "fewest"
    smallest: Literal[2, 3, 4] = 3
    equalise: Literal["none", "four-thirds"] = "none"
    tie_breaks: list[Criterion] = msgspec.field(
        default_factory=lambda: ["wins", "direct", "best-game", "fewest-penalties"]
    )
    confirm: Literal["table", "desk"] = "table"
    final: Literal["none", "table"] = "none"
    cut_after: int | None = None
    cut_to: int = 16
    place: Literal["hall", "online"] = "hall"
    spectators: bool = True


class ChangedFormat(FormatWish, kw_only=True):
    """The new format of a tournament."""

    id: EntryId = ""


class NewEvent(_Body, kw_only=True):
    """A tournament to be set up."""

    name: str
    format: FormatWish = msgspec.field(default_factory=FormatWish)
    id: EntryId = ""


class CodeWish(_Body, kw_only=True):
    """A code to join with."""

    code: str


class PlayerWish(_Body, kw_only=True):
    """A player: the name, and what the public sees instead of it, if anything."""

    name: str
    public_name: str = ""
    club: str = ""
    rating: int | None = None
    """None: as it is."""


class PlayersWish(_Body, kw_only=True):
    """Players to enter: text as typed, pasted or from a CSV file; a long list comes in several parts."""

    text: str
    id: EntryId = ""


class SubstituteWish(_Body, kw_only=True):
    """Who substitutes for a player, and why."""

    name: PlayerWish
    why: str = ""
    id: EntryId = ""


class DraftWish(_Body, kw_only=True):
    """A round to be drawn; another seed gives another draft."""

    round: int
    seed: Annotated[str, Meta(max_length=60)] | None = None
    id: EntryId = ""


class SwapWish(_Body, kw_only=True):
    """Two players to be swapped, to see what it would cost."""

    round: int
    one: str
    other: str


class FactWish(_Body, kw_only=True):
    """A fact for the log, with its reason; docs/tournaments.md lists them."""

    fact: RawFact
    why: str = ""
    id: EntryId = ""


class RulingWish(_Body, kw_only=True):
    """A ruling, carried out at once by an online game."""

    round: int
    table: int
    kind: Literal["restart-turn", "take-back-turn", "penalty-tiles", "points", "restore-table", "other"]
    """Scores are corrected for the whole table at once, with the fact ``result-corrected``."""
    why: str
    id: Annotated[str, Meta(min_length=1, max_length=40)]
    """The client's id: the same ruling sent again is carried out and written once."""
    player: str | None = None
    value: int = 0
    game: int | None = None


class LookWish(_Body, kw_only=True):
    """A look at the hidden tiles of an online table; it is written into the log with its reason."""

    round: int
    table: int
    why: str
    id: EntryId = ""


class CallWish(_Body, kw_only=True):
    """A table calls the referee."""

    round: int
    table: int
    why: str = ""
    id: EntryId = ""

"""Request bodies of the tournament API: one struct for each.

What people type is judged in one place, by the tournament room, which names the value and a remedy; here
only values that a client generates have a limit.
"""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct

from tilemeld.server.http.endpoint import House, ShortText, body_like
from tilemeld.tournament.format import Format
from tilemeld.tournament.log.facts import RulingMade
from tilemeld.tournament.player_list import Column

RawFact = Annotated[msgspec.Raw, Meta(extra_json_schema={"$ref": "#/$defs/WritableFact"})]
"""A fact as it came; the tournament reads it and names the field that cannot be taken."""


class _Body(Struct, forbid_unknown_fields=True, kw_only=True):
    pass


class FormatWish(_Body, body_like(Format, without=("rules",)), kw_only=True):  # type: ignore[misc]
    """The format of a tournament; house rules override single fields of the profile."""

    profile: ShortText = "pl-tournament"
    house: House = {}


class NewTournament(_Body, kw_only=True):
    """A tournament to be set up."""

    name: str
    format: FormatWish = msgspec.field(default_factory=FormatWish)


class RestoreWish(_Body, kw_only=True):
    """A tournament to be made again: the text of its backup, export.json."""

    text: str


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
    columns: tuple[Column, ...] | None = None
    """What each column is; None: as the headings or the values say."""


class SubstituteWish(_Body, kw_only=True):
    """Who substitutes for a player, and why."""

    name: PlayerWish
    round: int | None = None
    """From which round on; None: from the next."""
    why: str = ""


class ProposalWish(_Body, kw_only=True):
    """A round to be drawn; another seed gives another proposal."""

    round: int
    seed: Annotated[str, Meta(max_length=60)] | None = None


class SwapWish(_Body, kw_only=True):
    """Two players to be swapped, to see what it would cost."""

    round: int
    one: str
    other: str


class FactWish(_Body, kw_only=True):
    """A fact for the log, with its reason; docs/tournaments.md lists them."""

    fact: RawFact
    why: str = ""


class RulingWish(_Body, body_like(RulingMade), kw_only=True):  # type: ignore[misc]
    """A ruling, carried out at once by an online game."""

    kind: Literal["restart-turn", "take-back-turn", "penalty-tiles", "points", "restore-table", "other"]
    """Scores are corrected for the whole table at once, with the fact ``result-corrected``."""
    why: str


class LookWish(_Body, kw_only=True):
    """A look at the hidden tiles of an online table; it is written into the log with its reason."""

    round: int
    table: int
    why: str


class CallWish(_Body, kw_only=True):
    """A table calls the referee."""

    round: int
    table: int
    game: int | None = None
    """The game whose result is wrong, if that is why."""
    why: str = ""

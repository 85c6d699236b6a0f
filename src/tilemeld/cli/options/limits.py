"""What a person or an address may ask of the server, as it is chosen on the command line."""

from collections.abc import Mapping, Sequence
from dataclasses import fields, replace
from typing import Any

from tilemeld.cli.terminal import BadInput
from tilemeld.server.settings import Limits

LAN_GUESTS = 600.0
"""New guests a minute from one address in the local network, where a whole hall may join at once."""


def limits_for(chosen: Sequence[str], *, lan: bool, guests_per_minute: int | None) -> Limits:
    """Return the limits: more new guests on the local network unless a number was given; then the options.

    Raises ``BadInput`` for an unknown limit or an invalid number.
    """
    limits = (
        Limits(guests_per_minute=guests_per_minute or LAN_GUESTS) if guests_per_minute or lan else Limits()
    )
    return replace(limits, **dict(_limit(each) for each in chosen))


def limit_lines() -> list[str]:
    """List every limit with its default and what it bounds."""
    width = max(len(each.name) for each in fields(Limits))
    return [
        f"{each.name:{width}}  {each.default:>6g}  {each.metadata['text']}"
        if isinstance(each.default, float)
        else f"{each.name:{width}}  {each.default:>6}  {each.metadata['text']}"
        for each in fields(Limits)
    ]


FORMER_LIMITS: Mapping[str, str] = {
    "events_per_person": "tournaments_per_person",
    "address_events_per_hour": "address_tournaments_per_hour",
    "players_per_event": "players_per_tournament",
    "event_megabytes": "tournament_megabytes",
}
"""Limits that had another name: a server that was started with one starts after an update, too."""


def _limit(text: str) -> tuple[str, Any]:
    name, _, number = text.partition("=")
    name = FORMER_LIMITS.get(name, name)
    known = {each.name: each for each in fields(Limits)}
    if name not in known:
        raise BadInput(f"There is no limit {name[:40]!r}: --limit help lists them.")
    if not (number.isascii() and number.isdigit() and 1 <= len(number) <= 9 and int(number) > 0):
        raise BadInput(
            f"{number[:40]!r} is not a whole number from 1 to 999999999: --limit {name}=20, for instance."
        )
    return name, int(number)

"""What is still to be done, in memory."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from tilemeld.service.ports import FOLLOW_UP_KINDS, FollowUp, FollowUpKind

Key = tuple[str, int, FollowUpKind]


class MemoryFollowUpStore:
    """The part of the store in memory that keeps what is to follow."""

    def __init__(self) -> None:
        super().__init__()
        self._follow_ups: dict[Key, FollowUp] = {}

    async def follow_ups(
        self,
        *,
        until: int | None = None,
        limit: int = 1_000,
        kinds: Sequence[FollowUpKind] = FOLLOW_UP_KINDS,
    ) -> Sequence[FollowUp]:
        """Return what is still to be done, the earliest first."""
        every = (each for each in self._follow_ups.values() if each.kind in kinds)
        wanted = [each for each in every if until is None or each.at <= until]
        return sorted(wanted, key=lambda each: (each.at, *_key(each)))[:limit]

    async def finish_follow_up(self, done: FollowUp) -> None:
        """Remove what was done."""
        kept = self._follow_ups.get(_key(done))
        if kept is not None and kept.at <= done.at:
            del self._follow_ups[_key(done)]

    async def put_off(self, follow_up: FollowUp, *, at: int) -> None:
        """Set something for later."""
        if (kept := self._follow_ups.get(_key(follow_up))) is not None:
            self._follow_ups[_key(follow_up)] = replace(kept, at=at, tries=kept.tries + 1)

    def _follow(self, follow_up: FollowUp | None) -> None:
        """Store that something is to follow."""
        if follow_up is not None:
            self._follow_ups[_key(follow_up)] = follow_up

    def _forget_follow_ups(self, item: str, *kinds: FollowUpKind) -> None:
        """Remove what is to follow from an item, of some kinds or of all."""
        for key in [key for key in self._follow_ups if key[0] == item and (not kinds or key[2] in kinds)]:
            del self._follow_ups[key]

    def _end_rounds(self, tournament: str, ends: Mapping[int, int] | None) -> None:
        """Store when the running rounds of a tournament end, and no others."""
        if ends is not None:
            self._forget_follow_ups(tournament, "round-end")
            for number, at in ends.items():
                self._follow(FollowUp("round-end", tournament, number=number, at=at))


def _key(follow_up: FollowUp) -> Key:
    return follow_up.item, follow_up.number, follow_up.kind

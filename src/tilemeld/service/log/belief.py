"""How long what is in memory is believed: for ever, for a second, or for as long as nothing can be missed."""

from dataclasses import dataclass


@dataclass(slots=True)
class Belief:
    """Of what a process has in memory, what is still as the store has it; shared by all that it keeps."""

    fresh_ms: int | None = None
    """How long it is believed where other processes write, too; ``None``: none does."""
    whole_since: int | None = None
    """Since when every notice of the others comes, or its loss is noticed; ``None``: that is not so now."""

    def is_old(self, looked_at: int, now: int) -> bool:
        """Say whether what was looked at then may have changed since without any notice."""
        if self.fresh_ms is None or now - looked_at < self.fresh_ms:
            return False
        return self.whole_since is None or looked_at <= self.whole_since

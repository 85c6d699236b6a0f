"""Errors and refusals: the one list of stable codes that wire, translations and tests share."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any

Param = str | int
"""The values that may fill the sentence of a refusal."""

CODES: Mapping[str, str] = {
    # Text that cannot be read
    "notation/tile": "{text!r} is not a tile: write r, b, k or o and a number from 1 to 13, or J for a joker",
    "notation/stands-for": "{text!r}: only a joker can stand for another tile: write J(r9)",
    "notation/letter": "{text!r} is not a letter tile: write one of the 32 Polish letters, or ? for a joker",
    "notation/joker-letter": "{text!r}: only a joker can stand for another letter: write ?(T)",
    "notation/too-long": "the text has {length} characters; at most {limit} can be read",
    "notation/copies": "{face} appears {count} times, but the box has only {copies}",
    "record/unreadable": "{path}: {reason}",
    "rules/unknown-profile": "there is no profile {profile!r}: choose one of {profiles}",
    "rules/unknown-version": "profile {profile!r} has no version {version}: there are {versions}",
    "rules/unknown-field": "there is no rule field {field!r}: see 'tilemeld rules' for the fields",
    "rules/other-game": "{field} is a rule of the game with {game} and means nothing in this one",
    "rules/no-words": "a game with letters needs a {what}: pass sets_for with one",
    "rules/bad-value": "{field} cannot be {value}: it takes {allowed}",
    "lexicon/unreadable": "this is not a lexicon: {reason}",
    "lexicon/letter": "{letter!r} is not a letter of the alphabet {alphabet}",
    "lexicon/alphabet": "{alphabet!r} is not an alphabet: give up to {limit} different capital letters",
    "bots/unknown": "there is no bot {name!r}: choose one of {names}",
    # A set that does not read (N2–N4)
    "set/too-few": "a set has 3 tiles or more; this one has {count}",
    "set/not-a-joker": "{face} is not a joker and cannot stand for {stands_for}",
    "set/group-too-many": "a group has at most 4 tiles; this one has {count}",
    "set/group-colour-repeats": "each colour only once in a group: {colour} is there {count} times",
    "set/group-number-differs": "{face} does not belong to a group of {number}s",
    "set/run-colour-differs": "{face} does not belong to a {colour} run",
    "set/run-number-repeats": "{face} appears {count} times in one run",
    "set/run-gap": "a gap between {low} and {high}: {missing} missing",
    "set/run-after-13": "nothing follows 13, and 1 is always low: {face} cannot come after 13",
    "set/run-too-long": "a run has at most 13 tiles; this one has {count}",
    "set/nothing-in-common": "these tiles share neither a number nor a colour",
    # A word that does not read (W7, W8, W14, W16)
    "word/too-short": "a word has 3 letters or more; {word} has {letters}",
    "word/unknown": "{word} is not in the dictionary",
    "word/off-theme": "{word} does not belong to the theme",
    "word/not-family": "{word} is vulgar, and vulgar words are not allowed at this table",
    "word/joker-unnamed": "say which letter the joker in {word} stands for ({letters})",
    # A table that is not in order (N6, P4)
    "table/bad-set": "set {set}: {reason}",
    "table/unknown-tile": "there is no tile {tile!r} in this game",
    "table/unknown-face": "a joker cannot stand for {face!r}: there is no such tile in this game",
    "table/foreign-tile": "{tile} is neither on the table nor on your rack",
    "table/twice": "{tile} lies on the table twice",
    "table/tile-missing": "{tile} was on the table and has to stay there",
    "table/too-large": "a table of {count} tiles is larger than the whole box",
    "table/joker-freed": "the joker {tile} cannot be freed before you have opened",
    "word/on-table": "{word} was on the table when the turn began, and no word may be there twice",
    "word/twice": "{word} is on the table {count} times, and no word may be there twice",
    "word/joker-kept": "the joker in {word} stays {letter} until the tiles of its word change",
    "word/rejected": "the other players have voted that {word} does not belong to the theme",
    "lay/just-taken": "{tile} was taken this turn and can be laid only on your next one",
    "lay/nothing": "lay at least one tile from your rack, or take a tile",
    "opening/too-low": "your opening is worth {points}; it needs {needed}",
    "opening/one-word": "open with exactly one word of {needed} letters or more from your rack, not {words}",
    "opening/word-too-short": "{word} has {letters} letters; your opening needs {needed}",
    "opening/table-touched": "until you have opened, the sets on the table stay as they are (set {set})",
    "opening/no-jokers": "the opening may not use a joker",
    # The wrong moment or the wrong person
    "game/exists": "this game has been created already",
    "game/not-created": "this game has not been created yet",
    "game/ended": "the game is over",
    "game/not-ended": "the game is not over yet",
    "game/paused": "the game is paused",
    "game/not-paused": "the game is not paused",
    "game/players": "{profile} is for {low} to {high} players, not {players}",
    "game/box-too-small": "{players} players with {rack_size} tiles each need more tiles than the box has",
    "game/stale": "you looked at version {seen}; the game is at {version}: look again",
    "phase/wrong": "{command} is not possible now ({phase})",
    "seat/unknown": "there is no seat {seat} at this table",
    "seat/not-active": "it is not your turn: seat {active} is playing",
    "seat/left": "the player in seat {seat} has left the game",
    "seat/not-left": "the player in seat {seat} has not left the game",
    "turn/time-over": "the time for this is up",
    "clock/none": "no clock is running",
    "clock/not-yet": "the time is not up yet: {left_ms} ms are left",
    "clock/bad-seconds": "an allowance is 0 to {limit} seconds, not {seconds}",
    "take/bank-empty": "the bank is empty: pass instead",
    "take/choose-stack": "choose the stack to take from: {stacks}",
    "pass/bank-not-empty": "there are tiles in the bank: take one",
    "stack/unknown": "there is no stack {stack} to choose: choose one of {stacks}",
    "vote/own-word": "players cannot vote on their own words: seat {seat}",
    "vote/given": "seat {seat} has voted already",
    "vote/unknown-word": "there is no vote on {word!r}: vote on {words}",
    "redeal/not-entitled": "your tiles do not entitle you to a new deal",
    "entropy/too-long": "at most {limit} characters of entropy are accepted, not {length}",
    "entropy/unwritable": "entropy has to be text that can be written as UTF-8",
    "entropy/given": "seat {seat} has added its entropy already",
    "round/no-clock": "these rules have no round time",
    "round/over": "the last turns have begun already",
    "referee/no-turn": "there is no finished turn to take back",
    "referee/bad-count": "a penalty is 1 to {limit} tiles, not {count}",
    "referee/no-reason": "a ruling needs a reason of 1 to {limit} printable characters",
}
"""Every code with its English sentence; other languages translate from the code and its parameters."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """One reason why something is refused: a stable code and the values that fill its sentence."""

    code: str
    params: Mapping[str, Param] = field(default_factory=dict)

    def __str__(self) -> str:
        return CODES[self.code].format(**self.params)


def refuse(code: str, /, **params: Param) -> Refusal:
    """Build a refusal; the code must be in ``CODES``.

    >>> str(refuse("opening/too-low", points=23, needed=30))
    'your opening is worth 23; it needs 30'
    """
    assert code in CODES, code
    return Refusal(code, params)


def is_writable(text: str) -> bool:
    """Say whether the text can be written as UTF-8, as records and hashes need; half a surrogate cannot."""
    return not any("\ud800" <= letter <= "\udfff" for letter in text)


def plainly_spaced(text: str) -> str:
    """Return a name as somebody would type it: pasted ones have no-break spaces, tabs and line ends.

    >>> plainly_spaced(" Ala\N{NO-BREAK SPACE} Nowak\t")
    'Ala Nowak'
    """
    return " ".join(text.split())


class TilemeldError(Exception):
    """Everything this package raises on purpose."""


class CodedError(TilemeldError, ValueError):
    """An error with one stable code and the values that fill its sentence."""

    def __init__(self, code: str, /, **params: Param) -> None:
        self.refusal = refuse(code, **params)
        super().__init__(str(self.refusal))

    def __reduce__(self) -> tuple[Any, ...]:
        return partial(type(self), self.code, **self.params), ()  # it may come from another process

    @property
    def code(self) -> str:
        """The stable code of this error."""
        return self.refusal.code

    @property
    def params(self) -> Mapping[str, Param]:
        """The values that fill the sentence."""
        return self.refusal.params


class NotationError(CodedError):
    """This text is not a tile, a set or a table."""


class RecordError(CodedError):
    """This text is not a game record."""


class RulesError(CodedError):
    """There is no such profile, field or value."""


class Refused(TilemeldError):
    """A command that the rules do not allow; carries every reason."""

    def __init__(self, refusals: Iterable[Refusal]) -> None:
        self.refusals = tuple(refusals)
        super().__init__("; ".join(str(refusal) for refusal in self.refusals))

    @property
    def codes(self) -> tuple[str, ...]:
        """The codes of all refusals, in order."""
        return tuple(refusal.code for refusal in self.refusals)

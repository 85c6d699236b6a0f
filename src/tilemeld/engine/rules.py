"""Rule sets as data: one ``Rules`` value holds every field of the tables in docs/RULES.md.

A profile is an instance with a version. A house game overrides single fields and can list what
differs. A published version never changes: a changed rule is a new version, and a stored game
always carries its own rules. No other file compares a profile's name.

The file is long because its three parts need each other: the fields, what each may hold, and the published
profiles, which a field's default and the list of differences look up.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from types import UnionType
from typing import Any, Final, Literal, cast, get_args, get_origin, get_type_hints

from .errors import RulesError, is_writable

Value = str | int | bool | None | tuple[str | int | None, ...]
"""What a field of the rules may hold."""


Sets = Literal["numbers", "letters"]
"""What sets are made of."""
Settlement = Literal["bank", "bank-mixed", "player"]
"""Where tiles go that nobody can put back: to the bank, mixed into it, or to the player's rack (T9)."""
Manner = Literal["gap", "push", "clock", "done", "distance", "count", "call"]
"""What holds at a real table only: how to lie, push, press, speak, watch, count and call (M4, M7, M8)."""

FieldKind = Literal["switch", "choice", "number", "text", "list"]
"""What a field holds: yes or no, one of some words, a whole number, a text, several of them."""
Group = Literal["box", "deal", "opening", "time", "words", "end", "manners"]
"""What a field is about."""
Chosen = Literal["house", "table", "book"]
"""Who says what a field holds: a house rule, an option of every table, or the book alone."""

TEXT_LIMIT = 60
"""The most characters that a field of text takes."""
LIST_LIMIT = 20
"""The most items that a field with a list takes."""


def _rule(
    ids: str,
    text: str,
    *,
    default: Any = ...,
    low: int | None = None,
    high: int = 1_000,
    high_letters: int | None = None,
    even_stacks: bool = False,
    only: Sets | None = None,
    chosen: Chosen = "house",
    by_book: bool = False,
) -> Any:
    """Declare a field: its rules, its meaning, its range, the game it belongs to, who chooses it.

    A field that is ``by_book`` is left out of records where it equals that of the profile they name.
    """
    metadata = {
        "rules": tuple(ids.split()),
        "text": text,
        "low": low,
        "high": high,
        "high_letters": high if high_letters is None else high_letters,
        "even_stacks": even_stacks,
        "only": only,
        "chosen": chosen,
    }
    if by_book:
        return field(metadata={**metadata, "default_of": _as_published}, default=None)
    return field(metadata=metadata) if default is ... else field(metadata=metadata, default=default)


def _as_published(rules: "Rules", name: str) -> Value:
    """Return a field as the published profile has it that the rules name."""
    book = PUBLISHED.get((rules.profile, rules.version), _PL)
    return cast(Value, getattr(book, name))


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """Everything in which rule books and house games differ."""

    profile: str
    """The profile that these rules are, or were made from."""
    version: int
    """The published version of that profile."""

    sets: Literal["numbers", "letters"] = _rule(
        "N2 N3 W7", "what a set is made of", default="numbers", chosen="book"
    )
    copies: int = _rule(
        "N1 W1",
        "how many of each number and colour, or how many boxes of letters",
        low=1,
        high=4,
        high_letters=2,
    )
    jokers: int = _rule("N1 W1", "how many jokers", low=0, high=8)
    min_players: int = _rule("R-16", "fewest players", low=2, high=6, chosen="book")
    max_players: int = _rule("R-16", "most players", low=2, high=6, chosen="book")

    first_starter: Literal["draw", "first-seat"] = _rule("S1 W2", "who starts the first game of a match")
    later_starter: Literal["left", "draw"] = _rule("S2 W2", "who starts the later games of a match")
    rack_size: int = _rule("S4 W3", "tiles dealt to each player", low=1, high=40, even_stacks=True)
    stacks: Literal["none", "choose", "give"] = _rule(
        "S5 W3",
        "whether players choose two stacks for themselves, give them to neighbours, or are dealt tiles",
    )
    stacks_by_hand: bool = _rule("R-3", "whether stacks are chosen by hand or by chance")
    stack_seconds: int = _rule("R-3", "seconds to choose a stack by hand", low=1)
    bank_in_stacks: bool = _rule("S6 W3", "whether one stack at a time is drawn from")
    redeal_doublets: int | None = _rule(
        "S7", "doublets that give the right to a new deal", low=1, high=20, only="numbers"
    )
    redeal_few: int | None = _rule(
        "W4",
        "vowels, or consonants, so few of which give the right to a new deal",
        default=None,
        low=0,
        high=20,
        only="letters",
    )
    redeal_seconds: int = _rule("R-4", "length of the window to ask for a new deal", low=1)

    opening_points: int = _rule("P2", "points that the opening needs", low=0, only="numbers")
    opening_letters: int = _rule(
        "W6", "letters that the one word of the opening needs", default=6, low=3, high=14, only="letters"
    )
    opening_jokers: bool = _rule("P2 R-14 W6", "whether jokers may be part of the opening")
    opening_as_named: bool = _rule(
        "R-10",
        "whether a joker that was named counts in the opening as what was named; else as the most it can be",
        default=False,
        only="numbers",
        chosen="book",
    )

    turn_seconds: int | None = _rule("T1 W5", "seconds for a turn", low=1, high=86_400, chosen="table")
    turn_seconds_offered: tuple[int | None, ...] = _rule(
        "T1 W5", "the times a table of this book may choose", chosen="book"
    )
    timeout_untouched_takes: int = _rule(
        "T2 W13", "tiles taken when time runs out and nothing was moved", low=0
    )
    timeout_disorder_takes: int = _rule("T3 W13", "tiles taken when time runs out over a disorder", low=0)
    timeout_salvage: Literal["none", "free", "penalised"] = _rule(
        "T3 T6 W13",
        "whether sets in order stay when time runs out over a disorder, and if tiles are taken then",
    )
    timeout_in_order_takes: int | None = _rule(
        "T4 W13",
        "tiles taken when time runs out over a table in order, all undone; none: the move stands",
        low=0,
    )
    pieces_are_disorder: bool = _rule(
        "T11",
        "whether sets of the table left in pieces are a disorder when time runs out, rack tile laid or not",
        default=False,
        chosen="book",
    )
    empty_rack_confirms: bool = _rule(
        "T11 W13",
        "whether an empty rack over a table in order counts as confirmed when time runs out",
        default=True,
        chosen="book",
    )
    mistake_takes: int = _rule("T5 W13", "tiles taken for a confirmed mistake in strict play", low=0)
    strict: bool = _rule(
        "T7", "strict play: mistakes cost; else helpful: they cannot be confirmed", chosen="table"
    )
    round_time: bool = _rule("T10", "whether the clock of a tournament round can end the game", chosen="book")

    refill_to: int | None = _rule(
        "W12", "tiles up to which a rack is filled after laying", default=None, low=1, high=40
    )
    bank_end: Literal["last-lap", "all-pass"] = _rule("E2 W15", "what ends the game once the bank is empty")
    rack_end: Literal["at-once", "equal-turns"] = _rule(
        "E1 W15",
        "whether an empty rack ends the game at once, or when all have had as many turns",
        default="at-once",
    )
    joker_rack_value: int = _rule("E4", "what a joker left on a rack counts", low=0, only="numbers")
    lowest_rack_scores: Literal["own-rack", "difference", "sum"] = _rule(
        "E6", "how a game without an empty rack is scored", only="numbers"
    )
    unopened_penalty: int | None = _rule(
        "E7",
        "what a player who could not open loses after an empty rack; none: the rack value",
        low=0,
        only="numbers",
    )
    could_open_penalty: int | None = _rule(
        "E7",
        "what a player who could have opened loses after an empty rack; none: the rack value",
        low=0,
        only="numbers",
    )
    ruling_opens: bool = _rule(
        "R-8",
        "whether a tile that a ruling gave after a player's last turn can make an opening possible",
        default=True,
        only="numbers",
        chosen="book",
    )
    announce_seconds: int = _rule(
        "R-13", "length of the moment to announce an opening", low=1, only="numbers"
    )
    double_from: int | None = _rule(
        "W11",
        "tiles that a rack has to hold for a double when it is laid in one turn; none: no doubles",
        default=None,
        low=1,
        high=40,
        only="letters",
    )
    theme: str | None = _rule("W16", "the theme that words have to belong to", default=None, only="letters")
    theme_by: Literal["list", "vote"] = _rule(
        "W16", "whether a list or the other players say what belongs to it", default="list", only="letters"
    )
    vote_seconds: int = _rule("R-16", "seconds to vote on a word", default=20, low=1, only="letters")
    family_words: bool = _rule("W8", "whether vulgar words are refused", default=False, only="letters")
    big_points: bool = _rule("E8", "whether winning a game is worth a big point")
    match_ranking: tuple[Literal["wins", "big-points", "total"], ...] = _rule(
        "M2", "what decides a match, in this order", chosen="book"
    )
    leaver: Literal["bot", "pass"] = _rule("R-11", "who plays for a seat that was left: a bot or nobody")
    settlement: Literal["bank", "bank-mixed", "player"] = _rule(
        "T9", "where tiles of a real table go that nobody can restore", by_book=True, chosen="book"
    )
    table_manners: tuple[Manner, ...] = _rule(
        "M8", "what holds at a real table only", by_book=True, chosen="book"
    )

    def __post_init__(self) -> None:
        for name in _BY_BOOK:
            if getattr(self, name) is None:
                object.__setattr__(self, name, _as_published(self, name))
        for name, value in self.values().items():
            _check_value(name, value)
        if not self.match_ranking:
            raise _bad("match_ranking", self.match_ranking, RULE_FIELDS["match_ranking"].allowed)
        if self.min_players > self.max_players:
            raise _bad("max_players", self.max_players, f"{self.min_players} or more")
        if self.stacks != "none" and self.rack_size % 2:
            raise _bad("rack_size", self.rack_size, "an even number, since each player gets two stacks")
        if self.copies > (most := RULE_FIELDS["copies"].ranges[self.sets].high or 0):
            raise _bad("copies", self.copies, f"1 or {most} boxes of letters")

    @property
    def may_redeal(self) -> bool:
        """Whether some tiles give the right to a new deal, so that there is a window to ask (S7, W4)."""
        return (self.redeal_doublets if self.sets == "numbers" else self.redeal_few) is not None

    @property
    def has_vote(self) -> bool:
        """Whether the other players vote on new words (W16)."""
        return self.theme is not None and self.theme_by == "vote"

    def values(self) -> dict[str, Value]:
        """Return every field with its value, without the profile's name and version."""
        return {name: getattr(self, name) for name in RULE_FIELDS}

    def override(self, changes: Mapping[str, Value]) -> "Rules":
        """Return a house version of these rules, with single fields changed.

        >>> profile("pl").override({"turn_seconds": 30}).turn_seconds
        30
        """
        sets = changes.get("sets", self.sets)
        for name in changes:
            if name not in RULE_FIELDS:
                raise RulesError("rules/unknown-field", field=str(name)[:60])
            only = [each.sets for each in RULE_FIELDS[name].games]
            if len(only) == 1 and sets not in only:
                raise RulesError("rules/other-game", field=name, game=only[0])
        return replace(self, **changes)  # type: ignore[arg-type]  # __post_init__ checks every value


@dataclass(frozen=True, slots=True)
class Difference:
    """One field in which two rule sets differ."""

    field: str
    text: str
    theirs: Value
    ours: Value


def differences(rules: Rules, other: Rules | None = None) -> tuple[Difference, ...]:
    """List the fields in which the rules differ from the others, or from their own published profile.

    >>> differences(profile("pl").override({"opening_points": 50}))
    (Difference(field='opening_points', text='points that the opening needs', theirs=30, ours=50),)
    """
    base = other or profile(rules.profile, rules.version)
    theirs, ours = base.values(), rules.values()
    return tuple(
        Difference(field=name, text=RULE_FIELDS[name].text, theirs=theirs[name], ours=ours[name])
        for name in RULE_FIELDS
        if theirs[name] != ours[name]
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldRange:
    """What a field takes in one of the games."""

    sets: Sets
    low: int | None
    """The least that a number may be; none for other kinds."""
    high: int | None
    """The most that a number may be, or the most characters of a text."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleField:
    """A field of the rules: what it means and what it takes; their list has the order to show them in."""

    name: str
    rules: tuple[str, ...]
    text: str
    allowed: str
    """What it takes, as an English sentence for people."""
    kind: FieldKind
    values: tuple[str, ...]
    """The words to choose from; empty for other kinds."""
    none: bool
    """Whether it may be none."""
    games: tuple[FieldRange, ...]
    """The games in which it means something, with what it takes there; in others it is refused."""
    even_stacks: bool
    """Whether it has to be even while players get stacks: each gets two."""
    group: Group
    chosen: Chosen
    """Who says what it holds: a house rule, an option of every table, or the book alone."""

    def is_for(self, rules: Rules) -> bool:
        """Say whether the field means anything under these rules."""
        return rules.sets in self.ranges

    @property
    def ranges(self) -> dict[str, FieldRange]:
        """What it takes, by the game."""
        return {each.sets: each for each in self.games}

    @property
    def low(self) -> int | None:
        """The least that a number may be, in every game."""
        return self.games[0].low

    @property
    def high(self) -> int:
        """The most that a number may be in any game."""
        return max(each.high or 0 for each in self.games)


GROUPS: Final[Mapping[Group, tuple[str, ...]]] = {
    "box": ("sets", "copies", "jokers", "min_players", "max_players"),
    "deal": (
        "first_starter",
        "later_starter",
        "rack_size",
        "stacks",
        "stacks_by_hand",
        "stack_seconds",
        "bank_in_stacks",
        "redeal_doublets",
        "redeal_few",
        "redeal_seconds",
    ),
    "opening": ("opening_points", "opening_letters", "opening_jokers", "opening_as_named"),
    "time": (
        "turn_seconds",
        "turn_seconds_offered",
        "timeout_untouched_takes",
        "timeout_disorder_takes",
        "timeout_salvage",
        "timeout_in_order_takes",
        "pieces_are_disorder",
        "empty_rack_confirms",
        "mistake_takes",
        "strict",
        "round_time",
    ),
    "words": ("theme", "theme_by", "vote_seconds", "family_words"),
    "end": (
        "refill_to",
        "bank_end",
        "rack_end",
        "joker_rack_value",
        "lowest_rack_scores",
        "unopened_penalty",
        "could_open_penalty",
        "ruling_opens",
        "announce_seconds",
        "double_from",
        "big_points",
        "match_ranking",
        "leaver",
    ),
    "manners": ("settlement", "table_manners"),
}
"""The fields by what they are about, in the order of docs/RULES.md."""


def _rule_fields() -> dict[str, RuleField]:
    groups = {name: group for group, names in GROUPS.items() for name in names}
    infos = {}
    for item in fields(Rules):
        if item.metadata:
            hint, said = _HINTS[item.name], {**item.metadata}
            bare = get_args(hint)[0] if isinstance(hint, UnionType) else hint
            kind = _kind_of(bare)
            infos[item.name] = RuleField(
                name=item.name,
                rules=said["rules"],
                text=said["text"],
                allowed=_allowed(hint, said["low"], said["high"]),
                kind=kind,
                values=get_args(bare) if kind == "choice" else (),
                none=bare is not hint,
                games=tuple(_range(kind, sets, said) for sets in _games(said["only"])),
                even_stacks=said["even_stacks"],
                group=groups[item.name],
                chosen=said["chosen"],
            )
    return infos


def _games(only: Sets | None) -> tuple[Sets, ...]:
    return get_args(Sets) if only is None else (only,)


def _range(kind: FieldKind, sets: Sets, said: Mapping[str, Any]) -> FieldRange:
    high = {"number": said["high" if sets == "numbers" else "high_letters"], "text": TEXT_LIMIT}.get(kind)
    return FieldRange(sets=sets, low=said["low"], high=high)


def _kind_of(hint: Any) -> FieldKind:
    """Say what a field of this type holds."""
    if get_origin(hint) is tuple:
        return "list"
    kinds: Mapping[Any, FieldKind] = {bool: "switch", int: "number", str: "text"}
    return kinds.get(hint, "choice")


def _allowed(kind: Any, low: int | None, high: int) -> str:
    """Say in words what values a field of this type takes."""
    if kind is bool:
        return "true or false"
    if kind is int:
        return f"a whole number from {low} to {high}"
    if kind is str:
        return f"a text of 1 to {TEXT_LIMIT} characters"
    if isinstance(kind, UnionType):
        return f"{_allowed(get_args(kind)[0], low, high)}, or none"
    if get_origin(kind) is tuple:
        return f"a list of at most {LIST_LIMIT}, each item {_allowed(get_args(kind)[0], 1, 86_400)}"
    return "one of " + ", ".join(get_args(kind))


def _check_value(name: str, value: Value) -> None:
    info = RULE_FIELDS[name]
    if not _is_allowed(_HINTS[name], value, info.low, info.high):
        raise _bad(name, value, info.allowed)


def _is_allowed(kind: Any, value: object, low: int | None, high: int) -> bool:
    if kind is bool:
        return isinstance(value, bool)
    if kind is int:
        return type(value) is int and (low or 0) <= value <= high
    if kind is str:
        return (
            isinstance(value, str)
            and 1 <= len(value.strip()) <= len(value) <= TEXT_LIMIT
            and is_writable(value)
        )
    if isinstance(kind, UnionType):
        return value is None or _is_allowed(get_args(kind)[0], value, low, high)
    if get_origin(kind) is tuple:
        item = get_args(kind)[0]
        fits = isinstance(value, tuple) and len(value) <= LIST_LIMIT
        return fits and all(_is_allowed(item, each, 1, 86_400) for each in cast(tuple[object, ...], value))
    return isinstance(value, str) and value in get_args(kind)


def _bad(name: str, value: object, allowed: str) -> RulesError:
    return RulesError("rules/bad-value", field=name, value=repr(value)[:60], allowed=allowed)


_HINTS: Final = get_type_hints(Rules)
RULE_FIELDS: Final[dict[str, RuleField]] = _rule_fields()
"""Every field of the rules but name and version, with its meaning."""
_BY_BOOK: Final = tuple(item.name for item in fields(Rules) if "default_of" in item.metadata)
"""The fields that are as in the published profile where nothing is said."""

_PL = Rules(
    profile="pl",
    version=1,
    copies=2,
    jokers=2,
    min_players=2,
    max_players=4,
    first_starter="draw",
    later_starter="left",
    rack_size=14,
    stacks="choose",
    stacks_by_hand=False,
    stack_seconds=10,
    bank_in_stacks=False,
    redeal_doublets=3,
    redeal_seconds=8,
    opening_points=30,
    opening_jokers=True,
    turn_seconds=60,
    turn_seconds_offered=(30, 40, 60, None),
    timeout_untouched_takes=1,
    timeout_disorder_takes=1,
    timeout_salvage="none",
    timeout_in_order_takes=1,
    mistake_takes=1,
    strict=False,
    round_time=False,
    bank_end="last-lap",
    joker_rack_value=30,
    lowest_rack_scores="own-rack",
    unopened_penalty=100,
    could_open_penalty=200,
    announce_seconds=5,
    big_points=False,
    match_ranking=("total",),
    leaver="bot",
    settlement="bank",
    table_manners=(),
)
_PL_TOURNAMENT = replace(
    _PL,
    profile="pl-tournament",
    first_starter="first-seat",
    stacks="give",
    bank_in_stacks=True,
    turn_seconds=40,
    turn_seconds_offered=(40,),
    timeout_salvage="free",
    timeout_in_order_takes=None,
    strict=True,
    round_time=True,
    joker_rack_value=50,
    lowest_rack_scores="difference",
    big_points=True,
    match_ranking=("big-points", "total"),
    leaver="pass",
    settlement="player",
    table_manners=("gap", "push", "clock", "done", "distance", "count"),
)
_CS = replace(
    _PL,
    profile="cs",
    later_starter="draw",
    stacks="none",
    redeal_doublets=None,
    turn_seconds_offered=(60,),
    timeout_disorder_takes=3,
    timeout_salvage="penalised",
    timeout_in_order_takes=None,
    mistake_takes=3,
    bank_end="all-pass",
    lowest_rack_scores="sum",
    unopened_penalty=None,
    could_open_penalty=None,
    settlement="bank-mixed",
)
_UK = replace(
    _CS,
    profile="uk",
    opening_jokers=False,
    timeout_salvage="none",
    timeout_in_order_takes=1,
    lowest_rack_scores="difference",
    match_ranking=("wins", "total"),
    settlement="bank",
    table_manners=("call",),
)
_PL_WORD = replace(
    _PL,
    profile="pl-word",
    sets="letters",
    copies=1,
    redeal_doublets=None,
    redeal_few=3,
    opening_points=0,
    opening_letters=6,
    turn_seconds=90,
    turn_seconds_offered=(60, 90, 120, None),
    refill_to=7,
    bank_end="all-pass",
    rack_end="equal-turns",
    joker_rack_value=0,
    lowest_rack_scores="sum",
    unopened_penalty=None,
    could_open_penalty=None,
    double_from=7,
    settlement="player",
)
_XP = {"copies": 3, "jokers": 4, "max_players": 6}
_FIRST = (
    _PL,
    replace(_PL, profile="pl-xp", **_XP),  # type: ignore[arg-type]  # __post_init__ checks every value
    _PL_TOURNAMENT,
    _CS,
    _UK,
    replace(_UK, profile="uk-xp", **_XP),  # type: ignore[arg-type]  # __post_init__ checks every value
    _PL_WORD,
)
_SECOND: Mapping[Sets, Mapping[str, bool]] = {
    "numbers": {"opening_as_named": True, "pieces_are_disorder": True, "ruling_opens": False},
    "letters": {"pieces_are_disorder": True, "empty_rack_confirms": False},
}
"""What the second version changes: R-10, T11, R-8 and W13 (docs/interpretations.md)."""

PUBLISHED: Final[Mapping[tuple[str, int], Rules]] = {
    (rules.profile, rules.version): rules
    for rules in (
        *_FIRST,
        *(replace(rules, version=2, **_SECOND[rules.sets]) for rules in _FIRST),  # type: ignore[arg-type]  # as above
    )
}
"""Every published version of every profile; entries are added, never changed."""

PROFILES: Final[tuple[str, ...]] = tuple(dict.fromkeys(name for name, _ in PUBLISHED))
"""The names of the profiles, in the order of docs/RULES.md."""

NUMBER_PROFILES: Final[tuple[str, ...]] = tuple(
    dict.fromkeys(name for (name, _), rules in PUBLISHED.items() if rules.sets == "numbers")
)
"""The profiles that are played with numbers."""

WORD_PROFILES: Final[tuple[str, ...]] = tuple(name for name in PROFILES if name not in NUMBER_PROFILES)
"""The profiles that are played with letters."""


def profile(name: str, version: int | None = None) -> Rules:
    """Return a published profile, the newest version unless another is asked for.

    >>> profile("uk").opening_jokers
    False
    """
    versions = {number: rules for (each, number), rules in PUBLISHED.items() if each == name}
    if not versions:
        raise RulesError("rules/unknown-profile", profile=str(name)[:60], profiles=", ".join(PROFILES))
    if version is not None and version not in versions:
        known = ", ".join(map(str, versions))
        raise RulesError("rules/unknown-version", profile=name, version=version, versions=known)
    return versions[max(versions) if version is None else version]

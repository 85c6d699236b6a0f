"""``tilemeld rules``: the rule sets, field by field, and how the rule books differ."""

from collections.abc import Sequence
from typing import NamedTuple

import click
from rich.box import SIMPLE_HEAD
from rich.table import Table as Grid
from rich.text import Text

from tilemeld.cli.options.language import language_option
from tilemeld.cli.terminal import Unusable, output, print_json, typed
from tilemeld.cli.text.rule_differences import field_text, format_value
from tilemeld.cli.text.speech import ENGLISH, Message, Speech
from tilemeld.cli.text.tiles import HEAD
from tilemeld.engine.record.codec import Json
from tilemeld.engine.rules import GROUPS, PROFILES, RULE_FIELDS, Rules, Value, differences, profile
from tilemeld.engine.sets.for_rules import sets_of

BOOKS = {
    "pl": ("A", "Polish family rules"),
    "pl-xp": ("A", "Polish family rules with the XP set"),
    "pl-tournament": ("B", "Polish tournament regulations"),
    "cs": ("D", "Czech family rules"),
    "uk": ("E", "Ukrainian family rules"),
    "uk-xp": ("E", "Ukrainian family rules with the XP set"),
    "pl-word": ("C", "Polish word game"),
}
"""The book behind each profile, by the letters of docs/RULES.md."""


MARK = "≠"
"""What stands before a field that differs."""


class BookNote(NamedTuple):
    """A difference from the rule book."""

    rules: tuple[str, ...]
    message: Message

    @property
    def text(self) -> str:
        """The difference in English."""
        return self.message.in_words(ENGLISH)


def book_notes(rules: Rules) -> tuple[BookNote, ...]:
    """Say in what helpful play departs from the book behind the rules (T7)."""
    if rules.strict:
        return ()
    notes = [BookNote(("T5", "T7"), Message("rules.note-mistake", {"count": rules.mistake_takes}))]
    if rules.timeout_in_order_takes is not None:
        takes = {"count": rules.timeout_in_order_takes}
        notes.append(BookNote(("T4", "T7"), Message("rules.note-time", takes)))
    if rules.could_open_penalty is not None:
        notes.append(BookNote(("E7", "T7"), Message("rules.note-announce")))
    return tuple(notes)


@click.command()
@click.argument("name", metavar="[PROFILE]", required=False)
@click.option("--against", metavar="OTHER", help="Mark the fields in which another profile differs.")
@click.option("--json", "as_json", is_flag=True, help="Write JSON for other programs.")
@language_option
def rules(name: str | None, against: str | None, as_json: bool, speech: Speech) -> None:
    """List the rule sets, or show one field by field.

    Every field is shown with the rules of docs/RULES.md that it belongs to; each can be changed for a
    house game with 'tilemeld play --house field=value'.

    \b
    Examples:
      tilemeld rules
      tilemeld rules cs
      tilemeld rules pl --against uk
      tilemeld rules pl-tournament --json
    """
    if name is None:
        if against is not None:
            base = next(each for each in PROFILES if each != against)
            raise Unusable("rules-input.against", profile=base, other=typed(against))
        _list_profiles(speech, as_json=as_json)
        return
    chosen, other = profile(name), None if against is None else profile(against)
    if as_json:
        print_json(_rules_json(chosen, other))
    else:
        _show_rules(chosen, other, speech)


def _list_profiles(speech: Speech, *, as_json: bool) -> None:
    if as_json:
        print_json({"profiles": [_summary(profile(name)) for name in PROFILES]})
        return
    say = speech.say
    grid = Grid()
    grid.add_column(say("rules.profile"))
    grid.add_column(say("rules.book"))
    grid.add_column(say("rules.players"))
    grid.add_column(say("rules.tiles"), justify="right")
    grid.add_column(say("rules.play"))
    for name in PROFILES:
        each = profile(name)
        title = f"{BOOKS[name][0]}  {speech.say_of('profile', name)}"
        players = f"{each.min_players}–{each.max_players}"
        play = say("rules.strict" if each.strict else "rules.helpful")
        grid.add_row(Text(name, style=HEAD), title, players, str(_tiles(each)), play)
    console = output()
    console.print(grid)
    console.print(say("rules.how"))


def _show_rules(chosen: Rules, other: Rules | None, speech: Speech) -> None:
    console = output()
    name = chosen.profile
    title = speech.say_of("profile", name)
    heading = speech.say(
        "rules.heading", profile=name, version=chosen.version, title=title, book=BOOKS[name][0]
    )
    console.print(Text(heading, style=HEAD))
    for group, names in GROUPS.items():
        title = speech.say("rules.manners") if group == "manners" else speech.say_of("rule-group", group)
        console.print(_group_view(title, names, [chosen, *([] if other is None else [other])], speech))
    for note in book_notes(chosen):
        text = note.message.in_words(speech)
        console.print(speech.say("rules.unlike", rules=", ".join(note.rules), text=text))
    console.print(_comparison(chosen, other, speech))


def _group_view(title: str, names: tuple[str, ...], shown: Sequence[Rules], speech: Speech) -> Grid:
    grid = Grid(title=title, title_style=HEAD, title_justify="left", box=SIMPLE_HEAD, pad_edge=False)
    grid.add_column(speech.say("rules.field"), no_wrap=True)
    for each in shown:
        grid.add_column(each.profile, overflow="fold")
    grid.add_column(speech.say("rules.meaning"))
    grid.add_column(speech.say("rules.rules"))
    for name in names:
        if any(RULE_FIELDS[name].is_for(each) for each in shown):
            grid.add_row(*_field_row(name, shown, speech))
    return grid


def _field_row(name: str, shown: Sequence[Rules], speech: Speech) -> list[Text]:
    info = RULE_FIELDS[name]
    values = [each.values()[name] for each in shown]
    differs = len(set(values)) > 1
    style = "bold yellow" if differs else ""
    mark = f"{MARK} " if differs else "  " if len(shown) > 1 else ""
    cells = [Text(format_value(value), style=style) for value in values]
    return [
        Text(mark + name, style=style),
        *cells,
        Text(field_text(name, speech)),
        Text(" ".join(info.rules)),
    ]


def _comparison(chosen: Rules, other: Rules | None, speech: Speech) -> str:
    """Count the differences from one profile, or from each of the others."""
    if other is not None:
        count = len(differences(chosen, other))
        if count:
            return speech.say("rules.differ", count=count, other=other.profile, mark=MARK)
        return speech.say("rules.same", other=other.profile)
    others = [name for name in PROFILES if name != chosen.profile]
    counted = [f"{name} ({len(differences(chosen, profile(name)))})" for name in others]
    return speech.say("rules.others", others=", ".join(counted), profile=chosen.profile, other=others[0])


def _tiles(chosen: Rules) -> int:
    return len(sets_of(chosen).box())


def _summary(chosen: Rules) -> dict[str, Json]:
    letter, title = BOOKS.get(chosen.profile, ("", ""))
    return {
        "profile": chosen.profile,
        "version": chosen.version,
        "book": letter,
        "title": title,
        "players": {"min": chosen.min_players, "max": chosen.max_players},
        "tiles": _tiles(chosen),
    }


def _rules_json(chosen: Rules, other: Rules | None) -> dict[str, Json]:
    return {
        **_summary(chosen),
        "fields": {name: _field_json(name, value) for name, value in chosen.values().items()},
        "unlike_the_book": [{"rules": list(note.rules), "text": note.text} for note in book_notes(chosen)],
        "against": None if other is None else _against_json(chosen, other),
    }


def _field_json(name: str, value: Value) -> dict[str, Json]:
    info = RULE_FIELDS[name]
    return {"value": _plain(value), "rules": list(info.rules), "meaning": info.text, "allowed": info.allowed}


def _against_json(chosen: Rules, other: Rules) -> dict[str, Json]:
    listed: list[Json] = [
        {"field": each.field, "ours": _plain(each.ours), "theirs": _plain(each.theirs)}
        for each in differences(chosen, other)
    ]
    return {"profile": other.profile, "version": other.version, "differences": listed}


def _plain(value: Value) -> Json:
    return list(value) if isinstance(value, tuple) else value

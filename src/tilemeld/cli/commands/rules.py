"""``tilemeld rules``: the rule sets, field by field, and what the books do differently."""

from typing import NamedTuple

import click
from rich.box import SIMPLE_HEAD
from rich.table import Table as Grid
from rich.text import Text

from tilemeld.cli.terminal import BadInput, output, print_json
from tilemeld.cli.text.rule_differences import format_value
from tilemeld.cli.text.tiles import HEAD
from tilemeld.engine.record.codec import Json
from tilemeld.engine.rules import GROUPS, PROFILES, RULE_FIELDS, Group, Rules, Value, differences, profile
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

HEADINGS: dict[Group, str] = {
    "box": "The box and the players",
    "deal": "Setting up",
    "opening": "Opening",
    "time": "Time and mistakes",
    "words": "Themes and words",
    "end": "The end and the score",
    "manners": "Real tables",
}
"""What each group of fields is about."""


class BookNote(NamedTuple):
    """A difference from the rule book."""

    rules: tuple[str, ...]
    text: str


def book_notes(rules: Rules) -> tuple[BookNote, ...]:
    """Say in what helpful play departs from the book behind the rules (T7)."""
    if rules.strict:
        return ()
    notes = [
        BookNote(
            ("T5", "T7"),
            "helpful play: a table with a mistake cannot be confirmed; in the rule book it is undone "
            f"and the player takes {rules.mistake_takes} from the bank",
        )
    ]
    if rules.timeout_in_order_takes is not None:
        notes.append(
            BookNote(
                ("T4", "T7"),
                "helpful play: valid sets count when the time is up; in the rule book they are undone "
                f"and the player takes {rules.timeout_in_order_takes}",
            )
        )
    if rules.could_open_penalty is not None:
        notes.append(
            BookNote(
                ("E7", "T7"),
                "helpful play: the waiver of the penalty needs no announcement; in the rule book it does",
            )
        )
    return tuple(notes)


@click.command()
@click.argument("name", metavar="[PROFILE]", required=False)
@click.option("--against", metavar="OTHER", help="Mark the fields in which another profile differs.")
@click.option("--json", "as_json", is_flag=True, help="Write JSON for other programs.")
def rules(name: str | None, against: str | None, as_json: bool) -> None:
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
            raise BadInput(
                f"--against {against} needs a profile to compare: tilemeld rules {base} --against {against}."
            )
        _list_profiles(as_json=as_json)
        return
    chosen, other = profile(name), None if against is None else profile(against)
    if as_json:
        print_json(_rules_json(chosen, other))
    else:
        _show_rules(chosen, other)


def _list_profiles(*, as_json: bool) -> None:
    if as_json:
        print_json({"profiles": [_summary(profile(name)) for name in PROFILES]})
        return
    grid = Grid()
    for heading in ("profile", "book", "players", "tiles", "play"):
        grid.add_column(heading, justify="right" if heading == "tiles" else "left")
    for name in PROFILES:
        each = profile(name)
        letter, title = BOOKS.get(name, ("", ""))
        players = f"{each.min_players}–{each.max_players}"
        play = "strict" if each.strict else "helpful"
        grid.add_row(Text(name, style=HEAD), f"{letter}  {title}", players, str(_tiles(each)), play)
    console = output()
    console.print(grid)
    console.print("Show one with 'tilemeld rules pl', compare two with 'tilemeld rules pl --against uk'.")


def _show_rules(chosen: Rules, other: Rules | None) -> None:
    console = output()
    letter, title = BOOKS.get(chosen.profile, ("", ""))
    heading = f"{chosen.profile}, version {chosen.version}: {title} (book {letter})"
    console.print(Text(heading, style=HEAD))
    for group, names in GROUPS.items():
        console.print(_group_view(HEADINGS[group], names, chosen, other))
    for note in book_notes(chosen):
        console.print(f"Unlike the rule book ({', '.join(note.rules)}): {note.text}.")
    console.print(_comparison(chosen, other))


def _group_view(group: str, names: tuple[str, ...], chosen: Rules, other: Rules | None) -> Grid:
    grid = Grid(title=group, title_style=HEAD, title_justify="left", box=SIMPLE_HEAD, pad_edge=False)
    grid.add_column("field", no_wrap=True)
    for rules_shown in (chosen, other):
        if rules_shown is not None:
            grid.add_column(rules_shown.profile, overflow="fold")
    grid.add_column("meaning")
    grid.add_column("rules")
    for name in names:
        if not any(RULE_FIELDS[name].is_for(each) for each in (chosen, other) if each is not None):
            continue
        values = [each.values()[name] for each in (chosen, other) if each is not None]
        differs = len(set(values)) > 1
        style = "bold yellow" if differs else ""
        cells = [Text(format_value(value), style=style) for value in values]
        info = RULE_FIELDS[name]
        mark = "≠ " if differs else "  " if other is not None else ""
        grid.add_row(Text(mark + name, style=style), *cells, info.text, " ".join(info.rules))
    return grid


def _comparison(chosen: Rules, other: Rules | None) -> str:
    """Count the differences from one profile, or from each of the others."""
    if other is not None:
        count = len(differences(chosen, other))
        return (
            f"{count} fields differ from {other.profile}, marked ≠."
            if count
            else f"Nothing differs from {other.profile}: name another profile after --against."
        )
    sisters = [
        f"{name} in {len(differences(chosen, profile(name)))}" for name in PROFILES if name != chosen.profile
    ]
    example = next(name for name in PROFILES if name != chosen.profile)
    return (
        f"Fields that differ: from {', '.join(sisters)}. "
        f"See them with 'tilemeld rules {chosen.profile} --against {example}'."
    )


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

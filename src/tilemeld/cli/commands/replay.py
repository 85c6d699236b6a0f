"""``tilemeld replay``: a recorded game, turn by turn or at one moment."""

import click
from rich.console import Console
from rich.rule import Rule
from rich.text import Text

from tilemeld.cli.options.language import language_option
from tilemeld.cli.terminal import Unusable, WholeNumber, naming, output, print_json, read_record
from tilemeld.cli.text.event_sentences import LETTERS, Cast, Teller, cast_of, without_hand_overs
from tilemeld.cli.text.notations import notation_of
from tilemeld.cli.text.record_turns import Chapter, chapters
from tilemeld.cli.text.speech import Speech
from tilemeld.cli.text.tiles import (
    DIM,
    HEAD,
    is_plain,
    labelled,
    rack_text,
    result_view,
    show_table,
    turn_sheet,
    words_result_view,
)
from tilemeld.engine.game.events import TilesLaid
from tilemeld.engine.game.state import GameState
from tilemeld.engine.record.codec import Json, to_json
from tilemeld.engine.record.record import Record
from tilemeld.engine.tiles import TileId, faces_of


@click.command()
@click.argument("file", metavar="FILE")
@click.option(
    "--turn", metavar="N", type=WholeNumber(), help="Show only the position after turn N; 0 is the deal."
)
@click.option("--json", "as_json", is_flag=True, help="Write JSON for other programs.")
@language_option
def replay(file: str, turn: int | None, *, as_json: bool, speech: Speech) -> None:
    """Show a recorded game turn by turn.

    A record contains every rack, so a replay shows them all. FILE may be - for standard input.

    \b
    Examples:
      tilemeld replay game.jsonl
      tilemeld replay game.jsonl --turn 12
      tilemeld replay game.jsonl --language pl
      tilemeld replay game.jsonl --json | jq '.turns[-1]'
    """
    record = read_record(file)
    cast = cast_of(record, speech)
    with naming(file):
        book = list(chapters(record))
    if turn is not None:
        chapter = _find(book, turn)
        if as_json:
            print_json({**_head_json(record), "position": _chapter_json(chapter)})
        else:
            _show_position(output(), chapter, cast)
    elif as_json:
        print_json({**_head_json(record), "turns": [_chapter_json(chapter) for chapter in book]})
    else:
        _show_game(output(), record, book, cast)


def _find(book: list[Chapter], turn: int) -> Chapter:
    """Find the turn with a number; of one that was played twice, the one that counts."""
    for chapter in reversed(book):
        if chapter.turn == turn:
            return chapter
    last = max(chapter.turn for chapter in book)
    raise Unusable("replay-input.no-turn", turn=turn, last=last)


def _show_game(console: Console, record: Record, book: list[Chapter], cast: Cast) -> None:
    created = record.created
    heading = cast.speech.say(
        "replay.heading", profile=created.rules.profile, count=created.players, game=created.game
    )
    console.print(Text(heading, style=HEAD))
    for chapter in book:
        _show_chapter(console, chapter, cast)
    _show_end(console, book[-1].after, cast)


def _show_chapter(console: Console, chapter: Chapter, cast: Cast) -> None:
    say = cast.speech.say
    if chapter.seat is None:
        who = say("replay.setting-up")
    else:
        who = say("replay.turn-of", turn=chapter.turn, name=cast.name(chapter.seat))
    console.print(Rule(Text(who, style=HEAD), align="left", style=DIM))
    teller = Teller(cast, chapter.before.sets, is_plain(console))
    table = chapter.before.table
    for event in without_hand_overs(chapter.events, chapter.before.pause_reason):
        for line in teller.tell(event, table):
            console.print(line)
        if isinstance(event, TilesLaid):
            table = event.table
    _show_seats(console, chapter.after, cast.speech)
    if chapter.after.table:
        letters = notation_of(chapter.after.sets).letters
        show_table(console, chapter.after.table, fresh=_laid(chapter), letters=letters)


def _laid(chapter: Chapter) -> set[TileId]:
    return {tile for event in chapter.events if isinstance(event, TilesLaid) for tile in event.laid}


def _show_seats(console: Console, state: GameState, speech: Speech) -> None:
    rows = []
    for seat, each in enumerate(state.seats):
        opened = speech.say("replay.opened" if each.opened else "replay.unopened")
        label = Text(f"{LETTERS[seat]} {len(each.rack):>2} {opened}", style=DIM)
        letters = notation_of(state.sets).letters
        if letters:
            label.append(f" · {speech.say('score.points', count=sum(each.turn_points))}")
        plain = is_plain(console)
        rack = rack_text(each.rack, new=each.last_taken, plain=plain, letters=letters, speech=speech)
        rows.append((label, rack))
    bank = Text(speech.say("tiles.count", count=state.bank_count), style=DIM)
    console.print(labelled([*rows, (Text(speech.say("replay.bank"), style=DIM), bank)]))


def _show_position(console: Console, chapter: Chapter, cast: Cast) -> None:
    _show_chapter(console, chapter, cast)
    state = chapter.after
    if state.result is not None:
        _show_end(console, state, cast)
    elif state.active is not None:
        console.print(cast.speech.say("replay.next", name=cast.name(state.active)))


def _show_end(console: Console, state: GameState, cast: Cast) -> None:
    speech = cast.speech
    if state.result is None:
        console.print(speech.say("replay.stops", phase=speech.say_of("phase", state.phase.value)))
        return
    if notation_of(state.sets).letters:
        turns = [score.turn_points for score in state.result.scores]
        console.print(words_result_view(state.result, cast.names, speech=speech))
        console.print(turn_sheet(turns, cast.names, speech=speech))
    else:
        console.print(result_view(state.result, cast.names, plain=is_plain(console), speech=speech))


def _head_json(record: Record) -> dict[str, Json]:
    created = record.created
    return {
        "profile": created.rules.profile,
        "rules_version": created.rules.version,
        "players": created.players,
        "game": created.game,
        "bots": list(record.bots),
        "words": created.words,
        "commitment": created.commitment,
    }


def _chapter_json(chapter: Chapter) -> dict[str, Json]:
    state = chapter.after
    return {
        "turn": chapter.turn,
        "seat": chapter.seat,
        "events": [to_json(event) for event in chapter.events],
        "table": to_json(state.table),
        "table_notation": notation_of(state.sets).format_table(state.table),
        "racks": [list(seat.rack) for seat in state.seats],
        "racks_notation": [" ".join(faces_of(seat.rack)) for seat in state.seats],
        "opened": [seat.opened for seat in state.seats],
        "points": [list(seat.turn_points) for seat in state.seats],
        "bank": state.bank_count,
        "phase": state.phase.value,
        "active": state.active,
        "result": to_json(state.result),
    }

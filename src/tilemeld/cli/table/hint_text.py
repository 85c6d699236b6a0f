"""The coach's hints in words, in three steps: you can, with these, like this."""

from tilemeld.bots.coach.hint import hint
from tilemeld.bots.coach.hint_values import STEPS, Hint
from tilemeld.cli.text.catalogue import Key
from tilemeld.cli.text.speech import ENGLISH, Speech
from tilemeld.engine.game.views import GameView
from tilemeld.engine.notation import WrittenSet, WrittenTile, format_faces
from tilemeld.engine.tiles import Table, faces_of
from tilemeld.solver.plan import format_step

LAST = STEPS[-1]


def find_hint(view: GameView, table: Table) -> Hint:
    """Ask the coach for everything it has to say about the table, whose sets are in the viewer's order."""
    return hint(view, LAST, table=[faces_of(laid.tile for laid in laid_set) for laid_set in table])


def hinted_table(found: Hint) -> tuple[WrittenSet, ...]:
    """Return the whole table after the hinted play, as a player would type it; empty if there is none."""
    return tuple(tuple(WrittenTile(face) for face in laid) for laid in found.table)


def hint_lines(found: Hint, speech: Speech = ENGLISH) -> tuple[str, ...]:
    """Say what could be played, more clearly with each line."""
    say = speech.say
    if not found.can_play:
        return (_nothing(found, speech),)
    moves = [f"{at}. {format_step(step, speech.language)}" for at, step in enumerate(found.plan, start=1)]
    can = " ".join([_can(found, speech), *_better(found, speech), say("advice.which")])
    return (
        can,
        say("advice.tiles", tiles=format_faces(found.played)),
        "\n".join([*moves, say("advice.play")]),
    )


def _better(found: Hint, speech: Speech) -> list[str]:
    """Say what would be better than to lay everything, and why."""
    if not found.better:
        return []
    best, laid = (f"{100 * chance:.0f} %" for chance in (found.better_chance, found.laying_chance))
    if found.better == "hold":
        lines = [speech.say("hint.better-hold", best=best, laid=laid)]
    else:
        choice = speech.say_of("hint.choice", found.better)
        lines = [speech.say("hint.better-less", choice=choice, best=best, laid=laid)]
    if found.waits_for is not None:
        lines.append(speech.say("hint.waits", count=found.waiting, tile=format_faces([found.waits_for])))
    return [f"{line}." for line in lines]


def order_instead(found: Hint) -> str | None:
    """Return what to type where nothing can be laid; nothing where the coach does not know the tiles."""
    return {"hint/take": "take", "hint/pass": "pass"}.get(found.code)


def _can(found: Hint, speech: Speech) -> str:
    if found.code == "hint/open":
        key: Key = "advice.open" if found.proven else "advice.open-at-least"
        shown = speech.say(key, points=found.points)
    else:
        key = "advice.lay" if found.proven else "advice.lay-at-least"
        shown = speech.say(key, count=found.tiles)
    return f"{shown} {speech.say('advice.wins')}" if found.goes_out else shown


def _nothing(found: Hint, speech: Speech) -> str:
    order = order_instead(found)
    if order is None:
        return speech.say("advice.unknown-box")
    if found.needed:
        return speech.say("advice.cannot-open", points=found.points, needed=found.needed, order=order)
    return speech.say("advice.nothing", order=order)

"""Where the rules of a game differ from the published profile, as lines of text."""

from tilemeld.engine.rules import Difference, Value

from .speech import ENGLISH, Speech


def format_value(value: Value) -> str:
    """Write a value as it is typed after ``--house``.

    >>> format_value((30, None)), format_value(True)
    ('30,none', 'true')
    """
    if isinstance(value, tuple):
        return ",".join(format_value(item) for item in value)
    if value is None or isinstance(value, bool):
        return str(value).lower()
    return str(value)


def difference_line(each: Difference, speech: Speech = ENGLISH) -> str:
    """Write a field in which a game's rules differ from the published profile."""
    ours, theirs = format_value(each.ours), format_value(each.theirs)
    text = each.text if speech == ENGLISH else speech.say_of("rule", each.field)
    return f"  {speech.say('brief.difference', field=each.field, ours=ours, theirs=theirs, text=text)}"

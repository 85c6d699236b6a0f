"""Where the rules of a game differ from the published profile, as lines of text."""

from tilemeld.engine.rules import RULE_FIELDS, Difference, Value

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
    text = field_text(each.field, speech)
    return f"  {speech.say('brief.difference', field=each.field, ours=ours, theirs=theirs, text=text)}"


def field_text(field: str, speech: Speech) -> str:
    """Say what a field of the rules means."""
    return RULE_FIELDS[field].text if speech == ENGLISH else speech.say_of("rule", field)

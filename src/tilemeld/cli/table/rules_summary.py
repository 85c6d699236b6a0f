"""The rules of a game in short: what a player has to know, and what differs from the profile."""

from tilemeld.cli.text.rule_differences import difference_line
from tilemeld.cli.text.speech import ENGLISH, Speech
from tilemeld.engine.game.views import GameView
from tilemeld.engine.rules import Rules, differences


def rules_in_short(view: GameView, speech: Speech = ENGLISH) -> list[str]:
    """Return what a player has to know about the rules of this game, and what differs from its profile."""
    rules = view.rules
    lines = _words_in_short(rules, speech) if rules.sets == "letters" else _numbers_in_short(rules, speech)
    changed = [difference_line(each, speech) for each in differences(rules)]
    return [*lines, *changed, speech.say("brief.fields", profile=rules.profile)]


def _numbers_in_short(rules: Rules, speech: Speech) -> list[str]:
    say = speech.say
    lines = [
        say("brief.sets"),
        say(
            "brief.opening" if rules.opening_jokers else "brief.opening-no-jokers",
            points=rules.opening_points,
        ),
        say("brief.joker", points=rules.joker_rack_value),
    ]
    if rules.unopened_penalty is not None:
        more = rules.unopened_penalty if rules.could_open_penalty is None else rules.could_open_penalty
        lines.append(say("brief.unopened", points=rules.unopened_penalty, more=more))
    if rules.strict:
        lines.append(say("brief.strict", count=rules.mistake_takes))
    return lines


def _words_in_short(rules: Rules, speech: Speech) -> list[str]:
    """Say what a player has to know of the word game."""
    say = speech.say
    lines = [
        say("brief.words"),
        say(
            "brief.word-opening" if rules.opening_jokers else "brief.word-opening-no-jokers",
            letters=rules.opening_letters,
        ),
        say("brief.word-scores"),
    ]
    if rules.double_from is not None:
        lines.append(say("brief.word-double", count=rules.double_from))
    if rules.refill_to is not None:
        lines.append(say("brief.word-refill", count=rules.refill_to))
    if rules.theme is not None:
        by_list = rules.theme_by == "list"
        lines.append(say("brief.theme-list" if by_list else "brief.theme-vote", theme=rules.theme))
    if rules.strict:
        lines.append(say("brief.word-strict", count=rules.mistake_takes))
    return lines

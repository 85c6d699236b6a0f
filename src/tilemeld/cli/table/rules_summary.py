"""The rules of a game in short: what a player has to know, and what differs from the profile."""

from tilemeld.cli.text.rule_differences import difference_line
from tilemeld.cli.text.tiles import count_tiles
from tilemeld.engine.game.views import GameView
from tilemeld.engine.rules import Rules, differences


def rules_in_short(view: GameView) -> list[str]:
    """Return what a player has to know about the rules of this game, and what differs from its profile."""
    rules = view.rules
    if rules.sets == "letters":
        return [*_words_in_short(rules), f"All fields: tilemeld rules {rules.profile}"]
    lines = [
        "A run: three or more numbers in a row of one colour. A group: a number in three or four colours.",
        f"Opening: {rules.opening_points} points from your rack alone"
        f"{'' if rules.opening_jokers else ', no jokers'}; then the whole table is yours to rearrange.",
        f"A joker left on a rack counts {rules.joker_rack_value}.",
    ]
    if rules.unopened_penalty is not None:
        lines.append(
            f"Not opened when somebody wins: {rules.unopened_penalty} points lost, "
            f"{rules.could_open_penalty} if you could have opened (E7)."
        )
    if rules.strict:
        lines.append(f"Strict play: confirming a wrong table costs {count_tiles(rules.mistake_takes)} (T5).")
    lines += [difference_line(each) for each in differences(rules)]
    return [*lines, f"All fields: tilemeld rules {rules.profile}"]


def _words_in_short(rules: Rules) -> list[str]:
    """Say what a player has to know of the word game."""
    lines = [
        "Every set is a word of 3 letters or more; all words on the table differ (W7, W9).",
        f"Opening: exactly one word of {rules.opening_letters} letters or more from your rack"
        f"{'' if rules.opening_jokers else ', no jokers'}; then the whole table is yours to rearrange (W6).",
        "A turn scores the letters of its longest new word that holds a tile of your rack (W10).",
    ]
    if rules.double_from is not None:
        lines.append(f"The whole rack at once, {rules.double_from} tiles or more: double (W11).")
    if rules.refill_to is not None:
        lines.append(f"After laying your rack is filled up to {rules.refill_to} (W12).")
    if rules.theme is not None:
        who = "a list says" if rules.theme_by == "list" else "the others vote on"
        lines.append(f"Theme {rules.theme!r}: {who} what belongs to it (W16).")
    if rules.strict:
        lines.append(f"Strict play: confirming a wrong table costs {count_tiles(rules.mistake_takes)} (W13).")
    return [*lines, *(difference_line(each) for each in differences(rules))]

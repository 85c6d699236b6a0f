"""The arena with letters: the same mirrored deals, with the word game's bots and words."""

import pytest

from tilemeld.adapters.lexicons import sets_with_words
from tilemeld.engine.errors import RulesError
from tilemeld.engine.rules import profile
from tilemeld.lab.arena import contest

SHORT = profile("pl-word").override({"rack_size": 14, "max_players": 4})


@pytest.mark.rule("W15")
def test_word_bots_are_measured_over_mirrored_deals() -> None:
    standings = contest(SHORT, ["beginner", "club"], games=2, seed=1, sets_for=sets_with_words)
    assert (standings.deals, standings.games) == (1, 2)
    beginner, club = standings.lines
    assert club.score.mean > beginner.score.mean
    assert [line.name for line in standings.ranked] == ["club", "beginner"]


def test_letters_without_words_are_refused() -> None:
    with pytest.raises(RulesError, match="lexicon"):
        contest(SHORT, ["beginner", "club"], games=2, seed=1)


@pytest.mark.rule("W16", "R-16")
def test_words_that_are_voted_on_are_played_in_the_arena_too() -> None:
    rules = profile("pl-word").override({"theme": "anything", "theme_by": "vote"})
    standings = contest(rules, ["random", "beginner"], games=2, seed=3, sets_for=sets_with_words)
    assert standings.games == 2
    assert "abandoned" not in standings.causes

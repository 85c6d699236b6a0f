"""Names as they are shown: those that several people share are told apart, by club or else by number."""

from collections import defaultdict
from collections.abc import Mapping, Sequence

from .log.entries import Entry, active
from .log.facts import Substituted
from .log.state import TournamentState
from .players import Card


def names_of(cards: Mapping[str, Card], *, public: bool) -> dict[str, str]:
    """Return the name to show for every card: the one chosen for the public, or the real one.

    Namesakes get their clubs, where these differ, or their numbers.

    >>> names_of({"P1": Card("Jan Lis", club="Kraków"), "P2": Card("Jan Lis", club="Gdynia")}, public=False)
    {'P1': 'Jan Lis (Kraków)', 'P2': 'Jan Lis (Gdynia)'}
    >>> names_of({"P1": Card("Jan Nowak"), "P12": Card("jan  nowak")}, public=True)
    {'P1': 'Jan Nowak (1)', 'P12': 'jan  nowak (12)'}
    """
    plain = {card: known.shown if public else known.name for card, known in cards.items()}
    namesakes: defaultdict[str, list[str]] = defaultdict(list)
    for card, name in plain.items():
        namesakes[" ".join(name.casefold().split())].append(card)
    for same in namesakes.values():
        if len(same) == 1:
            continue
        clubs = [cards[card].club for card in same]
        by_club = all(clubs) and len({club.casefold() for club in clubs}) == len(clubs)
        for card, club in zip(same, clubs, strict=True):
            plain[card] = f"{plain[card]} ({club if by_club else number_of(card)})"
    return plain


def number_of(card: str) -> str:
    """Return a player's number as it is said; a substitute's keeps its letter.

    >>> number_of("P12"), number_of("S1")
    ('12', 'S1')
    """
    return card.removeprefix("P")


def name_in(state: TournamentState, number: int, player: str, names: Mapping[str, str]) -> str:
    """Return the name of whoever plays under a player's number in a round; without a name, the number."""
    card = state.players[player].card_in(number)
    return names.get(card, card)


class CardsThen:
    """Who played under which number when an entry was written, where substitutes came in."""

    def __init__(self, state: TournamentState, log: Sequence[Entry]) -> None:
        written: defaultdict[str, list[int]] = defaultdict(list)
        for entry in active(log):
            if isinstance(entry.fact, Substituted):
                written[entry.fact.player].append(entry.number)
        self._known = {player: state.players[player] for player in written}
        self._written = written

    def of(self, entry: Entry) -> dict[str, str]:
        """Return the cards by player; of an entry about a round, of those who sat there.

        Players for whom nobody had come in yet are left out.
        """
        number = getattr(entry.fact, "round", None)
        cards = {}
        for player, known in self._known.items():
            if isinstance(number, int) and not isinstance(entry.fact, Substituted):
                card = known.card_in(number)
            else:
                came = sum(written < entry.number for written in self._written[player])
                card = known.cards[came]
            if card != player:
                cards[player] = card
        return cards

"""``tilemeld play``: a match against bots in this terminal."""

from dataclasses import replace
from pathlib import Path
from random import Random, SystemRandom
from typing import NamedTuple

import click
from rich.console import Console, RenderableType
from rich.rule import Rule
from rich.text import Text

from tilemeld.bots import PLAYERS, Player, player_named
from tilemeld.bots.registry import player_for
from tilemeld.cli.options.house import house_option, house_rules
from tilemeld.cli.options.language import language_option
from tilemeld.cli.options.seed import chance_for
from tilemeld.cli.options.word_lists import themed, word_options, words_for
from tilemeld.cli.table.game_loop import GameLoop
from tilemeld.cli.table.turn import Tools
from tilemeld.cli.terminal import LeftTable, Unusable, WholeNumber, line_reader, output, typed
from tilemeld.cli.text.event_sentences import Cast
from tilemeld.cli.text.rule_differences import difference_line
from tilemeld.cli.text.speech import Message, Speech
from tilemeld.cli.text.tiles import (
    DIM,
    GOOD,
    HEAD,
    SORTS,
    is_plain,
    result_view,
    score_sheet,
    turn_sheet,
    words_result_view,
)
from tilemeld.engine.game.decide import decide
from tilemeld.engine.game.evolve import SetRulesFor
from tilemeld.engine.game.match import Match, line_of
from tilemeld.engine.game.scoring import Result
from tilemeld.engine.game.setup import ENTROPY_LIMIT
from tilemeld.engine.game.shuffle import FixedChance
from tilemeld.engine.local_game import LocalGame
from tilemeld.engine.record.record import format_record
from tilemeld.engine.rules import Rules, differences, profile
from tilemeld.engine.tiles import Seat

NAMES = ("Ola", "Jan", "Ewa", "Ivo", "Mia")
"""What the bots are called."""
DEFAULT_BOTS = "beginner,club"
"""The default opponents: one to beat and one to learn from."""


@click.command()
@click.option("--rules", "name", default="pl", metavar="P", show_default=True, help="The profile to play.")
@click.option(
    "--players",
    type=WholeNumber(),
    metavar="N",
    help="How many players, you included.  [default: you and the bots]",
)
@click.option(
    "--bots",
    metavar="LEVEL,...",
    help=f"Who plays against you: {', '.join(PLAYERS)}; the last one repeats.  [default: {DEFAULT_BOTS}]",
)
@click.option(
    "--games",
    default=1,
    show_default=True,
    metavar="N",
    type=WholeNumber(1, 1000),
    help="How many games the match has.",
)
@click.option("--seed", metavar="S", help="Any text; the same seed deals the same tiles.")
@house_option
@click.option("--record", "file", metavar="FILE", help="Save the game to this file, for replay and verify.")
@click.option("--entropy", metavar="TEXT", help="A word of your own that is mixed into the shuffle.")
@click.option(
    "--sort", type=click.Choice(SORTS), default=SORTS[0], show_default=True, help="How your rack is shown."
)
@word_options
@language_option
def play(
    *,
    name: str,
    players: int | None,
    bots: str | None,
    games: int,
    seed: str | None,
    house: tuple[str, ...],
    file: str | None,
    entropy: str | None,
    sort: str,
    lexicon: str | None,
    theme: str | None,
    speech: Speech,
) -> None:
    """Play against bots in this terminal.

    Type your moves: 'lay r10 b10 k10', 'add r7 3', 'done', 'take'; 'help' lists all commands. There is
    no clock unless you ask for one (--house turn_seconds=60): it is read when you press Enter.

    \b
    Examples:
      tilemeld play
      tilemeld play --rules uk --players 4 --games 3
      tilemeld play --bots random,random --seed 7 --record game.jsonl
      tilemeld play --rules pl --house opening_points=50 --house turn_seconds=60
      tilemeld play --rules pl-word --house opening_letters=4
      tilemeld play --language uk
    """
    rules = themed(house_rules(name, ("turn_seconds=none", *house)), theme)
    sets_for = words_for(rules, lexicon, theme)
    opponents = _opponents(bots, players, rules)
    match = Match(rules, len(opponents) + 1)
    chance = FixedChance("check")
    decide(None, match.next_game(), now=0, chance=chance, sets_for=sets_for)  # refuses impossible tables
    if entropy is not None and len(entropy) > ENTROPY_LIMIT:
        raise Unusable("play-input.entropy", limit=ENTROPY_LIMIT, length=len(entropy))
    files = _record_files(file, games)
    console = output()
    tools = EveningOptions(
        seed=seed, entropy=entropy, files=files, sort=sort, sets_for=sets_for, speech=speech
    )
    evening = Evening(console, match, opponents, wish=tools)
    try:
        evening.play(games)
    except (LeftTable, KeyboardInterrupt):
        evening.leave()


class EveningOptions(NamedTuple):
    """The options of the command line."""

    seed: str | None
    entropy: str | None
    files: list[Path]
    sort: str
    sets_for: SetRulesFor
    speech: Speech


class Evening:
    """A match at this terminal: game after game, with the score sheet between them."""

    def __init__(self, console: Console, match: Match, opponents: list[str], *, wish: EveningOptions) -> None:
        self._console = console
        self._match = match
        self._levels = opponents
        self._cast = Cast((wish.speech.say("you"), *NAMES[: len(opponents)]), wish.speech)
        self._opponents = [f"{name} ({level})" for name, level in zip(NAMES, opponents, strict=False)]
        self._bots: dict[Seat, Player] = {
            Seat(n): player_for(level, wish.sets_for(match.rules)) for n, level in enumerate(opponents, 1)
        }
        self._speech = wish.speech
        self._seed = wish.seed
        self._entropy = wish.entropy
        self._files = wish.files
        self._sets_for = wish.sets_for
        self._results: list[Result] = []
        self._game: LocalGame | None = None
        self._tools = Tools(console, line_reader(console), self._sheet, speech=wish.speech)
        self._tools.sort = wish.sort

    def play(self, games: int) -> None:
        """Play the games of the match."""
        self._welcome()
        for number in range(1, games + 1):
            self._play_game(number, games)
            if number < games:
                asked = self._speech.say("play.next-game", game=number + 1, games=games)
                answer = self._tools.read(f"{asked} ")
                if answer.strip().lower() in ("q", "quit"):
                    raise LeftTable
        if games > 1:
            self._say(self._speech.say("play.match-won", names=self._listed(self._match.winners())), GOOD)

    def leave(self) -> None:
        """Say goodbye when the person leaves in the middle, and keep what was played."""
        self._console.print()
        self._say(self._speech.say("play.leave"))
        if self._game is not None and not self._game.is_over:
            self._save(self._game, finished=False)
        if self._results:
            self._console.print(self._tools.sheet())

    def _play_game(self, number: int, games: int) -> None:
        create = self._match.next_game()
        game = self._game = LocalGame(create, chance=chance_for(self._seed, number), sets_for=self._sets_for)
        self._console.print(Rule(Text(self._speech.say("play.game", game=number, games=games), style=HEAD)))
        self._say(self._speech.say("play.commitment", commitment=game.state.commitment), DIM)
        rng = SystemRandom() if self._seed is None else Random(f"{self._seed}/{number}/bots")
        GameLoop(game, cast=self._cast, bots=self._bots, tools=self._tools, rng=rng).play(
            entropy=self._entropy
        )
        self._finish(game)

    def _finish(self, game: LocalGame) -> None:
        result = game.state.result
        assert result is not None, "a finished game has a result"
        self._match = self._match.with_game(line_of(result, game.state.starter))
        self._results.append(result)
        names = self._cast.names
        if game.state.sets.scores_turns:
            turns = [score.turn_points for score in result.scores]
            self._console.print(words_result_view(result, names, speech=self._speech))
            self._console.print(turn_sheet(turns, names, speech=self._speech))
        else:
            plain = is_plain(self._console)
            self._console.print(result_view(result, names, plain=plain, speech=self._speech))
        self._say(self._winners(result.winners), GOOD)
        self._console.print(self._tools.sheet())
        self._save(game, finished=True)

    def _winners(self, winners: tuple[Seat, ...]) -> str:
        if len(winners) == 1:
            return self._cast.tell(winners[0], "tell.wins")
        if not winners:
            return self._speech.say("play.nobody-wins")
        return self._speech.say("play.shared", names=self._listed(winners))

    def _save(self, game: LocalGame, *, finished: bool) -> None:
        if not self._files:
            if finished:
                self._say(self._speech.say("play.may-record"), DIM)
            return
        path = self._files[game.state.game - 1]
        try:
            record = replace(game.record, bots=(None, *self._levels))
            path.write_text(format_record(record), encoding="utf-8")
        except OSError as error:
            raise Unusable("play-input.not-saved", file=typed(str(path)), reason=error) from None
        if not finished:
            self._say(self._speech.say("play.saved-to", file=str(path)))
            return
        self._say(self._speech.say("play.saved", file=str(path)))
        self._say(self._speech.say("play.learn", file=str(path)))

    def _sheet(self) -> RenderableType:
        if not self._results:
            return Text(self._speech.say("play.no-sheet"))
        return score_sheet(self._match, self._results, self._cast.names, speech=self._speech)

    def _welcome(self) -> None:
        rules, say = self._match.rules, self._speech.say
        self._say(say("play.against", profile=rules.profile, names=self._joined(self._opponents)), HEAD)
        clock = profile(rules.profile).turn_seconds
        if rules.turn_seconds is None:
            self._say(say("play.no-clock", seconds=str(clock)), DIM)
        else:
            self._say(say("play.clock", seconds=rules.turn_seconds), DIM)
        for each in differences(rules):
            if each.field != "turn_seconds":
                self._say(say("play.house-rule", rule=difference_line(each, self._speech).strip()), DIM)
        example = "'lay KOSZYK'" if rules.sets == "letters" else "'lay r10 b10 k10'"
        self._say(say("play.type", example=example), DIM)

    def _listed(self, seats: tuple[Seat, ...]) -> str:
        return self._joined([self._cast.name(seat) for seat in seats])

    def _joined(self, names: list[str]) -> str:
        return f" {self._speech.say('and')} ".join(names)

    def _say(self, text: str, style: str = "") -> None:
        self._console.print(Text(text, style=style))


def _opponents(bots: str | None, players: int | None, rules: Rules) -> list[str]:
    """Return the level of each opponent."""
    levels = [level.strip() for level in (bots or DEFAULT_BOTS).split(",") if level.strip()]
    if not levels:
        raise Unusable("play-input.no-bots", bots=typed(bots or ""), names=", ".join(PLAYERS))
    for level in levels:
        player_named(level)
    wanted = len(levels) + 1 if players is None else players
    if bots is None:
        levels = levels[: max(1, wanted - 1)]
    if not rules.min_players <= wanted <= rules.max_players:
        low, high = rules.min_players, rules.max_players
        raise Unusable("play-input.players", profile=rules.profile, low=low, high=high, players=wanted)
    if len(levels) > wanted - 1:
        raise Unusable("play-input.too-many-bots", count=len(levels), typed=wanted, room=wanted - 1)
    return levels + [levels[-1]] * (wanted - 1 - len(levels))


def _record_files(file: str | None, games: int) -> list[Path]:
    """Return the file of each game, after looking whether they can be written."""
    if file is None:
        return []
    path = Path(file)
    if not path.name and (games > 1 or not file):
        raise Unusable("play-input.no-file", file=typed(file))
    names = [f"{path.stem}-{number}{path.suffix}" for number in range(1, games + 1)]
    files = [path] if games == 1 else [path.with_name(name) for name in names]
    try:
        for each in files:
            if each.exists():
                raise Unusable("play-input.exists", file=typed(str(each)))
        if not path.parent.is_dir():
            raise Unusable("play-input.no-folder", file=typed(file), folder=typed(str(path.parent)))
    except OSError as error:
        raise Unusable("play-input.cannot-write", file=typed(file), reason=error) from None
    except ValueError:  # a name that no file can have
        why = Message("reason.other")
        raise Unusable("play-input.cannot-write", file=typed(file), reason=why) from None
    return files

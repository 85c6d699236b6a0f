"""The command ``tilemeld``: a group whose commands are loaded only when they are called.

``tilemeld --help`` imports none of them, so that it answers at once; the one-line descriptions are in the
table below, and a test compares them with those of the commands.
"""

import importlib
from collections.abc import Mapping
from importlib.util import find_spec
from typing import Any, NamedTuple

import click

from tilemeld import __version__
from tilemeld.engine.errors import CodedError, Refused

from .options.language import speech_of
from .terminal import BadInput, BadNumber, Refusing, Unusable, make_streams_safe, needing, typed
from .text.speech import ENGLISH


class LazyCommand(NamedTuple):
    """Where a command is and what it does, in one line."""

    module: str
    name: str
    short_help: str
    extra: str = "cli"
    """What brings the packages that it needs."""


COMMANDS: Mapping[str, LazyCommand] = {
    "play": LazyCommand("commands.play", "play", "Play against bots in this terminal."),
    "rules": LazyCommand("commands.rules", "rules", "List the rule sets, or show one field by field."),
    "replay": LazyCommand("commands.replay", "replay", "Show a recorded game turn by turn."),
    "verify": LazyCommand(
        "commands.verify", "verify", "Derive a recorded game again and say what does not fit."
    ),
    "analyse": LazyCommand(
        "commands.analyse",
        "analyse",
        "Review a recorded game: the best plays compared with yours.",
    ),
    "arena": LazyCommand(
        "commands.arena", "arena", "Let bots play each other and measure who is stronger.", extra="lab"
    ),
    "train": LazyCommand(
        "commands.train", "train", "Train the model of the chance to win by self-play.", extra="train"
    ),
    "simulate": LazyCommand(
        "commands.simulate", "simulate", "Let random players play and count what happens."
    ),
    "serve": LazyCommand(
        "commands.serving.serve",
        "serve",
        "Serve the live table to browsers, here or on the local network.",
        extra="server",
    ),
    "work": LazyCommand(
        "commands.serving.work",
        "work",
        "Think for the servers of a database: bots, hints, reviews.",
        extra="server",
    ),
    "database": LazyCommand(
        "commands.serving.database",
        "database",
        "Check, migrate or copy the server's data.",
    ),
    "seat": LazyCommand("commands.seat", "seat", "Seat a tournament: every round at once, or the next one."),
    "tournament": LazyCommand("commands.tournament", "tournament", "Run a tournament from the terminal."),
    "print": LazyCommand(
        "commands.print", "print_paper", "Print seatings, cards, score sheets and standings.", extra="paper"
    ),
    "lexicon": LazyCommand(
        "commands.lexicon", "lexicon", "Look words up, list what letters spell, build lexicons."
    ),
    "solve": LazyCommand("commands.solve", "solve", "Find the best play for a table and a rack."),
    "bench": LazyCommand("commands.bench", "bench", "Measure how fast the solver is on this machine."),
}
"""Every command, in the order of the help page."""
FORMER_NAMES: Mapping[str, str] = {"event": "tournament"}
"""Commands that had another name, which scripts may still use; the help does not list it."""

TYPED_WORDS = f"{__name__}.typed_words"
"""Where the context keeps what was typed after ``tilemeld``."""


class LazyGroup(click.Group):
    """A group that knows its commands by name and imports one when it is needed."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of the commands that are there, without loading them."""
        return [name for name, lazy in COMMANDS.items() if find_spec(f"{__package__}.{lazy.module}")]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Load one command; one that is asked for by a former name says what it is called now."""
        if cmd_name in FORMER_NAMES:
            click.echo(f"tilemeld {cmd_name} is now called tilemeld {FORMER_NAMES[cmd_name]}.", err=True)
            cmd_name = FORMER_NAMES[cmd_name]
        if cmd_name not in self.list_commands(ctx):
            return None
        lazy = COMMANDS[cmd_name]
        with needing(lazy.extra, what=f"tilemeld {cmd_name}"):
            command = getattr(importlib.import_module(f".{lazy.module}", __package__), lazy.name)
        assert isinstance(command, click.Command), f"{cmd_name} is not a command"
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of commands from the table above."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, COMMANDS[name].short_help) for name in self.list_commands(ctx)])

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Keep the words as they were typed: a command that refuses them needs its language."""
        ctx.meta[TYPED_WORDS] = list(args)
        return super().parse_args(ctx, args)

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command; invalid input, and what the engine refuses, is answered in its language."""
        typed_words: list[str] = ctx.meta[TYPED_WORDS]
        try:
            return super().invoke(ctx)
        except (CodedError, Refused) as error:
            refused = Refusing(error)
            refused.speak(speech_of(ctx, typed_words))
            raise refused from error
        except BadInput as error:
            error.speak(speech_of(ctx, typed_words))
            raise
        except click.UsageError as error:
            speech = speech_of(ctx, typed_words)
            if speech == ENGLISH:
                raise
            wrong = wrong_usage(error)
            wrong.speak(speech)
            raise wrong from error


def wrong_usage(error: click.UsageError) -> Unusable:
    """Say what is wrong with a command line as a message; click itself speaks English."""
    path = "tilemeld" if error.ctx is None else error.ctx.command_path
    see = f"'{path} --help'"
    if isinstance(error, click.NoSuchOption):
        return Unusable("usage.no-option", option=typed(error.option_name), help=see)
    if isinstance(error, click.BadOptionUsage):
        return Unusable("usage.no-value", option=typed(error.option_name), help=see)
    if isinstance(error, click.BadParameter) and error.param is not None:
        option = (
            error.param.opts[0]
            if error.param.param_type_name == "option"
            else error.param.make_metavar(error.ctx or click.Context(cli))
        )
        if isinstance(error, BadNumber):
            return Unusable("usage.value", option=option, reason=error.said)
        if isinstance(error, click.MissingParameter):
            return Unusable("usage.missing", option=option, help=see)
        if isinstance(error.param.type, click.Choice):
            choices = ", ".join(map(str, error.param.type.choices))
            return Unusable("usage.choice", option=option, choices=choices)
    return Unusable("usage.unclear", help=see)


def _show_version(context: click.Context, _: click.Parameter, wanted: bool) -> None:
    """Answer ``--version``, and say whether the kernel or its slow twin is used."""
    if wanted:
        from tilemeld.solver import has_kernel  # noqa: PLC0415  # every other answer does without

        click.echo(f"tilemeld, version {__version__}")
        click.echo(solver_at_work(has_kernel()))
        context.exit()


def solver_at_work(has_kernel: bool) -> str:
    """Say whether the compiled kernel solves or its slower twin, and how to change that."""
    if has_kernel:
        return "Solver: compiled kernel"
    return (
        "Solver: plain Python, since there is no compiled kernel. The answers are the same, but take about "
        "150 times as long (76 ms instead of 0.5 for a usual position). Install a C compiler, then install "
        "tilemeld again (in a clone: make clean play)."
    )


@click.group(
    cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100}
)
@click.option(
    "--version",
    "-V",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_show_version,
    help="Show the version and which solver is used, and exit.",
)
def cli() -> None:
    """Play, study and check the tile game of runs, groups and free rearrangement.

    \b
    Examples:
      tilemeld play                        a game against bots
      tilemeld play --rules cs --players 4 --record game.jsonl
      tilemeld rules pl --against uk       how the rule books differ
      tilemeld verify game.jsonl           was the shuffle fair, was every turn right?

    Each command has a help page of its own: tilemeld play --help.
    """
    make_streams_safe()


def main() -> None:
    """Run the command line."""
    cli(prog_name="tilemeld")

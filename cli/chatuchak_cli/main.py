"""The ``chatuchak`` command and its one way to report errors."""

from __future__ import annotations

import os
import sys
from typing import Any

import click

from chatuchak_cli.shared.lazy import LazyGroup
from chatuchak_solver._version import __version__
from chatuchak_solver.errors import ChatuchakError

__all__ = ["cli", "main", "run"]


class ReaderGoneError(Exception):
    """Nobody reads standard output any more, as in ``chatuchak ... | head``: not an error."""


class Program(LazyGroup):
    """The whole program; tells a reader that is gone from a failure, which click does not."""

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command."""
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            raise ReaderGoneError from None
        except EOFError as error:  # which click takes for an interruption
            raise click.ClickException("a file or an input ended too early") from error


@click.group(
    cls=Program,
    table={
        "solve": ("chatuchak_cli.puzzle.solve", "Find a proven shortest solution."),
        "hint": ("chatuchak_cli.puzzle.hint", "Show one move that keeps the optimum."),
        "verify": ("chatuchak_cli.puzzle.verify", "Replay moves and check that they solve a grid."),
        "check": ("chatuchak_cli.grids.check", "Check a start grid against the rules."),
        "solutions": ("chatuchak_cli.puzzle.solutions", "Count all shortest solutions."),
        "difficulty": ("chatuchak_cli.analysis.difficulty", "Tell how hard a grid is, and why."),
        "rank": ("chatuchak_cli.analysis.rank", "Rank start tiles by difficulty."),
        "generate": ("chatuchak_cli.grids.generate", "Make random start grids."),
        "survey": (
            "chatuchak_cli.analysis.survey",
            "Solve many random grids into one SQLite file.",
        ),
        "records": (
            "chatuchak_cli.grids.records",
            "Show the easiest and the hardest start grid known.",
        ),
        "render": ("chatuchak_cli.render.render", "Draw grids, solutions, stands and markets."),
        "play": ("chatuchak_cli.play.play", "Play the puzzle in the terminal."),
        "serve": ("chatuchak_cli.web.serve", "Play in the browser, on this machine."),
        "score": ("chatuchak_cli.games.score.group", "Score a finished game."),
        "stand": ("chatuchak_cli.stand.group", "Find the best placements for a market stand."),
        "game": ("chatuchak_cli.games.group", "Play, check and simulate a game by its rules."),
        "warmup": (
            "chatuchak_cli.shared.warmup",
            "Compile every kernel now instead of on first use.",
        ),
        "completion": ("chatuchak_cli.shared.completion", "Print the script for shell completion."),
    },
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(__version__, prog_name="chatuchak")
@click.option("--debug", is_flag=True, help="Show a traceback where an error is reported.")
def cli(*, debug: bool) -> None:
    """Solve, rank, generate and score the market games."""
    del debug  # read from the arguments by `run`, so that it holds for usage errors too


def main() -> None:
    """Run the command line and exit with its code."""
    sys.exit(run(sys.argv[1:]))


def run(arguments: list[str]) -> int:
    """Run the command line and return its exit code; an error is one line on standard error."""
    try:
        result: Any = cli.main(args=arguments, prog_name="chatuchak", standalone_mode=False)
    except (click.Abort, KeyboardInterrupt):
        click.echo("interrupted", err=True)
        return 130
    except ReaderGoneError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.format_message(), err=True)
        return 2
    except click.UsageError as error:
        if "--debug" in arguments:
            raise
        hint = f" (see '{error.ctx.command_path} --help')" if error.ctx else ""
        click.echo(f"error: {error.format_message()}{hint}", err=True)
        return 2
    except (ChatuchakError, OSError, click.ClickException) as error:
        if "--debug" in arguments:
            raise
        click.echo(f"error: {_message(error)}", err=True)
        return 2
    return result if isinstance(result, int) else 0


def _message(error: Exception) -> str:
    """Return an error in one line; those of the operating system without their numbers."""
    if isinstance(error, OSError) and error.strerror:
        return f"{error.filename}: {error.strerror}" if error.filename else error.strerror
    return str(error)

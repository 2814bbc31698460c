"""The ``chatuchak`` command and its error reports."""

import gc
import io
import os
import signal
import sys
import traceback
from collections.abc import Mapping

import click

from chatuchak_cli.shared.lazy import LazyGroup
from chatuchak_cli.shared.output import Messages, Output, open_missing_streams, print_message
from chatuchak_cli.shared.runner import ExitCode, interrupts_ignored
from chatuchak_solver._version import __version__
from chatuchak_solver.errors import InputError, MissingExtraError, SolverError, WorkersLostError
from chatuchak_solver.io.untrusted import quote

EXPECTED_ERRORS = (
    InputError, MissingExtraError, WorkersLostError, OSError, MemoryError, click.ClickException,
)  # fmt: skip
"""Errors of input, usage or environment; others are internal."""
RARE_GC = 50_000
"""Garbage collection threshold for short commands."""

EXIT_CODES = """\b
Exit codes:
  0    done
  1    a negative answer: a wrong solution, an invalid grid
  2    bad input or usage, unreadable or unwritable files, lost workers
  3    a limit was reached: the printed answer is not proven
  70   an internal error, never of the input: please report it
  130  interrupted
"""


COMMANDS: Mapping[str, Mapping[str, tuple[str, str]]] = {
        "You own the game": {
            "solve": ("puzzle.solve", "Find a proven shortest solution."),
            "hint": ("puzzle.solve:hint", "Show one move that keeps the optimum."),
            "play": ("play.play", "Play the puzzle in the terminal."),
            "review": ("analysis.review", "Show the loss of each move of a game."),
            "practice": ("play.practice", "Find the only move without loss."),
            "check": ("grids.check", "Check a start grid."),
            "read": ("grids.read", "Read grids from photos."),
            "box": ("box.group", "Use your own game data."),
            "serve": ("web.commands:serve", "Play in the browser, on this machine."),
            "page": ("web.commands:page", "Write the page as files, for any web server."),
        },
        "You design puzzles": {
            "rank": ("analysis.rank", "Rank start tiles by difficulty."),
            "difficulty": ("analysis.rank:difficulty", "Show the difficulty of a grid."),
            "compare": ("analysis.compare", "Explain which grid is harder."),
            "report": ("analysis.rank:report", "Report on a set of tiles."),
            "playtest": ("analysis.playtest", "Measure difficulty and skill of people."),
            "generate": ("grids.generate", "Generate random start grids."),
            "sheet": ("render.sheet", "Write start tiles as PDF, to print."),
            "render": ("render.render", "Draw grids, solutions, stands and markets."),
        },
        "You study search": {
            "verify": ("puzzle.verify", "Replay moves of a solution."),
            "solutions": ("puzzle.solutions", "Count all shortest solutions."),
            "survey": ("analysis.survey", "Solve many random grids into SQLite."),
            "records": ("grids.records", "Show the easiest and hardest grids."),
            "export": ("puzzle.solutions:export", "Export a grid for planners and graphs."),
        },
        "You play the games": {
            "game": ("games.group", "Play, check and simulate games."),
            "score": ("games.score", "Score a finished game."),
            "stand": ("stand.group", "Find the best market stands."),
        },
        "The program": {
            "warmup": ("install.commands:warmup", "Compile all kernels in advance."),
            "completion": ("install.commands:completion", "Print a script for shell completion."),
        },
    }  # fmt: skip


class Program(LazyGroup):
    """The program; distinguishes EOF from Ctrl-C, which click conflates."""

    def invoke(self, ctx: click.Context) -> object:
        """Run the command."""
        try:
            return super().invoke(ctx)
        except EOFError as error:
            raise click.ClickException("a file or an input ended too early") from error


@click.group(
    cls=Program,
    sections=COMMANDS,
    context_settings={"help_option_names": ["-h", "--help"], "show_default": True},
    epilog=EXIT_CODES,
)
@click.version_option(__version__, prog_name="chatuchak")
@click.option("--debug", is_flag=True, help="Show a traceback with an error.")
def cli(*, debug: bool) -> None:
    """Solve, rank, generate and score the market games."""
    del debug  # `run` reads it from the arguments, for usage errors, too


def main() -> None:
    """Run the command line and exit with its code."""
    open_missing_streams()
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout = Output.replacing(sys.stdout)
    if isinstance(sys.stderr, io.TextIOWrapper):
        sys.stderr = Messages.replacing(sys.stderr)
    gc.set_threshold(RARE_GC)
    code = run(sys.argv[1:])
    gc.freeze()  # skip the final garbage collection
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # all output is written
    sys.exit(code)


def run(arguments: list[str]) -> int:
    """Run the command line; return the exit code. An error is one line on standard error."""
    open_missing_streams()
    try:
        _check_arguments(arguments)
        result: object = cli.main(args=arguments, prog_name="chatuchak", standalone_mode=False)
    except (click.Abort, KeyboardInterrupt):
        with interrupts_ignored():
            print_message("interrupted")
        return ExitCode.INTERRUPTED
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.format_message(), err=True)
        return ExitCode.BAD_INPUT
    except Exception as error:  # any other error, on one line
        if "--debug" in arguments:
            traceback.print_exception(error)
        code = ExitCode.BAD_INPUT if isinstance(error, EXPECTED_ERRORS) else ExitCode.DEFECT
        print_message(f"error: {_message(error)}")
        return code
    return result if isinstance(result, int) else ExitCode.DONE


def _check_arguments(arguments: list[str]) -> None:
    try:
        os.fsencode("\0".join(arguments))
    except UnicodeEncodeError as error:
        shown = quote(arguments[error.object.count("\0", 0, error.start)])
        raise InputError(f"invalid argument {shown}: expected Unicode text") from None


def _message(error: Exception) -> str:
    if isinstance(error, click.UsageError):
        hint = f" (see '{error.ctx.command_path} --help')" if error.ctx else ""
        return f"{error.format_message()}{hint}"
    if isinstance(error, click.ClickException):
        return error.format_message()
    if isinstance(error, OSError) and error.strerror:  # without its number
        return f"{error.filename}: {error.strerror}" if error.filename else error.strerror
    if isinstance(error, MemoryError):
        return str(error) or "not enough memory"
    if isinstance(error, EXPECTED_ERRORS):
        return str(error)
    kind = "" if isinstance(error, SolverError) else f"{type(error).__name__}: "
    return f"{kind}{error}: a defect of this program, not of the input; please report it (--debug)"

"""The ``chatuchak`` command and its one way to report errors."""

import gc
import io
import os
import signal
import sys
import traceback
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Final, Self

import click

from chatuchak_cli.shared.garbage import SELDOM
from chatuchak_cli.shared.interrupt import interrupts_ignored
from chatuchak_cli.shared.lazy import LazyGroup
from chatuchak_cli.shared.output import tell
from chatuchak_cli.shared.runner import ExitCode
from chatuchak_cli.shared.streams import open_missing_streams
from chatuchak_solver._version import __version__
from chatuchak_solver.errors import InputError, MissingExtraError, SolverError, WorkersLostError
from chatuchak_solver.io.untrusted import quoted

NOT_OURS: Final = (
    InputError, MissingExtraError, WorkersLostError, OSError, MemoryError, click.ClickException,
)  # fmt: skip
"""Errors of the input, the usage or the surroundings; every other one is a defect of ours."""

EXIT_CODES: Final = """\b
Exit codes:
  0    done
  1    a negative answer: a wrong solution, an invalid grid
  2    bad input or usage, a file that cannot be read or written, lost workers
  3    a limit came first: the printed answer is not proven
  70   a defect of this program, never of the input: please report it
  130  interrupted
"""


COMMANDS: Final[Mapping[str, Mapping[str, tuple[str, str]]]] = {
        "You own the game": {
            "solve": ("puzzle.solve", "Find a proven shortest solution."),
            "hint": ("puzzle.hint", "Show one move that keeps the optimum."),
            "play": ("play.play", "Play the puzzle in the terminal."),
            "review": ("analysis.review", "Tell what each move of a game lost."),
            "practice": ("play.practice", "Find the one move that loses nothing."),
            "check": ("grids.check", "Check a start grid against the rules."),
            "read": ("grids.read", "Read a grid from a photo of a card or board."),
            "box": ("box.group", "Replace assumed data by your own."),
            "serve": ("web.serve", "Play in the browser, on this machine."),
            "page": ("web.page", "Write the page as files, for any web server."),
        },
        "You design puzzles": {
            "rank": ("analysis.rank", "Rank start tiles by difficulty."),
            "difficulty": ("analysis.difficulty", "Tell how hard a grid is, and why."),
            "compare": ("analysis.compare", "Tell which of several grids is harder, and why."),
            "report": ("analysis.report",
                       "Tell how a set of tiles is spread, what repeats, and where one stumbles."),
            "playtest": ("analysis.playtest", "Measure difficulty and skill from games of people."),
            "generate": ("grids.generate", "Make random start grids."),
            "sheet": ("render.sheet", "Put start tiles on paper, to print and cut."),
            "render": ("render.render", "Draw grids, solutions, stands and markets."),
        },
        "You study search": {
            "verify": ("puzzle.verify", "Replay moves and check that they solve a grid."),
            "solutions": ("puzzle.solutions", "Count all shortest solutions."),
            "survey": ("analysis.survey", "Solve many random grids into one SQLite file."),
            "records": ("grids.records", "Show the easiest and the hardest start grid known."),
            "export": ("puzzle.export", "Write a grid for planners and graph tools."),
        },
        "You play the games": {
            "game": ("games.group", "Play, check and simulate a game by its rules."),
            "score": ("games.score", "Score a finished game."),
            "stand": ("stand.group", "Find the best placements for a market stand."),
        },
        "The program": {
            "warmup": ("install.warmup", "Compile every kernel now instead of on first use."),
            "completion": ("install.completion", "Print the script for shell completion."),
        },
    }  # fmt: skip
"""The commands by audience, with their modules and summaries."""


class ReaderGoneError(Exception):
    """Standard output was closed by its reader, as in ``chatuchak ... | head``; not an error."""


class Output(io.TextIOWrapper):
    """Standard output whose errors, for example of a full disk, include its name."""

    @classmethod
    def of(cls, stream: io.TextIOWrapper) -> Self:
        """Return a stream that takes the place of another one."""
        encoding, errors = stream.encoding, stream.errors
        line_buffering, write_through = stream.line_buffering, stream.write_through
        return cls(
            stream.detach(),
            encoding,
            errors,
            line_buffering=line_buffering,
            write_through=write_through,
        )

    def write(self, text: str, /) -> int:
        """Write a text."""
        with self._named():
            return super().write(text)

    def flush(self) -> None:
        """Write the buffered text."""
        with self._named():
            super().flush()

    @contextmanager
    def _named(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            error.filename = "standard output"
            raise


class Program(LazyGroup):
    """Run the program; distinguishes EOF from Ctrl-C, which click conflates.

    A reader that is gone is no failure, and a file that ends too early is no Ctrl-C.
    """

    def invoke(self, ctx: click.Context) -> object:
        """Run the command."""
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            raise ReaderGoneError from None
        except EOFError as error:  # which click takes for an interruption
            raise click.ClickException("a file or an input ended too early") from error


@click.group(
    cls=Program,
    sections=COMMANDS,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog=EXIT_CODES,
)
@click.version_option(__version__, prog_name="chatuchak")
@click.option("--debug", is_flag=True, help="Show a traceback where an error is reported.")
def cli(*, debug: bool) -> None:
    """Solve, rank, generate and score the market games."""
    del debug  # read from the arguments by `run`, so that it holds for usage errors too


def main() -> None:
    """Run the command line and exit with its code."""
    open_missing_streams()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            # A name beyond the terminal's character set is readable still, and no error.
            stream.reconfigure(errors="backslashreplace")
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout = Output.of(sys.stdout)
    gc.set_threshold(*SELDOM)
    code = run(sys.argv[1:])
    gc.freeze()  # skip the final garbage collection
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # all output is written; keep the exit code
    sys.exit(code)


def run(arguments: list[str]) -> int:
    """Run the command line and return its exit code; an error is one line on standard error."""
    open_missing_streams()
    try:
        _check_arguments(arguments)
        result: object = cli.main(args=arguments, prog_name="chatuchak", standalone_mode=False)
    except (click.Abort, KeyboardInterrupt):
        with interrupts_ignored():
            tell("interrupted")
        return ExitCode.INTERRUPTED
    except ReaderGoneError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return ExitCode.DONE
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.format_message(), err=True)
        return ExitCode.BAD_INPUT
    except Exception as error:  # any other error, on one line
        if "--debug" in arguments:
            traceback.print_exception(error)
        code = ExitCode.BAD_INPUT if isinstance(error, NOT_OURS) else ExitCode.DEFECT
        tell(f"error: {_message(error)}")
        return code
    return result if isinstance(result, int) else ExitCode.DONE


def _check_arguments(arguments: list[str]) -> None:
    """Raise InputError if an argument cannot be passed to the operating system."""
    for argument in arguments:
        try:
            os.fsencode(argument)
        except UnicodeEncodeError:
            raise InputError(
                f"invalid argument {quoted(argument)}: expected Unicode text"
            ) from None


def _message(error: Exception) -> str:
    """Return the message of an error."""
    if isinstance(error, click.UsageError):
        hint = f" (see '{error.ctx.command_path} --help')" if error.ctx else ""
        return f"{error.format_message()}{hint}"
    if isinstance(error, click.ClickException):
        return error.format_message()
    if isinstance(error, OSError) and error.strerror:  # without its number
        return f"{error.filename}: {error.strerror}" if error.filename else error.strerror
    if isinstance(error, MemoryError):
        return str(error) or "not enough memory"
    if isinstance(error, NOT_OURS):
        return str(error)
    kind = "" if isinstance(error, SolverError) else f"{type(error).__name__}: "
    return f"{kind}{error}: a defect of this program, not of the input; please report it (--debug)"

"""Options that several commands share."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar, cast

import click

from chatuchak_solver.errors import InputError
from chatuchak_solver.foreign import quoted
from chatuchak_solver.puzzle.board import Board
from chatuchak_solver.run import Stop, count_workers

if TYPE_CHECKING:
    from chatuchak_solver.analysis.difficulty import Formula

Command = TypeVar("Command", bound=Callable[..., object])


def _rule_option(default: str | None) -> Callable[[Command], Command]:
    return click.option(
        "--rule",
        type=click.Choice(["jump", "slide"]),
        default=default,
        help="jump: any booth of the empty spot's row or column (the game's rule); "
        "slide: only a neighbor.  [default: jump]",
    )


rule_option: Final = _rule_option("jump")
kept_rule_option: Final = _rule_option(None)
"""Gives a command ``--rule`` that is None where a game's own rule, if it has one, holds."""


def gathered(
    name: str, make: Callable[..., object], *options: Callable[[Any], Any]
) -> Callable[[Command], Command]:
    """Return what gives a command several options or arguments as one value.

    Parameters
    ----------
    name
        The command's parameter that takes the value.
    make
        Makes it of what the options say, by their names.
    options
        They, in the order of the help.
    """

    def decorate(command: Command) -> Command:
        @wraps(command)
        def with_value(**given: Any) -> object:
            return command(**{name: make(**{one: given.pop(one) for one in names})}, **given)

        others = len(getattr(command, "__click_params__", ()))
        decorated: Any = with_value
        for option in reversed(options):
            decorated = option(decorated)
        names = [param.name for param in decorated.__click_params__[others:]]
        return cast("Command", decorated)

    return decorate


def _stop(time_limit: float | None, node_limit: int | None = None) -> Stop:
    return Stop(time_s=time_limit, work=node_limit)


TIME_LIMIT: Final = click.option(
    "--time-limit", type=float, metavar="S", help="Stop after S seconds, without proof."
)
NODE_LIMIT: Final = click.option(
    "--node-limit",
    type=int,
    metavar="N",
    help="Stop after N nodes (expanded, and regions placed), without proof.",
)
limit_options: Final = gathered("limits", _stop, TIME_LIMIT, NODE_LIMIT)
"""Gives a command ``--time-limit`` and ``--node-limit``; its parameter ``limits`` is a Stop."""

time_option: Final = gathered("limits", _stop, TIME_LIMIT)
"""Gives a command ``--time-limit`` alone; its parameter ``limits`` is a Stop."""


def file_option(*names: str, metavar: str = "FILE", **more: Any) -> Callable[[Command], Command]:
    """Give a command an option that takes a file, as a path."""
    kind = click.Path(path_type=Path, dir_okay=more.pop("dir_okay", True))
    return click.option(*names, type=kind, metavar=metavar, **more)


ranks_option: Final = file_option("--ranks", help="Your own solo ranks, as JSON.")
tiles_argument: Final = click.argument(
    "files", metavar="[TILES]...", type=click.Path(path_type=Path), nargs=-1
)


def tiles_option(what: str, **more: Any) -> Callable[[Command], Command]:
    """Give a command the option ``--tiles``.

    Parameters
    ----------
    what
        The help: what the tiles are for.
    """
    return file_option("--tiles", envvar="CHATUCHAK_TILES", show_envvar=True, help=what, **more)


def workers_option(what: str) -> Callable[[Command], Command]:
    """Give a command ``--workers``; a number that cannot work here is refused.

    Parameters
    ----------
    what
        The help: what the workers are, and how many by default.
    """
    return click.option("--workers", type=int, metavar="N", callback=_checked_workers, help=what)


def _checked_workers(_: click.Context, __: click.Parameter, workers: int | None) -> int | None:
    if workers is not None:
        count_workers(workers)
    return workers


threads_option: Final = workers_option("Threads [all cores].")


def title_option(**options: Any) -> Callable[[Command], Command]:
    """Give a command ``--title``, which takes printable text alone."""
    return click.option("--title", metavar="TEXT", callback=_checked_title, **options)


def _checked_title(_: click.Context, __: click.Parameter, title: str | None) -> str | None:
    if title is not None and not title.isprintable():
        raise InputError(f"title {quoted(title)} cannot be printed; expected text on one line")
    return title


def json_option(command: Command) -> Command:
    """Give a command the option ``--json``; the function's parameter is ``as_json``."""
    return click.option("--json", "as_json", is_flag=True, help="Print JSON.")(command)


class Written(click.ParamType[Any]):
    """The type of what a function reads from text; its errors say what would be right."""

    def __init__(self, name: str, read: Callable[[str], object]) -> None:
        self.name = name
        self._read = read

    def convert(
        self,
        value: Any,
        param: click.Parameter | None,  # noqa: ARG002
        ctx: click.Context | None,  # noqa: ARG002
    ) -> Any:
        """Return what the text says; a default may be more than text."""
        return self._read(value) if isinstance(value, str) else value


def parse_board(text: str) -> Board:
    """Return the board of a size such as ``5x6``: rows, then columns."""
    found = re.fullmatch(r"([0-9]{1,4})x([0-9]{1,4})", text.strip().lower())
    if found is None:
        raise InputError(f"board {quoted(text)} is no size; expected rows x columns, such as 5x6")
    return Board(int(found[1]), int(found[2]))


def parse_counts(text: str) -> tuple[int, ...]:
    """Return booths per color, such as ``6,6,6,6,5``; whether they fit is for the board to say."""
    words = [word.strip() for word in text.split(",")]
    if not all(re.fullmatch("[0-9]{1,4}", word) for word in words):
        raise InputError(
            f"counts {quoted(text)} are no numbers; expected booths per color, such as 6,6,6,6,5"
        )
    return tuple(map(int, words))


board_option: Final = click.option(
    "--board", type=Written("RxC", parse_board), default="5x6", show_default=True, metavar="RxC",
    help="Rows x columns.",
)  # fmt: skip
counts_option: Final = click.option(
    "--counts", type=Written("N,N,...", parse_counts), metavar="N,N,...",
    help="Booths per color R,Y,G,B,P,T,V,W,K [five, as even as possible].",
)  # fmt: skip


formula_option: Final = file_option(
    "--formula",
    dir_okay=False,
    help="A difficulty formula that `playtest --fit` has written [formula 1].",
)
scheduler_option: Final = click.option(
    "--scheduler",
    metavar="ADDRESS",
    help="Work on the workers of a dask scheduler, tcp://HOST:PORT.",
)


def formula_of(path: Path | None) -> Formula:
    """Return the formula of a file, or formula 1."""
    from chatuchak_solver.analysis.difficulty import FORMULA_1, load_formula

    return FORMULA_1 if path is None else load_formula(path)


def formula_words(formula: Formula) -> str | None:
    """Return the sentence that names a formula other than the first."""
    from chatuchak_solver.analysis.difficulty import FORMULA_1

    if formula == FORMULA_1:
        return None
    return (
        f"Difficulties by the formula '{formula.name}', fitted to {formula.games:,} games of "
        "people; random start grids need not have 50 on average."
    )

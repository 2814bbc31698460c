"""``--table FILE``: what a command found, as CSV or Parquet."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import click

from chatuchak_cli.shared.output import tell

if TYPE_CHECKING:
    from chatuchak_solver.adapters.tables import Table

__all__ = ["table_option", "write_table"]

Command = TypeVar("Command", bound=Callable[..., object])


def table_option(command: Command) -> Command:
    """Give a command ``--table``; a file that cannot be a table is refused before any work."""
    return click.option(
        "--table",
        metavar="FILE",
        type=click.Path(path_type=Path, dir_okay=False),
        callback=_checked,
        help="Write it as a table: .csv or .parquet.",
    )(command)


def write_table(path: Path | None, make: Callable[[], Table]) -> None:
    """Write a table to the file that was asked for, if one was, and say so."""
    if path is not None:
        make().write(path)
        tell(f"table: {path}")


def _checked(_: click.Context, __: click.Parameter, path: Path | None) -> Path | None:
    if path is not None:
        from chatuchak_solver.adapters.tables import check_table_file

        check_table_file(path)
    return path

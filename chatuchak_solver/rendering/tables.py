"""Tables that several reports share."""

from __future__ import annotations

from collections.abc import Iterable

from rich.table import Table

__all__ = ["number_table"]


def number_table(title: str, columns: Iterable[str]) -> Table:
    """Return an empty table without lines: a column of names, and columns of numbers."""
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column(title)
    for column in columns:
        table.add_column(column, justify="right")
    return table

"""Tables as reports on a console have them."""

from __future__ import annotations

from typing import Any

from rich import box
from rich.table import Table

__all__ = ["Table", "text_table"]


def text_table(*heads: str, ruled: bool = False, pad_edge: bool = False, **look: Any) -> Table:
    """Return an empty table whose columns are numbers, on the right, but where a head says else.

    Parameters
    ----------
    heads
        What stands above the columns. Behind ``<`` it is one of words, on the left; behind ``|``
        such a one that is never wrapped.
    ruled
        Whether there is a line below the heads.
    look
        As `rich.table.Table` takes it.
    """
    table = Table(box=box.SIMPLE_HEAD if ruled else None, pad_edge=pad_edge, **look)
    for head in heads:
        table.add_column(
            head.lstrip("<|"),
            justify="left" if head.startswith(("<", "|")) else "right",
            no_wrap=head.startswith("|"),
        )
    return table

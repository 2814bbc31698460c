"""Tables, and bars of characters, as reports on a console have them."""

from collections.abc import Mapping
from typing import Any

from rich import box
from rich.table import Table

__all__ = ["Table", "histogram_text", "text_table"]


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


def histogram_text(counts: Mapping[int, int], *, width: int = 40) -> str:
    """Return one line for each value from the least to the greatest, with count, share and bar.

    Parameters
    ----------
    width
        Characters of the longest bar. A value that comes at all has at least a thin bar.

    Examples
    --------
    >>> print(histogram_text({19: 1, 21: 3}, width=6))
    19  1  25.00% ##
    20  0   0.00%
    21  3  75.00% ######
    """
    if not counts:
        return ""
    total, most = sum(counts.values()), max(counts.values())
    digits = len(f"{most:,}")
    label = len(str(max(counts)))
    lines = []
    for value in range(min(counts), max(counts) + 1):
        count = counts.get(value, 0)
        bar = "#" * max(round(width * count / most), 1) if count else ""
        line = f"{value:>{label}}  {count:>{digits},}  {count / total:>6.2%} {bar}"
        lines.append(line.rstrip())
    return "\n".join(lines)

"""Bars of characters: how often each whole number comes."""

from __future__ import annotations

from collections.abc import Mapping


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

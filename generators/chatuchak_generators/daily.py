"""Daily puzzles: start grids determined by the date."""

from datetime import date

from chatuchak_generators.start_grids import StartGrid, start_grid
from chatuchak_solver.arguments import check_type


def daily_seed(day: date) -> int:
    """Return a day's seed: the digits of its date, for example 20261122."""
    check_type(day, date, name="day", hint="date(2026, 11, 22)")
    return 10_000 * day.year + 100 * day.month + day.day


def daily_grid(day: date, *, counts: tuple[int, ...] | None = None) -> StartGrid:
    """Return the start grid of a day; the browser page has the same one.

    Parameters
    ----------
    day
        The day.
    counts
        Booths per color, as in `start_grid`.

    Examples
    --------
    >>> from datetime import date
    >>> str(daily_grid(date(2026, 11, 22)).grid)
    '.GPYBY/YRYBGP/PBRGRB/BPGPBR/RGYRYG'
    """
    return start_grid(daily_seed(day), 0, counts=counts)

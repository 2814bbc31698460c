"""The puzzle of a day: the same start grid everywhere, from the date alone."""

from datetime import date

from chatuchak_generators.start_grids import StartGrid, start_grid
from chatuchak_solver.arguments import checked_type


def daily_seed(day: date) -> int:
    """Return a day's seed: the digits of its date, such as 20261122."""
    checked_type(day, date, what="the day", hint="date(2026, 11, 22)")
    return 10_000 * day.year + 100 * day.month + day.day


def daily_grid(day: date, *, counts: tuple[int, ...] | None = None) -> StartGrid:
    """Return the start grid of a day.

    The page in the browser has the same one for that date.

    Parameters
    ----------
    day
        The day.
    counts
        Booths of each color, as in `start_grid`.

    Raises
    ------
    InputError
        If ``day`` is no date.

    Examples
    --------
    >>> from datetime import date
    >>> str(daily_grid(date(2026, 11, 22)).grid)
    '.GPYBY/YRYBGP/PBRGRB/BPGPBR/RGYRYG'
    """
    return start_grid(daily_seed(day), 0, counts=counts)

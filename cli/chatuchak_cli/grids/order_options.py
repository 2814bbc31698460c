"""The options of `generate` for requested properties."""

import re
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final

import click

from chatuchak_cli.shared.options import formula_option, option_group, read_by, scheduler_option
from chatuchak_solver.errors import InputError
from chatuchak_solver.io.untrusted import quote
from chatuchak_solver.puzzle.similarity import MAX_SIMILAR_DIFFERENCES

FROM_NUMBER: Final = 0
MAX_SET: Final = 500
DEFAULT_SET: Final = 16
HALF_WIDTH: Final = 0.5
"""Tolerance of a single difficulty."""


def parse_range(text: str, *, whole: bool) -> tuple[float, float]:
    """Return the ends of a range, for example ``20..22``, or around a single number.

    Parameters
    ----------
    whole
        Whether the ends are nonnegative integers. A single number is then exact; otherwise the
        range extends by `HALF_WIDTH` on both sides.
    """
    number = "[0-9]{1,4}" if whole else r"-?[0-9]{1,4}(?:\.[0-9]{1,6})?"
    found = re.fullmatch(rf"({number})(?:\.\.({number}))?", text.strip())
    if found is None:
        example = "20..22" if whole else "40..60"
        raise InputError(f"invalid range {quote(text)}: expected A..B, such as {example}")
    low = float(found[1])
    if found[2] is None:
        half = 0 if whole else HALF_WIDTH
        return low - half, low + half
    high = float(found[2])
    if high < low:
        raise InputError(f"invalid range {quote(text)}: expected the smaller end first")
    return low, high


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderChoice:
    """The requested properties of grids.

    Attributes
    ----------
    optimal, difficulty
        The ranges, or None.
    tile_set
        The number of grids of a set; `FROM_NUMBER` for that of ``-n``, None for single grids.
    apart
        The minimum distance of two grids of a set, in spots; None for the default.
    time_limit
        In seconds, or None.
    scheduler
        The address of a cluster, or None.
    formula
        The file of the difficulty formula; None for formula 1.
    """

    optimal: tuple[float, float] | None
    difficulty: tuple[float, float] | None
    tile_set: int | None
    apart: int | None
    time_limit: float | None
    scheduler: str | None
    formula: Path | None = None

    def __post_init__(self) -> None:
        if self.formula is not None and self.difficulty is None:
            raise click.UsageError("--formula needs --difficulty")
        if self.is_given:
            return
        limits = {"--apart": self.apart, "--time-limit": self.time_limit}
        for option, given in (*limits.items(), ("--scheduler", self.scheduler)):
            if given is not None:
                raise click.UsageError(f"{option} needs --optimal, --difficulty or --tile-set")

    @property
    def is_given(self) -> bool:
        """Whether a property is requested."""
        return (self.optimal, self.difficulty, self.tile_set) != (None, None, None)


LENGTHS: Final = read_by(partial(parse_range, whole=True))
DIFFICULTIES: Final = read_by(partial(parse_range, whole=False))

order_options: Final = option_group(
    "order",
    OrderChoice,
    click.option("--optimal", metavar="A..B", callback=LENGTHS,
                 help="Only grids whose optimal length is in the range."),
    click.option("--difficulty", metavar="A..B", callback=DIFFICULTIES,
                 help="Only grids whose difficulty is in the range, or within 0.5 of a "
                 "single number (random ones: 50 on average)."),
    click.option("--tile-set", is_flag=False, flag_value=FROM_NUMBER, metavar="[N]",
                 type=click.IntRange(min=FROM_NUMBER, max=MAX_SET),
                 help="A set of -n grids (16 by default) that spans the range evenly, as different "
                 "as possible [range: the optimal lengths of most random grids]."),
    click.option("--apart", type=click.IntRange(min=0), metavar="SPOTS",
                 help="Minimum number of spots on which two grids differ "
                 f"[{MAX_SIMILAR_DIFFERENCES + 1} in a set; in proportion on other boards]."),
    click.option("--time-limit", type=click.FloatRange(min=0), metavar="S",
                 help="With a requested property: stop after S seconds with the grids found."),
    scheduler_option,
    formula_option,
)  # fmt: skip
"""Adds the options of requested grids to a command, as its parameter ``order``."""

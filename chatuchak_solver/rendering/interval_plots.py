"""Measurements with intervals, and their scales in plots."""

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Self

TICKS = 6
MIN_EXTENT = 1.0
"""Shortest scale, in moves or percent, so that rounding errors do not fill a plot."""


class Measurement(NamedTuple):
    """A value with an interval.

    Attributes
    ----------
    low, high
        The interval, or None.
    predicted
        The prediction, on a separate scale, or None.
    """

    label: str
    value: float
    low: float | None
    high: float | None
    predicted: float | None = None

    @property
    def ends(self) -> tuple[float, float]:
        """The interval, or the value twice."""
        return (
            self.value if self.low is None else self.low,
            self.value if self.high is None else self.high,
        )


@dataclass(frozen=True, slots=True)
class Scale:
    """A linear scale with margins."""

    low: float
    high: float

    @classmethod
    def over(cls, values: Iterable[float]) -> Self:
        """Return the scale of values."""
        found = sorted(values)
        extent = found[-1] - found[0]
        room = max(extent * 0.05, (MIN_EXTENT - extent) / 2)
        return cls(found[0] - room, found[-1] + room)

    @classmethod
    def of_intervals(cls, rows: Sequence[Measurement]) -> Self:
        """Return the scale of intervals; very wide ones are clipped."""
        values = [row.value for row in rows]
        room = 2 * (max(values) - min(values)) or abs(values[0]) or 1.0
        low, high = min(values) - room, max(values) + room
        return cls.over(min(max(end, low), high) for row in rows for end in row.ends)

    def percent(self, value: float) -> float:
        """Return the position of a value, clipped to the scale."""
        share = (min(max(value, self.low), self.high) - self.low) / (self.high - self.low)
        return round(100 * share, 2)

    def ticks(self) -> Iterator[float]:
        """Yield round values."""
        rough = (self.high - self.low) / TICKS
        power = 10.0 ** math.floor(math.log10(rough))
        step = next(power * factor for factor in (1, 2, 5, 10) if power * factor >= rough)
        for number in range(math.ceil(self.low / step), math.floor(self.high / step) + 1):
            yield number * step

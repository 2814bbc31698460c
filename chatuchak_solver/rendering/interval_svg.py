"""Plots of measurements with intervals, in rows or against predictions."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, Self
from xml.etree import ElementTree as ET

from chatuchak_solver.rendering.svg import EDGE, INK, Svg, add, document, finish, write

WIDTH: Final = 640.0
LABELS: Final = 120.0
ROW: Final = 24.0
MARGIN: Final = 24.0
AXIS: Final = 44.0
MARK: Final = "#8a3b12"
SIZE: Final = 11.0
TICKS: Final = 6


@dataclass(frozen=True, slots=True)
class Measurement:
    """A value with an interval.

    Attributes
    ----------
    label
        Name of the value.
    value
        The value.
    low, high
        The interval, or None.
    predicted
        The prediction, on a scale of its own, or None.
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
class _Scale:
    """A linear scale of the picture."""

    low: float
    high: float
    start: float
    end: float

    @classmethod
    def over(cls, values: Sequence[float], start: float, end: float) -> Self:
        low, high = min(values), max(values)
        room = (high - low) * 0.05 or 1.0
        return cls(low - room, high + room, start, end)

    def at(self, value: float) -> float:
        share = (min(max(value, self.low), self.high) - self.low) / (self.high - self.low)
        return self.start + share * (self.end - self.start)

    def ticks(self) -> Iterator[float]:
        """Yield round values over the scale."""
        rough = (self.high - self.low) / TICKS
        power = 10.0 ** math.floor(math.log10(rough))
        step = next(power * factor for factor in (1, 2, 5, 10) if power * factor >= rough)
        for number in range(math.ceil(self.low / step), math.floor(self.high / step) + 1):
            yield number * step


def interval_svg(rows: Sequence[Measurement], *, title: str, axis: str) -> Svg:
    """Return a picture with a row per value.

    Parameters
    ----------
    axis
        Label of the axis.
    """
    height = MARGIN + ROW * len(rows) + AXIS
    lines = (
        f"{row.label}: {row.value:.1f} ({row.ends[0]:.1f} to {row.ends[1]:.1f})" for row in rows
    )
    root = document(WIDTH, height, title=title, description="; ".join(lines))
    reach = [end for row in rows for end in _visible_ends(rows, row)]
    across = _Scale.over(reach, LABELS, WIDTH - MARGIN)
    _across_axis(root, across, top=MARGIN, bottom=height - AXIS, label=axis)
    for number, row in enumerate(rows):
        y = MARGIN + ROW * (number + 0.5)
        write(root, row.label, x=LABELS - 10, y=y + SIZE / 2, size=SIZE, anchor=1.0)
        low, high = row.ends
        add(root, "line", x1=across.at(low), x2=across.at(high), y1=y, y2=y, stroke=MARK,
            stroke_width=3, stroke_linecap="round")  # fmt: skip
        add(root, "circle", cx=across.at(row.value), cy=y, r=5, fill=MARK)
    return finish(root)


def _visible_ends(rows: Sequence[Measurement], row: Measurement) -> tuple[float, float]:
    """Return the ends of an interval, clipped so that a wide one does not compress the rest."""
    values = [measurement.value for measurement in rows]
    room = 2 * (max(values) - min(values)) or abs(values[0]) or 1.0
    low, high = row.ends
    return max(low, min(values) - room), min(high, max(values) + room)


def scatter_svg(points: Sequence[Measurement], *, title: str, across: str, up: str) -> Svg:
    """Return a picture of measurements over predictions. Points without prediction are omitted.

    Parameters
    ----------
    across, up
        Labels of predictions and measurements.
    """
    known = [(point, point.predicted) for point in points if point.predicted is not None]
    height = WIDTH * 0.75
    lines = (f"{point.label}: predicted {x:.1f}, measured {point.value:.1f}" for point, x in known)
    root = document(WIDTH, height, title=title, description="; ".join(lines))
    if not known:
        return finish(root)
    shown = [point for point, _ in known]
    xs = _Scale.over([x for _, x in known], 64, WIDTH - MARGIN)
    ends = [end for point in shown for end in _visible_ends(shown, point)]
    ys = _Scale.over(ends, height - AXIS, MARGIN)
    _across_axis(root, xs, top=MARGIN, bottom=height - AXIS, label=across)
    for tick in ys.ticks():
        y = ys.at(tick)
        add(root, "line", x1=xs.start, x2=xs.end, y1=y, y2=y, stroke=EDGE)
        write(root, f"{tick:g}", x=xs.start - 8, y=y + SIZE / 2, size=SIZE, anchor=1.0)
    write(root, up, x=8, y=MARGIN - 8, size=SIZE)
    for point, predicted in known:
        x, (low, high) = xs.at(predicted), point.ends
        add(root, "line", x1=x, x2=x, y1=ys.at(low), y2=ys.at(high), stroke=MARK, stroke_width=2)
        add(root, "circle", cx=x, cy=ys.at(point.value), r=5, fill=MARK)
        write(root, point.label, x=x + 8, y=ys.at(point.value) - 4, size=SIZE - 2, ink=INK)
    return finish(root)


def _across_axis(root: ET.Element, scale: _Scale, *, top: float, bottom: float, label: str) -> None:
    for tick in scale.ticks():
        x = scale.at(tick)
        add(root, "line", x1=x, x2=x, y1=top, y2=bottom, stroke=EDGE)
        write(root, f"{tick:g}", x=x, y=bottom + 16, size=SIZE, anchor=0.5)
    middle = (scale.start + scale.end) / 2
    write(root, label, x=middle, y=bottom + 36, size=SIZE, anchor=0.5)

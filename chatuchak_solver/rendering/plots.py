"""Matplotlib plots of rankings and distributions, as SVG or PNG.

Readable without color: labels or hatches repeat its information. Equal values give equal bytes.
"""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, cast, get_args

from chatuchak_solver.errors import InputError
from chatuchak_solver.io.extras import imported

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


PlotFormat = Literal["svg", "png"]

PALETTE = ("#0072B2", "#E69F00", "#009E73", "#CC79A7", "#56B4E9", "#D55E00")
"""Okabe and Ito, "Color Universal Design" (2008), without black and yellow."""
HATCHES = ("", "//", "..", "\\\\", "xx", "--")
INK = "#222222"
DOTS_PER_INCH = 150

AVERAGE = 50.0
"""Average difficulty of random start grids."""

STYLE: Any = {
    "svg.hashsalt": "chatuchak",
    "svg.fonttype": "path",
    "font.family": "DejaVu Sans",
    "font.size": 9,
    "hatch.linewidth": 0.5,
}


@dataclass(frozen=True, slots=True)
class RankingBar:
    """A grid of a ranking.

    ``reasons`` are each feature's contribution to the difference from the average difficulty.
    """

    label: str
    difficulty: float
    note: str
    reasons: Mapping[str, float]


def plot_format(name: str) -> PlotFormat:
    """Return the format of a file name; raises MissingExtraError without matplotlib."""
    extension = name.lower().rpartition(".")[2]
    if extension not in get_args(PlotFormat):
        raise InputError(f"invalid plot file {name}: expected .svg or .png")
    imported("matplotlib", "a plot", "plots")
    return cast("PlotFormat", extension)


def ranking_plot(bars: Sequence[RankingBar], *, file_format: PlotFormat) -> bytes:
    """Return a plot of difficulties, easiest on top, and their reasons."""
    if not bars:
        raise InputError("no ranked grids: expected at least one to plot")
    figure = _figure(9.5, 1.8 + 0.3 * len(bars))
    left, right = figure.subplots(1, 2, sharey=True, width_ratios=[3, 4])
    _draw_difficulties(left, bars)
    left.set_yticks(range(len(bars)), [bar.label for bar in bars])
    left.invert_yaxis()
    left.set(title="Easiest first", xlabel="difficulty (dashed: the average random grid)")
    _draw_reasons(right, bars)
    right.set(title="Why", xlabel="points above or below the average")
    figure.legend(*right.get_legend_handles_labels(), loc="outside lower center", ncols=2,
                  fontsize=8, frameon=False)  # fmt: skip
    return _bytes(figure, file_format)


def _draw_difficulties(axes: Axes, bars: Sequence[RankingBar]) -> None:
    values = [bar.difficulty for bar in bars]
    lengths = [value - AVERAGE for value in values]
    axes.barh(range(len(bars)), lengths, left=AVERAGE, color=PALETTE[0], height=0.7)
    low, high = min(*values, AVERAGE), max(*values, AVERAGE)
    span = max(high - low, 1.0)
    axes.set_xlim(low - 0.1 * span, high + 0.7 * span)
    axes.axvline(AVERAGE, color=INK, linewidth=0.8, linestyle="--")
    for place, bar in enumerate(bars):
        text = f"{bar.difficulty:.1f}   {bar.note}"
        x = max(bar.difficulty, AVERAGE) + 0.02 * span
        axes.text(x, place, text, va="center", color=INK, fontsize=8)


def _draw_reasons(axes: Axes, bars: Sequence[RankingBar]) -> None:
    ends = {sign: [0.0] * len(bars) for sign in (1, -1)}
    for number, name in enumerate(bars[0].reasons):
        points = [bar.reasons.get(name, 0.0) for bar in bars]
        starts = [ends[1 if value >= 0 else -1][k] for k, value in enumerate(points)]
        axes.barh(
            range(len(bars)), points, left=starts, height=0.7, edgecolor="white", linewidth=0.4,
            color=PALETTE[number % len(PALETTE)], hatch=HATCHES[number % len(HATCHES)], label=name,
        )  # fmt: skip
        for k, value in enumerate(points):
            ends[1 if value >= 0 else -1][k] += value
    axes.axvline(0, color=INK, linewidth=0.8)


def distribution_plot(
    lengths: Mapping[int, int], *, quantiles: Sequence[float] = (), title: str,
    file_format: PlotFormat,
) -> bytes:  # fmt: skip
    """Return a plot of the distributions of optimal lengths and difficulties.

    ``quantiles`` are equally spaced ones of the difficulty; its panel is omitted without any.
    """
    if not lengths:
        raise InputError("no solved grids: expected at least one to plot")
    panels = 2 if len(quantiles) > 1 else 1
    figure = _figure(5.0 * panels, 3.6)
    axes = figure.subplots(1, panels, squeeze=False)[0]
    total = sum(lengths.values())
    values = list(range(min(lengths), max(lengths) + 1))
    shares = [100 * lengths.get(value, 0) / total for value in values]
    axes[0].bar(values, shares, color=PALETTE[0], width=0.8)
    for value, share in zip(values, shares, strict=True):
        count = lengths.get(value, 0)
        text = f"{share:.1f}%" if share >= 0.1 else f"{count:,}"
        if count:
            axes[0].text(value, share, text, ha="center", va="bottom", fontsize=8, color=INK)
    axes[0].set(
        title=f"{total:,} grids", xticks=values, xlabel="optimal length in moves",
        ylabel="percent of the grids (rare ones: how many)",
    )  # fmt: skip
    if panels == 2:
        _draw_quantiles(axes[1], quantiles)
    figure.suptitle(title)
    return _bytes(figure, file_format)


def _draw_quantiles(axes: Axes, quantiles: Sequence[float]) -> None:
    parts = len(quantiles) - 1
    percents = [100 * k / parts for k in range(parts + 1)]
    axes.plot(quantiles, percents, color=PALETTE[0], linewidth=1.6)
    for quarter in (25, 50, 75):
        value = quantiles[round(quarter * parts / 100)]
        axes.plot([value], [quarter], "o", color=PALETTE[5], markersize=5)
        axes.annotate(
            f"{quarter}% below {value:.1f}", (value, quarter), xytext=(8, -4),
            textcoords="offset points", fontsize=8, color=INK,
        )  # fmt: skip
    axes.grid(visible=True, color="#dddddd", linewidth=0.6)
    axes.set(
        title="Difficulty", xlabel="difficulty", ylim=(0, 100),
        ylabel="percent of the grids that are easier",
    )  # fmt: skip


def _figure(width: float, height: float) -> Figure:
    module: Any = imported("matplotlib.figure", "a plot", "plots")
    from matplotlib import rc_context

    with rc_context(STYLE):
        return cast("Figure", module.Figure(figsize=(width, height), layout="constrained"))


def _bytes(figure: Figure, file_format: PlotFormat) -> bytes:
    """Return the file, without a date."""
    from matplotlib import rc_context

    stream = io.BytesIO()
    metadata = {"Date": None} if file_format == "svg" else {"Software": None}
    with rc_context(STYLE):
        figure.savefig(stream, format=file_format, dpi=DOTS_PER_INCH, metadata=metadata)
    return stream.getvalue()

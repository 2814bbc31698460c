"""What a survey found, in words and as a plot."""

from __future__ import annotations

from chatuchak_solver.analysis.survey.summary import SurveySummary
from chatuchak_solver.rendering.histogram import histogram_text
from chatuchak_solver.rendering.plots import PlotFormat, distribution_plot


def survey_text(summary: SurveySummary) -> str:
    """Return the summary for a terminal: histogram, figures and an example of each length."""
    if not summary.grids:
        return "No grid is in the file yet."
    lines = [
        (
            f"{summary.grids:,} start grids of seed {summary.source['seed']}, board "
            f"{summary.source['board']}, booths {','.join(map(str, summary.source['counts']))}"
        ),
        "",
        "optimal length in moves",
        histogram_text(summary.lengths),
        "",
        (
            f"mean {summary.mean:.3f}, standard deviation {summary.deviation:.3f}; "
            f"mean nodes {summary.mean_expanded:,.0f}; {summary.fallbacks:,} needed the fallback"
        ),
        f"shortest: {summary.examples[min(summary.lengths)]}",
        f"longest:  {summary.examples[max(summary.lengths)]}",
    ]
    if summary.difficulty is not None:
        quantiles = summary.difficulty.quantiles
        middle, last = len(quantiles) // 2, len(quantiles) - 1
        lines += [
            "",
            (
                f"difficulty of {summary.difficulty.grids:,} grids: mean "
                f"{summary.difficulty.mean:.1f}, standard deviation "
                f"{summary.difficulty.deviation:.1f}; least {quantiles[0]:.1f}, a quarter below "
                f"{quantiles[last // 4]:.1f}, half below {quantiles[middle]:.1f}, three quarters "
                f"below {quantiles[3 * last // 4]:.1f}, greatest {quantiles[-1]:.1f}"
            ),
        ]
        if summary.difficulty.without:
            lines.append(f"not measured, because of a limit: {summary.difficulty.without:,}")
    return "\n".join(lines)


def survey_picture(summary: SurveySummary, file_format: PlotFormat) -> bytes:
    """Return the distributions as a plot."""
    return distribution_plot(
        summary.lengths,
        quantiles=() if summary.difficulty is None else summary.difficulty.quantiles,
        title=f"Random start grids of seed {summary.source['seed']}",
        file_format=file_format,
    )

"""Plots and histograms."""

import pytest

from chatuchak_solver.rendering.templates import text_lines

pytest.importorskip("matplotlib")

from chatuchak_solver.rendering import plots
from chatuchak_solver.rendering.interval_plots import Measurement, Scale

BARS = [
    plots.RankingBar("tile 3", 41.5, "optimum 19", {"length": -6.0, "player": -2.5}),
    plots.RankingBar("tile 1", 58.0, "optimum 21", {"length": 5.0, "player": 3.0}),
]


def test_a_ranking_shows_its_labels_as_text_that_can_be_read_aloud() -> None:
    svg = plots.ranking_plot(BARS, file_format="svg").decode()
    # Letters are drawn as paths, with the text as a comment.
    for words in ("tile 3", "41.5", "optimum 21", "difficulty", "player"):
        assert words in svg


def test_equal_plots_are_equal_files() -> None:
    first, second = (plots.ranking_plot(BARS, file_format="png") for _ in range(2))
    assert first == second
    assert first.startswith(b"\x89PNG")
    plot = {"lengths": {19: 3, 20: 9, 22: 1}, "quantiles": [30, 50, 70], "title": "T"}
    first, second = (plots.distribution_plot(**plot, file_format="svg") for _ in range(2))  # type: ignore[arg-type]
    assert first == second
    assert first.startswith(b"<?xml")


def test_colors_are_distinguishable_with_any_color_vision() -> None:
    # Simulated with the matrices of Vienot, Brettel and Mollon (1999) in linear RGB; each pair of
    # fills differs by more than a just noticeable step, or by its hatch.
    def linear(color: str) -> list[float]:
        parts = [int(color[k : k + 2], 16) / 255 for k in (1, 3, 5)]
        return [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]

    protan = [[0.11238, 0.88762, 0], [0.11238, 0.88762, 0], [0.00401, -0.00401, 1]]
    deutan = [[0.29275, 0.70725, 0], [0.29275, 0.70725, 0], [-0.02234, 0.02234, 1]]
    assert len(set(plots.HATCHES)) == len(plots.PALETTE) == len(plots.HATCHES)
    for matrix in (protan, deutan):
        seen = [
            [sum(m * c for m, c in zip(row, linear(color), strict=True)) for row in matrix]
            for color in plots.PALETTE
        ]
        for k, color in enumerate(seen):
            for other in seen[k + 1 :]:
                assert sum((a - b) ** 2 for a, b in zip(color, other, strict=True)) ** 0.5 > 0.05


def test_rare_lengths_are_counted_and_gaps_are_shown() -> None:
    plot = plots.distribution_plot(
        {18: 1, 20: 99_999}, quantiles=(10, 20, 30, 40, 50), title="T", file_format="svg"
    )
    for words in ("100.0%", "<!-- 1 -->", "<!-- 19 -->", "100,000 grids", "25% below 20.0"):
        assert words in plot.decode()


def test_the_name_gives_the_format_of_a_plot() -> None:
    assert (plots.plot_format("a.SVG"), plots.plot_format("b.png")) == ("svg", "png")


def test_histograms_have_a_line_for_every_value() -> None:
    lines = text_lines("histogram.txt", counts={9: 1, 11: 1000}, width=10)
    assert lines == [" 9      1   0.10% #", "10      0   0.00%", "11  1,000  99.90% ##########"]


def test_wide_intervals_are_clipped_to_the_scale() -> None:
    rows = [Measurement("narrow", 10, None, None), Measurement("wide", 20, -100, 100)]
    scale = Scale.of_intervals(rows)
    assert (scale.low, scale.high) == (-12.5, 42.5)  # two extents, and a margin of a twentieth
    assert [scale.percent(value) for value in (-100, 15, 100)] == [0, 50, 100]
    assert Scale.of_intervals([Measurement("single", 4, 0, 50)]).high == pytest.approx(8.4)


def test_rounding_errors_do_not_fill_a_scale() -> None:
    scale = Scale.over((25.0, 25.0 + 1e-9))
    assert scale.percent(25.0 + 1e-9) == 50
    assert [f"{tick:g}" for tick in scale.ticks()] == ["24.6", "24.8", "25", "25.2", "25.4"]

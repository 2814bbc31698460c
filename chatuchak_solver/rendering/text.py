"""Grids as text, in color if the console supports it."""

from collections.abc import Iterable, Sequence
from itertools import zip_longest
from typing import Final

from rich.style import Style
from rich.text import Text

from chatuchak_solver.puzzle.colors import EMPTY_LETTER, Color
from chatuchak_solver.puzzle.grid import Grid
from chatuchak_solver.puzzle.move_rules import MoveRule
from chatuchak_solver.rendering.steps import plan_steps

STYLES: Final = (
    Style(color="white", bgcolor="red3", bold=True),
    Style(color="black", bgcolor="yellow1", bold=True),
    Style(color="white", bgcolor="green4", bold=True),
    Style(color="white", bgcolor="blue1", bold=True),
    Style(color="black", bgcolor="pink1", bold=True),
    Style(color="black", bgcolor="dark_orange", bold=True),
    Style(color="white", bgcolor="purple4", bold=True),
    Style(color="black", bgcolor="gray93", bold=True),
    Style(color="white", bgcolor="gray15", bold=True),
)
"""One style per color, in the order of `Color`, with readable letters."""

GAP: Final = 2


def grid_text(grid: Grid) -> Text:
    """Return ``grid`` as text: one line per row, three characters per spot."""
    return Text("\n").join(_rows(grid))


def film_strip(
    grid: Grid, moves: Sequence[int], *, rule: MoveRule | str = MoveRule.JUMP, width: int = 80
) -> Text:
    """Return the grid and the grid after each move, arranged in rows.

    Each grid has a caption with number, color and spots of its move. The moved booth is in
    brackets.

    Parameters
    ----------
    width
        Maximum characters per line.
    """
    frames = [[Text("start"), *_rows(grid)]]
    for number, step in enumerate(plan_steps(grid, moves, rule=rule), start=1):
        caption = Text(f"{number}. {step.color.letter} {step.source} -> {step.target}")
        frames.append([caption, *_rows(step.after, step.target)])
    return _strip(frames, width)


def grid_strip(boards: Iterable[tuple[str, Grid, int | None]], *, width: int = 80) -> Text:
    """Return grids with captions, arranged in rows.

    Parameters
    ----------
    boards
        Caption, grid and optional spot in brackets of each.
    width
        Maximum characters per line.
    """
    return _strip([[Text(caption), *_rows(grid, spot)] for caption, grid, spot in boards], width)


def _strip(frames: Sequence[Sequence[Text]], width: int) -> Text:
    frame_width = max(line.cell_len for frame in frames for line in frame)
    abreast = max(1, (width + GAP) // (frame_width + GAP))
    bands = [frames[start : start + abreast] for start in range(0, len(frames), abreast)]
    return Text("\n\n").join(_side_by_side(band, frame_width) for band in bands)


def _rows(grid: Grid, moved: int | None = None) -> list[Text]:
    columns = grid.board.columns
    rows = []
    for row in range(grid.board.rows):
        text = Text(no_wrap=True)
        for spot in range(row * columns, (row + 1) * columns):
            color = grid.color_at(spot)
            text.append(_cell(color, spot == moved), style="" if color is None else STYLES[color])
        rows.append(text)
    return rows


def _cell(color: Color | None, moved: bool) -> str:
    letter = EMPTY_LETTER if color is None else color.letter
    return f"[{letter}]" if moved else f" {letter} "


def _side_by_side(band: Sequence[Sequence[Text]], frame_width: int) -> Text:
    lines = []
    for parts in zip_longest(*band, fillvalue=Text()):
        line = Text(no_wrap=True)
        for number, part in enumerate(parts):
            line.append_text(part)
            if number < len(parts) - 1:
                line.append(" " * (frame_width + GAP - part.cell_len))
        lines.append(line)
    return Text("\n").join(lines)

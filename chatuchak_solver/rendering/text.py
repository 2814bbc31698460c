"""Grids as text, in color if the console supports it."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

from rich.style import Style
from rich.text import Text

from chatuchak_solver.puzzle import Grid, MoveRule
from chatuchak_solver.puzzle.colors import COLOR_LETTERS
from chatuchak_solver.rendering.steps import plan_steps

_INKS = (
    "white on red3", "black on yellow1", "white on green4", "white on blue1", "black on pink1",
    "black on dark_orange", "white on purple4", "black on gray93", "white on gray15",
)  # fmt: skip
STYLES = {
    letter: Style.parse(f"bold {ink}") for letter, ink in zip(COLOR_LETTERS, _INKS, strict=True)
}

GAP = 2
WIDTH = 6
COMPACT_WIDTH = 3
EMPTY_STYLE = Style(dim=True)
CHOSEN = ("[", "]")
HINTED = (">", "<")
LEGAL = ("'", "'")


def grid_text(grid: Grid) -> Text:
    """Return ``grid`` as text: one line per row, three characters per spot."""
    return Text("\n").join(_rows(grid))


def film_strip(
    grid: Grid, moves: Sequence[int], *, rule: MoveRule | str = MoveRule.JUMP, width: int = 80
) -> Text:
    """Return the grid and the grid after each move, arranged in rows.

    Captions give number, color and spots of the move; the moved booth is in brackets.
    """
    boards: list[tuple[str, Grid, int | None]] = [("start", grid, None)]
    for step in plan_steps(grid, moves, rule=rule):
        caption = f"{step.number}. {step.color.letter} {step.source} -> {step.target}"
        boards.append((caption, step.after, step.target))
    return grid_strip(boards, width=width)


def grid_strip(boards: Iterable[tuple[str, Grid, int | None]], *, width: int = 80) -> Text:
    """Return grids in rows, each with a caption and a spot in brackets, or None."""
    frames = [[Text(caption), *_rows(grid, spot)] for caption, grid, spot in boards]
    frame_width = max(line.cell_len for frame in frames for line in frame)
    abreast = max(1, (width + GAP) // (frame_width + GAP))
    bands = [frames[start : start + abreast] for start in range(0, len(frames), abreast)]
    return Text("\n\n").join(_side_by_side(band, frame_width) for band in bands)


def _rows(grid: Grid, moved: int | None = None) -> list[Text]:
    return [letters for letters, _ in _letters_and_numbers(grid, {moved: CHOSEN}, COMPACT_WIDTH)]


def _side_by_side(band: Sequence[Sequence[Text]], frame_width: int) -> Text:
    lines = []
    for parts in zip(*band, strict=True):
        line = Text(no_wrap=True)
        for part in parts:
            line.append(" " * (-line.cell_len % (frame_width + GAP)))
            line.append_text(part)
        lines.append(line)
    return Text("\n").join(lines)


def large_grid_text(
    grid: Grid, *, chosen: int | None = None, hinted: int | None = None,
    legal: Collection[int] = (), compact: bool = False,
) -> Text:  # fmt: skip
    """Return two lines per row and seven characters per spot, readable without color.

    Booths of a group touch; spots have letters and numbers. ``compact`` text has one line per row,
    four characters per spot and no numbers. Marks are ``[R]`` for the chosen spot, ``>R<`` for the
    hinted one and ``'R'`` for legal moves.
    """
    marks = dict.fromkeys(legal, LEGAL) | {hinted: HINTED, chosen: CHOSEN}
    width = COMPACT_WIDTH if compact else WIDTH
    rows = _letters_and_numbers(grid, marks, width, gap=" ", empty=EMPTY_STYLE)
    return Text("\n").join(line for row in rows for line in row[: 1 if compact else 2])


def _letters_and_numbers(
    grid: Grid, marks: Mapping[Any, tuple[str, str]], width: int, *, gap: str = "",
    empty: Style | str = "",
) -> Iterator[tuple[Text, Text]]:  # fmt: skip
    """Yield a line of marked letters and a line of numbers per row; booths of a group touch."""
    letters, columns = grid.letters, grid.board.columns
    for start in range(0, grid.board.spots, columns):
        upper, lower = Text(no_wrap=True), Text(no_wrap=True)
        for spot in range(start, start + columns):
            letter = letters[spot]
            style, (left, right) = STYLES.get(letter, empty), marks.get(spot, (" ", " "))
            is_joined = spot > start and letter == letters[spot - 1]
            for line, cell in ((upper, f"{left}{letter}{right}"), (lower, str(spot))):
                if spot > start:
                    line.append(gap, style=style if is_joined else "")
                line.append(cell.center(width), style=style)
        yield upper, lower

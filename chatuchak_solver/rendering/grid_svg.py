"""Grids as SVG, with spot numbers, groups and arrows for moves."""

from collections.abc import Collection, Sequence
from typing import Final
from xml.etree import ElementTree as ET

from chatuchak_solver.puzzle.board import Board, iter_spots
from chatuchak_solver.puzzle.colors import Color
from chatuchak_solver.puzzle.grid import Grid
from chatuchak_solver.puzzle.move_rules import MoveRule
from chatuchak_solver.rendering.booths import BOOTH, BOOTH_STYLES, define_booths, draw_booth
from chatuchak_solver.rendering.steps import plan_steps
from chatuchak_solver.rendering.svg import EDGE, INK, PAPER, Svg, add, box, document, finish, write

PITCH: Final = 66
"""Distance of adjacent booths in user units."""

MARGIN: Final = 14

GROUND: Final = "#f3e4c9"
RING: Final = "#ffffff"


def grid_svg(
    grid: Grid, *, moves: Sequence[int] = (), rule: MoveRule | str = MoveRule.JUMP,
    highlight: Collection[int] = (), numbers: bool = False, groups: bool = False,
    title: str = "Chatuchak grid",
) -> Svg:  # fmt: skip
    """Return a picture of ``grid``, readable without color and fonts.

    Parameters
    ----------
    moves
        Moves to draw as arrows, numbered if there are several.
    highlight
        Spots with a ring.
    numbers
        Show spot numbers.
    groups
        Connect the booths of each group.
    title
        Accessible name.

    Examples
    --------
    >>> picture = grid_svg(Grid.parse(".RY/YRG/RGG"))
    >>> picture.startswith("<svg") and "row 1: empty, red, yellow" in picture
    True
    """
    arrows = [(step.source, step.target) for step in plan_steps(grid, moves, rule=rule)]
    words = [describe_grid(grid)]
    if moves:
        words.append(describe_moves(grid, moves, rule=rule))
    width, height = board_size(grid.board)
    root = document(width, height, title=title, description="\n".join(words))
    define_booths(root, grid.colors)
    draw_grid(root, grid, highlight=highlight, numbers=numbers, groups=groups)
    draw_arrows(root, grid.board, arrows)
    return finish(root)


def board_svg(board: Board) -> Svg:
    """Return a picture of an empty board with spot numbers."""
    root = document(*board_size(board), title="Spots", description=f"spots 0 to {board.spots - 1}")
    draw_empty_spots(root, board, range(board.spots))
    for spot in range(board.spots):
        x, y = (part + BOOTH / 2 for part in corner_of(board, spot))
        write(root, str(spot), x=x, y=y + 11, size=22, weight=3, anchor=0.5)
    return finish(root)


def board_size(board: Board) -> tuple[int, int]:
    """Return width and height of a board's picture, in user units."""
    gap = PITCH - BOOTH
    return (board.columns * PITCH - gap + 2 * MARGIN, board.rows * PITCH - gap + 2 * MARGIN)


def corner_of(board: Board, spot: int) -> tuple[int, int]:
    """Return the upper left corner of a spot; InputError if it is not on the board."""
    row, column = divmod(board.check_spot(spot), board.columns)
    return MARGIN + column * PITCH, MARGIN + row * PITCH


def describe_grid(grid: Grid) -> str:
    """Return a text alternative of a grid, with notation."""
    width = grid.board.columns
    names = [
        "empty" if color is None else color.label
        for color in map(grid.color_at, range(grid.board.spots))
    ]
    rows = [
        f"row {row + 1}: {', '.join(names[row * width : (row + 1) * width])}"
        for row in range(grid.board.rows)
    ]
    state = "every color is one group" if grid.is_solved else "not solved"
    return "\n".join([str(grid).replace("/", "\n"), *rows, state])


def describe_moves(
    grid: Grid, moves: Sequence[int], *, rule: MoveRule | str = MoveRule.JUMP
) -> str:
    """Return the moves from ``grid`` in words, one per line."""
    return "\n".join(
        f"move {step.number}: {step.color.label} from spot {step.source} to spot {step.target}"
        for step in plan_steps(grid, moves, rule=rule)
    )


def draw_grid(
    parent: ET.Element, grid: Grid, *, highlight: Collection[int] = (), numbers: bool = False,
    groups: bool = False, removed: Collection[int] = (),
) -> None:  # fmt: skip
    """Draw a grid, without the booths of ``removed`` spots.

    The document must define the booths.
    """
    board = grid.board
    draw_empty_spots(parent, board, {grid.empty, *removed})
    if groups:
        for color in grid.colors:
            for group in grid.groups(color):
                _draw_tie(parent, board, group, color)
    for color in grid.colors:
        for spot in iter_spots(grid.color_masks[color]):
            if spot not in removed:
                x, y = corner_of(board, spot)
                draw_booth(parent, color, x=x, y=y)
    for spot in highlight:
        _draw_ring(parent, *corner_of(board, spot))
    if numbers:
        for spot in range(board.spots):
            draw_number(parent, board, spot)


def draw_empty_spots(parent: ET.Element, board: Board, spots: Collection[int]) -> None:
    """Draw the board with empty ``spots``."""
    width, height = board_size(board)
    box(parent, width, height, rx=20, fill=PAPER)
    box(parent, 1, 1, width - 2, height - 2, rx=19, fill="none", stroke=EDGE, stroke_width=2)
    for spot in sorted(spots):
        x, y = corner_of(board, spot)
        box(parent, x + 2, y + 2, BOOTH - 4, BOOTH - 4, rx=9, fill=GROUND, stroke=EDGE,
            stroke_width=2, stroke_dasharray="6 5")  # fmt: skip


def _draw_tie(parent: ET.Element, board: Board, group: frozenset[int], color: Color) -> None:
    for swell, fill in ((2.6, INK), (1.0, BOOTH_STYLES[color].fill)):
        for spot in sorted(group):
            x, y = corner_of(board, spot)
            side = BOOTH + 2 * swell
            box(parent, x - swell, y - swell, side, side, rx=10, fill=fill)
            right = spot + 1 in group and (spot + 1) % board.columns != 0
            below = spot + board.columns in group
            if right:
                box(parent, x + 30, y - swell, PITCH, side, fill=fill)
            if below:
                box(parent, x - swell, y + 30, side, PITCH, fill=fill)
            if right and below and spot + board.columns + 1 in group:
                box(parent, x + 30, y + 30, PITCH, PITCH, fill=fill)


def _draw_ring(parent: ET.Element, x: float, y: float) -> None:
    for inset, ink, width in ((-1.5, INK, 5), (0, RING, 2.4)):
        side = BOOTH - 2 * inset
        box(parent, x + inset, y + inset, side, side, rx=9 - inset, fill="none", stroke=ink,
            stroke_width=width)  # fmt: skip


def draw_number(parent: ET.Element, board: Board, spot: int) -> None:
    """Write a spot's number into its corner."""
    x, y = corner_of(board, spot)
    box(parent, x - 3, y - 3, 19, 14, rx=7, fill=PAPER, stroke=INK)
    write(parent, str(spot), x=x + 6.5, y=y + 7.5, size=7, weight=1.7, anchor=0.5)


def draw_arrows(parent: ET.Element, board: Board, arrows: Sequence[tuple[int, int]]) -> None:
    """Draw arrows, numbered if there are several; an offset separates opposite arrows."""
    numbered = len(arrows) > 1
    tails = []
    for arrow in arrows:
        # Points and directions are complex numbers; -1j turns left.
        tail, tip = (complex(*corner_of(board, spot)) + (1 + 1j) * BOOTH / 2 for spot in arrow)
        length = abs(tip - tail)
        along = (tip - tail) / length
        left = -1j * along
        shift = 10.0 * left if numbered else 0
        middle = (tail + tip) / 2 + shift + 0.1 * length * left
        tails.append(tail + shift + 6 * along)
        _draw_arrow(parent, tails[-1], middle, tip + shift - 6 * along)
    for number, tail in enumerate(tails, start=1):
        x, y = tail.real, tail.imag
        radius = 11 if numbered else 6
        add(parent, "circle", cx=x, cy=y, r=radius, fill=INK, stroke=RING, stroke_width=2)
        if numbered:
            write(parent, str(number), x=x, y=y + 4, size=8, ink=RING, weight=2.2, anchor=0.5)


def _draw_arrow(parent: ET.Element, tail: complex, middle: complex, tip: complex) -> None:
    head = (tip - middle) / abs(tip - middle)
    neck = tip - 15 * head
    points = (tail, middle, neck, tip, neck + 10j * head, neck - 10j * head)
    at = [f"{point.real:.1f} {point.imag:.1f}" for point in points]
    for ink, width in ((RING, 10.0), (INK, 5.0)):
        add(parent, "path", d=f"M{at[0]}Q{at[1]} {at[2]}", fill="none", stroke=ink,
            stroke_width=width, stroke_linecap="round")  # fmt: skip
        add(parent, "path", d=f"M{at[3]}L{at[4]}L{at[5]}Z", fill=ink, stroke=ink,
            stroke_width=width - 3, stroke_linejoin="round")  # fmt: skip

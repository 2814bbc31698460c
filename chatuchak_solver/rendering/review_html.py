"""Reviewed games as self-contained HTML files."""

from collections.abc import Sequence
from html import escape
from itertools import pairwise
from typing import NamedTuple
from xml.etree import ElementTree as ET

from chatuchak_solver.puzzle.grid import Grid
from chatuchak_solver.rendering.booths import define_booths
from chatuchak_solver.rendering.grid_svg import board_size, describe_grid, draw_arrows, draw_grid
from chatuchak_solver.rendering.resources import fill_template, html_page, resource
from chatuchak_solver.rendering.review_svg import TITLE, RemainingMoves, curve_document
from chatuchak_solver.rendering.svg import document


class ReviewedPosition(NamedTuple):
    """A position of a game and the move played.

    Attributes
    ----------
    grid
        The position.
    left
        The remaining moves.
    played
        Spot of the moved booth, or None in the last position.
    best
        Spots of the booths with moves without loss.
    words
        A description.
    """

    grid: Grid
    left: RemainingMoves
    played: int | None
    best: tuple[int, ...]
    words: str


def review_html(
    positions: Sequence[ReviewedPosition], *, summary: str, worst: int | None = None
) -> str:
    """Return an HTML document to step through a reviewed game.

    Positions are reached by the curve, a list, buttons, keys and swipes. They show a ring around
    the moved booth and arrows for all moves without loss.

    Parameters
    ----------
    positions
        Positions from the start on.
    summary
        A summary of the game.
    worst
        Number of the position with the largest loss, or None without losses.
    """
    curve = curve_document([position.left for position in positions])
    figures = [
        f'<figure class="position" {"hidden " if number else ""}data-position="{number}">'
        f"{_board(position, number)}<p>{escape(position.words)}</p></figure>"
        for number, position in enumerate(positions)
    ]
    items = [
        f'<li data-move="{number}"><button type="button"{mark}>{escape(position.words)}</button>'
        "</li>"
        for number, (position, after) in enumerate(pairwise(positions))
        for mark in [' class="lost"' if after.left.lost else ""]
    ]
    booths = ET.tostring(define_booths(ET.Element("svg"), positions[0].grid.colors), "unicode")
    button = (
        f'<button type="button" data-control="worst" data-at="{worst}">Costliest moment</button>'
    )
    body = fill_template(
        "review.html",
        grid=escape(str(positions[0].grid)),
        summary=escape(summary),
        curve=ET.tostring(curve, encoding="unicode"),
        worst="" if worst is None else button,
        count=len(positions) - 1,
        positions="\n".join(figures),
        moves="\n".join(items),
    )
    return html_page(
        TITLE,
        body,
        style=resource("player.css") + resource("review.css"),
        before=f'<svg class="defs" aria-hidden="true">{booths}</svg>\n',
        script=resource("review.js"),
    )


def _board(position: ReviewedPosition, number: int) -> str:
    grid = position.grid
    words = f"{position.words}\n{describe_grid(grid)}"
    title = f"Position after move {number}"
    root = document(*board_size(grid.board), title=title, description=words)
    played = () if position.played is None else (position.played,)
    draw_grid(root, grid, highlight=played, numbers=True)
    for spot in position.best:
        draw_arrows(root, grid.board, [(spot, grid.empty)])
    return ET.tostring(root, encoding="unicode")

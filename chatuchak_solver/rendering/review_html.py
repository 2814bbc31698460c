"""A reviewed game as one HTML file to click through, which needs nothing else."""

from collections.abc import Sequence
from html import escape
from itertools import pairwise
from typing import NamedTuple
from xml.etree import ElementTree as ET

from chatuchak_solver.puzzle.grid import Grid
from chatuchak_solver.rendering.booths import define_booths
from chatuchak_solver.rendering.grid_svg import board_size, describe_grid, draw_arrows, draw_grid
from chatuchak_solver.rendering.resources import filled, html_page, resource
from chatuchak_solver.rendering.review_svg import TITLE, Left, curve_document
from chatuchak_solver.rendering.svg import document


class ReviewedPosition(NamedTuple):
    """One position of a game and the move made there.

    Attributes
    ----------
    grid
        The position.
    left
        What was left there.
    played
        The spot whose booth moved; None in the last position.
    best
        The spots whose booths could have moved without loss.
    words
        What there is to say about it.
    """

    grid: Grid
    left: Left
    played: int | None
    best: tuple[int, ...]
    words: str


def review_html(
    positions: Sequence[ReviewedPosition], *, summary: str, worst: int | None = None
) -> str:
    """Return an HTML document that goes through a reviewed game.

    The curve, a list, buttons, keys and swipes lead to each position: with the booth that moved
    ringed, and an arrow for every move that lost nothing.

    Parameters
    ----------
    positions
        The positions, the start first.
    summary
        What there is to say about the whole game.
    worst
        The number of the position where most was lost, for a button; None if nothing was lost.
    """
    curve = curve_document([one.left for one in positions])
    figures = [
        f'<figure class="position" {"hidden " if number else ""}data-position="{number}">'
        f"{_board(one, number)}<p>{escape(one.words)}</p></figure>"
        for number, one in enumerate(positions)
    ]
    items = [
        f'<li data-move="{number}"><button type="button"{mark}>{escape(one.words)}</button></li>'
        for number, (one, after) in enumerate(pairwise(positions))
        for mark in [' class="lost"' if after.left.lost else ""]
    ]
    booths = ET.tostring(define_booths(ET.Element("svg"), positions[0].grid.colors), "unicode")
    button = (
        f'<button type="button" data-control="worst" data-at="{worst}">Costliest moment</button>'
    )
    body = filled(
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


def _board(one: ReviewedPosition, number: int) -> str:
    board = one.grid.board
    words = f"{one.words}\n{describe_grid(one.grid)}"
    root = document(*board_size(board), title=f"Position after move {number}", description=words)
    played = () if one.played is None else (one.played,)
    draw_grid(root, one.grid, highlight=played, numbers=True)
    for spot in one.best:
        draw_arrows(root, board, [(spot, one.grid.empty)])
    return ET.tostring(root, encoding="unicode")

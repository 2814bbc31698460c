"""Text of the multiplayer game's position."""

import textwrap
from collections.abc import Sequence
from itertools import zip_longest
from typing import Any

from chatuchak_solver.errors import counted
from chatuchak_solver.games.chatuchak.markers import format_strength
from chatuchak_solver.games.chatuchak.setup import exchange
from chatuchak_solver.games.chatuchak.state import ChatuchakState
from chatuchak_solver.games.facts import Board, Moved, NameList, SummaryTable, fill, seat_name
from chatuchak_solver.puzzle import Grid

GAP = "     "
MAX_WIDTH = 100
MAX_PAIR = 80
"""Columns of a terminal for two markers per line."""


def format_state(state: ChatuchakState) -> str:
    """Return grids, markers with every player's strength, tokens and time track."""
    points, _, markers = facts(state)
    lines = []
    for passed, (player, stars, minus, total, tokens) in zip(
        state.passed, points.rows, strict=True
    ):
        # Blanks separate tokens, so stars are in parentheses.
        owned = NameList(f"{word.replace(' ', '(')})" if " " in word else word for word in tokens)
        line = f"{player}{', passed' if passed else ''}: {counted(stars, 'star')}"
        line += f" - {-minus} = {total}; tokens: {owned: }"
        lines += textwrap.wrap(line, MAX_WIDTH, subsequent_indent=" " * 10)
    return fill(
        __package__, "position.txt", state=state, grids=format_grids(state.grids),
        markers=_marker_table(markers), points=lines,
    )  # fmt: skip


def facts(state: ChatuchakState) -> tuple[SummaryTable, ...]:
    """Return points, time track, and all players' strengths for each marker."""
    figures = state.figures
    points = []
    for seat, result in enumerate(state.results()):
        tokens = [row.marker.name for row in state.markers if row.token == seat]
        stars = state.general_tokens[seat] * figures.stars_of_general
        general = exchange(stars, figures.general_denominations)
        owned = NameList([*tokens, *(f"general {number}" for number in general)])
        points.append((seat_name(seat), result.stars, -result.minus, result.total, owned))
    markers = []
    for index, row in enumerate(state.markers):
        held = "center" if row.holder is None else seat_name(row.holder)
        if row.holder is not None and not state.fits(row.holder, index):
            held += ", beside"
        strengths = (format_strength(row.marker, own.strengths[index]) for own in state.profiles)
        markers.append((row.marker.name, held, *strengths))
    names = map(seat_name, range(state.num_players))
    return (
        SummaryTable("points", ("player", "stars", "minus", "total", "tokens"), tuple(points)),
        _track(state),
        SummaryTable("markers", ("marker", "held", *names), tuple(markers)),
    )


def _track(state: ChatuchakState) -> SummaryTable:
    numbers = list(map(str, state.figures.time_track))
    if state.tent:
        numbers[state.tent - 1] = f"[{numbers[state.tent - 1]}]"
    needed = {} if state.requirement is None else {"needed": state.requirement}
    tent = f"{state.tent} / {len(numbers)}"
    return SummaryTable.of("track", tent=tent, numbers=" ".join(numbers), **needed)


def format_grids(grids: Sequence[Grid]) -> str:
    """Return grids side by side under the players' names, with the spots' numbers."""
    board, names = grids[0].board, [*map(seat_name, range(len(grids)))]
    width = max(2 * board.columns - 1, *map(len, names))
    spots = [
        " ".join(f"{spot:2}" for spot in range(start, start + board.columns))
        for start in range(0, board.spots, board.columns)
    ]
    rows = zip(*(map(" ".join, str(grid).split("/")) for grid in grids), spots, strict=True)
    every = ((*names, "spots"), *rows)
    return "\n".join(GAP.join(cell.ljust(width) for cell in cells).rstrip() for cells in every)


def _marker_table(markers: SummaryTable) -> list[str]:
    players = [f"p{seat}" for seat in range(1, len(markers.head) - 1)]
    rows = [("marker", "held by", *players)]
    rows += [(name, held.replace("player ", "p"), *rest) for name, held, *rest in markers.rows]
    cells = [f"{row[0]:<10}{row[1]:<11}{''.join(f'{cell:<6}' for cell in row[2:])}" for row in rows]
    if 2 * len(cells[0]) > MAX_PAIR:
        return [cell.rstrip() for cell in cells]
    half = len(rows) // 2
    left, right = cells[: half + 1], [cells[0], *cells[half + 1 :]]
    return [f"{a}{b}".rstrip() for a, b in zip_longest(left, right, fillvalue="")]


def boards(state: Any, viewer: int | None, mover: int) -> list[Board]:
    """Return the grids, the viewer's or current player's first."""
    first = viewer if viewer is not None else max(0, mover)
    seats = [(first + place) % state.num_players for place in range(state.num_players)]
    return [
        Board(seat_name(seat), state.grids[seat], seat == first, seat == first == mover,
              seat_name(seat))
        for seat in seats
    ]  # fmt: skip


def moved(before: Any, after: Any, seat: int) -> Moved | None:
    """Return the jump of a player's booth."""
    old, new = before.grids[seat], after.grids[seat]
    return None if old == new else Moved(new, str(new.empty), str(old.empty))

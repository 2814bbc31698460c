"""The multiplayer game's position as a person reads it."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from typing import Final

from chatuchak_solver.games.chatuchak.figures import exchange
from chatuchak_solver.games.chatuchak.state import ChatuchakState
from chatuchak_solver.games.chatuchak.strengths import format_strength
from chatuchak_solver.games.chatuchak.table import CENTER
from chatuchak_solver.puzzle import Grid

__all__ = ["format_grids", "format_state"]

GAP: Final = "     "
MAX_WIDTH: Final = 100


def format_state(state: ChatuchakState) -> str:
    """Return a position: grids, markers with every player's strength, tokens and time track."""
    lines = [_headline(state), ""]
    names = [f"player {player}" for player in range(state.num_players)]
    lines += [*format_grids(state.grids, names), "", *_marker_table(state), ""]
    lines += [*_player_lines(state), "", f"time track: {state.time}"]
    return "\n".join(lines)


def format_grids(grids: Sequence[Grid], names: Sequence[str]) -> list[str]:
    """Return grids side by side under their names, one line per row, and the spots' numbers."""
    board = grids[0].board
    width = max(2 * board.columns - 1, *map(len, names))
    numbers = [f"{spot:2}" for spot in range(board.spots)]
    spots = [
        " ".join(numbers[start : start + board.columns])
        for start in range(0, board.spots, board.columns)
    ]
    rows = zip(*(map(" ".join, str(grid).split("/")) for grid in grids), spots, strict=True)
    every = ((*names, "spots"), *rows)
    return [GAP.join(cell.ljust(width) for cell in cells).rstrip() for cells in every]


def _headline(state: ChatuchakState) -> str:
    rule = state.table.rule
    if state.is_over:
        winners = " and ".join(f"player {player}" for player in state.winners())
        return f"chatuchak ({rule} rule): over, won by {winners}"
    if state.rolling:
        return f"chatuchak ({rule} rule): player {state.track_holder} rolls the die"
    return f"chatuchak ({rule} rule): player {state.turn} to move"


def _marker_table(state: ChatuchakState) -> list[str]:
    """Return who has each marker, and each player's best place for it."""
    players = range(state.num_players)
    lines = [f"{'marker':<11}{'held by':<24}" + "".join(f"{f'p{p}':>6}" for p in players)]
    for index, marker in enumerate(state.table.markers):
        holder = state.holders[index]
        held = "the center" if holder == CENTER else f"player {holder}"
        if holder != CENTER and not state.fits(holder, index):
            held += ", beside the grid"
        strengths = "".join(
            f"{format_strength(marker, profile.strengths[index]):>6}" for profile in state.profiles
        )
        lines.append(f"{marker.name:<11}{held:<24}{strengths}")
    return lines


def _player_lines(state: ChatuchakState) -> list[str]:
    lines = []
    figures = state.table.figures
    for player, result in enumerate(state.results()):
        owned = [
            marker.name
            for marker, owner in zip(state.table.markers, state.token_owners, strict=True)
            if owner == player
        ]
        general = exchange(
            state.general_tokens[player] * figures.stars_of_general, figures.general_denominations
        )
        tokens = " ".join([*owned, *(f"general({stars})" for stars in general)]) or "none"
        gone = ", passed" if state.passed[player] else ""
        points = f"{result.stars} stars - {result.minus} = {result.total}"
        line = f"player {player}{gone}: {points}; tokens: {tokens}"
        lines += textwrap.wrap(line, MAX_WIDTH, subsequent_indent=" " * 10)
    return lines

"""Marker statistics of the multiplayer game, for designers."""

from collections.abc import Iterator
from typing import Final

from chatuchak_solver.games.chatuchak.actions import Action
from chatuchak_solver.games.chatuchak.state import ChatuchakState
from chatuchak_solver.games.chatuchak.table import CENTER
from chatuchak_solver.games.statistics import IN_PLAY

FROM_CENTER: Final = "from the center"
TAKEN_OVER: Final = "taken over"
BROKEN_UP: Final = "broken up"
CAME_BACK: Final = "came back"
HELD: Final = "in a grid at the end"
BESIDE: Final = "beside one at the end"

COLUMNS: Final = (FROM_CENTER, TAKEN_OVER, BROKEN_UP, CAME_BACK, HELD, BESIDE)


def observe(
    before: ChatuchakState, action: Action, after: ChatuchakState
) -> Iterator[tuple[str, str]]:
    """Yield the events of markers; actions count by their first word."""
    if before.rolling:
        if after.is_over:
            yield from _final_places(after)
        return
    yield str(action).split(" ", 1)[0], "times a game"
    if before.turn not in after.holders:
        return  # a move affects markers of its player only
    for index, marker in enumerate(after.table.markers):
        old, new = before.holders[index], after.holders[index]
        if old != new:
            yield marker.name, FROM_CENTER if old == CENTER else TAKEN_OVER
        elif new == before.turn:
            fitted, fits = before.fits(new, index), after.fits(new, index)
            if fitted != fits:
                yield marker.name, CAME_BACK if fits else BROKEN_UP


def _final_places(state: ChatuchakState) -> Iterator[tuple[str, str]]:
    for index, marker in enumerate(state.table.markers):
        yield marker.name, IN_PLAY
        holder = state.holders[index]
        if holder != CENTER:
            yield marker.name, HELD if state.fits(holder, index) else BESIDE

"""Observations of Chatuchak, a game of perfect information."""

from typing import Any

from chatuchak_solver.adapters.observations import parts
from chatuchak_solver.games.chatuchak.state import ChatuchakState


def observer(start: ChatuchakState) -> parts.Observer:
    """Return the observer for games with this initial state."""
    players, numbers = start.num_players, start.figures.time_track
    markers, colors = len(start.markers), max(len(grid.color_masks) for grid in start.grids)
    low, high = start.score_bounds
    mixes = sum(row.marker.kind == "mix" for row in start.markers)

    def owners(name: str, attribute: str) -> parts.Part:
        def read(state: Any, seats: Any) -> Any:
            found = [getattr(row, attribute) for row in state.markers]
            places = [0 if seat is None else 1 + seats.index(seat) for seat in found]
            return parts.marks(places, players + 1).T

        return parts.Part(name, (markers, players + 1), read=read)

    return parts.Observer(start, (
        parts.grids_part(start),
        owners("holders", "holder"),
        owners("tokens", "token"),
        parts.Part("mixes", (mixes, colors), read=lambda state, _: [
            [color in row.marker.colors for color in range(colors)]
            for row in state.markers if row.marker.kind == "mix"
        ]),
        parts.Part("strengths", (players, markers), 255, read=lambda state, seats: [
            state.profiles[seat].strengths for seat in seats
        ]),
        parts.by_seat(start, "general_tokens", markers * sum(numbers)),
        parts.by_seat(start, "passed"),
        parts.to_act(start),
        parts.Part("tent", (len(numbers) + 1,), read=lambda state, _: parts.marks(
            [state.tent], len(numbers) + 1
        )),
        parts.Part("needed_roll", (1,), max(numbers), read=lambda state, _: state.requirement or 0),
        parts.by_seat(start, "scores", high, low),
    ))  # fmt: skip

"""White that the reflections of lamps add to spots: a field of its own, that has no color."""

import numpy as np
from numpy.typing import NDArray

from chatuchak_solver.kernels.jit import kernel
from chatuchak_solver.photo.kernels.elementary import exponential
from chatuchak_solver.photo.kernels.likelihood import EMPTY, field_at, white_of
from chatuchak_solver.photo.kernels.sampling import OFFSET

STEADY = 0.05
"""How strongly a spot's own light is held at the field's, against the light of its channels."""
REACH = 1.0
"""Standard deviation of the weight of neighbors, in spots."""
NOTHING = 0.3
"""Weight of there being none, against a spot's own."""


@kernel
def fit_shine(
    mean_log: NDArray[np.float64], label: NDArray[np.int64], columns: int,
    model: NDArray[np.float64], own: NDArray[np.float64], shine: NDArray[np.float64],
) -> None:  # fmt: skip
    """Tell how much white is added to each spot, the colors and the field of light being known.

    What a spot shows is taken for its color, somewhat darker or brighter, and white; neighbors
    have about as much of it.

    Parameters
    ----------
    mean_log, label, model
        As in `fit_model`.
    own
        float64 of shape (spots,): working space.
    shine
        float64 of shape (spots,): filled; in the same light as ``mean_log``.
    """
    # White of each booth by itself.
    spots = label.shape[0]
    rows = spots // columns
    white = np.zeros(3)
    white_of(model, white)
    for spot in range(spots):
        own[spot] = 0.0
        if label[spot] == EMPTY:
            continue
        # seen = much * color + more * 1, in the light's own white; much is held at 1
        square, color, seen, both = STEADY, 0.0, 0.0, STEADY
        for channel in range(3):
            field = field_at(model, spot, columns, rows, channel)
            ink = (exponential(model[label[spot], channel] + field) - OFFSET) / white[channel]
            one = (exponential(mean_log[spot, channel]) - OFFSET) / white[channel]
            square += ink * ink
            color += ink
            seen += one
            both += ink * one
        much = (both - color * seen / 3.0) / (square - color * color / 3.0)
        own[spot] = max((seen - much * color) / 3.0, 0.0)
    # Smooth it over neighbors.
    for spot in range(spots):
        total, weight = 0.0, NOTHING
        for other in range(spots):
            x, y = spot % columns - other % columns, spot // columns - other // columns
            if label[other] != EMPTY:
                near = exponential(-(x * x + y * y) / (2.0 * REACH * REACH))
                total += near * own[other]
                weight += near
        shine[spot] = total / weight

"""White light added by reflections, as a smooth field."""

import numpy as np

from chatuchak_solver.kernels.arrays import Float64s, Int64s
from chatuchak_solver.kernels.jit import kernel
from chatuchak_solver.photo.kernels import likelihood
from chatuchak_solver.photo.kernels.elementary import exponential
from chatuchak_solver.photo.kernels.sampling import OFFSET

STEADY = 0.05
"""Regularization of a spot's own brightness toward the field."""
REACH = 1.0
"""Standard deviation of the weights of neighbors, in spots."""
NOTHING = 0.3
"""Weight of zero shine, relative to a spot."""


@kernel
def fit_shine(
    mean_log: Float64s, label: Int64s, columns: int, model: Float64s, own: Float64s, shine: Float64s
) -> None:
    """Estimate the white light of each spot, given colors and light field.

    A spot's light is modeled as its color, scaled in brightness, plus white. Estimates are smoothed
    over neighbors.

    Parameters
    ----------
    mean_log, label, model
        See `fit_model`.
    own
        Workspace, float64 of shape (spots,).
    shine
        Output, float64 of shape (spots,), in the units of the light.
    """
    # White of each booth alone.
    spots = label.shape[0]
    rows = spots // columns
    white = np.zeros(3)
    likelihood.white_of(model, white)
    for spot in range(spots):
        own[spot] = 0.0
        if label[spot] == likelihood.EMPTY:
            continue
        # seen = much * color + more, relative to the light's white; much is regularized to 1
        square, color, seen, both = STEADY, 0.0, 0.0, STEADY
        for channel in range(3):
            field = likelihood.field_at(model, spot, columns, rows, channel)
            ink = (exponential(model[label[spot], channel] + field) - OFFSET) / white[channel]
            light = (exponential(mean_log[spot, channel]) - OFFSET) / white[channel]
            square += ink * ink
            color += ink
            seen += light
            both += ink * light
        much = (both - color * seen / 3.0) / (square - color * color / 3.0)
        own[spot] = max((seen - much * color) / 3.0, 0.0)
    # Smooth over neighbors.
    for spot in range(spots):
        total, weight = 0.0, NOTHING
        for other in range(spots):
            x, y = spot % columns - other % columns, spot // columns - other // columns
            if label[other] != likelihood.EMPTY:
                near = exponential(-(x * x + y * y) / (2.0 * REACH * REACH))
                total += near * own[other]
                weight += near
        shine[spot] = total / weight

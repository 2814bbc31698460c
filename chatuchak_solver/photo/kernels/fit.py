"""Least-squares fit of colors and light to labeled spots."""

from math import sqrt

import numpy as np

from chatuchak_solver.kernels.arrays import Float64s, Int64s
from chatuchak_solver.kernels.jit import kernel
from chatuchak_solver.photo.kernels import elementary, likelihood, sampling
from chatuchak_solver.photo.kernels.elementary import median
from chatuchak_solver.photo.kernels.evidence import LIGHTNESS
from chatuchak_solver.photo.kernels.names import COLORS

RIDGE, RIDGE_OF_COLOR = 0.5, 3.0
"""Regularization of the light field's brightness and hue toward zero."""
HELD = 1e-3
"""Regularization of colors toward their previous values."""
LITTLE = 1e-4
HALF_TRUST = 0.02


@kernel
def solve_linear(matrix: Float64s, right: Float64s) -> None:
    """Solve ``matrix`` x = ``right`` by column, in place (Gauss-Jordan).

    Parameters
    ----------
    matrix
        float64 of shape (n, n); overwritten.
    right
        float64 of shape (n, m); overwritten with x.
    """
    n, columns = right.shape
    for column in range(n):
        pivot = column
        for row in range(column + 1, n):
            if abs(matrix[row, column]) > abs(matrix[pivot, column]):
                pivot = row
        for array in (matrix, right):
            for other in range(array.shape[1]):
                a, b = array[column, other], array[pivot, other]
                array[column, other], array[pivot, other] = b, a
        for row in range(n):
            if row != column:
                factor = matrix[row, column] / matrix[column, column]
                for other in range(column, n):
                    matrix[row, other] -= factor * matrix[column, other]
                for other in range(columns):
                    right[row, other] -= factor * right[column, other]
    for row in range(n):
        for other in range(columns):
            right[row, other] /= matrix[row, row]


@kernel
def fit_model(
    light: Float64s, mean_log: Float64s, like: Float64s, label: Int64s, columns: int,
    model: Float64s,
) -> float:  # fmt: skip
    """Fit colors and light field to the spots by least squares of logs.

    Parameters
    ----------
    light, like
        See `price_spots`; for ``mean_log`` see `weigh_samples`.
    label
        int64 of shape (spots,): color, or `EMPTY`.
    model
        float64 of shape (11, 3). Colors and field are updated; the cast is unchanged.

    Returns
    -------
    float
        Median distance of spots from their colors, in OKLab with `LIGHTNESS`.
    """
    # Normal equations.
    spots = light.shape[0]
    rows = spots // columns
    half = (columns - 1) / 2.0
    n = COLORS + likelihood.FIELD_TERMS
    matrix = np.zeros((n, n))
    right = np.zeros((n, 3))
    term = np.zeros(n)
    seen = np.zeros((spots, 3))
    for color in range(COLORS):
        matrix[color, color] = HELD
        for channel in range(3):
            right[color, channel] = HELD * model[color, channel]
    for spot in range(spots):
        color = label[spot]
        if color == likelihood.EMPTY:
            continue
        # Light: the mean of samples that match the color.
        trust = 0.0
        for sample in range(sampling.SAMPLES):
            trust += like[spot, sample, color]
        seen[spot] = mean_log[spot]
        for channel in range(3 if trust > LITTLE else 0):
            total = 0.0
            for sample in range(sampling.SAMPLES):
                total += like[spot, sample, color] * light[spot, sample, channel]
            seen[spot, channel] = elementary.logarithm(total / trust + sampling.OFFSET)
        # Row of the design matrix: a color and the field terms.
        weight = trust / (trust + HALF_TRUST) + HELD
        x, y = (spot % columns) / half - 1.0, (spot // columns - (rows - 1) / 2.0) / half
        for other in range(COLORS):
            term[other] = 1.0 if other == color else 0.0
        term[likelihood.FIELD] = x
        term[likelihood.FIELD + 1] = y
        term[likelihood.FIELD + 2] = x * x - 0.5
        term[likelihood.FIELD + 3] = x * y
        term[likelihood.FIELD + 4] = y * y - 0.3
        for row in range(n):
            for other in range(n):
                matrix[row, other] += weight * term[row] * term[other]
            for channel in range(3):
                right[row, channel] += weight * term[row] * seen[spot, channel]
    # Two systems: brightness, and hue with a stronger regularization.
    of_color = matrix.copy()
    gray = np.zeros((n, 1))
    for row in range(n):
        gray[row, 0] = (right[row, 0] + right[row, 1] + right[row, 2]) / 3.0
        for channel in range(3):
            right[row, channel] -= gray[row, 0]
        if row >= COLORS:
            matrix[row, row] += RIDGE
            of_color[row, row] += RIDGE_OF_COLOR
    solve_linear(matrix, gray)
    solve_linear(of_color, right)
    for row in range(likelihood.CAST):
        for channel in range(3):
            model[row, channel] = gray[row, 0] + right[row, channel]
    color_lab = np.zeros((COLORS, 3))
    lab = np.zeros(3)
    value = np.zeros(3)
    for color in range(COLORS):
        for channel in range(3):
            value[channel] = elementary.exponential(model[color, channel])
        sampling.to_oklab(value[0], value[1], value[2], color_lab[color])
    far = np.zeros(spots)
    booths = 0
    for spot in range(spots):
        color = label[spot]
        if color == likelihood.EMPTY:
            continue
        for channel in range(3):
            field = likelihood.field_at(model, spot, columns, rows, channel)
            value[channel] = elementary.exponential(seen[spot, channel] - field)
        sampling.to_oklab(value[0], value[1], value[2], lab)
        total = 0.0
        for axis in range(3):
            off = (lab[axis] - color_lab[color, axis]) * (LIGHTNESS if axis == 0 else 1.0)
            total += off * off
        far[booths] = sqrt(total)
        booths += 1
    return median(far, booths)

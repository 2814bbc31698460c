"""Elementary functions by basic arithmetic, bit-identical on all machines and in browsers."""

from math import sqrt

import numpy as np

from chatuchak_solver.kernels.arrays import Float64s
from chatuchak_solver.kernels.jit import kernel

SMALLEST = 1e-30
LOWEST = -80.0
HIGHEST = 80.0


@kernel
def exponential(x: float) -> float:
    """Return e to the power of ``x``, clamped to -80..80, to 12 digits."""
    rest = min(max(x, LOWEST), HIGHEST) * (1.0 / 1024.0)
    series = 1.0 + rest * (1.0 / 9.0)
    for term in range(8, 0, -1):
        series = 1.0 + series * rest * (1.0 / term)  # faster than division
    for _ in range(10):
        series = series * series
    return series


@kernel
def logarithm(x: float) -> float:
    """Return the natural logarithm of max(``x``, 1e-30), to 1e-11."""
    root = max(x, SMALLEST)
    for _ in range(10):
        root = sqrt(root)
    ratio = (root - 1.0) / (root + 1.0)
    square = ratio * ratio
    series = 1.0 / 15.0 + square * (1.0 / 17.0)
    for odd in range(13, 0, -2):
        series = 1.0 / odd + series * square
    return 2048.0 * ratio * series


@kernel
def exponentials(values: Float64s) -> Float64s:
    """Return the `exponential` of each item of an array."""
    results = np.zeros_like(values)
    for place in np.ndindex(values.shape):
        results[place] = exponential(float(values[place]))
    return results


@kernel
def logarithms(values: Float64s) -> Float64s:
    """Return the `logarithm` of each item of an array."""
    results = np.zeros_like(values)
    for place in np.ndindex(values.shape):
        results[place] = logarithm(float(values[place]))
    return results


@kernel
def cube_root(x: float) -> float:
    """Return the cube root of ``x`` >= 0, to 12 digits."""
    if x <= SMALLEST:
        return 0.0
    scale = 1.0
    while x > 1.0:
        x *= 0.125
        scale *= 2.0
    while x < 0.125:
        x *= 8.0
        scale *= 0.5
    # Parabola, then Halley steps, each tripling the digits.
    root = 0.3947 + x * (1.0174 - 0.4121 * x)
    for _ in range(2):
        cube = root * root * root
        root *= (cube + x + x) / (cube + cube + x)
    return root * scale


@kernel
def ascending(values: Float64s) -> Float64s:
    """Return sorted values."""
    return values[np.argsort(values, kind="mergesort")]


@kernel
def median(values: Float64s) -> float:
    """Return the median."""
    order, n = ascending(values), len(values)
    return float(order[n // 2] + order[(n - 1) // 2]) / 2


@kernel
def length(x: float, y: float) -> float:
    """Return the length of a vector."""
    return sqrt(x * x + y * y)

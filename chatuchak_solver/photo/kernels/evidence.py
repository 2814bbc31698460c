"""Evidence of each spot before the colors are known."""

import numpy as np

from chatuchak_solver.kernels.arrays import Float64s
from chatuchak_solver.kernels.jit import kernel
from chatuchak_solver.photo.kernels import elementary, sampling
from chatuchak_solver.photo.kernels.elementary import length, median, sort_first

LIGHTNESS = 0.35
"""Weight of lightness relative to hue, low because of shadows."""

CENTRAL = 0.2
"""Standard deviation of the sample weights around the center, in spots."""
COLORLESS = 0.02
COLORFUL = 0.15
"""Range of the weight by colorfulness; letters, stripes and reflections have none."""


@kernel
def brightness_of(samples: Float64s) -> float:
    """Return twice the brightness of the brighter spots, the unit of light.

    Parameters
    ----------
    samples
        float64 of shape (spots, `SAMPLES`, 3).
    """
    spots = samples.shape[0]
    values = np.zeros(sampling.SAMPLES)
    bright = np.zeros(spots)
    for spot in range(spots):
        for channel in range(3):
            values[:] = samples[spot, :, channel]
            bright[spot] += median(values, sampling.SAMPLES) / 3.0
    sort_first(bright, spots)
    return max(float(bright[spots * 4 // 5]), 1e-4) / 0.5


@kernel
def weigh_samples(light: Float64s, lab: Float64s, vote: Float64s, mean_log: Float64s) -> None:
    """Compute the weight of each sample, highest for central and colorful samples.

    Parameters
    ----------
    light, lab
        Light and OKLab, float64 of shape (spots, `SAMPLES`, 3).
    vote
        Output, float64 of shape (spots, `SAMPLES`), with sum 1 per spot.
    mean_log
        Output, float64 of shape (spots, 3): log of the weighted mean light.
    """
    spots = light.shape[0]
    tint = np.zeros(3)
    values = np.zeros(spots * sampling.SAMPLES)
    for axis in range(1, 3):
        for spot in range(spots):
            first = spot * sampling.SAMPLES
            values[first : first + sampling.SAMPLES] = lab[spot, :, axis]
        tint[axis] = median(values, spots * sampling.SAMPLES) * 0.5
    for spot in range(spots):
        total = 0.0
        for sample in range(sampling.SAMPLES):
            x = sampling.REACH * (2.0 * (sample % sampling.SIDE) / (sampling.SIDE - 1) - 1.0)
            y = sampling.REACH * (2.0 * (sample // sampling.SIDE) / (sampling.SIDE - 1) - 1.0)
            a, b = lab[spot, sample, 1] - tint[1], lab[spot, sample, 2] - tint[2]
            colorful = COLORLESS + min(length(a, b), COLORFUL)
            weight = elementary.exponential(-(x * x + y * y) / (2.0 * CENTRAL * CENTRAL)) * colorful
            vote[spot, sample] = weight
            total += weight
        vote[spot] /= total
        for channel in range(3):
            mean = sampling.OFFSET
            for sample in range(sampling.SAMPLES):
                mean += vote[spot, sample] * light[spot, sample, channel]
            mean_log[spot, channel] = elementary.logarithm(mean)

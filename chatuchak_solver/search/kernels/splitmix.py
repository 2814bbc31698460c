"""SplitMix64 random generator, in kernels.

References
----------
Steele, Lea and Flood, "Fast Splittable Pseudorandom Number Generators", OOPSLA 2014.
"""

import numpy as np

from chatuchak_solver.kernels.jit import kernel

STEP = np.uint64(0x9E3779B97F4A7C15)
"""Increment of the state per word."""


@kernel
def scramble(word: np.uint64) -> np.uint64:
    """Return the random word of a state."""
    word = (word ^ (word >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    word = (word ^ (word >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return word ^ (word >> np.uint64(31))

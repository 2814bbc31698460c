"""SplitMix64's words against published ones."""

import numpy as np

from chatuchak_solver.search.kernels.splitmix import STEP, scramble
from tests.twins import reference_for

WORDS = (1 << 64) - 1


@reference_for(scramble)
def test_the_first_words_of_seed_1234567_are_the_published_ones() -> None:
    # From the reference implementation's well-known test vector.
    states = [np.uint64((1234567 + number * int(STEP)) & WORDS) for number in (1, 2, 3)]
    assert [int(scramble(state)) for state in states] == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
    ]

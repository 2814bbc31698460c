"""SplitMix64's words against Python's integers, and against published ones."""

import numpy as np

from chatuchak_solver.search.kernels.splitmix import STEP, scramble
from tests.twins import reference_for

WORDS = (1 << 64) - 1


def reference_scramble(word: int) -> int:
    word = (word ^ word >> 30) * 0xBF58476D1CE4E5B9 & WORDS
    word = (word ^ word >> 27) * 0x94D049BB133111EB & WORDS
    return word ^ word >> 31


@reference_for(scramble)
def test_words_are_scrambled_as_with_pythons_integers() -> None:
    for word in (0, 1, 2**63, WORDS, *np.random.default_rng(1).integers(0, 2**63, 50).tolist()):
        assert scramble(np.uint64(word)) == reference_scramble(word)


@reference_for(scramble)
def test_the_first_words_of_seed_1234567_are_the_published_ones() -> None:
    # From the reference implementation's well-known test vector.
    states = [np.uint64((1234567 + number * int(STEP)) & WORDS) for number in (1, 2, 3)]
    assert [int(scramble(state)) for state in states] == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
    ]

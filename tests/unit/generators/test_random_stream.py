"""The random stream: its generator, its lack of bias, and its independence of neighbors."""

from collections import Counter
from itertools import permutations

import numpy as np

from chatuchak_generators.kernels.start_grids import below
from chatuchak_generators.start_grids import RandomStream
from chatuchak_solver.search.kernels.splitmix import STEP, scramble
from tests.reference.start_grids import shuffle
from tests.twins import reference_for


@reference_for(scramble)
def test_the_words_are_those_of_splitmix64() -> None:
    # The published test vector of SplitMix64 for the state 1234567.
    stream = RandomStream(0, 0)
    stream.state = 1234567
    words = [
        *(6457827717110365317, 3203168211198807973, 9817491932198370423),
        *(4593380528125082431, 16408922859458223821),
    ]
    assert [stream.next_word() for _ in range(5)] == words
    states = [np.uint64((1234567 + number * int(STEP)) % 2**64) for number in range(1, 6)]
    assert [int(scramble(state)) for state in states] == words


@reference_for(below)
def test_biased_words_are_drawn_again_in_python_and_in_the_kernel() -> None:
    # From this state the first word is 0, the one word that must go for the bound 3.
    step = 0x9E3779B97F4A7C15
    start = 2**64 - step
    stream = RandomStream(0, 0)
    stream.state = start
    state = np.array([start], dtype=np.uint64)
    assert below(state, 3) == stream.below(3)
    assert int(state[0]) == stream.state == step
    many = 3 << 30  # one of four words must go
    assert [below(state, many) for _ in range(99)] == [stream.below(many) for _ in range(99)]


def test_every_order_is_as_likely() -> None:
    # 24 orders of 4 items, 500 of each expected; chi squared beyond 50 has a chance of 1 in 1000.
    counts = Counter[tuple[int, ...]]()
    for index in range(12_000):
        items = [0, 1, 2, 3]
        shuffle(RandomStream(1, index), items)
        counts[tuple(items)] += 1
    assert set(counts) == set(permutations(range(4)))
    assert sum((count - 500) ** 2 / 500 for count in counts.values()) < 50


def test_streams_of_neighboring_seeds_do_not_overlap() -> None:
    words = [RandomStream(seed, index).next_word() for seed in range(50) for index in range(50)]
    assert len(set(words)) == 2500
    ones = sum(word.bit_count() for word in words) / len(words)
    assert 31.5 < ones < 32.5

"""Random streams by (seed, index), for direct access to any item.

Item k of a seed depends only on the seed and k.

Source: G. L. Steele, D. Lea, C. H. Flood, Fast splittable pseudorandom number generators (2014),
for SplitMix64; D. Lemire, Fast random integer generation in an interval (2019), for `below`.
"""

from chatuchak_solver.arguments import check_int

MAX_SEED = 2**64 - 1
MAX_INDEX = 2**63 - 1

_HALF = 2**32 - 1
_STEP = 0x9E3779B97F4A7C15


class RandomStream:
    """The random numbers of an item.

    ``seed`` is 0..2**64 - 1, ``index`` 0..2**63 - 1; ``state`` is that of SplitMix64, for kernels.
    """

    __slots__ = ("state",)

    def __init__(self, seed: int, index: int) -> None:
        seed = check_int(seed, 0, MAX_SEED, name="seed")
        index = check_int(index, 0, MAX_INDEX, name="index")
        # Scrambling twice decorrelates the streams of neighboring seeds and indices.
        self.state = _scramble(_scramble(seed + _STEP) + index)

    def next_word(self) -> int:
        """Return the next 64 random bits."""
        self.state = (self.state + _STEP) & MAX_SEED
        return _scramble(self.state)

    def below(self, bound: int) -> int:
        """Return an unbiased number 0..``bound`` - 1; ``bound`` is 1..2**32."""
        excess = 2**32 % bound  # the lowest products would bias the result
        product = (self.next_word() >> 32) * bound
        while product & _HALF < excess:
            product = (self.next_word() >> 32) * bound
        return product >> 32


def _scramble(word: int) -> int:
    """Return SplitMix64's bijective mix of 64 bits."""
    word &= MAX_SEED
    word = (word ^ (word >> 30)) * 0xBF58476D1CE4E5B9 & MAX_SEED
    word = (word ^ (word >> 27)) * 0x94D049BB133111EB & MAX_SEED
    return word ^ (word >> 31)

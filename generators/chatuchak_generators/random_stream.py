"""A stream of random numbers for every (seed, index), so that any item is reached directly.

The k-th item of a seed depends on nothing but the seed and k: not on how many items were made
before it, on chunks, on processes or on machines.

Source: G. L. Steele, D. Lea, C. H. Flood, Fast splittable pseudorandom number generators (2014),
for SplitMix64; D. Lemire, Fast random integer generation in an interval (2019), for `below`.
"""

from typing import Final

from chatuchak_solver.arguments import checked_whole

MAX_SEED: Final = 2**64 - 1
MAX_INDEX: Final = 2**63 - 1

_WORD: Final = 2**64 - 1
_HALF: Final = 2**32 - 1
_STEP: Final = 0x9E3779B97F4A7C15


class RandomStream:
    """The random numbers of one item.

    Parameters
    ----------
    seed
        0..2**64 - 1.
    index
        The item's number, 0..2**63 - 1.

    Raises
    ------
    InputError
        If the seed or the index is out of range, or no whole number.
    """

    __slots__ = ("_state",)

    def __init__(self, seed: int, index: int) -> None:
        seed = checked_whole(seed, 0, MAX_SEED, what="seed")
        index = checked_whole(index, 0, MAX_INDEX, what="index")
        # Scrambling twice keeps the streams of neighboring seeds and indices far apart.
        self._state = _scramble(_scramble(seed + _STEP) + index)

    @property
    def state(self) -> int:
        """The state of SplitMix64, from which kernels go on."""
        return self._state

    def next_word(self) -> int:
        """Return the next 64 random bits."""
        self._state = (self._state + _STEP) & _WORD
        return _scramble(self._state)

    def below(self, bound: int) -> int:
        """Return a number 0..``bound`` - 1, each with exactly the same chance.

        ``bound`` is 1..2**32.
        """
        product = (self.next_word() >> 32) * bound
        if product & _HALF < bound:
            # The few lowest products would make some results likelier than others.
            excess = 2**32 % bound
            while product & _HALF < excess:
                product = (self.next_word() >> 32) * bound
        return product >> 32


def _scramble(word: int) -> int:
    """Return SplitMix64's bijective scrambling of 64 bits."""
    word &= _WORD
    word = (word ^ (word >> 30)) * 0xBF58476D1CE4E5B9 & _WORD
    word = (word ^ (word >> 27)) * 0x94D049BB133111EB & _WORD
    return word ^ (word >> 31)

"""Changed copies of frozen dataclasses, without cached values of the original."""

import dataclasses
from dataclasses import dataclass
from functools import cached_property

import pytest

from chatuchak_solver.games.frozen import replace


@dataclass(frozen=True)
class Pair:
    first: int
    second: int

    @cached_property
    def total(self) -> int:
        return self.first + self.second


def test_a_copy_is_the_one_of_dataclasses() -> None:
    pair = Pair(1, 2)
    assert pair.total == 3
    copy = replace(pair, second=5)
    assert copy == dataclasses.replace(pair, second=5)
    assert vars(copy) == {"first": 1, "second": 5}
    assert (copy.total, pair.total) == (6, 3)
    with pytest.raises(dataclasses.FrozenInstanceError):
        copy.first = 3  # type: ignore[misc]

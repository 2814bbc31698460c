"""Deprecated names for the limits of `optimal_paths`."""

from typing import Self

from chatuchak_solver.arguments import check_int


class PathLimits(int):
    """The maximum number of positions; use ``max_positions``."""

    def __new__(cls, *, positions: int = 10**6, goals: int = 10**6, **_: int) -> Self:
        """Return the smaller limit; ``Stop.work`` limits the nodes."""
        return super().__new__(cls, check_int(min(positions, goals), 1, name="positions"))


class _StoppedMeta(type):
    def __instancecheck__(cls, value: object) -> bool:
        return getattr(value, "stopped_by", None) is not None


class LimitReached(metaclass=_StoppedMeta):
    """Result of a stopped `optimal_paths`; use ``stopped_by``."""

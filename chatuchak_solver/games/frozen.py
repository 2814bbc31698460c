"""Cached properties and changed copies of immutable values."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

T = TypeVar("T")

if TYPE_CHECKING:
    from dataclasses import replace as replace  # checks the fields' types
    from functools import cached_property as cached_property
else:

    class cached_property:  # noqa: N801
        """A property that is computed once, as `functools.cached_property`, but without a lock."""

        def __init__(self, compute: Callable[[Any], object]) -> None:
            self.compute, self.__doc__ = compute, compute.__doc__

        def __set_name__(self, _: type, name: str) -> None:
            self.name = name

        def __get__(self, instance: object, _: type) -> object:
            if instance is None:
                return self
            value = instance.__dict__[self.name] = self.compute(instance)
            return value

    def replace(value: T, /, **changes: object) -> T:
        """Return a copy with some fields changed, as `dataclasses.replace`.

        For dataclasses without slots and ``__post_init__``. The copy does not call ``__init__``,
        which takes a fifth of the time. Cached properties are computed again.
        """
        copy = object.__new__(type(value))
        values, names = copy.__dict__, value.__match_args__
        values.update(value.__dict__)
        if len(values) > len(names):
            for name in values.keys() - set(names):
                del values[name]
        values.update(changes)
        return copy


def put_at(values: tuple[T, ...], index: int, value: T) -> tuple[T, ...]:
    """Return ``values`` with another one at ``index``."""
    return (*values[:index], value, *values[index + 1 :])

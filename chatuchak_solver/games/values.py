"""Making the value that follows from another one, cheaply."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from types import MappingProxyType
from typing import ClassVar, TypeVar

__all__ = ["Successive", "add_at", "put_at"]

S = TypeVar("S", bound="Successive")
T = TypeVar("T")


class Successive:
    """A base of frozen dataclasses that are made from one another over and over.

    They have no slots: a successor copies its forerunner's fields at once, which takes a tenth of
    the time of `dataclasses.replace`. What is worked out from the fields may be kept with the
    value, as a `functools.cached_property`; a successor takes over what `_sources` says cannot
    have changed, and works out the rest anew.
    """

    _sources: ClassVar[Mapping[str, frozenset[str]]] = MappingProxyType({})
    """The fields that a cached property is worked out from; all where it is not listed."""

    _derived: tuple[tuple[str, frozenset[str] | None], ...] = ()

    def __init_subclass__(cls, **kwargs: object) -> None:
        super().__init_subclass__(**kwargs)
        names = [name for name, _ in cls._derived]
        names += [name for name, value in vars(cls).items() if isinstance(value, cached_property)]
        cls._derived = tuple((name, cls._sources.get(name)) for name in dict.fromkeys(names))

    def but(self: S, **changes: object) -> S:
        """Return the value with some fields changed; nothing is checked."""
        following = object.__new__(type(self))
        fields = following.__dict__
        fields.update(self.__dict__)
        for name, sources in self._derived:
            if name in fields and (sources is None or not sources.isdisjoint(changes)):
                del fields[name]
        fields.update(changes)
        return following

    def but_only(self: S, **changes: object) -> S:
        """Return the value with these changes: whatever follows from them is one of them."""
        following = object.__new__(type(self))
        # One step from one dictionary to the next: a frozen class refuses any other way.
        object.__setattr__(following, "__dict__", self.__dict__ | changes)
        return following


def put_at(values: tuple[T, ...], index: int, value: T) -> tuple[T, ...]:
    """Return ``values`` with another one at ``index``."""
    return (*values[:index], value, *values[index + 1 :])


def add_at(values: tuple[int, ...], index: int, by: int) -> tuple[int, ...]:
    """Return ``values`` with ``by`` added at ``index``."""
    return (*values[:index], values[index] + by, *values[index + 1 :])

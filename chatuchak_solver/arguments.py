"""Checks of arguments: a wrong one is told where it came in, with what was expected instead."""

from __future__ import annotations

from collections.abc import Iterable
from operator import index
from typing import SupportsIndex, TypeGuard, TypeVar, cast

from chatuchak_solver.errors import InputError
from chatuchak_solver.foreign import escaped

__all__ = ["checked_all", "checked_type", "checked_whole", "is_whole"]

T = TypeVar("T")


def is_whole(value: object) -> TypeGuard[SupportsIndex]:
    """Return whether a value is a whole number of any type, such as numpy's; floats are not."""
    try:
        index(cast("SupportsIndex", value))
    except TypeError:
        return False
    return True


def checked_whole(
    value: object, low: int | None = None, high: int | None = None, *, what: str
) -> int:
    """Return a whole number of any kind, such as numpy's, as an int.

    Parameters
    ----------
    low, high
        The least and the greatest number allowed; None for any.
    what
        What the number is, for the message.

    Raises
    ------
    InputError
        If it is no whole number, or out of range.

    Examples
    --------
    >>> checked_whole(7, 0, 29, what="spot")
    7
    """
    if is_whole(value):
        number = index(value)
        if (low is None or number >= low) and (high is None or number <= high):
            return number
    bounds = [str(bound) for bound in (low, high) if bound is not None]
    expected = "..".join(bounds) if len(bounds) == 2 else "a whole number"
    if len(bounds) == 1:
        expected += f", {low} or more" if high is None else f", {high} or less"
    raise InputError(f"{what} {escaped(repr(value))} cannot be; expected {expected}")


def checked_type(value: object, kind: type[T], *, what: str, hint: str = "") -> T:
    """Return a value of the expected type.

    Parameters
    ----------
    what
        What the value is, for the message.
    hint
        How to come by the right type, such as ``Grid.parse(text)``.

    Raises
    ------
    InputError
        If it is of another type.
    """
    if isinstance(value, kind):
        return value
    such = f", such as {hint}" if hint else ""
    raise InputError(
        f"{what} {escaped(repr(value))} is a {type(value).__name__}; "
        f"expected a {kind.__name__}{such}"
    )


def checked_all(values: object, kind: type[T], *, what: str, hint: str = "") -> tuple[T, ...]:
    """Return values of the expected type, such as a list has them, as a tuple.

    Parameters
    ----------
    what
        What the values are, for the message.
    hint
        How to come by one of the right type.

    Raises
    ------
    InputError
        If it is no list or the like, or one of the values is of another type. A text is none.
    """
    try:
        found = None if isinstance(values, str | bytes) else tuple(cast("Iterable[object]", values))
    except TypeError:
        found = None
    if found is None:
        raise InputError(
            f"{what} {escaped(repr(values))} is a {type(values).__name__}; "
            f"expected a list of values of the type {kind.__name__}"
        )
    for number, value in enumerate(found, start=1):
        checked_type(value, kind, what=f"{what}: number {number},", hint=hint)
    return cast("tuple[T, ...]", found)

"""Checks of arguments at the public front: ``invalid <argument> <value>: expected <range>``."""

import os
import re
from collections.abc import Iterable, Mapping, Sequence
from enum import Enum, EnumType
from numbers import Real
from operator import index
from pathlib import Path
from typing import Any, Never, SupportsIndex, TypeAlias, TypeGuard, TypeVar, cast

from chatuchak_solver.errors import InputError
from chatuchak_solver.io.untrusted import described

T = TypeVar("T")

FileName: TypeAlias = str | os.PathLike[str]
"""What names a file: a text or a path."""


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

    Examples
    --------
    >>> checked_whole(7, 0, 29, what="spot")
    7
    """
    if is_whole(value):
        number = index(value)
        if (low is None or number >= low) and (high is None or number <= high):
            return number
    raise _out_of_range(value, low, high, what=what, kind="a whole number")


def checked_number(
    value: object, low: float | None = None, high: float | None = None, *, what: str
) -> float:
    """Return a number of any kind, such as numpy's.

    Parameters
    ----------
    low, high
        The least and the greatest number allowed; None for any.
    what
        What the number is, for the message.
    """
    if isinstance(value, Real) and value == value:  # NaN equals nothing
        number = value if isinstance(value, int) else float(value)
        if (low is None or number >= low) and (high is None or number <= high):
            return number
    raise _out_of_range(value, low, high, what=what, kind="a number")


def _out_of_range(
    value: object, low: float | None, high: float | None, *, what: str, kind: str
) -> InputError:
    if low is not None and high is not None:
        return _invalid(value, f"{low} to {high}", what=what)
    if low is not None:
        kind = f"{kind} >= {low}"
    elif high is not None:
        kind = f"{kind} <= {high}"
    return _invalid(value, kind, what=what)


def _invalid(value: object, expected: str, *, what: str) -> InputError:
    name = re.sub("^(the|an?) ", "", what)
    return InputError(f"invalid {name} {described(value)}: expected {expected}")


def checked_choice(value: object, choices: Sequence[str], *, what: str) -> str:
    """Return one of several words."""
    if isinstance(value, str) and value in choices:
        return value
    raise _invalid(value, f"one of {', '.join(choices)}", what=what)


class ChoiceMeta(EnumType):
    """Makes an enumeration of texts refuse values of other types, such as arrays, by name."""

    def __call__(cls, value: object, *arguments: Any, **named: Any) -> Any:
        """Return the member of a value."""
        if arguments or named or isinstance(value, str):
            return super().__call__(value, *arguments, **named)
        enumeration: Any = cls
        return enumeration._missing_(value)


def refuse_others(what: str) -> Any:
    """Return a ``_missing_`` method for an enumeration; it raises InputError for invalid values.

    Parameters
    ----------
    what
        What a member is, for the message, which lists the values.
    """

    def refuse(kind: type[Enum], value: object) -> Never:
        names = ", ".join(str(member.value) for member in kind)
        raise _invalid(value, f"one of {names}", what=what)

    return classmethod(refuse)


def checked_path(value: object, *, what: str = "file name") -> Path:
    """Return the path of a file that is named by a text or by a path."""
    if not isinstance(value, str | os.PathLike):
        raise _invalid(value, "a str or a Path", what=what)
    text = os.fspath(value)
    if not isinstance(text, str):
        raise _invalid(text, "a str or a Path", what=what)
    if "\0" in text:
        raise _invalid(text, "no character 0", what=what)
    try:
        os.fsencode(text)
    except UnicodeEncodeError:
        raise _invalid(text, "no lone surrogate", what=what) from None
    return Path(text)


def checked_call(value: object, *, what: str) -> None:
    """Raise InputError unless a value can be called, or is None."""
    if value is not None and not callable(value):
        raise _invalid(value, "a function or None", what=what)


def checked_mapping(value: object, *, what: str) -> Mapping[str, Any]:
    """Return a mapping from names to values; None is an empty one."""
    if value is None:
        return {}
    if not isinstance(value, Mapping):
        raise _invalid(value, "a dict by name, or None", what=what)
    for name in value:
        checked_type(name, str, what=f"name in {what}:")
    return value


def checked_type(value: object, kind: type[T], *, what: str, hint: str = "") -> T:
    """Return a value of the expected type.

    Parameters
    ----------
    what
        What the value is, for the message.
    hint
        How to come by the right type, such as ``Grid.parse(text)``.
    """
    if isinstance(value, kind):
        return value
    such = f", such as {hint}" if hint else ""
    raise _invalid(value, f"a {kind.__name__}{such}", what=what)


def checked_all(values: object, kind: type[T], *, what: str, hint: str = "") -> tuple[T, ...]:
    """Return values of the expected type, such as a list has them, as a tuple.

    Parameters
    ----------
    what
        What the values are, for the message.
    hint
        How to come by one of the right type.
    """
    try:
        found = None if isinstance(values, str | bytes) else tuple(cast("Iterable[object]", values))
    except TypeError:
        found = None
    if found is None:
        raise _invalid(values, f"a list of values of the type {kind.__name__}", what=what)
    for number, value in enumerate(found):
        checked_type(value, kind, what=f"{what}[{number}]", hint=hint)
    return cast("tuple[T, ...]", found)


def read_whole(text: str, max_digits: int = 9) -> int | None:
    """Return the number that a text is in digits 0 to 9, or None if it is none or too long."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= max_digits else None

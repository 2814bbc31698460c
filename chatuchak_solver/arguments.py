"""Checks of public arguments: ``invalid <name> <value>: expected <range>``."""

import os
import re
from collections.abc import Iterable, Mapping, Sequence
from enum import Enum, EnumType, StrEnum
from numbers import Real
from operator import index
from pathlib import Path
from typing import Any, Never, SupportsIndex, TypeAlias, TypeGuard, TypeVar, cast

from chatuchak_solver.errors import InputError
from chatuchak_solver.io.untrusted import describe

T = TypeVar("T")

FileName: TypeAlias = str | os.PathLike[str]


def is_int(value: object) -> TypeGuard[SupportsIndex]:
    """Return whether a value is an integer of any type, numpy's included."""
    if isinstance(value, int):  # much faster
        return True
    try:
        index(cast("SupportsIndex", value))
    except TypeError:
        return False
    return True


def check_int(value: object, low: int | None = None, high: int | None = None, *, name: str) -> int:
    """Return an integer of any type, numpy's included, as an int.

    Parameters
    ----------
    low, high
        Inclusive limits; None for no limit.
    name
        Name in messages.

    Examples
    --------
    >>> check_int(7, 0, 29, name="spot")
    7
    """
    number = index(value) if is_int(value) else None
    if number is not None and _is_within(number, low, high):
        return number
    raise _invalid(value, describe_range(low, high, "a whole number"), name)


def check_number(
    value: object, low: float | None = None, high: float | None = None, *, name: str,
    noun: str = "a number",
) -> float:  # fmt: skip
    """Return a real number of any type; see `check_int`."""
    if isinstance(value, Real) and value == value:  # NaN differs from itself
        number = value if isinstance(value, int) else float(value)
        if _is_within(number, low, high):
            return number
    raise _invalid(value, describe_range(low, high, noun), name)


def _is_within(number: float, low: float | None, high: float | None) -> bool:
    return (low is None or number >= low) and (high is None or number <= high)


def describe_range(low: float | None, high: float | None, noun: str) -> str:
    """Describe numbers within inclusive limits; None is no limit."""
    if low is not None and high is not None:
        return f"{low}" if low == high else f"{low} to {high}"
    if low is not None:
        return f"{noun} >= {low}"
    return noun if high is None else f"{noun} <= {high}"


def _invalid(value: object, expected: str, name: str) -> InputError:
    return InputError(f"invalid {name} {describe(value)}: expected {expected}")


def check_choice(value: object, choices: Sequence[str], *, name: str) -> str:
    """Return one of several words."""
    if isinstance(value, str) and value in choices:
        return value
    raise _invalid(value, f"one of {', '.join(choices)}" if choices else "none", name)


class ChoiceMeta(EnumType):
    """Metaclass of text enumerations that reject values of other types, for example arrays."""

    def __call__(cls, value: object, *arguments: Any, **named: Any) -> Any:
        """Return the member of a value."""
        if type(value) is cls:  # much faster
            return value
        if arguments or named or isinstance(value, str):
            return super().__call__(value, *arguments, **named)
        return reject_unknown(cast("type[Enum]", cls), value)


def reject_unknown(kind: type[Enum], value: object) -> Never:
    """Raise InputError with all values of an enumeration, as its class method ``_missing_``."""
    name = re.sub("(?<=[a-z])(?=[A-Z])", " ", kind.__name__).lower()
    raise _invalid(value, f"one of {', '.join(str(member.value) for member in kind)}", name)


class Choice(StrEnum, metaclass=ChoiceMeta):
    """Base of text enumerations whose unknown values raise InputError with all values."""

    _missing_ = classmethod(reject_unknown)


def check_path(value: object, *, name: str = "file name") -> Path:
    """Return the path of a file name."""
    text = os.fspath(value) if isinstance(value, str | os.PathLike) else value
    if not isinstance(text, str):
        raise _invalid(text, "a str or a Path", name)
    if "\0" in text:
        raise _invalid(text, "no character 0", name)
    try:
        os.fsencode(text)
    except UnicodeEncodeError:
        raise _invalid(text, "no lone surrogate", name) from None
    return Path(text)


def check_callable(value: object, *, name: str) -> None:
    """Raise InputError unless a value is callable or None."""
    if value is not None and not callable(value):
        raise _invalid(value, "a function or None", name)


def check_mapping(value: object, *, name: str) -> Mapping[str, Any]:
    """Return a mapping with text keys; empty for None."""
    if value is None:
        return {}
    if not isinstance(value, Mapping):
        raise _invalid(value, "a dict by name, or None", name)
    for key in value:
        check_type(key, str, name=f"name in {name}")
    return value


def check_type(value: object, kind: type[T], *, name: str, hint: str = "") -> T:
    """Return a value of a type; ``hint`` is an expression, e.g. ``Grid.parse(text)``."""
    if isinstance(value, kind):
        return value
    example = f", such as {hint}" if hint else ""
    raise _invalid(value, f"a {kind.__name__}{example}", name)


def check_all(values: object, kind: type[T], *, name: str, hint: str = "") -> tuple[T, ...]:
    """Return an iterable of the expected type as a tuple; see `check_type`."""
    try:
        items = None if isinstance(values, str | bytes) else tuple(cast("Iterable[object]", values))
    except TypeError:
        items = None
    if items is None:
        raise _invalid(values, f"a list of values of the type {kind.__name__}", name)
    for number, value in enumerate(items):
        if not isinstance(value, kind):
            check_type(value, kind, name=f"{name}[{number}]", hint=hint)
    return cast("tuple[T, ...]", items)


def parse_int(text: str, max_digits: int = 9) -> int | None:
    """Return the number of a text of ASCII digits, or None for any other or a longer text."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= max_digits else None

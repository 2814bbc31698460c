"""Calls of a kernel that is shipped as intermediate code, or of numba's where that cannot be."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from importlib import import_module
from itertools import accumulate
from typing import Any, Final, TypeAlias

import numpy as np

from chatuchak_solver.errors import VerificationError
from chatuchak_solver.precompiled.machine_code import is_kept, machine_code
from chatuchak_solver.precompiled.words import (
    WORD,
    Argument,
    Signature,
    Words,
    in_words,
    kinds_of,
)

__all__ = ["FAILED", "Call", "ShippedKernel"]

FAILED: Final = -(1 << 63)
"""What a function returns where the kernel raised an exception."""


def _good(outcome: int) -> int:
    if outcome == FAILED:
        raise VerificationError("a kernel ended with an exception")
    return outcome


class ShippedKernel:
    """A kernel of one signature that returns an integer, or whether, or nothing.

    What a call returns means nothing where the kernel returns nothing.

    Parameters
    ----------
    file
        The shipped file.
    module, name
        Where the kernel is, which is imported, with numba, only if it has to be.
    *signature
        The types that it is compiled for: see `chatuchak_solver.precompiled.words.Signature`.
    """

    def __init__(self, file: str, module: str, name: str, *signature: Signature) -> None:
        self.file = file
        self.module = module
        self.name = name
        self.signature = signature

    @cached_property
    def _function(self) -> Callable[[int], int] | None:
        code = machine_code(self.file)
        return code[self.name] if code is not None else None

    @cached_property
    def _kinds(self) -> str:
        return kinds_of(self.signature)

    @property
    def is_precompiled(self) -> bool:
        """Whether the shipped code is used."""
        return self._function is not None

    @property
    def is_kept(self) -> bool:
        """Whether the shipped code is used and is on disk, translated for this machine."""
        return is_kept(self.file)

    def kernel(self) -> Callable[..., int]:
        """Return the kernel as numba compiles it, or plain Python where numba is told not to."""
        found: Callable[..., int] = getattr(import_module(self.module), self.name)
        return found

    def __call__(self, *arguments: Argument) -> int:
        """Call the kernel; for calls that take longer than some 30 µs.

        Raises
        ------
        TypeError
            If the arguments are not of the kernel's types, or arrays with gaps.
        """
        function = self._function
        if function is None:
            return self.kernel()(*arguments)
        passed = [in_words(argument) for argument in arguments]
        self._check(passed)
        words = np.array([word for one in passed for word in one.words], np.uint64)
        return _good(function(words.__array_interface__["data"][0]))

    def bind(self, *arguments: Argument | Words) -> Call:
        """Return a call with all arguments but the last, an integer.

        Raises
        ------
        TypeError
            If the arguments are not of the kernel's types.
        """
        passed = [in_words(argument) for argument in arguments]
        function = self._function
        if function is None:
            return PlainCall(self.kernel(), passed)
        self._check([*passed, in_words(0)])
        return MachineCall(function, passed)

    def _check(self, arguments: list[Words]) -> None:
        given = "".join(one.kind for one in arguments)
        if given != self._kinds:
            raise TypeError(f"{self.name} takes {self._kinds}; got {given}")


class PlainCall:
    """A call of a kernel that Python calls, with all its arguments but the last."""

    def __init__(self, function: Callable[..., int], arguments: list[Words]) -> None:
        self._function = function
        self._values: list[Any] = [one.value for one in arguments]

    def replace(self, place: int, argument: Argument | Words) -> None:
        """Give another argument of the same types."""
        self._values[place] = in_words(argument).value

    def __call__(self, last: int) -> int:
        return self._function(*self._values, last)


class MachineCall:
    """A call of machine code, with the words of its arguments and the arrays that they name."""

    def __init__(self, function: Callable[[int], int], arguments: list[Words]) -> None:
        self._function = function
        self._arguments = arguments
        self._starts = [0, *accumulate(len(one.words) for one in arguments)]
        words = [word for one in arguments for word in one.words]
        self._words = np.array([*words, 0], np.uint64)
        self._address: int = self._words.__array_interface__["data"][0]

    def replace(self, place: int, argument: Argument | Words) -> None:
        """Give another argument of the same types.

        Raises
        ------
        TypeError
            If it is of others.
        """
        given = in_words(argument)
        if given.kind != self._arguments[place].kind:
            raise TypeError(f"expected {self._arguments[place].kind}; got {given.kind}")
        self._arguments[place] = given
        self._words[self._starts[place] : self._starts[place + 1]] = given.words

    def __call__(self, last: int) -> int:
        self._words[-1] = last & WORD
        return _good(self._function(self._address))


Call: TypeAlias = MachineCall | PlainCall
"""A kernel with all its arguments but the last, an integer; not for two threads at once."""

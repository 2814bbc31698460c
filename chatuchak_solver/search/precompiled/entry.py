"""Calls of a kernel that is shipped half compiled, or of numba's where that is not to be used."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache, cached_property, partial
from importlib import import_module
from typing import Any, Final

import numpy as np

from chatuchak_solver.errors import VerificationError
from chatuchak_solver.search.precompiled.machine_code import PROVENANCE, machine_code
from chatuchak_solver.search.precompiled.words import WORD, Argument, Flat, flatten

__all__ = ["FAILED", "Entry"]

FAILED: Final = -(1 << 63)
"""What a function returns where the kernel raised an exception."""


@cache
def _signatures(file: str) -> dict[str, str]:
    made = json.loads(PROVENANCE.read_text(encoding="utf-8"))
    signatures: dict[str, str] = made[file]["signatures"]
    return signatures


class Entry:
    """A kernel of one signature that returns an integer.

    Parameters
    ----------
    file
        The shipped file.
    module, name
        Where the kernel is, which is imported, with numba, only if it has to be.
    """

    def __init__(self, file: str, module: str, name: str) -> None:
        self.file = file
        self.module = module
        self.name = name

    @cached_property
    def _function(self) -> Callable[[int], int] | None:
        code = machine_code(self.file)
        return code[self.name] if code is not None else None

    @property
    def is_precompiled(self) -> bool:
        """Whether the shipped code is used."""
        return self._function is not None

    def kernel(self) -> Callable[..., int]:
        """Return the kernel as numba compiles it, or plain Python where numba is told not to."""
        found: Callable[..., int] = getattr(import_module(self.module), self.name)
        return found

    def bind(self, *arguments: Argument | Flat) -> Callable[[int], int]:
        """Return a function of the kernel's last argument, an integer, with all others given.

        Raises
        ------
        TypeError
            If the arguments are not of the kernel's types.
        """
        function = self._function
        if function is None:
            values: list[Any] = [one.value if isinstance(one, Flat) else one for one in arguments]
            return partial(self.kernel(), *values)
        flat = [flatten(argument) for argument in arguments]
        given = "".join(one.kind for one in flat) + "int64 "
        if given != _signatures(self.file)[self.name]:
            raise TypeError(f"{self.name} takes {_signatures(self.file)[self.name]}; got {given}")
        words = np.array([word for one in flat for word in one.words] + [0], np.uint64)
        return _Bound(function, words, flat)


class _Bound:
    """A call of machine code, with the words of its arguments and the arrays that they name."""

    def __init__(
        self, function: Callable[[int], int], words: np.ndarray[Any, Any], arguments: list[Flat]
    ) -> None:
        self._function = function
        self._words = words
        self._address: int = words.__array_interface__["data"][0]
        self._arguments = arguments

    def __call__(self, last: int) -> int:
        self._words[-1] = last & WORD
        outcome = self._function(self._address)
        if outcome == FAILED:
            raise VerificationError("a kernel ended with an exception")
        return outcome

"""Kernels from shipped intermediate code, with numba as the fallback."""

from collections.abc import Callable
from functools import cached_property
from importlib import import_module
from typing import Any, Final, cast

from chatuchak_solver.errors import VerificationError
from chatuchak_solver.kernels.precompiled.machine_code import machine_code
from chatuchak_solver.kernels.precompiled.words import Argument, Signature, Words, flatten, kinds_of

FAILED: Final = -(1 << 63)
"""Return value of a kernel that raised an exception."""


class PrecompiledKernel:
    """A kernel of one signature that returns an integer, a boolean or None.

    The result of a call is undefined if the kernel returns None.

    Parameters
    ----------
    file
        The shipped file.
    module, name
        The kernel's module, imported with numba only as the fallback, and its name.
    *signature
        The types of its arguments; see `words.Signature`.
    """

    def __init__(self, file: str, module: str, name: str, *signature: Signature) -> None:
        self.file = file
        self.module = module
        self.name = name
        self.signature = signature

    @cached_property
    def _function(self) -> Callable[[bytes], int] | None:
        code = machine_code(self.file)
        return code[self.name] if code is not None else None

    @cached_property
    def _kinds(self) -> str:
        return kinds_of(self.signature)

    @property
    def is_precompiled(self) -> bool:
        """Whether the shipped code is in use."""
        return self._function is not None

    def kernel(self) -> Callable[..., int]:
        """Return numba's kernel, or plain Python with ``NUMBA_DISABLE_JIT=1``."""
        return cast("Callable[..., int]", getattr(import_module(self.module), self.name))

    def __call__(self, *arguments: Argument | Words[Any]) -> int:
        """Call the kernel; the overhead suits kernels that take over 30 µs.

        Parameters
        ----------
        *arguments
            Arguments, or packed ones of `pack_args`, which is quicker for many unchanged arrays.

        Raises
        ------
        TypeError
            If a type does not match the signature, or an array is not contiguous.
        """
        function = self._function
        if function is None:
            values = (arg.value if isinstance(arg, Words) else arg for arg in arguments)
            return self.kernel()(*values)
        kinds, words = list[str](), list[bytes]()
        flatten(arguments, kinds, words)
        if (given := "".join(kinds)) != self._kinds:
            raise TypeError(f"{self.name} takes {self._kinds}; got {given}")
        outcome = function(b"".join(words))
        if outcome == FAILED:
            raise VerificationError("a kernel ended with an exception")
        return outcome

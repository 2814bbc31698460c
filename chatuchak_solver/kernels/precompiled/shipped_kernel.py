"""A kernel that is shipped as intermediate code, or numba's where that cannot be."""

from collections.abc import Callable
from functools import cached_property
from importlib import import_module
from typing import Any, Final, cast

from chatuchak_solver.errors import VerificationError
from chatuchak_solver.kernels.precompiled.machine_code import machine_code
from chatuchak_solver.kernels.precompiled.words import Argument, Signature, Words, kinds_of, lay_out

FAILED: Final = -(1 << 63)
"""What a function returns where the kernel raised an exception."""


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
        The types that it is compiled for; see `words.Signature`.
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
        """Whether the shipped code is used."""
        return self._function is not None

    def kernel(self) -> Callable[..., int]:
        """Return the kernel as numba compiles it, or plain Python where numba is told not to."""
        return cast("Callable[..., int]", getattr(import_module(self.module), self.name))

    def __call__(self, *arguments: Argument | Words[Any]) -> int:
        """Call the kernel; for calls that take longer than some 30 µs.

        Parameters
        ----------
        *arguments
            Many arrays that stay the same can be passed as `in_words` gives them, which is quicker.

        Raises
        ------
        TypeError
            If the arguments are not of the kernel's types, or arrays with gaps.
        """
        function = self._function
        if function is None:
            values = (one.value if isinstance(one, Words) else one for one in arguments)
            return self.kernel()(*values)
        kinds, words = list[str](), list[bytes]()
        lay_out(arguments, kinds, words)
        if (given := "".join(kinds)) != self._kinds:
            raise TypeError(f"{self.name} takes {self._kinds}; got {given}")
        outcome = function(b"".join(words))
        if outcome == FAILED:
            raise VerificationError("a kernel ended with an exception")
        return outcome

"""Decorators that compile kernels.

Decorated functions import numba when they are first compiled. Kernels live in ``kernels/`` folders
and may call kernels of their own folder and of the search; changing one recompiles its callers.
With ``NUMBA_DISABLE_JIT=1`` they run in plain Python, with silent integer overflow.
"""

import os
from collections.abc import Callable
from functools import cached_property, update_wrapper
from typing import Any, Generic, ParamSpec, TypeVar

import numpy as np

from chatuchak_solver.errors import VerificationError
from chatuchak_solver.kernels.compilation import compiling
from chatuchak_solver.kernels.packing import Words, example_arguments, flatten, pack_args

P = ParamSpec("P")
R = TypeVar("R")

IS_DISABLED = os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0")
FAILED = -(1 << 63)
"""Return value after an exception."""
MASKS: tuple[np.dtype[Any], ...] = (np.dtype(np.uint32), np.dtype(np.uint64))
"""For boards of up to 32 spots and others."""


class Kernel(Generic[P, R]):
    """A function that numba compiles when it or a kernel that calls it is first called.

    ``options`` are those of `compile_lazily`.
    """

    def __init__(self, function: Callable[P, R], **options: bool) -> None:
        update_wrapper(self, function)
        self.py_func = function
        self.name: str = getattr(function, "__name__", "")
        self._options = options

    @cached_property
    def dispatcher(self) -> Any:
        """Numba's kernel, or plain Python if compilation is disabled."""
        if IS_DISABLED:
            return np.errstate(over="ignore")(self.py_func)
        from chatuchak_solver.kernels.numba_internals import compile_lazily

        return compile_lazily(self.py_func, **self._options)

    @property
    def _numba_type_(self) -> Any:
        return self.dispatcher._numba_type_

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R:
        """Call the compiled function."""
        result: R = self.dispatcher(*args, **kwargs)
        return result


def kernel(function: Callable[P, R]) -> Callable[P, R]:
    """Compile ``function`` on its first call without the GIL, and cache the code on disk."""
    return Kernel(function)


def inner_kernel(function: Callable[P, R]) -> Callable[P, R]:
    """Compile ``function`` for calls from kernels only, in half the time.

    A call from Python crashes the process. The function must not create arrays. It is cached with
    its callers.
    """
    return function if IS_DISABLED else Kernel(function, is_inner=True)


def inlined_kernel(function: Callable[P, R]) -> Callable[P, R]:
    """Compile ``function`` as `inner_kernel`, inlined into its callers.

    For frequent calls with many arrays, each passed as seven words.
    """
    return function if IS_DISABLED else Kernel(function, is_inner=True, forceinline=True)


class PrecompiledKernel(Kernel[..., R]):
    """A kernel with precompiled code, which returns an integer, a boolean or None.

    The result of a call is undefined if the kernel returns None. Numba compiles the kernel if the
    precompiled code is unusable. Negative indices of arrays are not supported.

    Attributes
    ----------
    files
        By the item type of masks.
    build
        The options of the build; see `precompiled`.
    """

    def __init__(self, function: Callable[..., R], *files: str, **build: bool) -> None:
        super().__init__(function)
        self.files: dict[Any, str] = dict(zip(MASKS, files, strict=False))
        self.build = build
        self._functions: dict[str, Callable[[bytes], int] | None] = {}

    @cached_property
    def variants(self) -> dict[str, str]:
        """The files by the types of arguments, as in `Words`."""
        return {
            pack_args(example_arguments(self.py_func, masks)).kind: file
            for masks, file in self.files.items()
        }

    def _function(self, kinds: str) -> Callable[[bytes], int] | None:
        if kinds not in self._functions:
            if kinds not in self.variants:
                raise TypeError(f"{self.name} takes {' or '.join(self.variants)}; got {kinds}")
            with compiling(notify=False):
                from chatuchak_solver.kernels.machine_code import machine_code

                code = machine_code(self.variants[kinds])
            self._functions[kinds] = code[self.name] if code is not None else None
        return self._functions[kinds]

    def __call__(self, *arguments: Any) -> R:
        """Call the kernel; the overhead suits kernels that take over 30 µs.

        Packed arguments (`pack_args`) are quicker for many unchanged arrays.

        Raises
        ------
        TypeError
            If a type differs from the annotation, or an array is not contiguous.
        """
        result: Any
        function = None
        if not IS_DISABLED:
            kinds, words = list[str](), list[bytes]()
            flatten(arguments, kinds, words)
            function = self._function("".join(kinds))
        if function is None:
            values = (part.value if isinstance(part, Words) else part for part in arguments)
            result = self.dispatcher(*values)
        elif (result := function(b"".join(words))) == FAILED:
            raise VerificationError("a kernel ended with an exception")
        return result  # type: ignore[no-any-return]


PRECOMPILED: list[PrecompiledKernel[Any]] = []


def precompiled(*files: str, **build: bool) -> Callable[[Callable[..., R]], PrecompiledKernel[R]]:
    """Declare a kernel with precompiled code; its annotations give the types of its arguments.

    Parameters
    ----------
    *files
        The name of the file in ``precompiled/``, shared by several kernels; and that of the variant
        for boards of over 32 spots, if masks are among the arguments.
    **build
        Equal for all kernels of a file. ``makes_arrays``: whether they create arrays. ``unrolls``:
        whether to unroll loops at first use, which doubles the compile time.
    """

    def declare(function: Callable[..., R]) -> PrecompiledKernel[R]:
        PRECOMPILED.append(PrecompiledKernel(function, *files, **build))
        return PRECOMPILED[-1]

    return declare

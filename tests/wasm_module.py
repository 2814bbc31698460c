"""The page's WebAssembly modules, run by wasmtime in place of the library's precompiled kernels."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
import pytest

from chatuchak_solver.kernels.jit import PrecompiledKernel
from chatuchak_solver.kernels.packing import Words, flatten
from tools.kernels.build import PAGE

__all__ = ["PHOTO", "SOLVER", "WasmModule"]

SOLVER, PHOTO = PAGE
WORDS_BYTES = 8192
ADDRESS = slice(32, 40)
"""Bytes of a packed array."""


def leaves(value: Any) -> Iterator[Any]:
    """Yield the numbers and arrays of an argument."""
    if isinstance(value, Words):
        yield from leaves(value.value)
    elif isinstance(value, tuple):
        for part in value:
            yield from leaves(part)
    else:
        yield value


class WasmModule:
    """A module with memory of its own.

    Attributes
    ----------
    called
        The names of the kernels called.
    """

    def __init__(self, module: bytes) -> None:
        wasmtime = pytest.importorskip("wasmtime", reason="wasmtime runs the page's module")
        self._store = wasmtime.Store()
        loaded = wasmtime.Module(self._store.engine, module)
        self._exports = wasmtime.Instance(self._store, loaded, []).exports(self._store)
        start = module.index(b'{"kernels":')
        section, _ = json.JSONDecoder().raw_decode(module[start:].decode("latin-1"))
        self.kernels: dict[str, Any] = section["kernels"]
        self.constants: dict[str, Any] = section["constants"]
        self.called: set[str] = set()

    def _run(self, name: str, number: int) -> int:
        return int(self._exports[name](self._store, number) or 0)

    def call(self, name: str, *arguments: Any) -> int:
        """Call a kernel that returns a number; arrays are copied to its memory, and back."""
        memory = self._exports["memory"]
        self._run("reset", 0)
        place = self._run("allocate", WORDS_BYTES)
        values, addresses = [*leaves(arguments)], {}
        kinds, words = list[str](), list[bytes]()
        flatten(tuple(values), kinds, words)
        assert "".join(kinds) == self.kernels[name]["takes"], name
        for index, value in enumerate(values):
            if isinstance(value, np.ndarray):
                at = addresses[index] = self._run("allocate", value.nbytes)
                memory.write(self._store, value.tobytes(), at)
                packed = bytearray(words[index])
                packed[ADDRESS] = at.to_bytes(8, "little")
                words[index] = bytes(packed)
        memory.write(self._store, b"".join(words), place)
        result = self._run(name, place)
        for index, at in addresses.items():
            array = values[index]
            if array.flags.writeable:
                content = memory.read(self._store, at, at + array.nbytes)
                array[...] = np.frombuffer(bytes(content), array.dtype).reshape(array.shape)
        return result

    @contextmanager
    def in_use(self) -> Iterator[None]:
        """Call this module's kernels in place of precompiled ones."""
        call = PrecompiledKernel.__call__

        def replaced(kernel: PrecompiledKernel[Any], *arguments: Any) -> Any:
            if kernel.name not in self.kernels:
                return call(kernel, *arguments)
            self.called.add(kernel.name)
            return self.call(kernel.name, *arguments)

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(PrecompiledKernel, "__call__", replaced)
            yield

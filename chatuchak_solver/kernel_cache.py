"""Compiled kernels on disk: found again only if no source of theirs changed, and never in the way.

numba's own cache looks at the file of a function alone, so it misses a change in a kernel of
another file; it refuses to work where nothing can be written; and it breaks on a damaged file.
This one depends on a hash over all sources that a kernel may be compiled from, does without what
cannot be read or written, and checks every byte that it loads. Kernels are kept in the folders of
`chatuchak_solver.cache_folders`. The checksum tells damage, not malice: as with ``.pyc`` files, who
can write to these folders can run code.
"""

from __future__ import annotations

import hashlib
import logging
import pickle
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from chatuchak_solver.cache_folders import cache_folders, can_write, note
from chatuchak_solver.kernel_sources import sources_of, stamp_of
from chatuchak_solver.numba_parts import IndexDataCacheFile, dumps, parts_of, rebuilt

__all__ = ["KernelCache", "can_keep_kernels", "is_kept", "source_stamp"]

logger: logging.Logger = logging.getLogger(__name__)

COMPILERS: Final = ("chatuchak_solver/jit.py", "chatuchak_solver/numba_parts.py")
"""Sources beside those of kernels that decide what becomes of them."""


def source_stamp(module: str, *, as_they_are: bool = False) -> str:
    """Return a hash over all sources that a kernel of a module may be compiled from.

    Parameters
    ----------
    as_they_are
        Whether to read them anew, not to trust what this process read before.
    """
    return stamp_of((*sources_of([module]), *COMPILERS), as_they_are=as_they_are)


def can_keep_kernels() -> bool:
    """Return whether there is a folder that compiled kernels can be written to."""
    return any(can_write(folder) for folder in cache_folders(Path(__file__)))


def is_kept(kernel: Callable[..., object]) -> bool:
    """Return whether a kernel is on disk, compiled from its sources as they are, for any types."""
    if not isinstance(found := getattr(kernel, "_cache", None), KernelCache):
        return True  # plain Python, of which nothing is compiled
    return found.has_any()


class _CacheFile(IndexDataCacheFile):  # type: ignore[misc]
    """The compiled kernels of one function in one folder, each sealed with a checksum.

    The seal covers the stamp and the signature too: numba writes the index before the data, so
    that after a full disk or a power cut an index may name data of another time.
    """

    def __init__(self, folder: Path, name: str, stamp: str) -> None:
        super().__init__(str(folder), name, stamp)
        self.folder = folder
        self._stamp = stamp

    def _seal(self, key: object, data: bytes) -> bytes:
        return hashlib.sha256(f"{self._stamp} {key} ".encode() + data).digest()

    def save(self, key: object, data: object) -> None:
        """Write a compiled kernel."""
        pickled = dumps(data)
        super().save(key, (self._seal(key, pickled), pickled))

    def load(self, key: object) -> tuple[object, ...] | None:
        """Return a compiled kernel; None if there is none or it is damaged, which mends it."""
        try:
            found = super().load(key)
            if found is None:
                return None
            seal, pickled = found
            if seal == self._seal(key, pickled):
                parts: tuple[object, ...] = pickle.loads(pickled)
                return parts
            logger.info("%s: a compiled kernel was stale or damaged", self.folder)
        except Exception as error:  # a damaged pickle may raise anything
            logger.info("%s: a compiled kernel was damaged: %s", self.folder, error)
        with suppress(OSError):  # what cannot be written is passed over each time
            self.flush()
        return None


class KernelCache:
    """What numba asks for the compiled kernels of one function, and gives new ones to keep."""

    def __init__(self, function: Callable[..., object]) -> None:
        source = Path(function.__code__.co_filename)
        abi = f"{sys.implementation.cache_tag}{getattr(sys, 'abiflags', '')}"
        name = f"{source.stem}.{function.__name__}.{abi}"
        self._module = function.__module__
        self._stamp = source_stamp(self._module)
        folders = cache_folders(source.absolute())
        self._files = [_CacheFile(folder, name, self._stamp) for folder in folders]

    @property
    def cache_path(self) -> str:
        """The first folder that is looked at."""
        return str(self._files[0].folder)

    def has_any(self) -> bool:
        """Return whether the kernel is kept for any signature."""
        with suppress(Exception):  # a damaged index may raise anything
            return any(file._load_index() for file in self._files)
        return False

    def load_overload(self, signature: object, context: Any) -> object:
        """Return the compiled kernel for a signature, or None if it has to be compiled."""
        context.refresh()
        key = (signature, context.codegen().magic_tuple())
        for file in self._files:
            data = file.load(key)
            if data is not None:
                return rebuilt(context, data)
        return None

    def save_overload(self, signature: object, compiled: Any) -> None:
        """Keep a compiled kernel if it can be kept; else say so and go on."""
        changed_since = source_stamp(self._module, as_they_are=True) != self._stamp
        parts = parts_of(compiled)
        if changed_since or parts is None:
            return
        file = next((file for file in self._files if can_write(file.folder)), None)
        if file is None:
            tried = " nor ".join(str(file.folder) for file in self._files)
            note(f"cannot write to {tried}: every run compiles its kernels anew")
            return
        try:
            file.save((signature, compiled.codegen.magic_tuple()), parts)
        except Exception as error:
            reason = getattr(error, "strerror", None) or repr(error)
            note(f"{file.folder}: {reason}: the next run compiles its kernels anew")

    def flush(self) -> None:
        """Forget the compiled kernels of all signatures."""
        for file in self._files:
            file.flush()

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
from functools import cache
from pathlib import Path
from typing import Any

from numba.core.caching import IndexDataCacheFile
from numba.core.compiler import CompileResult
from numba.core.serialize import dumps

from chatuchak_solver.cache_folders import cache_folders, can_write, note

__all__ = ["KernelCache", "can_keep_kernels", "is_kept", "source_stamp"]

logger: logging.Logger = logging.getLogger(__name__)

LIBRARY = Path(__file__).parent
COMPILERS = (LIBRARY / "jit.py", LIBRARY / "bits.py")
"""Sources outside ``kernels/`` folders that are compiled into kernels."""


SEARCH_KERNELS = LIBRARY / "search" / "kernels"
"""The kernels that those of every other folder may call, but for the market stand's."""


def _source_folders(source: Path) -> tuple[Path, ...]:
    """Return the folders whose kernels one of ``source`` may call: its own, and the search's."""
    parents = [folder for folder in source.parents if folder.name == "kernels"]
    own = parents[-1] if parents else source.parent
    return (own,) if own.parent.name == "stand" else (own, SEARCH_KERNELS)


def _hash_sources(folders: tuple[Path, ...]) -> str:
    hashed = hashlib.sha256()
    sources = {path for folder in folders for path in folder.rglob("*.py")}
    for path in sorted({*COMPILERS, *sources}):
        content = path.read_bytes()
        hashed.update(f"{path.name} {len(content)} ".encode() + content)
    return hashed.hexdigest()


_hash_sources_once = cache(_hash_sources)


def source_stamp(source: Path) -> str:
    """Return a hash over all sources that a kernel of the file ``source`` may be compiled from.

    These are the ``kernels/`` folder that it is in, that of the search, which all but the market
    stand share, and what compiles them. Read once in a process (some 20 files, about 1 ms).
    """
    return _hash_sources_once(_source_folders(source))


def can_keep_kernels() -> bool:
    """Return whether there is a folder that compiled kernels can be written to."""
    return any(can_write(folder) for folder in cache_folders(SEARCH_KERNELS / "kernels.py"))


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
        self._source = source.absolute()
        self._stamp = source_stamp(self._source)
        self._files = [
            _CacheFile(folder, name, self._stamp) for folder in cache_folders(self._source)
        ]

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
                return CompileResult._rebuild(context, *data)
        return None

    def save_overload(self, signature: object, compiled: Any) -> None:
        """Keep a compiled kernel if it can be kept; else say so and go on."""
        changed_since = _hash_sources(_source_folders(self._source)) != self._stamp
        if changed_since or compiled.library.has_dynamic_globals:
            return
        file = next((file for file in self._files if can_write(file.folder)), None)
        if file is None:
            tried = " nor ".join(str(file.folder) for file in self._files)
            note(f"cannot write to {tried}: every run compiles its kernels anew")
            return
        try:
            file.save((signature, compiled.codegen.magic_tuple()), compiled._reduce())
        except Exception as error:
            reason = getattr(error, "strerror", None) or repr(error)
            note(f"{file.folder}: {reason}: the next run compiles its kernels anew")

    def flush(self) -> None:
        """Forget the compiled kernels of all signatures."""
        for file in self._files:
            file.flush()

"""Compiled kernels on disk: found again only if no source of theirs changed, and never in the way.

numba's own cache looks at the file of a function alone, so it misses a change in a kernel of
another file; it refuses to work where nothing can be written; and it breaks on a damaged file.
This one depends on a hash over all sources that a kernel may be compiled from, and does without
what cannot be read or written. Kernels are kept in the folders of `chatuchak_solver.cache_folders`,
in files of `chatuchak_solver.kept_code`.
"""

import hashlib
import logging
import pickle
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import numba

from chatuchak_solver.cache_folders import cache_folders, can_write
from chatuchak_solver.kept_code import keep, read_kept
from chatuchak_solver.kernel_sources import sources_of, stamp_of
from chatuchak_solver.numba_parts import dumps, parts_of, rebuilt

logger: logging.Logger = logging.getLogger(__name__)

COMPILERS: Final = ("chatuchak_solver/jit.py", "chatuchak_solver/numba_parts.py")
"""Sources beside those of kernels that decide what becomes of them."""


def source_stamp(module: str, *, as_they_are: bool = False) -> str:
    """Return a hash over all sources that a kernel of a module may be compiled from.

    Parameters
    ----------
    as_they_are
        Whether to reread them, instead of trusting what this process read before.
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


class KernelCache:
    """What numba asks for the compiled kernels of one function, and gives new ones to keep.

    Each is a separate file, named by what it was compiled for.
    """

    def __init__(self, function: Callable[..., object]) -> None:
        source = Path(function.__code__.co_filename)
        abi = f"{sys.implementation.cache_tag}{getattr(sys, 'abiflags', '')}"
        self._name = f"{source.stem}.{function.__name__}.{abi}"
        self._module = function.__module__
        self._stamp = source_stamp(self._module)
        self._folders = cache_folders(source.absolute())

    @property
    def cache_path(self) -> str:
        """The first folder that is looked at."""
        return str(self._folders[0]) if self._folders else ""

    def has_any(self) -> bool:
        """Return whether the kernel is kept for any signature."""
        found = (path for folder in self._folders for path in folder.glob(f"{self._name}.*.nbc"))
        return any(read_kept(path, self._key(path)) is not None for path in found)

    def _files(self, signature: object, codegen: Any) -> list[Path]:
        """Return where the kernel may be, compiled for a signature and for this machine."""
        for_what = f"{numba.__version__} {signature} {codegen.magic_tuple()}"
        name = f"{self._name}.{hashlib.sha256(for_what.encode()).hexdigest()[:32]}.nbc"
        return [folder / name for folder in self._folders]

    def _key(self, file: Path) -> bytes:
        return f"{self._stamp} {file.name} ".encode()

    def load_overload(self, signature: object, context: Any) -> object:
        """Return the compiled kernel for a signature, or None if it has to be compiled."""
        context.refresh()
        for file in self._files(signature, context.codegen()):
            pickled = read_kept(file, self._key(file))
            if pickled is not None:
                try:
                    return rebuilt(context, pickle.loads(pickled))
                except Exception as error:  # of another numba, whatever its version says
                    logger.info("%s: cannot be used: %s", file, error)
        return None

    def save_overload(self, signature: object, compiled: Any) -> None:
        """Keep a compiled kernel if it can be kept; else say so and go on."""
        changed_since = source_stamp(self._module, as_they_are=True) != self._stamp
        parts = parts_of(compiled)
        if changed_since or parts is None:
            return
        files = self._files(signature, compiled.codegen)
        keep(files, self._key(files[0]) if files else b"", dumps(parts))

    def flush(self) -> None:
        """Keep everything: a kernel of other sources is ignored, then overwritten."""

"""What kernels are compiled from: one stamp for all that is kept or shipped of them.

A kernel's sources are the file that it is in and all files of kernels that this one leads to by
its imports. The stamp is over every byte of them, so that nothing has to be parsed to read it.
"""

import hashlib
import re
from collections.abc import Iterable
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Final, NamedTuple

BECOMES_NO_CODE: Final = ("jit", "arrays", "numba_internals")
"""Modules of the library that kernels import and that nothing is compiled from."""

# At the start of a line: what only type checkers import is indented.
IMPORT: Final = re.compile(
    rb"^from ((?:chatuchak_\w+|tools)(?:\.\w+)+) import (\([^)]*\)|[^\n]*)", re.MULTILINE
)
FIRST_WORDS: Final = re.compile(r"(\w+)(?: as \w+)?")


class _Source(NamedTuple):
    """The hash of a file, and the files of ours that it imports when it runs."""

    digest: str
    imports: tuple[str, ...]


def source_path(name: str) -> Path:
    """Return where a source file is that is named from its package on, as ``package/file.py``."""
    package, _, rest = name.partition("/")
    return Path(_package_folder(package), rest)


@cache
def _package_folder(package: str) -> str:
    found = find_spec(package)
    if found is None or not found.submodule_search_locations:
        raise FileNotFoundError(package)
    return next(iter(found.submodule_search_locations))


def _read(name: str) -> _Source:
    content = source_path(name).read_bytes()
    imports = []
    for module, names in IMPORT.findall(content):
        path = module.decode().replace(".", "/")
        if source_path(f"{path}.py").is_file():
            imports.append(f"{path}.py")
            continue
        inside = (f"{path}/{one}.py" for one in FIRST_WORDS.findall(names.decode()))
        imports += [file for file in inside if source_path(file).is_file()]
    left_out = {f"chatuchak_solver/kernels/{each}.py" for each in BECOMES_NO_CODE}
    kept = tuple(file for file in imports if file not in left_out)
    return _Source(hashlib.sha256(content).hexdigest(), kept)


_read_once: Final = cache(_read)


def sources_of(modules: Iterable[str]) -> tuple[str, ...]:
    """Return the files that kernels of some modules are compiled from, named from the package on.

    These are their own and those of all kernels that they import, in order. Some 0.1 ms a file
    when it is first read.
    """
    found: set[str] = set()
    waiting = [f"{module.replace('.', '/')}.py" for module in modules]
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting += _read_once(name).imports
    return tuple(sorted(found))


def stamp_of(sources: Iterable[str], *, as_they_are: bool = False) -> str:
    """Return a hash over files, named from their packages on.

    Parameters
    ----------
    as_they_are
        Whether to reread them, instead of trusting what this process read before.
    """
    read = _read if as_they_are else _read_once
    told = "\n".join(f"{name} {read(name).digest}" for name in sources)
    return hashlib.sha256(told.encode()).hexdigest()

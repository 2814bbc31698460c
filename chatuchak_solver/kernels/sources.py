"""Source files of kernels and their hash, for caches and shipped code.

The sources of a kernel are its file, all kernel files that it imports, directly or not, and
`numba_internals`, which has the LLVM code of `bits`.
"""

import hashlib
import re
from collections.abc import Iterable
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import NamedTuple

from chatuchak_solver.kernels.compilation import STARTED_NS

EXCLUDED = tuple(f"chatuchak_solver/kernels/{name}.py" for name in ("jit", "arrays"))
"""Imported modules without kernel code."""
INTERNALS = "chatuchak_solver/kernels/numba_internals.py"

# Imports for type checkers are indented.
IMPORT = re.compile(
    rb"^from ((?:chatuchak_\w+|tools)(?:\.\w+)+) import (\([^)]*\)|[^\n]*)", re.MULTILINE
)
PROSE = re.compile(rb'\n[ \t]*(?:"""[\s\S]*?"""[ \t]*|#[^\n]*)?(?=\n)')
"""Docstrings, comments and blank lines."""
FIRST_WORDS = re.compile(r"(\w+)(?: as \w+)?")


class _Source(NamedTuple):
    """The hash of a file's code, and the project files that it imports at run time."""

    digest: str
    imports: tuple[str, ...]


@cache
def source_path(name: str) -> Path:
    """Return the path of a source file given as ``package/file.py``."""
    package, _, rest = name.partition("/")
    return Path(next(iter(import_module(package).__path__)), rest)


@cache
def _read(name: str) -> _Source:
    content = source_path(name).read_bytes()
    imports = []
    for module, names in IMPORT.findall(content):
        path = module.decode().replace(".", "/")
        if source_path(f"{path}.py").is_file():
            imports.append(f"{path}.py")
            continue
        inside = (f"{path}/{name}.py" for name in FIRST_WORDS.findall(names.decode()))
        imports += [file for file in inside if source_path(file).is_file()]
    kernel_files = tuple(file for file in imports if file not in EXCLUDED)
    return _Source(hashlib.sha256(PROSE.sub(b"", b"\n" + content)).hexdigest(), kernel_files)


def sources_of(modules: Iterable[str]) -> tuple[str, ...]:
    """Return the sorted source files of modules' kernels, as ``package/file.py``; 0.1 ms a file."""
    found: set[str] = set()
    waiting = [f"{module.replace('.', '/')}.py" for module in modules]
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting += _read(name).imports
    return tuple(sorted({*found, INTERNALS}))


def changed_since_import(sources: Iterable[str]) -> bool:
    """Return whether a source file was written since its import, or is missing."""
    try:
        files = [source_path(name).stat() for name in sources]
    except OSError:
        return True
    # Replaced files may have an old modification time, but not an old change time.
    return any(max(file.st_mtime_ns, file.st_ctime_ns) > STARTED_NS for file in files)


def source_hash(sources: Iterable[str]) -> str:
    """Return a hash of the code in source files."""
    digests = "\n".join(f"{name} {_read(name).digest}" for name in sources)
    return hashlib.sha256(digests.encode()).hexdigest()

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


@cache
def source_path(name: str) -> Path:
    """Return the path of a source file given as ``package/file.py``."""
    package, _, rest = name.partition("/")
    return Path(next(iter(import_module(package).__path__)), rest)


@cache
def _digest(name: str) -> str:
    """Return the hash of a file's code."""
    content = source_path(name).read_bytes()
    return hashlib.sha256(PROSE.sub(b"", b"\n" + content)).hexdigest()


@cache
def _imports(name: str) -> tuple[str, ...]:
    """Return the project files that a file imports at run time."""
    places = []
    for module, names in IMPORT.findall(source_path(name).read_bytes()):
        path = module.decode().replace(".", "/")
        places += [path, *(f"{path}/{word}" for word in FIRST_WORDS.findall(names.decode()))]
    return tuple(f"{place}.py" for place in places if source_path(f"{place}.py").is_file())


def sources_of(modules: Iterable[str]) -> tuple[str, ...]:
    """Return the sorted source files of modules' kernels, as ``package/file.py``; 0.1 ms a file."""
    found: set[str] = set()
    waiting = [f"{module.replace('.', '/')}.py" for module in modules]
    while waiting:
        name = waiting.pop()
        if name not in found and name not in EXCLUDED:
            found.add(name)
            waiting += _imports(name)
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
    digests = "\n".join(f"{name} {_digest(name)}" for name in sources)
    return hashlib.sha256(digests.encode()).hexdigest()

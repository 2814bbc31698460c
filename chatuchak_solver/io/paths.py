"""Folders for machine code and user files; without numba, which imports slowly.

Folders of machine code, in this order:

1. only ``NUMBA_CACHE_DIR``, if set;
2. ``__pycache__`` next to a source file;
3. the user's cache folder of this program (``~/.cache/chatuchak-solver`` on Linux).

Code is read from all folders, and written to the first writable one.
"""

import hashlib
import os
import tempfile
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Literal

PROGRAM = "chatuchak-solver"


def cache_files(source: Path, name: str) -> Iterator[Path]:
    """Yield the possible places of a file with machine code of a source file, best first."""
    place = f"{source.parent.name}_{hashlib.sha256(str(source.parent).encode()).hexdigest()[:16]}"
    if chosen := os.environ.get("NUMBA_CACHE_DIR"):
        yield Path(chosen, place, name)
        return
    yield source.parent / "__pycache__" / name
    if (user := user_folder("cache")) is not None:
        yield user / place / name


def user_folder(kind: Literal["cache", "data"]) -> Path | None:
    """Return the platform's folder for caches or for data, or None without a home."""
    from platformdirs import PlatformDirs

    folders = PlatformDirs(PROGRAM, appauthor=False, roaming=True)
    try:
        folder = folders.user_cache_path if kind == "cache" else folders.user_data_path
    except RuntimeError:  # without a home
        return None
    return folder if folder.is_absolute() else None


def make_folder(folder: Path, mode: int = 0o755) -> None:
    """Create a folder and its parents with at most these permissions."""
    for part in reversed((folder, *folder.parents)):
        part.mkdir(mode=mode, exist_ok=True)


@cache
def can_write(folder: Path) -> bool:
    """Return whether files can be written to a folder, created if missing."""
    try:
        make_folder(folder)
        tempfile.TemporaryFile(dir=folder).close()
    except OSError:
        return False
    return True

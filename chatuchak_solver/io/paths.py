"""Folders for machine code and user files; without numba, which imports slowly.

Folders of machine code, in this order:

1. only ``NUMBA_CACHE_DIR``, if set;
2. ``__pycache__`` next to a source file;
3. the user's cache folder of this program (``~/.cache/chatuchak-solver`` on Linux).

Code is read from all folders, and written to the first writable one.
"""

import hashlib
import logging
import os
import sys
import tempfile
from functools import cache
from pathlib import Path
from typing import Final

# No NullHandler: without handlers Python prints warnings as plain lines on standard error.
logger: logging.Logger = logging.getLogger(__name__)

PROGRAM: Final = "chatuchak-solver"


def cache_folders(source: Path) -> tuple[Path, ...]:
    """Return the folders for the machine code of a source file, in order of preference."""
    place = f"{source.parent.name}_{hashlib.sha256(str(source.parent).encode()).hexdigest()[:16]}"
    if chosen := os.environ.get("NUMBA_CACHE_DIR"):
        return (Path(chosen, place),)
    adjacent, user = source.parent / "__pycache__", user_cache_folder()
    return (adjacent,) if user is None else (adjacent, user / place)


def user_cache_folder() -> Path | None:
    """Return the platform's cache folder, or None without a home."""
    folder = _user_folder("LOCALAPPDATA", "Local", "Caches", "XDG_CACHE_HOME", ".cache")
    return folder / "Cache" if folder and sys.platform == "win32" else folder


def user_data_folder() -> Path | None:
    """Return the platform's data folder, or None without a home."""
    return _user_folder(
        "APPDATA", "Roaming", "Application Support", "XDG_DATA_HOME", ".local/share"
    )


def _user_folder(
    windows: str, in_app_data: str, in_library: str, xdg: str, default: str
) -> Path | None:
    home = Path(os.path.expanduser("~"))
    if sys.platform == "win32":
        folder = Path(os.environ.get(windows, home / "AppData" / in_app_data))
    elif sys.platform == "darwin":
        folder = home / "Library" / in_library
    else:
        chosen = Path(os.environ.get(xdg, ""))
        folder = chosen if chosen.is_absolute() else home / default
    return folder / PROGRAM if folder.is_absolute() else None


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


class _Notes:
    """Logger of a single note per process, silent in worker processes."""

    is_logged: bool = False

    def __call__(self, text: str) -> None:
        processes = sys.modules.get("multiprocessing")
        is_worker = processes is not None and processes.parent_process() is not None
        if not self.is_logged and not is_worker:
            logger.warning("note: %s; NUMBA_CACHE_DIR names another folder", text)
        self.is_logged = True


note: Final = _Notes()
"""Warn once that machine code cannot be cached."""

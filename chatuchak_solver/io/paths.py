"""Where machine code and users' own files are kept; without numba, which imports slowly.

Folders, in this order:

1. ``NUMBA_CACHE_DIR``, when it is set, alone;
2. ``__pycache__`` beside a source file;
3. the user's cache folder of this program (``~/.cache/chatuchak-solver`` on Linux), if the user
   has a home.

Code is looked for in all of them, so that a folder that is filled once can be read-only later, and
written to the first that can be written.
"""

import hashlib
import logging
import os
import sys
import tempfile
from functools import cache
from pathlib import Path
from typing import Final

# Without a handler Python prints a warning as one plain line on standard error, which is all that
# the command line needs; so no NullHandler here.
logger: logging.Logger = logging.getLogger(__name__)

PROGRAM: Final = "chatuchak-solver"


def cache_folders(source: Path) -> tuple[Path, ...]:
    """Return the folders where the machine code of a source file may be, the best first."""
    place = f"{source.parent.name}_{hashlib.sha256(str(source.parent).encode()).hexdigest()[:16]}"
    if chosen := os.environ.get("NUMBA_CACHE_DIR"):
        return (Path(chosen, place),)
    beside, users = source.parent / "__pycache__", user_cache_folder()
    return (beside,) if users is None else (beside, users / place)


def user_cache_folder() -> Path | None:
    """Return the folder that the platform has for what a program can make again.

    None for a user without a home: a folder that depends on the current one could be anybody's.
    """
    folder = _users("LOCALAPPDATA", "Local", "Caches", "XDG_CACHE_HOME", ".cache")
    return folder / "Cache" if folder and sys.platform == "win32" else folder


def user_data_folder() -> Path | None:
    """Return the folder that the platform has for what a user would miss; None as above."""
    return _users("APPDATA", "Roaming", "Application Support", "XDG_DATA_HOME", ".local/share")


def _users(windows: str, in_app_data: str, in_library: str, xdg: str, usual: str) -> Path | None:
    home = Path(os.path.expanduser("~"))
    if sys.platform == "win32":
        folder = Path(os.environ.get(windows, home / "AppData" / in_app_data))
    elif sys.platform == "darwin":
        folder = home / "Library" / in_library
    else:
        chosen = Path(os.environ.get(xdg, ""))
        folder = chosen if chosen.is_absolute() else home / usual
    return folder / PROGRAM if folder.is_absolute() else None


def make_folder(folder: Path, mode: int = 0o755) -> None:
    """Create a folder and its parents with at most these permissions, whatever the umask.

    Raises
    ------
    OSError
        If it cannot be created.
    """
    for part in reversed((folder, *folder.parents)):
        part.mkdir(mode=mode, exist_ok=True)


@cache
def can_write(folder: Path) -> bool:
    """Return whether files can be written to a folder; makes it where there is none."""
    try:
        make_folder(folder)
        tempfile.TemporaryFile(dir=folder).close()
    except OSError:
        return False
    return True


class _Notes:
    """Says one thing, once in a process; worker processes leave it to the first one."""

    said: bool = False

    def __call__(self, text: str) -> None:
        processes = sys.modules.get("multiprocessing")
        is_worker = processes is not None and processes.parent_process() is not None
        if not self.said and not is_worker:
            logger.warning("note: %s; NUMBA_CACHE_DIR names another folder", text)
        self.said = True


note: Final = _Notes()
"""Says on standard error, once, why machine code cannot be kept."""

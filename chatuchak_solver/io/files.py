"""Atomic writes, appends and locks."""

import os
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from errno import EACCES, EINVAL
from io import FileIO
from pathlib import Path

from chatuchak_solver.errors import InputError

if sys.platform == "win32":
    import msvcrt

    _LOCKED_BYTE = 1 << 40
    """Beyond the end of any file, since locks are mandatory on Windows."""

    def _lock(file: FileIO) -> None:
        file.seek(_LOCKED_BYTE)
        while True:
            with suppress(OSError):  # raised after ten seconds
                msvcrt.locking(file.fileno(), msvcrt.LK_LOCK, 1)
                break
        file.seek(0)

else:
    import fcntl

    def _lock(file: FileIO) -> None:
        fcntl.flock(file, fcntl.LOCK_EX)


def write_file(path: Path, content: str | bytes) -> None:
    """Replace a file's content, or create the file; on failure the old content remains.

    Keeps a file's mode and a symbolic link's target. Writes directly to devices and pipes. Raises
    `InputError` if the file cannot be written.
    """
    # Names of files may contain lone surrogates.
    data = content.encode(errors="backslashreplace") if isinstance(content, str) else content
    try:
        if path.exists() and not path.is_file():
            path.write_bytes(data)
        else:
            target = Path(os.path.realpath(path))
            replace_file(target, data, old=writable_status(target))
    except OSError as error:
        raise write_error(path, error) from None


def write_error(path: Path, error: OSError) -> InputError:
    """Return the error for a file that cannot be written."""
    return InputError(f"{path}: cannot write it: {error.strerror}")


def replace_file(
    path: Path, data: bytes, *, mode: int = 0o666, old: os.stat_result | None = None
) -> None:
    """Write a temporary file in the same folder and rename it.

    ``old`` is the status of the file to replace, with the mode and owner to copy.
    """
    temporary = path.with_name(f".{os.urandom(8).hex()}.tmp")
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
    descriptor = os.open(temporary, flags, mode if old is None else 0o600)
    try:
        with open(descriptor, "wb") as file:
            file.write(data)
        if old is not None:
            if hasattr(os, "chown"):
                with suppress(OSError):
                    os.chown(temporary, old.st_uid, old.st_gid)
            os.chmod(temporary, stat.S_IMODE(old.st_mode))
        os.replace(temporary, path)
    except BaseException:
        with suppress(OSError):
            os.unlink(temporary)
        raise


def writable_status(path: Path) -> os.stat_result | None:
    """Return a file's status, or None if it does not exist.

    Raises
    ------
    PermissionError
        If the file is write-protected, even for the superuser.
    """
    try:
        status = path.stat()
    except FileNotFoundError:
        return None
    if not status.st_mode & 0o222 or not os.access(path, os.W_OK):
        raise PermissionError(EACCES, os.strerror(EACCES), str(path))
    return status


@contextmanager
def locked_file(path: Path) -> Iterator[FileIO]:
    """Open a file for reading and writing, create it if missing, and lock it.

    Waits for other processes that hold the lock. Raises `OSError` if the file is write-protected or
    not a regular file.
    """
    path = Path(os.path.realpath(path))
    while True:
        status = writable_status(path)
        if status is not None and not stat.S_ISREG(status.st_mode):
            raise OSError(EINVAL, "not a regular file", str(path))
        flags = os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0)
        with FileIO(os.open(path, flags, 0o666), "r+b") as file:
            _lock(file)  # until the file is closed
            current = writable_status(path)
            if current is not None and os.path.samestat(os.fstat(file.fileno()), current):
                yield file
                return  # else it was replaced while this program waited


def rewrite(file: FileIO, path: Path, data: bytes) -> None:
    """Replace the content of a file opened by `locked_file`, for its last use."""
    if sys.platform == "win32":  # an open file cannot be replaced
        file.seek(0)
        _write_all(file, data)
        file.truncate()
    else:
        replace_file(Path(os.path.realpath(path)), data, old=os.fstat(file.fileno()))


def append(file: FileIO, data: bytes) -> None:
    """Append to a file opened by `locked_file`; on failure the old content remains."""
    size = file.seek(0, os.SEEK_END)
    try:
        _write_all(file, data)
    except BaseException:
        with suppress(OSError):
            file.truncate(size)
        raise


def _write_all(file: FileIO, data: bytes) -> None:
    rest = memoryview(data)
    while rest:
        rest = rest[file.write(rest) :]

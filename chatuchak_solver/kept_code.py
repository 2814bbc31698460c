"""Machine code on disk: sealed, written whole or not at all, and loaded only from whom we trust.

Who can put code where this program looks for it can run code as its user. So what is loaded is a
regular file of bounded size that belongs to this user or to the superuser and that nobody else may
write. The seal tells damage, not malice.
"""

import hashlib
import logging
import os
import stat
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

from chatuchak_solver.cache_folders import can_write, note

logger: logging.Logger = logging.getLogger(__name__)

SEAL_BYTES: Final = 32
MOST_BYTES: Final = 1 << 26
"""No kept file is larger; the largest is of some two megabytes."""
FOR_ALL_TO_READ: Final = 0o644
"""Less what the umask takes: code that the superuser keeps serves every user."""
NOT_WAITING: Final = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
"""A pipe in place of a file is opened at once, and then refused."""


def read_kept(path: Path, key: bytes) -> bytes | None:
    """Return what was kept under a key; None where there is nothing to be loaded.

    That is where there is no file, where it is damaged or of another key, or where it is none
    that we trust.
    """
    try:
        with open(os.open(path, NOT_WAITING), "rb") as file:
            if (reason := _distrust(os.fstat(file.fileno()))) is not None:
                logger.info("%s: not loaded: %s", path, reason)
                return None
            content = file.read(MOST_BYTES + 1)
    except OSError:
        return None
    seal, code = content[:SEAL_BYTES], content[SEAL_BYTES:]
    if seal == _seal(key, code):
        return code
    logger.info("%s: stale or damaged", path)
    return None


def _distrust(status: os.stat_result) -> str | None:
    """Return why a file is not to be loaded."""
    if not stat.S_ISREG(status.st_mode):
        return "no regular file"
    if status.st_size > MOST_BYTES:
        return "too large"
    if os.name == "posix":
        if status.st_uid not in (os.geteuid(), 0):
            return "it belongs to somebody else"
        if status.st_mode & (stat.S_IWGRP | stat.S_IWOTH):
            return "others may write it"
    return None


def _seal(key: bytes, code: bytes) -> bytes:
    return hashlib.sha256(key + code).digest()


def keep(files: Sequence[Path], key: bytes, code: bytes) -> None:
    """Write to the first of some files whose folder can be written; else say so and go on."""
    file = next((file for file in files if can_write(file.parent)), None)
    if file is None:
        tried = " nor ".join(str(file.parent) for file in files)
        where = f"cannot write to {tried}" if files else "there is no folder to keep code in"
        note(f"{where}: every run recompiles its kernels")
        return
    try:
        _write(file, _seal(key, code) + code)
    except OSError as error:
        reason = error.strerror or repr(error)
        note(f"{file.parent}: {reason}: the next run recompiles its kernels")


def _write(file: Path, content: bytes) -> None:
    """Write a file whole or not at all; what was begun is taken away, whatever ends it."""
    begun = file.with_name(f"{file.name}.{os.urandom(8).hex()}")
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
    place = os.open(begun, flags, FOR_ALL_TO_READ)
    try:
        with open(place, "wb") as written:
            written.write(content)
        os.replace(begun, file)
    except BaseException:
        with suppress(OSError):
            os.unlink(begun)
        raise

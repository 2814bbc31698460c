"""Whole files, written or left as they were."""

import os
from contextlib import suppress
from pathlib import Path

from chatuchak_solver.errors import InputError


def write_file(path: Path, content: str | bytes) -> None:
    """Write a whole file or leave what was there.

    What is no regular file, such as a pipe or a device, is written to as it is.

    Raises
    ------
    InputError
        If it cannot be written; one line that names it.
    """
    data = content.encode() if isinstance(content, str) else content
    try:
        if path.exists() and not path.is_file():
            path.write_bytes(data)
        else:
            path = Path(os.path.realpath(path))  # a link goes on leading to the file
            replace_file(path, data)
    except OSError as error:
        raise InputError(f"{path}: cannot write it: {error.strerror}") from None


def replace_file(path: Path, data: bytes, *, mode: int = 0o666) -> None:
    """Write a file beside this one, then give it its name; whatever ends that leaves nothing.

    ``mode`` says who may do what with the file, less what the user's mask forbids.

    Raises
    ------
    OSError
        If it cannot be written.
    """
    begun = path.with_name(f".{path.name}.{os.urandom(4).hex()}")
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
    place = os.open(begun, flags, mode)
    try:
        with open(place, "wb") as file:
            file.write(data)
        os.replace(begun, path)
    except BaseException:
        with suppress(OSError):
            os.unlink(begun)
        raise

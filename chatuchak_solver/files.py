"""Whole files, written or left as they were."""

import os
import tempfile
from pathlib import Path

from chatuchak_solver.errors import InputError


def write_file(path: Path, content: str | bytes) -> None:
    """Write a whole file or leave what was there: to a temporary file first, then renamed.

    What is no regular file, such as a pipe or a device, is written to as it is.

    Raises
    ------
    InputError
        If it cannot be written; one line that names it.
    """
    data = content.encode() if isinstance(content, str) else content
    temporary = ""
    try:
        if path.exists() and not path.is_file():
            path.write_bytes(data)
            return
        path = Path(os.path.realpath(path))  # a link goes on leading to the file
        handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        # mkstemp makes files for the owner alone; give the usual permissions instead.
        mask = os.umask(0)
        os.umask(mask)
        os.chmod(temporary, 0o666 & ~mask)
        os.replace(temporary, path)
    except OSError as error:
        if temporary:
            Path(temporary).unlink(missing_ok=True)
        raise InputError(f"{path}: cannot write it: {error.strerror}") from None

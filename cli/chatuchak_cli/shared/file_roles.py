"""Parameters for input and output files; no output may overwrite another file of the command.

Files are registered when parameters are parsed, or by `use_input` and `use_output`.
"""

from __future__ import annotations

import os
import stat
import sys
from pathlib import Path
from typing import Any, Final, NamedTuple

import click

from chatuchak_solver.errors import InputError
from chatuchak_solver.io.untrusted import escape, quote

FileName = str | os.PathLike[str]

STANDARD: Final = ("-", Path("-"))
_USES: Final = "chatuchak_cli.files"


class _Use(NamedTuple):
    path: FileName
    label: str
    is_output: bool = False
    updates: str = ""
    """The label of the input that this output may replace."""


def use_input(path: FileName, label: str) -> None:
    """Register a file to read, or ``-``; InputError if it is also an output."""
    _register(_Use(path, label))


def use_output(path: FileName, label: str, *, updates: str = "") -> None:
    """Register a file to write, or ``-``; InputError if used otherwise, except as ``updates``."""
    _register(_Use(path, label, is_output=True, updates=updates))


def _register(use: _Use) -> None:
    context, key = click.get_current_context(silent=True), _identity(use.path, use.is_output)
    if context is None or key is None:
        return
    uses: list[_Use] = context.meta.setdefault(_USES, {}).setdefault(key, [])
    for other in uses:
        is_shared = use.label in (other.label, other.updates) or use.updates == other.label
        if (use.is_output or other.is_output) and not is_shared:
            output, input_ = (use, other) if use.is_output else (other, use)
            raise InputError(
                f"invalid {output.label} {escape(str(output.path), 200)}: "
                f"expected a file other than {input_.label}"
            )
    uses.append(use)


def _identity(path: FileName, is_output: bool) -> object:
    """Return device and inode of a regular file, or the path of a new one; None for others."""
    is_standard = path in STANDARD
    if is_standard and is_output:
        return None
    try:
        status = os.fstat(sys.stdin.fileno()) if is_standard else os.stat(path)
    except (AttributeError, OSError, ValueError):
        return os.path.normcase(os.path.realpath(path)) if is_output else None
    return (status.st_dev, status.st_ino) if stat.S_ISREG(status.st_mode) else None


SUFFIXES: Final = {
    ".csv", ".gif", ".graphml", ".htm", ".html", ".jpeg", ".jpg", ".json", ".jsonl", ".parquet",
    ".pdf", ".png", ".sqlite", ".svg",
}  # fmt: skip
"""The suffixes of formats."""


class InputFile(click.Path):
    """A parameter for a file to read."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**{"path_type": Path, **options})

    def convert(
        self, value: FileName, param: click.Parameter | None, ctx: click.Context | None
    ) -> Any:
        """Return the path and register it."""
        path = super().convert(value, param, ctx)
        if param is not None:
            self.register(os.fsdecode(path), label_of(param))
        return path

    def register(self, path: str, label: str) -> None:
        """Register the file."""
        use_input(path, label)


class OutputFile(InputFile):
    """A parameter for a file to write.

    Parameters
    ----------
    updates
        Label of an input that may be the same file.
    writes
        Suffixes of the format; None for any.
    """

    def __init__(
        self, *, updates: str = "", writes: tuple[str, ...] | None = None, **options: Any
    ) -> None:
        super().__init__(**options)
        self.updates, self.writes = updates, writes

    def register(self, path: str, label: str) -> None:
        """Register the file after a check of its suffix."""
        use_output(path, label, updates=self.updates)
        if self.writes is not None and Path(path).suffix.lower() in SUFFIXES - {*self.writes}:
            expected = " or ".join(self.writes) or ".txt"
            raise InputError(f"invalid output file {quote(path)}: expected a name with {expected}")


def label_of(param: click.Parameter) -> str:
    """Return a parameter's name in messages: ``--html`` or ``FILES``."""
    if isinstance(param, click.Option):
        return max(param.opts, key=len)
    return (param.metavar or param.name or "").strip("[].").upper()

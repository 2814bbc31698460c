"""Parameters for input and output files; no output may overwrite another file of the command.

Files are registered when parameters are parsed, or by `use_input` and `use_output`.
"""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeVar

import click

from chatuchak_solver.errors import InputError
from chatuchak_solver.io.untrusted import escape, quote

Command = TypeVar("Command", bound=Callable[..., object])
FileName = str | os.PathLike[str]

STANDARD: Final = ("-", Path("-"))
_KEY: Final = "chatuchak_cli.files"


class _Use(NamedTuple):
    label: str
    status: os.stat_result | None
    real_path: str
    is_output: bool
    updates: str
    """The label of the input that this output may replace."""

    def conflicts(self, other: _Use) -> bool:
        if self.label == other.label or not (self.is_output or other.is_output):
            return False
        if other.label == self.updates or self.label == other.updates:
            return False
        if self.status is None or other.status is None:
            return self.status is other.status and self.real_path == other.real_path
        return os.path.samestat(self.status, other.status)


def use_input(path: FileName, label: str) -> None:
    """Register a file to read, or ``-``; InputError if it is also an output."""
    status = _stdin_status() if path in STANDARD else _status(path)
    if status is not None and stat.S_ISREG(status.st_mode):
        _add(path, _Use(label, status, "", is_output=False, updates=""))


def use_output(path: FileName, label: str, *, updates: str = "") -> None:
    """Register a file to write, or ``-``; InputError if used otherwise, except as ``updates``."""
    status = _status(path)
    if path not in STANDARD and (status is None or stat.S_ISREG(status.st_mode)):
        real_path = os.path.normcase(os.path.realpath(path))
        _add(path, _Use(label, status, real_path, is_output=True, updates=updates))


def _status(path: FileName) -> os.stat_result | None:
    try:
        return os.stat(path)
    except (OSError, ValueError):
        return None


def _stdin_status() -> os.stat_result | None:
    try:
        return os.fstat(sys.stdin.fileno())
    except (AttributeError, OSError, ValueError):
        return None


def _add(path: FileName, use: _Use) -> None:
    context = click.get_current_context(silent=True)
    if context is None:
        return
    uses: list[_Use] = context.meta.setdefault(_KEY, [])
    for other in uses:
        if use.conflicts(other):
            output, input_ = (use, other) if use.is_output else (other, use)
            raise InputError(
                f"invalid {output.label} {escape(str(path), 200)}: "
                f"expected a file other than {input_.label}"
            )
    uses.append(use)


FORMAT_SUFFIXES: Final = frozenset(
    (
        *(".csv", ".gif", ".graphml", ".htm", ".html", ".jpeg", ".jpg", ".json", ".jsonl"),
        *(".parquet", ".pdf", ".png", ".sqlite", ".svg"),
    )
)


def check_suffix(path: Path, suffixes: tuple[str, ...]) -> Path:
    """Return the path of an output file; InputError for another format's suffix."""
    if path.suffix.lower() in FORMAT_SUFFIXES.difference(suffixes):
        expected = " or ".join(suffixes) or ".txt"
        raise InputError(f"invalid output file {quote(str(path))}: expected a name with {expected}")
    return path


class InputFile(click.Path):
    """A parameter for a file to read."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**{"path_type": Path, **options})

    def convert(
        self, value: FileName, param: click.Parameter | None, ctx: click.Context | None
    ) -> Any:
        """Return the path and register it."""
        path = super().convert(value, param, ctx)
        if param is not None and ctx is not None:
            with ctx.scope(cleanup=False):
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
        if self.writes is not None:
            check_suffix(Path(path), self.writes)


def label_of(param: click.Parameter) -> str:
    """Return a parameter's name in messages: ``--html`` or ``FILES``."""
    if isinstance(param, click.Option):
        return max(param.opts, key=len)
    return (param.metavar or param.name or "").strip("[].").upper()


def input_option(*names: str, metavar: str = "FILE", **more: Any) -> Callable[[Command], Command]:
    """Give a command an option for a file to read."""
    kind = InputFile(dir_okay=more.pop("dir_okay", True), exists=more.pop("exists", False))
    return click.option(*names, type=kind, metavar=metavar, **more)


def output_option(
    *names: str, metavar: str = "FILE", updates: str = "", writes: tuple[str, ...] | None = None,
    **more: Any,
) -> Callable[[Command], Command]:  # fmt: skip
    """Give a command an option for a file to write; see `OutputFile`."""
    kind = OutputFile(updates=updates, writes=writes, dir_okay=more.pop("dir_okay", True))
    return click.option(*names, type=kind, metavar=metavar, **more)


_DOCUMENT: Final = InputFile(path_type=str)
document_argument: Final = click.argument("file", type=_DOCUMENT)
optional_document_argument: Final = click.argument("file", type=_DOCUMENT, required=False)

"""One line on standard error when the first run has to compile kernels."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from chatuchak_cli.shared.output import tell
from chatuchak_solver.compilation import told_of_compilations

__all__ = ["compile_notice"]


@contextmanager
def compile_notice() -> Iterator[None]:
    """Say once, on standard error, that kernels are being compiled, should that happen inside."""
    said = False

    def notice() -> None:
        nonlocal said
        if not said:
            said = True
            tell("compiling the kernels, once for this installation ...")

    with told_of_compilations(notice):
        yield

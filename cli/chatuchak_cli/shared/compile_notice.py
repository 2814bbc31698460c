"""One line on standard error when the first run has to compile kernels."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

import click

from chatuchak_cli.shared.output import tell
from chatuchak_solver.compilation import told_of_compilations

__all__ = ["compile_notice"]


@contextmanager
def compile_notice() -> Iterator[None]:
    """Say once, on standard error, that kernels are being compiled, should that happen inside.

    Not to a program: with ``--json``, unless somebody looks on.
    """
    said = _answers_a_program()

    def notice() -> None:
        nonlocal said
        if not said:
            said = True
            tell("compiling the kernels, once for this installation ...")

    with told_of_compilations(notice):
        yield


def _answers_a_program() -> bool:
    context = click.get_current_context(silent=True)
    as_json = context is not None and context.params.get("as_json", False)
    return bool(as_json) and not sys.stderr.isatty()

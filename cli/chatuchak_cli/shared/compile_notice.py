"""One line on standard error when the first run has to compile kernels."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from chatuchak_cli.shared.output import tell

__all__ = ["compile_notice"]


@contextmanager
def compile_notice() -> Iterator[None]:
    """Say once, on standard error, that kernels are being compiled, should that happen inside.

    numba triggers its event only for a real compilation, not for a load from its cache. Imports
    numba, so it belongs around code that is about to run kernels.
    """
    from numba.core import event

    class Notice(event.Listener):
        """Prints at the first compilation."""

        said = False

        def on_start(self, event: Any) -> None:  # noqa: ARG002
            if not self.said:
                self.said = True
                tell("compiling the kernels, once for this installation ...")

        def on_end(self, event: Any) -> None:
            pass

    with event.install_listener("numba:compile", Notice()):
        yield

"""Tells those who want to know that code is being compiled rather than loaded. Without numba."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

_told: Final[list[Callable[[], None]]] = []


def compilation_begins() -> None:
    """Tell all who listen that something is being compiled."""
    for listener in tuple(_told):
        listener()


@contextmanager
def told_of_compilations(listener: Callable[[], None]) -> Iterator[None]:
    """Call ``listener`` whenever some code is compiled in this process, before it is."""
    _told.append(listener)
    try:
        yield
    finally:
        _told.remove(listener)

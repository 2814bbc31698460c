"""Compilations in this process: listeners, and the time that they take. Without numba."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

_told: Final[list[Callable[[], None]]] = []


class _Clock:
    """The wall time during which any thread compiles; compilations nest."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._depth = 0
        self._begun = 0.0
        self._seconds = 0.0

    def begin(self) -> None:
        with self._lock:
            if self._depth == 0:
                self._begun = time.perf_counter()
            self._depth += 1

    def end(self) -> None:
        with self._lock:
            self._depth -= 1
            if self._depth == 0:
                self._seconds += time.perf_counter() - self._begun

    def seconds(self) -> float:
        with self._lock:
            return self._seconds + (time.perf_counter() - self._begun if self._depth else 0.0)


_clock: Final = _Clock()
compilation_ends: Final = _clock.end
seconds_compiling: Final = _clock.seconds


def compilation_begins() -> None:
    """Tell all who listen that something is being compiled, until `compilation_ends`."""
    for listener in tuple(_told):
        listener()
    _clock.begin()


@contextmanager
def compiling() -> Iterator[None]:
    """Tell all who listen that the block compiles."""
    compilation_begins()
    try:
        yield
    finally:
        compilation_ends()


@contextmanager
def told_of_compilations(listener: Callable[[], None]) -> Iterator[None]:
    """Call ``listener`` whenever some code is compiled in this process, before it is."""
    _told.append(listener)
    try:
        yield
    finally:
        _told.remove(listener)

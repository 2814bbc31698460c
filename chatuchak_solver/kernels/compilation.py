"""Listeners and a clock for compilations in this process; without numba."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

_listeners: Final[list[Callable[[], None]]] = []
_starts: Final[list[float]] = []
"""Of the running compilations, of any thread; the first one remains until all end."""
_finished_s: list[float] = [0.0]
_lock = threading.Lock()


def compilation_begins() -> None:
    """Notify the listeners and start the clock."""
    for listener in tuple(_listeners):
        listener()
    _start_clock()


def _start_clock() -> None:
    with _lock:
        _starts.append(time.perf_counter())


def compilation_ends() -> None:
    """Stop the clock."""
    with _lock:
        start = _starts.pop()
        if not _starts:
            _finished_s[0] += time.perf_counter() - start


def seconds_compiling() -> float:
    """Return the wall time during which any thread compiled or loaded code."""
    with _lock:
        return _finished_s[0] + (time.perf_counter() - _starts[0] if _starts else 0.0)


@contextmanager
def compiling() -> Iterator[None]:
    """Mark the block as a compilation."""
    compilation_begins()
    try:
        yield
    finally:
        compilation_ends()


@contextmanager
def loading() -> Iterator[None]:
    """Mark the block as loading of compiled code: on the clock, but without a notice."""
    _start_clock()
    try:
        yield
    finally:
        compilation_ends()


@contextmanager
def on_compile(listener: Callable[[], None]) -> Iterator[None]:
    """Call ``listener`` before each compilation in this process."""
    _listeners.append(listener)
    try:
        yield
    finally:
        _listeners.remove(listener)

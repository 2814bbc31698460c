"""Listeners and a clock for compilations in this process; without numba."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

STARTED_NS = time.time_ns()
"""Precedes the import of kernels."""

_listeners: list[Callable[[], None]] = []
_starts: list[float] = []
"""Of the running compilations, of any thread; the first one remains until all end."""
_finished_s: list[float] = [0.0]
_lock = threading.Lock()


def seconds_compiling() -> float:
    """Return the wall time during which any thread compiled or loaded code."""
    with _lock:
        return _finished_s[0] + (time.perf_counter() - _starts[0] if _starts else 0.0)


@contextmanager
def compiling(*, notify: bool = True) -> Iterator[None]:
    """Run the clock during the block; call the listeners first, unless it only loads code."""
    for listener in tuple(_listeners) if notify else ():
        listener()
    with _lock:
        _starts.append(time.perf_counter())
    try:
        yield
    finally:
        with _lock:
            start = _starts.pop()
            if not _starts:
                _finished_s[0] += time.perf_counter() - start


@contextmanager
def on_compile(listener: Callable[[], None]) -> Iterator[None]:
    """Call ``listener`` before each compilation in this process."""
    _listeners.append(listener)
    try:
        yield
    finally:
        _listeners.remove(listener)

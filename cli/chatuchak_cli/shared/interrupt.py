"""Ctrl-C, SIGTERM and SIGHUP that end a command with its best answer instead of a traceback."""

import signal
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Final, TypeVar

T = TypeVar("T")

HANGUPS: Final = tuple(
    getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)
)
"""Signals that end a program when the terminal or the session is closed."""


class Interrupt:
    """Whether Ctrl-C was pressed."""

    def __init__(self, *, patient: bool = False) -> None:
        self.requested = False
        self._patient = patient
        self._waiting = False

    def is_requested(self) -> bool:
        """Return whether Ctrl-C was pressed, as a callback."""
        return self.requested

    def until_requested(self, items: Iterable[T]) -> Iterator[T]:
        """Yield ``items`` until Ctrl-C, which also ends the wait for the next one."""
        iterator = iter(items)
        while not self.requested:
            try:
                self._waiting = True
                item = next(iterator)
            except StopIteration:
                return
            except KeyboardInterrupt:
                self.requested = True
                return
            finally:
                self._waiting = False
            yield item

    def handle(self, number: int, frame: FrameType | None) -> None:  # noqa: ARG002
        """Take note of a first Ctrl-C; a second one may raise, and one during a wait does."""
        if self._waiting or (self.requested and not self._patient):
            raise KeyboardInterrupt
        self.requested = True


@contextmanager
def _handling(
    signals: Iterable[signal.Signals], handler: Callable[[int, FrameType | None], object]
) -> Iterator[None]:
    """Handle signals in the main thread, except those that the program was started to ignore."""
    before = {}
    if threading.current_thread() is threading.main_thread():
        before = {one: signal.getsignal(one) for one in signals}
    before = {one: old for one, old in before.items() if old is not signal.SIG_IGN}
    for one in before:
        signal.signal(one, handler)
    try:
        yield
    finally:
        for one, old in before.items():
            signal.signal(one, old)


@contextmanager
def hangups_noted() -> Iterator[Interrupt]:
    """Turn Ctrl-C, SIGTERM and SIGHUP into requests that the command answers when it can."""
    interrupt = Interrupt(patient=True)
    with _handling((signal.SIGINT, *HANGUPS), interrupt.handle):
        yield interrupt


@contextmanager
def hangups_raised() -> Iterator[None]:
    """Raise KeyboardInterrupt at SIGTERM and SIGHUP, as at Ctrl-C."""
    with _handling(HANGUPS, signal.default_int_handler):
        yield


@contextmanager
def signals_deferred() -> Iterator[None]:
    """Complete a block, for example saving a game, before a signal ends the program."""
    pending: list[int] = []
    with _handling((signal.SIGINT, *HANGUPS), lambda number, _: pending.append(number)):
        yield
    for number in pending[:1]:
        signal.raise_signal(number)


@contextmanager
def interruptible(*, patient: bool = False) -> Iterator[Interrupt]:
    """Turn a first Ctrl-C into a request that the command answers when it can.

    A second one raises KeyboardInterrupt. Only the main thread may use it.

    Parameters
    ----------
    patient
        Whether to ignore further ones, because the command ends soon after the first and has to
        clean up processes and files.
    """
    interrupt = Interrupt(patient=patient)
    before = signal.signal(signal.SIGINT, interrupt.handle)
    try:
        yield interrupt
    finally:
        signal.signal(signal.SIGINT, before)


@contextmanager
def interrupts_ignored() -> Iterator[None]:
    """Block Ctrl-C during the last output of an interrupted command.

    Has no effect outside the main thread.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)

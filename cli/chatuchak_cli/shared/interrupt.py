"""Ctrl-C, SIGTERM and SIGHUP, which end a command with its best answer."""

import signal
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager
from types import FrameType
from typing import Any, Final, TypeVar

T = TypeVar("T")

HANGUPS: Final = tuple(
    getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)
)
"""Signals that a closed terminal or session sends."""


class Interrupt:
    """Whether Ctrl-C was pressed; a ``patient`` one ignores repetitions."""

    def __init__(self, *, patient: bool = False) -> None:
        self.requested = False
        self._patient = patient
        self._waiting = False

    def until_requested(self, items: Iterable[T]) -> Iterator[T]:
        """Yield ``items`` until Ctrl-C, even during a wait."""
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
        """Register the first Ctrl-C; the second, or one during a wait, may raise."""
        if self._waiting or (self.requested and not self._patient):
            raise KeyboardInterrupt
        self.requested = True


@contextmanager
def _handling(
    signals: Iterable[signal.Signals],
    handler: Callable[[int, FrameType | None], Any] | signal.Handlers,
) -> Iterator[None]:
    """Handle signals in the main thread, except ignored hangups (``nohup``)."""
    before = {}
    if threading.current_thread() is threading.main_thread():
        for number in signals:
            if number not in HANGUPS or signal.getsignal(number) is not signal.SIG_IGN:
                before[number] = signal.signal(number, handler)
    try:
        yield
    finally:
        for number, old in before.items():
            signal.signal(number, old)


@contextmanager
def interruptible(*, patient: bool = False, hangups: bool = False) -> Iterator[Interrupt]:
    """Turn the first Ctrl-C into a request to end; the second raises KeyboardInterrupt.

    ``patient`` ignores the second; ``hangups`` adds SIGTERM and SIGHUP.
    """
    interrupt = Interrupt(patient=patient)
    with _handling((signal.SIGINT, *(HANGUPS if hangups else ())), interrupt.handle):
        yield interrupt


def hangups_raised() -> AbstractContextManager[None]:
    """Raise KeyboardInterrupt at SIGTERM and SIGHUP."""
    return _handling(HANGUPS, signal.default_int_handler)


@contextmanager
def signals_deferred() -> Iterator[None]:
    """Complete a block, such as saving a game, before a signal ends the program."""
    pending: list[int] = []
    with _handling((signal.SIGINT, *HANGUPS), lambda number, _: pending.append(number)):
        yield
    for number in pending[:1]:
        signal.raise_signal(number)


def interrupts_ignored() -> AbstractContextManager[None]:
    """Ignore Ctrl-C during an interrupted command's last output."""
    return _handling((signal.SIGINT,), signal.SIG_IGN)

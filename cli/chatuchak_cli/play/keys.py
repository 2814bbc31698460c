"""Keys of a terminal."""

import os
import re
import select
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import Final

import click

INTERRUPT: Final = "\x03"
END: Final = "\x04"
TICK: Final = "\x1b[48t"
"""Pseudo-key for noticing signals and resizing without a key."""
TICK_S: Final = 0.1
ESCAPE_S: Final = 0.05
"""Seconds that separate the Escape key from a sequence."""

ARROWS: Final = ("up", "down", "right", "left")
NAMED: Final[Mapping[str, str]] = {
    **{
        f"{mode}{end}": name
        # the second mode is that of Windows
        for modes, ends in ((("\x1b[", "\x1bO"), "ABCD"), (("\xe0", "\x00"), "HPMK"))
        for mode in modes
        for end, name in zip(ends, ARROWS, strict=True)
    },
    **dict.fromkeys("\r\n ", "enter"),
    **dict.fromkeys("\x7f\b\x1a", "undo"),
    "\x1b": "escape",
    TICK: "tick",
}
"""Keys by input sequence."""

KEY: Final = re.compile(r"\x1b\[[0-9;]*[A-Za-z~]|\x1bO[A-Za-z]|[\xe0\x00][A-Za-z]|.", re.DOTALL)


def split_keys(text: str) -> Iterator[str]:
    """Yield the keys of a text, several if input is fast or pasted."""
    for found in KEY.findall(text):
        yield NAMED.get(found, found)


def read_keys(read: Callable[[], str]) -> Iterator[str]:
    """Yield keys until Ctrl-C, Ctrl-D or the end of input.

    Ctrl-C is the key ``interrupt``, so the game can be saved first.
    """
    while True:
        try:
            text = read()
        except EOFError:
            return
        except KeyboardInterrupt:
            text = INTERRUPT
        if not text:
            return
        for key in split_keys(text):
            if key == END:
                return
            yield "interrupt" if key == INTERRUPT else key
            if key == INTERRUPT:
                return


@contextmanager
def keyboard() -> Iterator[Callable[[], str]]:
    """Yield a reader of single keys without echo; without keys it returns `TICK`.

    The mode is set once, so keys pressed during drawing are not lost. Ctrl-Z is undo.
    """
    try:
        import termios
    except ImportError:  # Windows
        yield click.getchar
        return
    terminal = sys.stdin.fileno()
    before = termios.tcgetattr(terminal)
    mode = termios.tcgetattr(terminal)
    mode[0] &= ~(termios.IXON | termios.ICRNL)
    mode[3] &= ~(termios.ECHO | termios.ICANON | termios.ISIG | termios.IEXTEN)
    termios.tcsetattr(terminal, termios.TCSADRAIN, mode)
    try:
        yield lambda: _read(terminal)
    finally:
        with suppress(termios.error):  # the terminal is closed
            termios.tcsetattr(terminal, termios.TCSADRAIN, before)


def _read(terminal: int) -> str:
    if not select.select([terminal], [], [], TICK_S)[0]:
        return TICK
    data = os.read(terminal, 1024)
    while data.endswith((b"\x1b", b"\x1b[", b"\x1bO")):
        if not select.select([terminal], [], [], ESCAPE_S)[0]:
            break
        data += os.read(terminal, 1024)
    return data.decode(errors="replace")

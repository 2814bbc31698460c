"""The game on a terminal: screen and keys."""

import os
import re
import select
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from textwrap import wrap

import click
from rich.console import Console, ConsoleDimensions
from rich.text import Text

from chatuchak_cli.play.player import PuzzlePlayer
from chatuchak_cli.shared import output, runner
from chatuchak_solver.errors import InputError
from chatuchak_solver.rendering.templates import text_lines
from chatuchak_solver.rendering.text import large_grid_text

TICK = "\x1b[48t"
"""Pseudo-key for noticing signals and resizing without a key."""
TICK_S = 0.1
ESCAPE_S = 0.05
"""Seconds that separate the Escape key from a sequence."""

ARROWS = ("up", "down", "right", "left")
NAMED: Mapping[str, str] = {
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
    "\x03": "interrupt",
    "\x04": "q",
    TICK: "tick",
}
"""Keys by input sequence."""

KEY = re.compile(r"\x1b\[[0-9;]*[A-Za-z~]|\x1bO[A-Za-z]|[\xe0\x00][A-Za-z]|.", re.DOTALL)


def read_keys(read: Callable[[], str]) -> Iterator[str]:
    """Yield keys until the end of input; Ctrl-C is a key, so the game can be saved first."""
    try:
        while text := read():
            for found in KEY.findall(text):  # several if input is fast or pasted
                yield NAMED.get(found, found)
    except KeyboardInterrupt:
        yield "interrupt"
    except EOFError:
        pass


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


def check_terminal() -> None:
    """Raise InputError unless standard input and output are a terminal."""
    for stream, name in ((sys.stdin, "standard input"), (sys.stdout, "standard output")):
        if not stream.isatty():
            raise InputError(f"play needs a terminal: {name} is not a terminal")


def play_on_terminal(player: PuzzlePlayer, interrupt: runner.Interrupt) -> bool:
    """Play a game; return whether Ctrl-C or a signal ended it."""
    out = output.console()
    try:
        with keyboard() as read, _screen(out) as draw:
            draw(screen_text(player, *_fit(out)))
            for key in read_keys(read):
                if interrupt.requested:
                    break
                if key == "tick":
                    if tuple(out.size) == tuple(output.terminal_size()):
                        continue
                elif not player.press(key):
                    return key == "interrupt"
                draw(screen_text(player, *_fit(out)))
    except OSError:  # the terminal is closed
        return True
    return interrupt.requested


def _fit(out: Console) -> tuple[int, int]:
    out.size = ConsoleDimensions(*output.terminal_size())
    return out.size


def screen_text(player: PuzzlePlayer, width: int, height: int) -> Text:
    """Return the screen of a size in characters and lines.

    In a small terminal the board is compact, without help and parts of the colors. If necessary,
    only rows near the chosen booth are shown.
    """
    grid, rank = player.session.grid, player.rank()
    legal = () if grid.is_solved else grid.legal_moves(player.session.rule)

    def board(*, compact: bool) -> list[Text]:
        text = large_grid_text(
            grid, chosen=player.chosen, hinted=player.hinted, legal=legal, compact=compact
        )
        return list(text.split("\n"))

    head = Text(f"moves {len(player.session.moves)}" + (f"   rank so far: {rank}" if rank else ""))
    numbers = {color.letter: len(grid.component_masks(color)) for color in grid.colors}
    parts = Text("   ".join(
        f"{letter} {'together' if number == 1 else f'{number} parts'}"
        for letter, number in numbers.items()
    ), no_wrap=True)  # fmt: skip
    message = [Text(line, style="bold") for line in wrap(player.message, max(width, 1))]
    goal: list[Text] = []
    if player.goal is not None:
        goal = list(large_grid_text(player.goal, compact=True).split("\n"))
    help_lines = [Text(line, style="dim") for line in text_lines("play_keys.txt", is_short=False)]
    title, large = Text("Chatuchak   ", style="bold") + head, board(compact=False)
    middle = [*(message or [Text()]), *goal]
    lines = [title, parts, Text(), *large, Text(), *middle, Text(), *help_lines]
    widest = max(line.cell_len for line in (*large, *help_lines))
    if len(lines) > height or widest > width:
        rows, message = board(compact=True), message[: max(0, height - 2)]
        rest = max(0, height - 1 - len(message))
        # Around the chosen booth.
        spot = grid.empty if player.chosen is None else player.chosen
        first = max(0, min(spot // grid.board.columns - rest // 2, len(rows) - rest))
        rows = rows[first : first + rest]
        rest -= len(rows)
        goal = goal if len(goal) <= rest else []
        rest -= len(goal)
        keys = text_lines("play_keys.txt", is_short=True)
        above = [parts] if rest > len(keys) else []
        short = [Text(line, style="dim", no_wrap=True) for line in keys]
        lines = [head, *above, *rows, *message, *goal, *short[: rest - len(above)]]
    return Text("\n", no_wrap=True, overflow="crop").join(lines)


@contextmanager
def _screen(out: Console) -> Iterator[Callable[[Text], None]]:
    """Yield a function that draws the screen; restore the terminal at the end.

    Terminals without control codes get separate pictures, as rich sends them no codes.
    """
    out.set_alt_screen(True)

    def draw(text: Text) -> None:
        out.clear()
        # A final line end would scroll.
        out.print(text, soft_wrap=False, crop=True, end="\n" if out.is_dumb_terminal else "")

    try:
        yield draw
    finally:
        with suppress(OSError):  # the terminal is closed
            out.set_alt_screen(False)

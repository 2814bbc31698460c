"""Drawing the game on a terminal and reading its keys."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from rich.text import Text

from chatuchak_cli.play.keys import keyboard, read_keys
from chatuchak_cli.play.player import HELP, Player
from chatuchak_cli.shared.output import console
from chatuchak_solver.errors import InputError
from chatuchak_solver.rendering.large_text import large_grid_text

if TYPE_CHECKING:
    from rich.console import Console

__all__ = ["check_terminal", "play_on_terminal", "screen_text"]


def check_terminal() -> None:
    """Refuse to play where nobody sits at the keyboard.

    Raises
    ------
    InputError
        If standard input or output is no terminal.
    """
    for stream, name in ((sys.stdin, "standard input"), (sys.stdout, "standard output")):
        if stream is None or not stream.isatty():
            raise InputError(f"{name} is no terminal; expected a person at the keyboard")


def play_on_terminal(player: Player) -> bool:
    """Play until the person ends it, and return whether that was by Ctrl-C."""
    out = console()
    interrupted = False
    with keyboard() as read, _screen(out) as draw:
        draw(screen_text(player))
        for key in read_keys(read):
            if not player.press(key):
                interrupted = key == "interrupt"
                break
            draw(screen_text(player))
    return interrupted


def screen_text(player: Player) -> Text:
    """Return everything that is on the screen."""
    session = player.session
    grid = session.grid
    rank = player.rank()
    head = Text()
    head.append("Chatuchak", style="bold")
    head.append(f"   moves {len(session.moves)}")
    if rank:
        head.append(f"   rank so far: {rank}")
    parts = "   ".join(
        f"{color.letter} {'together' if count == 1 else f'{count} parts'}"
        for color in grid.colors
        for count in [len(grid.component_masks(color))]
    )
    legal = () if grid.is_solved else grid.legal_moves(session.rule)
    board = large_grid_text(grid, chosen=player.chosen, hinted=player.hinted, legal=legal)
    message = Text(player.message, style="bold")
    keys = Text("\n".join(HELP), style="dim")
    return Text("\n").join([head, Text(parts), Text(), board, Text(), message, Text(), keys])


@contextmanager
def _screen(out: Console) -> Iterator[Callable[[Text], None]]:
    """Give what draws a screen; the terminal is as before in the end.

    A terminal that knows no control codes gets one picture after another.
    """
    full = not out.is_dumb_terminal
    if full:
        out.set_alt_screen(True)

    def draw(text: Text) -> None:
        if full:
            out.clear()
        out.print(text, soft_wrap=False)

    try:
        yield draw
    finally:
        if full:
            out.set_alt_screen(False)

"""The game on a terminal: screen and keys."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from textwrap import wrap
from typing import TYPE_CHECKING

from rich.console import ConsoleDimensions
from rich.text import Text

from chatuchak_cli.play.keys import keyboard, read_keys
from chatuchak_cli.play.player import HELP, SHORT_HELP, PuzzlePlayer
from chatuchak_cli.shared.output import console, terminal_size
from chatuchak_solver.errors import InputError
from chatuchak_solver.rendering.text import large_grid_text

if TYPE_CHECKING:
    from rich.console import Console

    from chatuchak_cli.shared.interrupt import Interrupt


def check_terminal() -> None:
    """Raise InputError unless standard input and output are a terminal."""
    for stream, name in ((sys.stdin, "standard input"), (sys.stdout, "standard output")):
        if not stream.isatty():
            raise InputError(f"play needs a terminal: {name} is not a terminal")


def play_on_terminal(player: PuzzlePlayer, interrupt: Interrupt) -> bool:
    """Play a game; return whether Ctrl-C or a signal ended it."""
    out = console()
    try:
        with keyboard() as read, _screen(out) as draw:
            draw(screen_text(player, *_fit(out)))
            for key in read_keys(read):
                if interrupt.requested:
                    break
                if key == "tick":
                    if tuple(out.size) == tuple(terminal_size()):
                        continue
                elif not player.press(key):
                    return key == "interrupt"
                draw(screen_text(player, *_fit(out)))
    except OSError:  # the terminal is closed
        return True
    return interrupt.requested


def _fit(out: Console) -> tuple[int, int]:
    out.size = ConsoleDimensions(*terminal_size())
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
    help_lines = [Text(line, style="dim") for line in HELP]
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
        above = [parts] if rest > len(SHORT_HELP) else []
        short = [Text(line, style="dim", no_wrap=True) for line in SHORT_HELP]
        lines = [head, *above, *rows, *message, *goal, *short[: rest - len(above)]]
    return Text("\n", no_wrap=True, overflow="crop").join(lines)


@contextmanager
def _screen(out: Console) -> Iterator[Callable[[Text], None]]:
    """Yield a function that draws the screen; restore the terminal at the end.

    Terminals without control codes get separate pictures.
    """
    full = not out.is_dumb_terminal
    if full:
        out.set_alt_screen(True)

    def draw(text: Text) -> None:
        if full:
            out.clear()
        # A final line end would scroll.
        out.print(text, soft_wrap=False, crop=True, end="" if full else "\n")

    try:
        yield draw
    finally:
        if full:
            with suppress(OSError):  # the terminal is closed
                out.set_alt_screen(False)

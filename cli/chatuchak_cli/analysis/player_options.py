"""Options of the simulated player, who is part of the difficulty."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import click

Command = TypeVar("Command", bound=Callable[..., object])


def player_options(command: Command) -> Command:
    """Give a command ``--seed`` and ``--games``."""
    command = click.option(
        "--games",
        type=click.IntRange(min=1),
        default=200,
        show_default=True,
        help="Games of the simulated player for each grid.",
    )(command)
    return click.option(
        "--seed", type=int, default=1, show_default=True, help="Of the simulated player."
    )(command)

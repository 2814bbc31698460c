"""Grids made to order, with progress, Ctrl-C and exit codes."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass

import click

from chatuchak_cli.shared.compile_notice import compile_notice
from chatuchak_cli.shared.interrupt import INTERRUPTED, interruptible
from chatuchak_cli.shared.progress import StatusLine, clock_time
from chatuchak_generators.guided import Wanted
from chatuchak_generators.made_to_order import (
    MadeGrid,
    Order,
    even_targets,
    make_set,
    make_to_order,
)
from chatuchak_generators.source import StartGridSource

__all__ = ["DEFAULT_SPAN", "OrderOptions", "make_and_tell"]

DEFAULT_SPAN = (18.0, 23.0)
"""The optimal lengths that a tile set spans by default: nearly all that random grids have."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderOptions:
    """What the options of the command say; at most one of the ranges is given."""

    number: int
    tile_set: bool
    optimal: tuple[float, float] | None
    difficulty: tuple[float, float] | None
    source: StartGridSource
    first: int
    as_json: bool


class _Evaluations:
    """Counts evaluated grids and shows them."""

    def __init__(self, line: StatusLine) -> None:
        self._line = line
        self._count = 0
        self.made = 0

    def advance(self) -> None:
        """Count one more."""
        self._count += 1
        self._line.update(
            lambda: (
                f"{self.made:,} made, {self._count:,} grids evaluated, "
                f"{clock_time(self._line.seconds)}"
            )
        )


def make_and_tell(options: OrderOptions) -> int:
    """Make the grids, print each, and return the exit code."""
    with (
        interruptible() as interrupt,
        StatusLine(delay_s=2.0, plain=True) as line,
        compile_notice(),
    ):
        evaluations = _Evaluations(line)
        order = Order(
            quality="difficulty" if options.difficulty is not None else "optimal",
            source=options.source,
            should_stop=interrupt.is_requested,
            on_progress=evaluations.advance,
        )
        for made in _made(options, order):
            line.erase()
            evaluations.made += 1
            as_dict = made.to_dict(order.quality)
            click.echo(json.dumps(as_dict) if options.as_json else str(made.grid))
    if interrupt.requested:
        click.echo(f"interrupted after {evaluations.made} grids", err=True)
        return INTERRUPTED
    return 0


def _made(options: OrderOptions, order: Order) -> Iterable[MadeGrid]:
    wanted = Wanted(*(options.difficulty or options.optimal or DEFAULT_SPAN))
    if not options.tile_set:
        return make_to_order(options.number, wanted, order, first=options.first)
    targets = even_targets(options.number, wanted, order.quality)
    return make_set(targets, order, first=options.first)

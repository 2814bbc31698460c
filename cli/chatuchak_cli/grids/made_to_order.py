"""Grids made to order, as `generate` prints them."""

from __future__ import annotations

import json
from dataclasses import dataclass

import click

from chatuchak_cli.shared.exit_codes import ExitCode
from chatuchak_cli.shared.output import tell
from chatuchak_cli.shared.progress import JobWords
from chatuchak_cli.shared.runner import Job, long_job
from chatuchak_generators.guided import Wanted
from chatuchak_generators.made_to_order import even_targets, make_set, make_to_order
from chatuchak_generators.order import Making, Order
from chatuchak_generators.source import StartGridSource
from chatuchak_solver.run import Stop

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
    time_limit_s: float | None
    as_json: bool

    @property
    def wanted(self) -> Wanted:
        """The range."""
        return Wanted(*(self.difficulty or self.optimal or DEFAULT_SPAN))


def make_and_tell(options: OrderOptions) -> ExitCode:
    """Make the grids, print each, and return the exit code."""
    order = Order(
        quality="difficulty" if options.difficulty is not None else "optimal",
        source=options.source,
    )
    _warn(options.wanted, order)
    with long_job(Stop(time_s=options.time_limit_s), JobWords(unit="grids")) as job:
        making = _making(options, order, job)
        for made in making:
            job.erase()
            as_dict = made.to_dict(order.quality)
            click.echo(json.dumps(as_dict) if options.as_json else str(made.grid))
        after = f"{making.made} of {making.total} grids"
        return job.end(making.stopped_by, before="all grids were made", after=after)


def _making(options: OrderOptions, order: Order, job: Job) -> Making:
    if options.tile_set:
        targets = even_targets(options.number, options.wanted, order.quality)
        return make_set(targets, order, first=options.first, stop=job.stop, on_progress=job.show)
    return make_to_order(
        options.number,
        options.wanted,
        order,
        first=options.first,
        stop=job.stop,
        on_progress=job.show,
    )


def _warn(wanted: Wanted, order: Order) -> None:
    """Say at once that difficulties are beyond those of random grids: it may take long."""
    known = order.known() if order.quality == "difficulty" else None
    if known is not None and (wanted.low < known.low or wanted.high > known.high):
        tell(
            f"note: random start grids have difficulties of {known}; others are searched for, and "
            "may not be found"
        )

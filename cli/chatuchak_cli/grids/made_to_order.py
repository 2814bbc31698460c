"""Grids made to order, as `generate` prints them."""

import json
from functools import partial

import click

from chatuchak_cli.grids.order_options import OrderChoice
from chatuchak_cli.shared.options import formula_of, formula_words
from chatuchak_cli.shared.output import tell
from chatuchak_cli.shared.runner import ExitCode, JobWords, long_job, spread_over
from chatuchak_generators.guided import Wanted
from chatuchak_generators.made_to_order import even_targets, make_set, make_to_order
from chatuchak_generators.order import Order
from chatuchak_generators.source import StartGridSource
from chatuchak_solver.run import Stop


def make_and_tell(
    choice: OrderChoice, source: StartGridSource, number: int, first: int, *, as_json: bool
) -> ExitCode:
    """Make the grids of an order, print each, and return the exit code.

    Parameters
    ----------
    number
        How many grids, where they make no set.
    first
        How many random grids of the source to leave out.
    """
    order = Order(
        quality="difficulty" if choice.difficulty is not None else "optimal",
        source=source,
        formula=formula_of(choice.formula),
    )
    if note := formula_words(order.formula):
        tell(note)
    wanted = Wanted(*choice.span)
    _warn(wanted, order)
    limits, words = Stop(time_s=choice.time_limit), JobWords(unit="grids")
    with long_job(limits, words) as job, spread_over(choice.scheduler) as spread:
        make = partial(make_to_order, number, wanted)
        if choice.tile_set is not None:
            make = partial(make_set, even_targets(choice.tile_set, wanted, order.quality))
        making = make(order, first=first, spread=spread, stop=job.stop, on_progress=job.show)
        for made in making:
            job.erase()
            as_dict = made.to_dict(order.quality)
            click.echo(json.dumps(as_dict) if as_json else str(made.grid))
        after = f"{making.made} of {making.total} grids"
        return job.end(making.stopped_by, before="all grids were made", after=after)


def _warn(wanted: Wanted, order: Order) -> None:
    """Say at once that difficulties are beyond those of random grids: it may take long."""
    known = order.known() if order.quality == "difficulty" else None
    if known is not None and (wanted.low < known.low or wanted.high > known.high):
        tell(
            f"note: random start grids have difficulties of {known}; others are searched for, and "
            "may not be found"
        )

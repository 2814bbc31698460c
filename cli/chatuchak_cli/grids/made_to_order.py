"""Grids of a requested quality, as printed by `generate`."""

import json

import click

from chatuchak_cli.grids.order_options import OrderChoice
from chatuchak_cli.shared.options import formula_of, formula_words
from chatuchak_cli.shared.output import tell
from chatuchak_cli.shared.runner import ExitCode, JobWords, long_job, spread_over
from chatuchak_generators.annealing import Range
from chatuchak_generators.order import MadeGrid, Order
from chatuchak_generators.source import StartGridSource
from chatuchak_generators.targeted import make_to_order
from chatuchak_solver.codec import JsonObject
from chatuchak_solver.execution.limits import Stop
from chatuchak_solver.puzzle.similarity import max_similar_differences


def make_and_tell(
    choice: OrderChoice, source: StartGridSource, number: int, first: int, assumed: JsonObject,
    *, as_json: bool,
) -> ExitCode:  # fmt: skip
    """Make the grids of an order, print each, and return the exit code.

    Parameters
    ----------
    number
        How many grids, where they make no set.
    first
        How many random grids of the source to leave out.
    assumed
        The fields of JSON lines that name the assumptions.
    """
    order = Order(
        quality="difficulty" if choice.difficulty is not None else "optimal",
        source=source,
        formula=formula_of(choice.formula),
        optimal=Range(*choice.optimal) if choice.optimal and choice.difficulty else None,
    )
    if note := formula_words(order.formula):
        tell(note)
    span = choice.difficulty or choice.optimal
    wanted = order.usual() if span is None else Range(*span)
    if choice.tile_set is not None:
        return _make_set(
            choice, wanted, order, choice.tile_set or number, first, assumed, as_json=as_json
        )
    limits, words = Stop(time_s=choice.time_limit), JobWords(unit="grids")
    with long_job(limits, words) as job, spread_over(choice.scheduler) as spread:
        making = make_to_order(
            number, wanted, order, first=first, spread=spread, stop=job.stop, on_progress=job.show
        )
        for made in making:
            job.erase()
            _print(made, assumed, as_json=as_json)
        after = f"{making.made} of {making.total} grids"
        return job.end(making.stopped_by, before="all grids were made", after=after)


def _make_set(
    choice: OrderChoice, span: Range, order: Order, count: int, first: int, assumed: JsonObject,
    *, as_json: bool,
) -> ExitCode:  # fmt: skip
    """Select a set from a pool, print it, and return the exit code."""
    from chatuchak_generators.tile_selection import tile_pool, tile_set

    apart = (
        1 + max_similar_differences(order.source.board) if choice.apart is None else choice.apart
    )
    limits, words = Stop(time_s=choice.time_limit), JobWords(unit="grids")
    with long_job(limits, words) as job, spread_over(choice.scheduler) as spread:
        pool, stopped_by = tile_pool(
            count, span, order, first=first, spread=spread, stop=job.stop, on_progress=job.show
        )
        job.erase()
        if len(pool) < count:  # stopped before there was a grid for each part of the range
            for made in pool:
                _print(made, assumed, as_json=as_json)
            after = f"{len(pool)} of {count} grids"
            return job.end(stopped_by, before="all grids were made", after=after)
        by_grid, values = {made.grid: made for made in pool}, [made.value for made in pool]
        found = tile_set(
            [*by_grid], count, span=span, quality=order.quality, values=values, apart=apart
        )
        for grid in found.grids:
            _print(by_grid[grid], assumed, as_json=as_json)
        if found.distance is not None:
            proof = "proven" if found.gap == 0 else f"at most {found.bound} are possible"
            tell(f"any two grids differ on {found.distance} spots or more ({proof} for this pool)")
        return job.end(stopped_by or found.stopped_by, before="the set was proven")


def _print(made: MadeGrid, assumed: JsonObject, *, as_json: bool) -> None:
    document = {**made.to_dict(), **assumed}
    click.echo(json.dumps(document) if as_json else str(made.grid))

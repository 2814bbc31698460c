"""``generate``: rule-valid random start grids."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Any

import click

from chatuchak_cli.grids.order_options import DEFAULT_SET, OrderChoice, order_options
from chatuchak_cli.shared import options
from chatuchak_cli.shared.box_option import box_option, order_counts
from chatuchak_cli.shared.output import assumed_fields, counted, print_assumed, print_message
from chatuchak_cli.shared.runner import ExitCode, JobLabels, cluster_executor, long_job
from chatuchak_solver.box import Box, Reasons
from chatuchak_solver.box_file import AssumedAnswer
from chatuchak_solver.codec import Notation
from chatuchak_solver.execution.limits import Stop
from chatuchak_solver.puzzle.board import Board
from chatuchak_solver.puzzle.grid import Grid

if TYPE_CHECKING:
    from chatuchak_generators.order import MadeGrid
    from chatuchak_generators.source import StartGridSource


class GeneratedGrid(AssumedAnswer, frozen=True, kw_only=True):
    """A start grid.

    Attributes
    ----------
    fallback
        Whether the procedure ignored rule C.
    """

    grid: Notation[Grid]
    fallback: bool


@click.command(name="generate")
@click.option("-n", "--number", type=click.IntRange(min=0), metavar="N",
              help="Number of grids  [default: 1; 16 with --tile-set].")  # fmt: skip
@click.option("--seed", type=int, metavar="S",
              help="Equal seeds give equal grids [random].")  # fmt: skip
@click.option("--first", type=click.IntRange(min=0), default=0, metavar="K",
              help="Skip the first K grids of the seed.")  # fmt: skip
@options.board_option
@options.counts_option
@order_options
@box_option
@options.json_option
def command(
    *, number: int | None, seed: int | None, first: int, board: Board,
    counts: tuple[int, ...] | None, order: OrderChoice, box: Box, as_json: bool,
) -> int:  # fmt: skip
    r"""Generate random start grids by the rulebook's procedure, one per line.

    Booths are drawn at random, and each is placed on the lowest free spot that satisfies rules A, B
    and C. A booth without a spot is exchanged with another one. If that is impossible, it is placed
    by rules A and B only, and the JSON field "fallback" is true.

    Grids with requested properties satisfy all rules. If random grids never match the range, a
    guided search by exchanges of booths finds some; a range beyond all known grids is refused. A
    set is selected from a pool, easiest first: one grid for each part of the range, and any two
    grids different on as many spots as possible, under all symmetries and permutations of colors.

    \b
    Examples:
      chatuchak generate
      chatuchak generate -n 16 --seed 1
      chatuchak generate -n 1000000 --seed 7 --json > grids.jsonl
      chatuchak generate --board 4x5 --counts 4,4,4,4,3
      chatuchak generate -n 5 --optimal 16..17 --seed 1 --time-limit 60
      chatuchak generate -n 4 --optimal 20..21 --difficulty 60..65 --seed 1
      chatuchak generate --tile-set -n 16 --difficulty 30..70 --seed 1 > my-tiles.txt
      chatuchak generate -n 500 --difficulty 75..80 --seed 1 --scheduler tcp://10.0.0.1:8786
    """
    from chatuchak_generators.source import StartGridSource

    if number is None:
        number = 1 if order.tile_set is None else DEFAULT_SET
    counts, assumed = order_counts(counts, board, box)
    source = StartGridSource(options.resolve_seed(seed, options.SEED_NOTE), counts, board)
    run = _run_order if order.is_given else _run_random
    code = run(order, source, number, first, assumed if as_json else None)
    if not as_json and sys.stderr.isatty():  # in a pipe, the lines are for programs
        print_assumed(assumed, err=True)
    return code


def _run_random(
    _: OrderChoice, source: StartGridSource, number: int, first: int, assumed: Reasons | None
) -> ExitCode:
    """Print random grids; ``assumed`` is None for text, otherwise the assumptions in JSON."""
    from chatuchak_generators.start_grids import start_grid_batches

    done = fallbacks = 0
    with long_job(words=JobLabels(unit="grids", total=number, streams=True)) as job:
        for batch in start_grid_batches(
            number, seed=source.seed, first=first, counts=source.counts, board=source.board
        ):
            job.erase()
            lines = batch.texts()
            if assumed is not None:
                fields = assumed_fields(assumed)
                starts = zip(lines, batch.fallback.tolist(), strict=True)
                lines = [
                    json.dumps({"grid": grid, "fallback": fallback, **fields})
                    for grid, fallback in starts
                ]
            click.echo("\n".join(lines))
            done += len(batch)
            fallbacks += int(batch.fallback.sum())
            job.count(len(batch))
            if job.interrupted:
                break
        if fallbacks:
            job.erase()
            print_message(f"{fallbacks} of {done} grids needed the fallback: rule C may be broken")
        return job.end(job.interrupted, after=counted(done, "grid"))


def _run_order(
    choice: OrderChoice, source: StartGridSource, number: int, first: int, assumed: Reasons | None
) -> ExitCode:
    """Generate grids with requested properties, and print each."""
    from chatuchak_generators.annealing import Range
    from chatuchak_generators.order import Order
    from chatuchak_generators.targeted import make_to_order
    from chatuchak_solver.puzzle.similarity import max_similar_differences

    order = Order(
        quality="difficulty" if choice.difficulty is not None else "optimal",
        source=source,
        formula=options.formula_of(choice.formula),
        optimal=Range(*choice.optimal) if choice.optimal and choice.difficulty else None,
    )
    if note := options.formula_words(order.formula):
        print_message(note)
    ends = choice.difficulty or choice.optimal
    span = order.usual() if ends is None else Range(*ends)
    limits, labels = Stop(time_s=choice.time_limit), JobLabels(unit="grids")
    unfinished = "all grids were made"
    with long_job(limits, labels) as job, cluster_executor(choice.scheduler) as spread:
        shared: Any = {"first": first, "spread": spread, "stop": job.stop, "on_progress": job.show}
        if choice.tile_set is None:
            generation = make_to_order(number, span, order, apart=choice.apart or 0, **shared)
            for made in generation:
                job.erase()
                _print(made, assumed)
            after = f"{generation.made} of {generation.total} grids"
            return job.end(generation.stopped_by, before=unfinished, after=after)
        from chatuchak_generators.tile_selection import tile_pool, tile_set  # imports OR-tools

        count = choice.tile_set or number
        pool, stopped_by = tile_pool(count, span, order, **shared)
        job.erase()
        if len(pool) < count:  # stopped before each part of the range had a grid
            for made in pool:
                _print(made, assumed)
            after = f"{len(pool)} of {count} grids"
            return job.end(stopped_by, before=unfinished, after=after)
        apart = choice.apart
        if apart is None:
            apart = 1 + max_similar_differences(source.board)
        by_grid, values = {made.grid: made for made in pool}, [made.value for made in pool]
        found = tile_set(
            [*by_grid], count, span=span, quality=order.quality, values=values, apart=apart
        )
        for grid in found.grids:
            _print(by_grid[grid], assumed)
        if found.distance is not None:
            proof = "proven" if found.gap == 0 else f"at most {found.bound} are possible"
            print_message(
                f"any two grids differ on {found.distance} spots or more ({proof} for this pool)"
            )
        return job.end(stopped_by or found.stopped_by, before="the set was proven")


def _print(made: MadeGrid, assumed: Reasons | None) -> None:
    if assumed is None:
        click.echo(str(made.grid))
    else:
        click.echo(json.dumps({**made.to_dict(), **assumed_fields(assumed)}))

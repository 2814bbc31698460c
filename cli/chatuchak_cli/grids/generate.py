"""``generate``: rule-valid random start grids."""

from __future__ import annotations

import json
import re
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from chatuchak_cli.shared import options, output
from chatuchak_cli.shared.runner import ExitCode, cluster_executor, long_job
from chatuchak_solver import Board, InputError, Stop
from chatuchak_solver.box import Box, Reasons
from chatuchak_solver.io.untrusted import quote

if TYPE_CHECKING:
    from chatuchak_generators.order import MadeGrid
    from chatuchak_generators.start_grids import StartGridSource

FROM_NUMBER = 0
"""Value of ``--tile-set`` for ``-n`` grids."""
MAX_SET = 500
DEFAULT_SET = 16
HALF_WIDTH = 0.5
"""Tolerance of a single difficulty."""


def parse_range(text: str, *, whole: bool) -> tuple[float, float]:
    """Return the ends of a range (``20..22``) or of a single number.

    Parameters
    ----------
    whole
        Require nonnegative integers, a single one exact. Otherwise ranges extend by `HALF_WIDTH`.
    """
    number = "[0-9]{1,4}" if whole else r"-?[0-9]{1,4}(?:\.[0-9]{1,6})?"
    found = re.fullmatch(rf"({number})(?:\.\.({number}))?", text.strip())
    if found is None:
        example = "20..22" if whole else "40..60"
        raise InputError(f"invalid range {quote(text)}: expected A..B, such as {example}")
    low = float(found[1])
    if found[2] is None:
        half = 0 if whole else HALF_WIDTH
        return low - half, low + half
    high = float(found[2])
    if high < low:
        raise InputError(f"invalid range {quote(text)}: expected the smaller end first")
    return low, high


@options.command("generate")
@click.option("-n", "--number", type=click.IntRange(min=0), metavar="N",
              help="Number of grids  [default: 1; 16 with --tile-set].")  # fmt: skip
@click.option("--seed", type=int, metavar="S", help="Equal seeds give equal grids [random].")
@click.option("--first", type=click.IntRange(min=0), default=0, show_default=False, metavar="K",
              help="Skip the first K grids of the seed.")  # fmt: skip
@options.board_option
@options.counts_option
@click.option("--optimal", metavar="A..B",
              callback=options.read_by(partial(parse_range, whole=True)),
              help="Only grids whose optimal length is in the range.")  # fmt: skip
@click.option("--difficulty", metavar="A..B",
              callback=options.read_by(partial(parse_range, whole=False)),
              help="Only grids whose difficulty is in the range, or within 0.5 of a "
              "single number (random ones: 50 on average).")  # fmt: skip
@click.option("--tile-set", is_flag=False, flag_value=FROM_NUMBER, metavar="[N]",
              type=click.IntRange(min=FROM_NUMBER, max=MAX_SET),
              help="A set of -n grids (16 by default) that spans the range evenly, as different "
              "as possible [range: the optimal lengths of most random grids].")  # fmt: skip
@click.option("--apart", type=click.IntRange(min=0), metavar="SPOTS",
              help="Minimum number of spots on which two grids differ "
              "[9 in a set; in proportion on other boards].")  # fmt: skip
@click.option("--time-limit", type=click.FloatRange(min=0), metavar="S",
              help="With a requested property: stop after S seconds with the grids "
              "found.")  # fmt: skip
@options.scheduler_option
@options.formula_option
def command(
    *, number: int | None, seed: int | None, first: int, board: Board,
    counts: tuple[int, ...] | None, box: Box, **order: Any,
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
    from chatuchak_generators.start_grids import StartGridSource

    is_ordered = any(order[name] is not None for name in ("optimal", "difficulty", "tile_set"))
    properties = "--optimal, --difficulty or --tile-set"
    options.require("--difficulty", order["difficulty"], "formula")
    if order["tile_set"]:
        options.reject_with("number", "tile_set")
    options.require(properties, is_ordered, "apart", "time_limit", "scheduler")
    if number is None:
        number = 1 if order["tile_set"] is None else DEFAULT_SET
    counts, assumed = options.order_counts(counts, board, box)
    source = StartGridSource(options.resolve_seed(seed, options.SEED_NOTE), counts, board)
    if is_ordered:
        code = _run_order(source, number, first, assumed, **order)
    else:
        code = _run_random(source, number, first, assumed)
    output.print_assumed(assumed, err=True)
    return code


def _run_random(source: StartGridSource, number: int, first: int, assumed: Reasons) -> ExitCode:
    from chatuchak_generators.start_grids import start_grid_batches

    fallbacks = 0
    with long_job(unit="grids", total=number, streams=True) as job:
        for batch in start_grid_batches(
            number, seed=source.seed, first=first, counts=source.counts, board=source.board
        ):
            job.erase()
            lines = batch.texts()
            if output.is_json():
                fields = output.assumed_fields(assumed)
                starts = zip(lines, batch.fallback.tolist(), strict=True)
                lines = [
                    json.dumps({"grid": grid, "fallback": fallback, **fields})
                    for grid, fallback in starts
                ]
            click.echo("\n".join(lines))
            fallbacks += int(batch.fallback.sum())
            job.count(len(batch))
            if job.interrupted:
                break
        if fallbacks:
            job.erase()
            found = f"{fallbacks} of {output.counted(job.done, 'grid')}"
            output.print_message(f"{found} needed the fallback: rule C may be broken")
        return job.end(job.interrupted, after=output.counted(job.done, "grid"))


def _run_order(
    source: StartGridSource, number: int, first: int, assumed: Reasons, *,
    optimal: tuple[float, float] | None, difficulty: tuple[float, float] | None,
    tile_set: int | None, apart: int | None, time_limit: float | None, scheduler: str | None,
    formula: Path | None,
) -> ExitCode:  # fmt: skip
    from chatuchak_generators.annealing import Range
    from chatuchak_generators.order import Order
    from chatuchak_generators.targeted import make_to_order
    from chatuchak_solver.puzzle.symmetry import max_similar_differences

    def show(made: MadeGrid) -> None:
        output.print_answer(made, lambda: str(made.grid), assumed, is_last=False)

    order = Order(
        quality="difficulty" if difficulty else "optimal",
        source=source,
        formula=options.formula_of(formula),
        optimal=Range(*optimal) if optimal and difficulty else None,
    )
    if note := options.formula_words(order.formula):
        output.print_message(note)
    ends = difficulty or optimal
    span = order.usual() if ends is None else Range(*ends)
    limits, unfinished = Stop(time_s=time_limit), "all grids were made"
    with long_job(limits, unit="grids") as job, cluster_executor(scheduler) as spread:
        shared: Any = {"first": first, "spread": spread, "stop": job.stop, "on_progress": job.show}
        run = job.stop.begin()
        if tile_set is None:
            generation = make_to_order(number, span, order, apart=apart or 0, **shared)
            for made in generation:
                job.erase()
                show(made)
            after = f"{generation.made} of {output.counted(generation.total, 'grid')}"
            return job.end(generation.stopped_by, before=unfinished, after=after)
        from chatuchak_generators import tile_selection  # imports OR-tools

        count = tile_set or number
        pool, stopped_by = tile_selection.tile_pool(count, span, order, **shared)
        job.erase()
        if len(pool) < count:  # stopped before each part of the range had a grid
            for made in pool:
                show(made)
            after = f"{len(pool)} of {output.counted(count, 'grid')}"
            return job.end(stopped_by, before=unfinished, after=after)
        if apart is None:
            apart = 1 + max_similar_differences(source.board)
    by_grid = {made.grid: made for made in pool}
    limits = Stop(time_s=run.remaining().time_s if stopped_by is None else 0)
    with long_job(limits, unit="steps", bound="at most {}") as job:
        found = tile_selection.tile_set(
            [*by_grid], count, span=span, quality=order.quality,
            values=[made.value for made in pool], apart=apart, stop=job.stop,
            on_progress=job.show,
        )  # fmt: skip
        job.erase()
        for grid in found.grids:
            show(by_grid[grid])
        if found.distance is not None:
            proof = "proven" if found.gap == 0 else f"at most {found.bound} are possible"
            distance = output.counted(found.distance, "spot")
            text = f"any two grids differ on {distance} or more"
            output.print_message(f"{text} ({proof} for this pool)")
        return job.end(stopped_by or found.stopped_by, before="the set was proven")

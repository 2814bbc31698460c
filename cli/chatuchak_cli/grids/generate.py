"""``generate``: rule-valid random start grids."""

import sys

import click

from chatuchak_cli.grids.order_options import DEFAULT_SET, OrderChoice, order_options
from chatuchak_cli.shared import options
from chatuchak_cli.shared.box_option import box_option, order_counts
from chatuchak_cli.shared.output import assumed_fields, print_assumed
from chatuchak_solver.box import Box
from chatuchak_solver.puzzle.board import Board


@click.command(name="generate")
@click.option("-n", "--number", type=click.IntRange(min=0), metavar="N",
              help="How many  [default: 1; 16 with --tile-set].")  # fmt: skip
@click.option("--seed", type=int, metavar="S",
              help="The same seed gives the same grids; a random one by default.")  # fmt: skip
@click.option("--first", type=click.IntRange(min=0), default=0, metavar="K",
              help="Leave out the seed's first K grids.")  # fmt: skip
@options.board_option
@options.counts_option
@order_options
@box_option
@options.json_option
def command(
    *, number: int | None, seed: int | None, first: int, board: Board,
    counts: tuple[int, ...] | None, order: OrderChoice, box: Box, as_json: bool,
) -> int:  # fmt: skip
    r"""Make random start grids by the rulebook's procedure, one a line.

    Booths are drawn at random and each is placed on the lowest free spot that keeps rules A, B
    and C; one that fits nowhere is exchanged with another; where even that is impossible, it is
    placed by rules A and B alone. JSON tells the few grids if that happened ("fallback").

    Grids made to order keep all rules. Where random ones are never in the range, a guided search
    by exchanges of booths finds some; a range beyond all known grids is refused. The grids of
    a set are selected from a pool, easiest first: one for each part of the range, any two of them
    different on as many spots as possible, whatever their symmetry and colors.

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
    counts, reasons = order_counts(counts, board, box)
    source = StartGridSource(options.told_seed(seed, options.AGAIN), counts, board)
    assumed = assumed_fields(reasons)
    if order.is_given:
        from chatuchak_cli.grids.made_to_order import make_and_tell

        code: int = make_and_tell(order, source, number, first, assumed, as_json=as_json)
    else:
        from chatuchak_cli.grids.random_grids import stream_and_tell

        code = stream_and_tell(source, number, first, assumed, as_json=as_json)
    if not as_json and sys.stderr.isatty():  # in a pipe, the lines are for programs
        print_assumed(reasons, err=True)
    return code

"""``generate``: rule-valid random start grids."""

from __future__ import annotations

import secrets

import click

from chatuchak_cli.grids.random_grids import stream_and_tell
from chatuchak_cli.grids.ranges import RangeParameter
from chatuchak_cli.shared.options import BoardParameter, CountsParameter, json_option
from chatuchak_cli.shared.output import tell
from chatuchak_generators.source import StartGridSource
from chatuchak_solver.puzzle.board import Board

__all__ = ["command"]


@click.command(name="generate")
@click.option(
    "-n",
    "--number",
    type=click.IntRange(min=0),
    default=1,
    show_default=True,
    metavar="N",
    help="How many.",
)
@click.option(
    "--seed",
    type=int,
    metavar="S",
    help="The same seed gives the same grids; a random one by default.",
)
@click.option(
    "--first",
    type=click.IntRange(min=0),
    default=0,
    metavar="K",
    help="Leave out the seed's first K grids.",
)
@click.option(
    "--board",
    metavar="RxC",
    type=BoardParameter(),
    default="5x6",
    show_default=True,
    help="Rows x columns.",
)
@click.option(
    "--counts",
    metavar="N,N,...",
    type=CountsParameter(),
    help="Booths per color R,Y,G,B,P [as even as possible].",
)
@click.option(
    "--optimal",
    metavar="A..B",
    type=RangeParameter(whole=True),
    help="Only grids with such an optimal length.",
)
@click.option(
    "--difficulty",
    metavar="A..B",
    type=RangeParameter(whole=False),
    help="Only grids with such a difficulty (random ones: 50 on average).",
)
@click.option(
    "--tile-set",
    type=click.IntRange(min=1, max=1000),
    metavar="N",
    help="N grids, no two alike, that span the range evenly [optimal length 18..23].",
)
@click.option(
    "--time-limit",
    type=click.FloatRange(min=0),
    metavar="S",
    help="Of grids made to order: end after S seconds with those found.",
)
@json_option
def command(
    *,
    number: int,
    seed: int | None,
    first: int,
    board: Board,
    counts: tuple[int, ...] | None,
    optimal: tuple[float, float] | None,
    difficulty: tuple[float, float] | None,
    tile_set: int | None,
    time_limit: float | None,
    as_json: bool,
) -> int:
    r"""Make random start grids by the rulebook's procedure, one a line.

    Booths are drawn at random and each is placed on the lowest free spot that keeps rules A, B
    and C; one that fits nowhere is exchanged with another; where even that is impossible, it is
    placed by rules A and B alone. JSON tells the few grids where that happened ("fallback").

    Grids made to order keep all rules. Where random ones are never in the range, a guided search
    by exchanges of booths finds some; optimal lengths beyond the records are refused. Grids of a
    set come easiest first, and no two are alike up to symmetry and renaming of colors.

    \b
    Examples:
      chatuchak generate
      chatuchak generate -n 16 --seed 1
      chatuchak generate -n 1000000 --seed 7 --json > grids.jsonl
      chatuchak generate --board 4x5 --counts 4,4,4,4,3
      chatuchak generate -n 5 --optimal 16..17 --seed 1 --time-limit 60
      chatuchak generate --tile-set 16 --difficulty 30..70 --seed 1 > my-tiles.txt
    """
    if optimal is not None and difficulty is not None:
        raise click.UsageError("--optimal and --difficulty exclude each other")
    if seed is None:
        seed = secrets.randbits(32)
        tell(f"seed {seed}: the same grids come again with --seed {seed}")
    if (optimal, difficulty, tile_set) != (None, None, None):
        from chatuchak_cli.grids.made_to_order import OrderOptions, make_and_tell

        return make_and_tell(
            OrderOptions(
                number=number if tile_set is None else tile_set,
                tile_set=tile_set is not None,
                optimal=optimal,
                difficulty=difficulty,
                source=StartGridSource(seed, counts, board),
                first=first,
                time_limit_s=time_limit,
                as_json=as_json,
            )
        )
    if time_limit is not None:
        raise click.UsageError("--time-limit goes with --optimal, --difficulty or --tile-set")
    return stream_and_tell(StartGridSource(seed, counts, board), number, first, as_json=as_json)

"""``records``: the easiest and hardest known start grids."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from chatuchak_cli.shared import options
from chatuchak_cli.shared.files import write_table
from chatuchak_cli.shared.output import print_assumed
from chatuchak_solver.box import Box, Part

if TYPE_CHECKING:
    from chatuchak_generators.record_search import Extreme


PARTS_OF_RECORDS: Final[tuple[Part, ...]] = ("counts", "ranks")


@options.command("records")
@click.option("--prove", is_flag=True, help="Prove every record again.")
@click.option("--search", type=click.Choice(["easiest", "hardest"]), help="Search for a new one.")
@click.option("--seed", type=int, default=1, show_default=True, help="Seed of the search.")
@click.option("--first", type=click.IntRange(min=0), default=0, metavar="K",
              help="Skip the first K restarts of the search.")  # fmt: skip
@click.option("--restarts", type=click.IntRange(min=1), metavar="N",
              help="Number of restarts [unlimited].")  # fmt: skip
@click.option("--steps", type=click.IntRange(min=1), default=4000, show_default=True,
              help="Solved grids per restart.")  # fmt: skip
@click.option(
    "--every", is_flag=True, help="Print the result of each restart, not only improvements."
)
@click.option("--time-limit", type=click.FloatRange(min=0), metavar="S",
              help="Search for S seconds.")  # fmt: skip
@options.counts_shorthand
@options.scheduler_option
@options.table_option
def command(
    *, prove: bool, search: Extreme | None, table: Path | None, box: Box, **given: Any
) -> int:
    r"""Show the easiest and the hardest known start grids, prove them, or search for new ones.

    A record is a valid start grid with a proven optimal length; it is not proven that no grid is
    easier or harder. The records of each solo rank are from a survey of random grids.

    A search prints each improvement until Ctrl-C or a limit, with exit code 3. Its results depend
    only on the seed and the number of restarts.

    \b
    Examples:
      chatuchak records
      chatuchak records --prove
      chatuchak records --search hardest --seed 7 --time-limit 3600
      chatuchak records --search easiest --every --json --first 80 >> easiest.jsonl
    """
    from chatuchak_cli.grids.record_book import print_book, run_search
    from chatuchak_solver.adapters.tables import records_table
    from chatuchak_solver.analysis.records import load_rank_records, load_record_book

    if search is not None:
        if table is not None:
            raise click.UsageError("--table cannot be combined with --search")
        assumed = box.reasons("counts")
        code = run_search(search, assumed, counts=box.counts, **given)
    else:
        # The known records use the assumed counts and ranks.
        parts = (part for part in PARTS_OF_RECORDS if not box.confirms(part))
        assumed = Box.default().reasons(*parts)
        book = load_record_book()
        write_table(table, lambda: records_table(book))
        code = print_book(book, load_rank_records(), assumed, prove=prove)
    print_assumed(assumed, err=search is not None)
    return code

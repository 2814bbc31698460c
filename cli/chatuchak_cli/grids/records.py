"""``records``: the easiest and the hardest start grids known."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from chatuchak_cli.shared.box_option import box_option, counts_shorthand
from chatuchak_cli.shared.files import table_option, write_table
from chatuchak_cli.shared.options import json_option, scheduler_option
from chatuchak_cli.shared.output import assumed_fields, print_assumed
from chatuchak_solver.box import Box, Part

if TYPE_CHECKING:
    from chatuchak_generators.record_search import Extreme


PARTS_OF_RECORDS: Final[tuple[Part, ...]] = ("counts", "ranks")


@click.command(name="records")
@click.option("--prove", "proving", is_flag=True, help="Prove every record again.")
@click.option("--search", type=click.Choice(["easiest", "hardest"]), help="Search for a new one.")
@click.option("--seed", type=int, default=1, show_default=True, help="Seed of the search.")
@click.option("--first", type=click.IntRange(min=0), default=0, metavar="K",
              help="Leave out the search's first K restarts.")  # fmt: skip
@click.option("--restarts", type=click.IntRange(min=1), metavar="N",
              help="How many restarts [without end].")  # fmt: skip
@click.option("--steps", type=click.IntRange(min=1), default=4000, show_default=True,
              help="Grids that each restart solves.")  # fmt: skip
@click.option("--every", is_flag=True, help="Print what each restart finds, not only what is new.")
@click.option("--time-limit", type=click.FloatRange(min=0), metavar="S",
              help="Search for S seconds.")  # fmt: skip
@counts_shorthand
@scheduler_option
@table_option
@box_option
@json_option
def command(
    *, proving: bool, search: Extreme | None, table: Path | None, box: Box, as_json: bool,
    **given: Any,
) -> int:  # fmt: skip
    r"""Show the easiest and the hardest start grid known, prove them, or search for others.

    A record is a grid that keeps the start rules, with a proven optimal length; that no grid is
    easier or harder still is not proven. The easiest and the hardest of each rank that a solo
    player may expect, in a survey of random grids, come after them.

    A search prints each improvement as it comes, until Ctrl-C or a limit, which exits 3; with a
    number of restarts it always finds the same.

    \b
    Examples:
      chatuchak records
      chatuchak records --prove
      chatuchak records --search hardest --seed 7 --time-limit 3600
      chatuchak records --search easiest --every --json --first 80 >> easiest.jsonl
    """
    from chatuchak_cli.grids.record_book import search_and_tell, tell_book
    from chatuchak_solver.adapters.tables import records_table
    from chatuchak_solver.analysis.rank_records import load_rank_records
    from chatuchak_solver.analysis.records import load_record_book

    if search is not None:
        if table is not None:
            raise click.UsageError("--table is of the records known, not of a --search")
        assumed = box.reasons("counts")
        code = search_and_tell(
            search, assumed_fields(assumed), counts=box.counts, as_json=as_json, **given
        )
        if not as_json:
            print_assumed(assumed, err=True)
        return code
    # The records known are those of the assumed counts and ranks.
    assumed = Box.default().reasons(*(part for part in PARTS_OF_RECORDS if not box.confirms(part)))
    book = load_record_book()
    write_table(table, lambda: records_table(book))
    code = tell_book(
        book, load_rank_records(), assumed_fields(assumed), proving=proving, as_json=as_json
    )
    if not as_json:
        print_assumed(assumed)
    return code

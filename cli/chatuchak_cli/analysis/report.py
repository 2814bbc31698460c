"""``report``: a set of tiles as a whole."""

from __future__ import annotations

from pathlib import Path

import click

from chatuchak_cli.shared.options import (
    formula_option,
    json_option,
    player_options,
    ranks_option,
    workers_option,
)
from chatuchak_cli.shared.output import emit_json, tell


@click.command(name="report")
@click.argument("files", metavar="[TILES]...", type=click.Path(path_type=Path), nargs=-1)
@click.option("-o", "--out", type=click.Path(path_type=Path), metavar="FILE.html",
              help="Write a page with pictures.")  # fmt: skip
@click.option("--near", type=click.IntRange(min=0), default=8, show_default=True, metavar="N",
              help="Spots on which near-duplicates may differ.")  # fmt: skip
@player_options()
@formula_option
@ranks_option
@workers_option("Threads [all cores].")
@json_option
def command(
    *, files: tuple[Path, ...], out: Path | None, near: int, seed: int, games: int,
    formula: Path | None, ranks: Path | None, workers: int | None, as_json: bool,
) -> int:  # fmt: skip
    r"""Report on a set of tiles: spread, near-duplicates, first-move traps, places of booths.

    TILES is a file of grids of one board, one a line, - for standard input, or photos of tiles (see
    `read`); the 16 sample tiles where none is given. Near-duplicates are looked for in every
    symmetry and renaming of colors. A trap is a first move that loses the optimum and looks better,
    color by color, than all that keep it. The page is one file with pictures; it loads nothing.

    \b
    Examples:
      chatuchak report
      chatuchak report my-tiles.txt -o report.html
      chatuchak report my-tiles.txt --json
    """
    from chatuchak_cli.analysis.report_page import tile_set_html
    from chatuchak_cli.analysis.report_text import tile_set_text
    from chatuchak_cli.shared.options import formula_document, formula_of, formula_words
    from chatuchak_cli.shared.output import assumptions, lowered
    from chatuchak_cli.shared.progress import JobWords
    from chatuchak_cli.shared.ranking import tiles_of
    from chatuchak_cli.shared.runner import long_job
    from chatuchak_solver.analysis.ranking import Yardsticks
    from chatuchak_solver.analysis.tile_set import report_on_tiles
    from chatuchak_solver.files import write_file
    from chatuchak_solver.search.solo_ranks import load_solo_ranks

    given, solo_ranks, by = tiles_of(files), load_solo_ranks(ranks), formula_of(formula)
    with long_job(words=JobWords(unit="grids")) as job:
        report = report_on_tiles(
            given.grids, Yardsticks(ranks=solo_ranks, formula=by), near=near, games=games,
            seed=seed, workers=workers, stop=job.stop, on_progress=job.show,
        )  # fmt: skip
        code = job.end(
            report.stopped_by,
            before="all was measured",
            after=f"{len(report.ranking)} of {len(given)} grids",
        )
    sample = f"Sample tiles: {lowered(given.why_assumed)}" if given.why_assumed else None
    note = tuple(filter(None, (formula_words(by), sample)))
    if out is not None:
        write_file(out, tile_set_html(report, title=f"{len(given)} tiles", notes=note))
        tell(f"report: {out}")
    if as_json:
        why = assumptions(given.why_assumed, solo_ranks.why_assumed)
        emit_json({**report.to_dict(), **formula_document(by), **why})
    elif out is None:
        click.echo("\n".join((tile_set_text(report), *note)))
    return code

"""``difficulty``: how hard one grid is, and why."""

from __future__ import annotations

from pathlib import Path

import click

from chatuchak_cli.shared.grid_argument import grid_argument
from chatuchak_cli.shared.options import formula_option, json_option, player_options
from chatuchak_cli.shared.output import emit_json
from chatuchak_solver.puzzle.grid import Grid


@click.command(name="difficulty")
@grid_argument()
@player_options()
@formula_option
@json_option
def command(*, grid: Grid, seed: int, games: int, formula: Path | None, as_json: bool) -> int:
    r"""Tell how hard a grid is, and why.

    The reasons are the terms of the difficulty formula, in points above or below the average.
    GRID is grid notation, a file, - for standard input, tile:N, or daily.

    \b
    Examples:
      chatuchak difficulty tile:7
      chatuchak generate --seed 5 | chatuchak difficulty - --json
    """
    from chatuchak_cli.analysis.rank_report import details
    from chatuchak_cli.shared.options import formula_document, formula_of, formula_words
    from chatuchak_cli.shared.output import assumptions
    from chatuchak_cli.shared.ranking import RankOptions, rank_and_tell
    from chatuchak_solver.search.solo_ranks import load_solo_ranks

    ranks = load_solo_ranks()
    by = formula_of(formula)
    options = RankOptions(seed=seed, games=games, formula=by, workers=1)
    ranked, code = rank_and_tell([grid], ranks, options)
    for tile in ranked:
        if as_json:
            document = tile.to_dict()
            del document["position"], document["tile"]
            why = assumptions(ranks.why_assumed if tile.expected_rank else None)
            emit_json({**document, **formula_document(by), **why})
        else:
            click.echo(details(tile, ranks_assumed=ranks.why_assumed is not None))
            if words := formula_words(by):
                click.echo(words)
    return code

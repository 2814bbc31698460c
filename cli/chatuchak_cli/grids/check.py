"""``check``: the rules of start grids."""

import itertools

import click

from chatuchak_cli.shared.box_option import box_option, counts_shorthand
from chatuchak_cli.shared.grid_argument import GridSource, grid_argument
from chatuchak_cli.shared.options import json_option
from chatuchak_cli.shared.output import assumed_fields, emit_json, print_assumed
from chatuchak_cli.shared.runner import ExitCode
from chatuchak_solver.box import Box, Part
from chatuchak_solver.box_file import AssumedAnswer
from chatuchak_solver.codec import JsonObject, Notation
from chatuchak_solver.puzzle.grid import Grid
from chatuchak_solver.puzzle.start_rules import Violation, count_warning, start_violations


class CheckAnswer(AssumedAnswer, frozen=True, kw_only=True):
    """The violated rules of a start grid.

    Attributes
    ----------
    grid
        The grid, if there are several.
    valid
        Whether the grid satisfies all rules of start grids.
    violations
        The violated rules, each with its spots.
    warnings
        Numbers of booths that are not the game's, if there are any.
    """

    grid: Notation[Grid] | None = None
    valid: bool
    violations: tuple[Violation, ...]
    warnings: tuple[str, ...] = ()


@click.command(name="check")
@grid_argument(many=True)
@counts_shorthand
@click.option("--strict", is_flag=True, help="Numbers of booths that are not the game's count too.")
@box_option
@json_option
def command(*, grid: GridSource, strict: bool, box: Box, as_json: bool) -> int:
    r"""Tell whether a grid is a start grid, and name every breach of the rules.

    A start grid has its empty spot in the upper left corner (rule "empty"); the corner's two
    neighbors differ (A); no two booths of a color touch (B); and no spot has three booths of one
    color around it (C). The exit code is 1 if a grid breaks any of them.

    Numbers of booths that are not the game's, such as a slip of the finger makes, are a warning;
    with --strict the exit code is 1 for them too. The game's numbers are those of your box; without
    them they are assumed: the rulebook's text has none.

    GRID is grid notation, a file, - for standard input, tile:N, or daily. Of several grids each is
    named.

    \b
    Examples:
      chatuchak check tile:1
      chatuchak check .GYPYG/BRGRGP/RYPYBY/PBGPRB/BRYBGR --json
      chatuchak check my-tiles.txt --strict
      chatuchak generate -n 16 --seed 3 | chatuchak check -
    """
    grids = iter(grid)
    first = list(itertools.islice(grids, 2))
    code, all_marks = ExitCode.DONE, dict[Part, str]()
    assumed = box.reasons(*grid.parts, *(("counts",) if strict else ()))
    for start in itertools.chain(first, grids):
        counts = box.reasons("counts")
        warning = count_warning(start, box.counts, assumed=bool(counts))
        marks = {**assumed, **counts} if warning else assumed
        named = len(first) > 1
        fields = assumed_fields(marks)
        if not _report(start, warning, fields, strict=strict, as_json=as_json, named=named):
            code = ExitCode.NEGATIVE
        all_marks |= marks
    if not as_json:
        print_assumed(all_marks)
    return code


def _report(
    grid: Grid, warning: str | None, marks: JsonObject,
    *, strict: bool, as_json: bool, named: bool,
) -> bool:  # fmt: skip
    """Print the violations of one grid, and return whether it passes."""
    violations = start_violations(grid)
    passes = not violations and not (strict and warning)
    if as_json:
        emit_json(
            CheckAnswer(
                grid=grid if named else None,
                valid=not violations,
                violations=violations,
                warnings=(warning,) if warning else (),
                **marks,
            )
        )
        return passes
    before = f"{grid}: " if named else ""
    for violation in violations:
        click.echo(f"{before}{violation.rule}: {violation.message}")
    if not violations:
        click.echo(f"{before}{'a' if named else 'A'} start grid: rules A, B and C hold.")
    if warning:
        click.echo(f"{before}warning: {warning}")
    return passes

"""``check``: the rules of start grids."""

from functools import partial

import click

from chatuchak_cli.shared import options, output, runner
from chatuchak_cli.shared.grid_argument import GridSource, grid_argument
from chatuchak_solver.box import AssumedAnswer, Box, Part
from chatuchak_solver.codec import Notation
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
        The violated rules with their spots.
    warnings
        Numbers of booths unlike the game's.
    """

    grid: Notation[Grid] | None = None
    valid: bool
    violations: tuple[Violation, ...]
    warnings: tuple[str, ...] = ()


@options.command("check")
@grid_argument
@options.counts_shorthand
@click.option("--strict", is_flag=True, help="Treat wrong numbers of booths as violations.")
def command(*, grid: GridSource, strict: bool, box: Box) -> int:
    r"""Check whether a grid is a valid start grid, and list all violated rules.

    In a start grid the empty spot is in the upper left corner (rule "empty"), the two neighbors of
    this corner differ (A), no two booths of one color touch (B), and no spot is surrounded by three
    booths of one color (C). The exit code is 1 if a grid violates a rule.

    Numbers of booths that differ from the game's, for example after a typing error, are a warning;
    with --strict the exit code is 1. The game's numbers are those of your box; otherwise they are
    assumed, because the text of the rulebook does not give them.

    GRID is grid notation, a file, - for standard input, tile:N, or daily. With several grids, each
    line names its grid; an invalid line ends the run with exit code 2, after the output for all
    grids before it.

    \b
    Examples:
      chatuchak check tile:1
      chatuchak check .GYPYG/BRGRGP/RYPYBY/PBGPRB/BRYBGR --json
      chatuchak check my-tiles.txt --strict
      chatuchak generate -n 16 --seed 3 | chatuchak check -
    """
    several, games = grid.peek()
    code, all_assumed = runner.ExitCode.DONE, dict[Part, str]()
    counts = box.reasons("counts")
    for game in games:
        start = game.grid
        violations = start_violations(start)
        warning = count_warning(start, box.counts, assumed=bool(counts))
        assumed = {**grid.assumed, **(counts if strict or warning else {})}
        all_assumed |= assumed
        if violations or (strict and warning):
            code = runner.ExitCode.NEGATIVE
        answer = CheckAnswer(
            grid=start if several else None, valid=not violations, violations=violations,
            warnings=(warning,) if warning else (),
        )  # fmt: skip
        name = f"{start}: " if several else ""
        lines = [f"{violation.rule}: {violation.message}" for violation in violations]
        lines = lines or [f"{'a' if several else 'A'} start grid: rules A, B and C hold."]
        lines += [f"warning: {warning}"] if warning else []
        words = "\n".join(f"{name}{line}" for line in lines)
        output.print_answer(answer, partial(str, words), assumed, is_last=False)
    output.print_assumed(all_assumed)
    return code

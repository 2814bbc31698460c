"""``solve``: proven shortest solutions."""

from functools import partial

import click

from chatuchak_cli.puzzle import solution_report
from chatuchak_cli.shared import options
from chatuchak_cli.shared.grid_argument import GridSource, grid_argument
from chatuchak_cli.shared.runner import run_job
from chatuchak_cli.shared.searches import search_many
from chatuchak_solver.box import Box
from chatuchak_solver.errors import InputError
from chatuchak_solver.execution.limits import Stop
from chatuchak_solver.search.solve import ALGORITHMS, Algorithm, solve


@click.command(name="solve")
@grid_argument
@options.rule_option
@click.option(
    "--algorithm",
    type=click.Choice(ALGORITHMS),
    help="goal: goal-directed branch and bound, for jumps only; ida, astar: with pattern "
    "databases; anytime: a first solution, then better solutions and bounds  "
    "[default: goal, or anytime for slides]",
)
@options.limit_options
@click.option("--compact", is_flag=True, help="One line per grid, without pictures.")
@options.workers_option("Threads for several grids [all cores].")
@options.ranks_shorthand
@options.box_option
@solution_report.picture_options
@options.json_option
def command(
    *, grid: GridSource, rule: str, algorithm: Algorithm | None, limits: Stop, compact: bool,
    workers: int | None, box: Box, pictures: solution_report.Pictures,
) -> int:  # fmt: skip
    r"""Find a proven shortest solution.

    GRID is grid notation, a file, - for standard input, tile:N, or daily (daily:2026-11-22), the
    puzzle of a day. Several grids, one per line or as blocks of rows separated by blank lines, are
    solved on all cores and printed in order, one line each. An invalid line ends the run with exit
    code 2, after the output for all grids before it.

    Slides are much harder than jumps: a random start grid gets a solution immediately, but a proof
    usually takes too long. Use a limit.

    A limit ends the search with the best solution found, its proven lower bound and exit code 3;
    Ctrl-C does the same with exit code 130.

    \b
    Examples:
      chatuchak solve tile:1
      chatuchak solve .GYPYG/BRGRGP/RYPYBY/PBGPRB/BRYBGR --json
      chatuchak solve tile:1 --html solution.html
      chatuchak solve tile:1 --rule slide --time-limit 1
      chatuchak generate -n 1000 --seed 1 | chatuchak solve - --compact
    """
    report = solution_report.SolutionReport(box, grid.parts, compact)
    several, games = grid.peek()
    if not several:
        search = partial(solve, next(games).grid, rule=rule, algorithm=algorithm)
        solution, code = run_job(search, limits)
        report.show(solution, is_only=True)
        solution_report.write_pictures(solution, pictures, box.reasons(*grid.parts))
        return code
    if pictures:
        names = " and ".join(f"--{name}" for name in pictures)
        raise InputError(f"{grid.label} contains several grids: expected a single one with {names}")
    grids = (game.grid for game in games)
    code = search_many(
        grids, rule, limits, total=grid.count(), emit=partial(report.show, is_only=False),
        workers=workers, algorithm=algorithm,
    )  # fmt: skip
    report.end()
    return code

"""``solve``: proven shortest solutions as text, JSON and pictures."""

from functools import partial
from pathlib import Path

import click

from chatuchak_cli.shared import options, pictures
from chatuchak_cli.shared.grid_argument import GridSource, grid_argument
from chatuchak_cli.shared.output import console, counted, emit_json, is_json, print_assumed
from chatuchak_cli.shared.runner import run_job, search_many
from chatuchak_solver.box import Box, Part
from chatuchak_solver.codec import Answer
from chatuchak_solver.errors import InputError
from chatuchak_solver.execution.limits import Stop
from chatuchak_solver.io.files import write_file
from chatuchak_solver.puzzle.notation import format_moves
from chatuchak_solver.search.solution import Solution, Status
from chatuchak_solver.search.solve import ALGORITHMS, Algorithm, solve


class EarnedRank(Answer, frozen=True):
    """The rank of a solution in the solo game.

    Attributes
    ----------
    rank
        The solo rank for the number of moves.
    """

    rank: str | None


def proof_words(solution: Solution) -> str:
    """Return the length of a solution and its proof status."""
    at_least = f"any solution needs at least {solution.lower_bound}"
    if solution.length is None:
        return f"no solution found; {at_least}"
    if solution.length == 0:
        return "already solved"
    length = counted(solution.length, "move")
    if solution.status is Status.OPTIMAL:
        return f"{length}, proven optimal"
    return f"{length}, not proven optimal: {at_least} (gap {solution.gap})"


def print_compactly(solution: Solution, rank: str | None) -> None:
    """Print grid, length, proof, rank and moves on one line."""
    words = proof_words(solution) + (f", {rank}" if rank else "")
    moves = f": {format_moves(solution.moves)}" if solution.moves else ""
    click.echo(f"{solution.grid}: {words}{moves}")


def print_in_full(solution: Solution, rank: str | None) -> None:
    """Print the grid after every move, and a summary."""
    from chatuchak_solver.rendering.text import film_strip

    out = console()
    width = out.width if out.is_terminal else 80
    out.print(film_strip(solution.grid, solution.moves or (), rule=solution.rule, width=width))
    words = proof_words(solution)
    out.print(f"\n{words[0].upper()}{words[1:]}.", style="bold")
    if solution.moves:
        out.print(f"Moves: {format_moves(solution.moves)}")
    if rank:
        out.print(f"Solo rank: {rank}")
    out.print(f"{counted(solution.expanded, 'node')} in {solution.seconds:.3f} s")


@options.command("solve", box=False)
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
@options.output_option(
    "--svg", writes=(".svg",), help="Write a picture of the grid after every move."
)
@options.output_option("--gif", writes=(".gif",), help="Write the solution as an animated GIF.")
@options.output_option(
    "--html", writes=(".html", ".htm"), help="Write a page that plays the solution."
)
def command(
    *, grid: GridSource, rule: str, algorithm: Algorithm | None, limits: Stop, compact: bool,
    workers: int | None, box: Box, **files: Path | None,
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
    chosen = {name: path for name, path in files.items() if path is not None}
    for name in chosen:
        pictures.check_extra(name)
    assumed: dict[Part, str] = {}
    several, games = grid.peek()

    def show(solution: Solution) -> None:
        board = solution.grid.board
        rank = box.ranks.of_game(solution.length, rule=solution.rule, board=board)
        reasons = box.reasons(*grid.parts, *(("ranks",) if rank else ()))
        assumed.update(reasons)
        if is_json():
            emit_json({**solution.to_dict(), "rank": rank}, reasons)
            return
        if rank and "ranks" in reasons:
            rank = f"{rank} (assumed)"
        (print_compactly if several or compact else print_in_full)(solution, rank)

    if several:
        if chosen:
            names = " and ".join(f"--{name}" for name in chosen)
            raise InputError(
                f"{grid.label} contains several grids: expected a single one with {names}"
            )
        grids = (game.grid for game in games)
        code = search_many(
            grids, rule, limits, total=grid.count(), emit=show, workers=workers, algorithm=algorithm
        )
    else:
        search = partial(solve, next(games).grid, rule=rule, algorithm=algorithm)
        solution, code = run_job(search, limits)
        show(solution)
    print_assumed(assumed, err=several or compact)
    for name, path in chosen.items():
        picture = pictures.grid_picture(
            solution.grid, solution.moves or (), rule, pictures.PictureOptions(format=name)
        )
        write_file(path, pictures.with_note(picture, box.reasons(*grid.parts)))
    return code

"""``solve`` and ``hint``: proven shortest solutions as text, JSON and pictures, and next moves."""

from functools import partial
from pathlib import Path

import click

from chatuchak_cli.shared import options, output, pictures, runner
from chatuchak_cli.shared.grid_argument import GridSource, grid_argument
from chatuchak_solver import Hint, Solution, Status, Stop
from chatuchak_solver.box import Box, Part
from chatuchak_solver.codec import Answer
from chatuchak_solver.puzzle.notation import format_moves
from chatuchak_solver.rendering.steps import describe_step
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
    length = output.counted(solution.length, "move")
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

    out = output.console()
    width = out.width if out.is_terminal else 80
    out.print(film_strip(solution.grid, solution.moves or (), rule=solution.rule, width=width))
    words = proof_words(solution)
    out.print(f"\n{words[0].upper()}{words[1:]}.", style="bold")
    if solution.moves:
        out.print(f"Moves: {format_moves(solution.moves)}")
    if rank:
        out.print(f"Solo rank: {rank}")
    out.print(f"{output.counted(solution.expanded, 'node')} in {solution.seconds:.3f} s")


@options.command("solve", box=False)
@grid_argument
@options.rule_option(default="jump")
@click.option("--algorithm", type=click.Choice(ALGORITHMS), help="goal: goal-directed branch and "
              "bound, for jumps only; ida, astar: with pattern databases; anytime: a first "
              "solution, then better solutions and bounds  [default: goal, or anytime for "
              "slides]")  # fmt: skip
@options.limit_options
@click.option("--compact", is_flag=True, help="One line per grid, without pictures.")
@options.workers_option(help="Threads for several grids [all cores].")
@options.ranks_shorthand
@options.box_option
@options.svg_option(help="Write a picture of the grid after every move.")
@options.output_option("--gif", writes=(".gif",), help="Write the solution as an animated GIF.")
@options.html_option("--html", help="Write a page that plays the solution.")
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
    options.reject_with("json", "compact")
    chosen = {name: path for name, path in files.items() if path is not None}
    for name in chosen:
        pictures.check_extra(name)
    assumed: dict[Part, str] = {}
    several, games = grid.peek(" and ".join(f"--{name}" for name in chosen))

    def show(solution: Solution) -> None:
        rank = box.ranks.of_game(solution.length, rule=solution.rule, board=solution.grid.board)
        reasons = {**grid.assumed, **(box.reasons("ranks") if rank else {})}
        assumed.update(reasons)
        if output.is_json():
            output.emit_json({**solution.to_dict(), "rank": rank}, reasons)
            return
        if rank and "ranks" in reasons:
            rank = f"{rank} (assumed)"
        (print_compactly if several or compact else print_in_full)(solution, rank)

    if several:
        grids = (game.grid for game in games)
        code = runner.search_many(
            grids, rule, limits, total=grid.count(), emit=show, workers=workers, algorithm=algorithm
        )
    else:
        search = partial(solve, next(games).grid, rule=rule, algorithm=algorithm)
        solution, code = runner.run_job(search, limits)
        show(solution)
    output.print_assumed(assumed, err=several or compact)
    for name, path in chosen.items():
        look = pictures.PictureOptions(format=name)
        draw = partial(pictures.grid_picture, solution.grid, solution.moves or (), rule, look)
        pictures.save_picture(path, draw, grid.assumed)
    return code


@options.command("hint", box=False)
@grid_argument
@click.option("--level", type=click.IntRange(1, 4), metavar="1..4",
              help="1: the remaining moves; 2: a goal; 3: the color; 4: the move.")  # fmt: skip
@options.rule_option(default="jump")
@options.limit_options
@options.add_box_option
def hint(*, grid: GridSource, level: int | None, rule: str, limits: Stop) -> int:
    r"""Show one optimal move and the number of remaining moves.

    The remaining moves include the shown move, so the number is 0 only for a solved grid. After
    a limit or Ctrl-C the hint is not proven, with exit code 3 or 130.

    --level limits the hint: 1 shows the remaining moves and the minimum for each color; 2 adds a
    goal (of all optimal goals, the one that leaves the most booths in place); 3 adds the color of
    the next move toward this goal; 4 shows the move.

    GRID is grid notation, a file, - for standard input, tile:N, or daily.

    \b
    Examples:
      chatuchak hint tile:3
      chatuchak hint tile:3 --level 2
      chatuchak hint RY/YR/.G/GG --json
    """
    solution, code = runner.run_job(partial(solve, grid.only(), rule=rule), limits)
    if level is None:
        found = Hint.from_solution(solution)
        output.print_answer(found, lambda: _text(found, solution), grid.assumed)
        return code
    from chatuchak_cli.shared.puzzle_words import hint_words
    from chatuchak_solver.analysis.graded_hint import hint_of
    from chatuchak_solver.rendering.templates import report
    from chatuchak_solver.rendering.text import grid_text

    graded = hint_of(solution, level)
    text = partial(
        report, "graded_hint.txt", remaining=proof_words(solution), solution=solution, hint=graded,
        words=hint_words, grid_text=grid_text,
    )  # fmt: skip
    output.print_answer(graded, text, grid.assumed)
    return code


def _text(hint: Hint, solution: Solution) -> str:
    if hint.move is None:
        return f"No hint: {proof_words(solution)}."
    verb = "remains" if hint.remaining == 1 else "remain"
    proof = "proven optimal" if hint.is_proven else "not proven optimal"
    moves = output.counted(hint.remaining or 0, "move")
    step = describe_step(solution.grid, hint.move)
    return f"{step}\n{moves} {verb}, this one included; {proof}."

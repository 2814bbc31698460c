"""Solutions as text, JSON and pictures."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import click

from chatuchak_cli.shared.options import option_group, output_option
from chatuchak_cli.shared.output import console, counted, emit_json, is_json, print_assumed
from chatuchak_cli.shared.pictures import PictureOptions, check_extra, grid_picture, with_note
from chatuchak_solver.box import Box, Part, Reasons
from chatuchak_solver.codec import Answer
from chatuchak_solver.io.files import write_file
from chatuchak_solver.puzzle.notation import format_moves
from chatuchak_solver.search.solution import Solution, Status


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


@dataclass(slots=True)
class SolutionReport:
    """Prints solutions, with ``compact`` on one line; ``assumed`` has the assumed parts so far."""

    box: Box
    parts: tuple[Part, ...]
    compact: bool = False
    assumed: dict[Part, str] = field(default_factory=dict)

    def show(self, solution: Solution, *, is_only: bool) -> None:
        """Print a solution: as JSON, on one line, or in full if it is the only one."""
        board = solution.grid.board
        rank = self.box.ranks.of_game(solution.length, rule=solution.rule, board=board)
        assumed = self.box.reasons(*self.parts, *(("ranks",) if rank else ()))
        self.assumed |= assumed
        if is_json():
            emit_json({**solution.to_dict(), "rank": rank}, assumed)
            return
        if rank and "ranks" in assumed:
            rank = f"{rank} (assumed)"
        if is_only and not self.compact:
            print_in_full(solution, rank)
        else:
            print_compactly(solution, rank)
        if is_only:
            self.end(err=self.compact)

    def end(self, *, err: bool = True) -> None:
        """Print the assumed parts of all solutions."""
        print_assumed(self.assumed, err=err)


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


Pictures = Mapping[str, Path]


def write_pictures(solution: Solution, pictures: Pictures, assumed: Reasons) -> None:
    """Write a solution's pictures with the assumed parts."""
    for name, path in pictures.items():
        options = PictureOptions(format=name)
        picture = grid_picture(solution.grid, solution.moves or (), solution.rule, options)
        write_file(path, with_note(picture, assumed))


def _chosen_pictures(**paths: Path | None) -> Pictures:
    pictures = {name: path for name, path in paths.items() if path is not None}
    for name in pictures:
        check_extra(name)
    return pictures


picture_options: Final = option_group(
    "pictures",
    _chosen_pictures,
    output_option("--svg", writes=(".svg",), help="Write a picture of the grid after every move."),
    output_option("--gif", writes=(".gif",), help="Write the solution as an animated GIF."),
    output_option("--html", writes=(".html", ".htm"), help="Write a page that plays the solution."),
)

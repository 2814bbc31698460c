"""Solutions in words."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import click

from chatuchak_cli.shared.file_roles import output_option
from chatuchak_cli.shared.options import gathered
from chatuchak_cli.shared.output import assumed_fields, console, counted, emit_json, print_assumed
from chatuchak_cli.shared.pictures import PictureOptions, grid_picture, with_note
from chatuchak_solver.box import Box, Part, Reasons
from chatuchak_solver.codec import Answer, JsonObject
from chatuchak_solver.errors import InputError
from chatuchak_solver.io.files import write_file
from chatuchak_solver.puzzle.notation import format_moves
from chatuchak_solver.search.solution import Solution, Status


class Earned(Answer, frozen=True):
    """The rank of a solution in the solo game.

    Attributes
    ----------
    rank
        The solo rank that the number of moves earns.
    """

    rank: str | None


def proof_words(solution: Solution) -> str:
    """Print the length of a solution and its proof status."""
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
    """How to print solutions.

    Attributes
    ----------
    box
        The box with the solo ranks.
    parts
        The parts of the box that the grid depends on.
    compact
        Whether one line is enough.
    as_json
        Whether to print JSON.
    has_ranks
        Whether a printed solution has a rank.
    """

    box: Box
    parts: tuple[Part, ...]
    compact: bool = False
    as_json: bool = False
    has_ranks: bool = False

    def rank(self, solution: Solution) -> str | None:
        """Return the rank that a solution earns, marked if it is assumed."""
        rank = self._rank(solution)
        self.has_ranks = self.has_ranks or rank is not None
        return f"{rank} (assumed)" if rank and self.box.ranks.why_assumed else rank

    def end(self, *, err: bool = True) -> None:
        """Print the assumed parts below all solutions."""
        if not self.as_json:
            print_assumed(self._reasons(has_rank=self.has_ranks), err=err)

    def _reasons(self, *, has_rank: bool) -> Reasons:
        return self.box.reasons(*self.parts, *(("ranks",) if has_rank else ()))

    def document(self, solution: Solution) -> JsonObject:
        """Return a JSON-ready description that includes its assumptions."""
        rank = self._rank(solution)
        why = self._reasons(has_rank=rank is not None)
        return {**solution.to_dict(), "rank": rank, **assumed_fields(why)}

    def _rank(self, solution: Solution) -> str | None:
        board = solution.grid.board
        return self.box.ranks.of_game(solution.length, rule=solution.rule, board=board)


def print_solution(solution: Solution, *, report: SolutionReport, is_only: bool = False) -> None:
    """Print a solution as JSON, on one line, or in full if it is the only one."""
    rank = report.rank(solution)
    if report.as_json:
        emit_json(report.document(solution))
    elif is_only and not report.compact:
        print_in_full(solution, rank)
    else:
        print_compactly(solution, rank)
    if is_only:
        report.end(err=report.compact)


def print_compactly(solution: Solution, rank: str | None) -> None:
    """Print one line: grid, length, proof, rank, moves."""
    words = proof_words(solution) + (f", {rank}" if rank else "")
    moves = f": {format_moves(solution.moves)}" if solution.moves else ""
    click.echo(f"{solution.grid}: {words}{moves}")


def print_in_full(solution: Solution, rank: str | None) -> None:
    """Print the grid after every move and a summary of the solution."""
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
"""The files to write, by their format."""


def write_pictures(solution: Solution, pictures: Pictures, assumed: Reasons) -> None:
    """Write the pictures of a solution, with the assumed parts of the box.

    Raises
    ------
    InputError
        If a file cannot be written.
    MissingExtraError
        If GIF is wanted and the extra is not installed.
    """
    for name, path in pictures.items():
        options = PictureOptions(format=name)
        picture = grid_picture(solution.grid, solution.moves or (), solution.rule, options)
        write_file(path, with_note(picture, assumed))


def refuse_pictures(pictures: Pictures, label: str) -> None:
    """Raise InputError if any picture was asked for of several grids."""
    if pictures:
        names = " and ".join(f"--{name}" for name in pictures)
        raise InputError(f"{label} holds several grids; {names} takes one")


def _wanted(**given: Path | None) -> Pictures:
    return {name: path for name, path in given.items() if path is not None}


picture_options: Final = gathered(
    "pictures",
    _wanted,
    *(
        output_option(f"--{name}", writes=suffixes, help=what)
        for name, suffixes, what in (
            ("svg", (".svg",), "Write a picture of the grid after every move."),
            ("gif", (".gif",), "Write the solution as animated GIF."),
            ("html", (".html", ".htm"), "Write a page that plays the solution."),
        )
    ),
)
"""Adds ``--svg``, ``--gif`` and ``--html`` to a command, as its parameter ``pictures``."""

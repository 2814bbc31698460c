"""The options of ``solve`` that write pictures of a solution."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final

import click

from chatuchak_cli.shared.options import gathered
from chatuchak_cli.shared.pictures import PictureOptions, grid_picture
from chatuchak_solver.errors import InputError
from chatuchak_solver.files import write_file
from chatuchak_solver.search.solution import Solution


@dataclass(frozen=True, slots=True, kw_only=True)
class SolutionPictures:
    """The files to write; None for those not asked for."""

    svg: Path | None
    gif: Path | None
    html: Path | None

    def write(self, solution: Solution) -> None:
        """Write the pictures of a solution.

        Raises
        ------
        InputError
            If a file cannot be written.
        MissingExtraError
            If GIF is wanted and the extra is not installed.
        """
        for name, path in self._wanted().items():
            options = PictureOptions(format=name)
            picture = grid_picture(solution.grid, solution.moves or (), solution.rule, options)
            write_file(path, picture)

    def refuse_several(self, label: str) -> None:
        """Refuse pictures of several grids.

        Raises
        ------
        InputError
            If any was asked for.
        """
        if self._wanted():
            names = " and ".join(f"--{name}" for name in self._wanted())
            raise InputError(f"{label} holds several grids; {names} takes one")

    def _wanted(self) -> dict[str, Path]:
        files = {"svg": self.svg, "gif": self.gif, "html": self.html}
        return {name: path for name, path in files.items() if path is not None}


picture_options: Final = gathered(
    "pictures",
    SolutionPictures,
    *(
        click.option(f"--{name}", type=click.Path(path_type=Path), metavar="FILE", help=what)
        for name, what in (
            ("svg", "Write a picture of the grid after every move."),
            ("gif", "Write the solution as animated GIF."),
            ("html", "Write a page that plays the solution."),
        )
    ),
)
"""Gives a command ``--svg``, ``--gif`` and ``--html``; ``pictures`` is what they say."""

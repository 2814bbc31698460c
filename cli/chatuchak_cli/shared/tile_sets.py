"""Sets of tiles that commands take: a file, standard input, or the sample tiles."""

from __future__ import annotations

from pathlib import Path

from chatuchak_cli.shared.files import STDIN, standard_input
from chatuchak_solver.foreign import read_stream
from chatuchak_solver.puzzle.start_tiles import StartTiles, load_start_tiles, parse_start_tiles

__all__ = ["tiles_of"]


def tiles_of(file: Path | None) -> StartTiles:
    """Return the tiles of a file, of standard input where it is ``-``, or the sample tiles.

    Raises
    ------
    InputError
        If they cannot be read; the message names the place.
    """
    if file is None or str(file) != "-":
        return load_start_tiles(file)
    data = read_stream(standard_input("tiles, one a line"), source=STDIN)
    return parse_start_tiles(data, source=STDIN)

"""Setups from a real table.

A setup has parts, for example the market's cards or a player's start grid. Given parts replace the
drawn ones; other parts are redrawn if their pieces are among the given ones.
"""

from typing import TypeVar

from numpy.random import Generator

from chatuchak_solver.errors import InputError, at
from chatuchak_solver.games.contract import AnyState
from chatuchak_solver.games.registry import game_entry
from chatuchak_solver.games.setup_part import Pieces, SetupPart
from chatuchak_solver.io.untrusted import quote
from chatuchak_solver.puzzle.start_tiles import StartTiles

S = TypeVar("S", bound=AnyState)


def setup_parts(start: AnyState, tiles: StartTiles) -> tuple[SetupPart, ...]:
    """Return the parts of a game's setup, in the order of the questions.

    Parameters
    ----------
    start
        A game before its first action.
    tiles
        The numbered start tiles, those of the box.
    """
    return game_entry(start.game).setup_parts(start, tiles)


def with_setup(start: S, given: Pieces, rng: Generator, tiles: StartTiles) -> S:
    """Return a start with some given parts.

    Parameters
    ----------
    start
        A game before its first action.
    given
        The pieces of parts by the parts' names.
    rng
        The generator for redrawn parts.
    tiles
        As for `setup_parts`.
    """
    parts = {part.name: part for part in setup_parts(start, tiles)}
    pieces: dict[str, tuple[str, ...]] = {}
    for name, named in given.items():
        if name not in parts:
            raise InputError(f"{start.game} has no {quote(name)}; it has: {', '.join(parts)}")
        try:
            pieces[name] = parts[name].check_pieces(named)
        except InputError as error:
            raise InputError(at(name, error.args[0])) from None
    if not pieces:
        return start
    document = start.to_dict()
    game_entry(start.game).lay_parts(start, document, pieces, rng)
    return type(start).from_dict(document)

"""What a document asks to be planned."""

from __future__ import annotations

from pathlib import Path

from chatuchak_solver.document import Node
from chatuchak_solver.errors import InputError
from chatuchak_solver.foreign import quoted
from chatuchak_solver.stand.problem import StandProblem
from chatuchak_solver.stand.request import StandRequest
from chatuchak_solver.stand.score_file import StandFile
from chatuchak_solver.stand.stand import Stand


def stand_problem(
    document: Node, directory: Path, *, order: str | None
) -> tuple[StandProblem, Stand | None]:
    """Return a request's problem, and the stand of the same cards that it holds, if any.

    Raises
    ------
    InvalidInstanceError
        If the document is no request or names no cards.
    """
    if "players" in document.mapping():
        raise document.error("this is a finished game: add --post-mortem, or give a request")
    request = StandRequest.from_node(document, directory=directory)
    if not request.cards:
        raise document.error('there is nothing to plan: give "cards" or a "stand"')
    fixed = request.fixed_order if order is None else order == "fixed"
    problem = StandProblem(request.cards, fixed, request.announced, request.own_goods)
    return problem, request.stand if problem.is_solved_by(request.stand) else None


def finished_game(document: Node, directory: Path) -> StandFile:
    """Return the game of a stand file.

    Raises
    ------
    InvalidInstanceError
        If the document is no stand file.
    """
    if "players" not in document.mapping():
        raise document.error("this is no finished game: leave --post-mortem out")
    return StandFile.from_node(document, directory=directory)


def seats_to_plan(game: StandFile, player: str | None) -> list[int]:
    """Return the seats of one player, or of all whose placements are known.

    Raises
    ------
    InputError
        If there is no such player, or nobody's placements are known.
    """
    if player is not None:
        names = [one.name for one in game.players]
        if player not in names:
            raise InputError(f"no player {quoted(player)}; there are: {', '.join(names)}")
        return [names.index(player)]
    seats = [seat for seat, one in enumerate(game.players) if one.stand is not None]
    if not seats:
        raise InputError("nobody's placements are known: a post-mortem needs them, not pictures")
    return seats

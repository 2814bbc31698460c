"""Stands out of any document that holds some."""

from __future__ import annotations

from pathlib import Path

from chatuchak_solver.document import Node
from chatuchak_solver.games.market_stand.state import MarketStandState
from chatuchak_solver.games.record import GameRecord
from chatuchak_solver.stand.request import StandRequest
from chatuchak_solver.stand.score_file import PlayerStand, StandFile

__all__ = ["stands_of_document"]


def stands_of_document(document: Node, directory: Path) -> tuple[PlayerStand, ...]:
    """Return the stands of a stand file, a request file or a saved game, empty ones left out.

    Raises
    ------
    InvalidInstanceError
        If the document is none of these, something in it is wrong or there is no stand in it.
    """
    fields = document.mapping()
    if "game" in fields:
        found = _stands_of_game(document)
    elif "players" in fields:
        found = StandFile.from_node(document, directory=directory).players
    else:
        stand = StandRequest.from_node(document, directory=directory).stand
        found = (PlayerStand("stand", stand.picture(), stand, None),) if len(stand) else ()
    if not found:
        raise document.error("no card is laid yet: there is no stand to show")
    return found


def _stands_of_game(document: Node) -> tuple[PlayerStand, ...]:
    state = GameRecord.read(document).state
    if not isinstance(state, MarketStandState):
        raise document.error(f"a game of {state.game} has no stands to show")
    return tuple(
        PlayerStand(f"player {seat}", stand.picture(), stand, state.announced[seat])
        for seat, stand in enumerate(state.stands)
        if len(stand)
    )

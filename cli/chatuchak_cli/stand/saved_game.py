"""The score of a market stand game that was saved, over or not."""

from __future__ import annotations

from chatuchak_cli.shared.output import console, emit_json, tell
from chatuchak_solver.document import Node
from chatuchak_solver.games.market_stand import MarketStandState
from chatuchak_solver.games.record import GameRecord
from chatuchak_solver.rendering.stand_text import score_report

__all__ = ["score_saved"]


def score_saved(document: Node, *, as_json: bool) -> None:
    """Score a game that `game market-stand` saved, as it stands; say whose turn it is."""
    state = GameRecord.read_of(MarketStandState, document).state
    final = state.final_score()
    if as_json:
        emit_json(final.to_dict())
    else:
        seen = [stand.picture() if len(stand) else None for stand in state.stands]
        console().print(score_report(final, seen))
    if not state.is_over:
        seat = state.last_to_lay if state.draws_for else state.current_player
        tell(f"the game is not over: it is the turn of player {seat}")

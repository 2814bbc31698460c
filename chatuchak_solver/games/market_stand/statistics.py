"""What a designer counts in games of the market stand."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from chatuchak_solver.games.market_stand.actions import Announce, Lay, parse_action
from chatuchak_solver.games.market_stand.state import MarketStandState
from chatuchak_solver.stand.space import KIND_NAMES

__all__ = ["observe_events"]

COLUMN: Final = "times a game"


def observe_events(
    before: MarketStandState, action: str, after: MarketStandState
) -> Iterator[tuple[str, str]]:
    """Yield where cards come from, whether they cover others, and what is announced."""
    parsed = parse_action(action, before.deck)
    if isinstance(parsed, Lay):
        yield f"card from the {parsed.source}", COLUMN
        piles = before.stands[before.current_player].layers()
        covers = any(position in piles for position in parsed.placement.positions())
        yield f"card laid {'over others' if covers else 'beside others'}", COLUMN
    if isinstance(parsed, Announce):
        yield "choice among tied goods", COLUMN
    if after.is_over:
        for player in after.final_score().players:
            for good in player.announced:
                yield f"{KIND_NAMES[good]} announced", COLUMN

"""Statistics of games of the market stand."""

from collections.abc import Iterator
from typing import Final

from chatuchak_solver.games.market_stand.actions import Action, Announce, Lay
from chatuchak_solver.games.market_stand.state import MarketStandState
from chatuchak_solver.stand.space import KIND_NAMES

COLUMN: Final = "times a game"


def observe_events(
    before: MarketStandState, action: Action, after: MarketStandState
) -> Iterator[tuple[str, str]]:
    """Yield the origin of cards, covered cards and announcements."""
    if isinstance(action, Lay):
        yield f"card from the {action.source}", COLUMN
        under = before.stands[before.current_player].placements
        covered = {position for one in under for position in one.positions()}
        covers = not covered.isdisjoint(action.placement.positions())
        yield f"card laid {'over others' if covers else 'beside others'}", COLUMN
    if isinstance(action, Announce):
        yield "choice among tied goods", COLUMN
    if after.is_over:
        for player in after.final_score().players:
            for good in player.announced:
                yield f"{KIND_NAMES[good]} announced", COLUMN

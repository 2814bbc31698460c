"""Statistics of solo games of River Market."""

from collections.abc import Iterator
from typing import Final

from chatuchak_solver.games.river_market.actions import Action
from chatuchak_solver.games.river_market.state import RiverMarketState

COLUMN: Final = "times a game"


def observe(
    before: RiverMarketState, action: Action, after: RiverMarketState
) -> Iterator[tuple[str, str]]:
    """Yield events: actions of the Rival, owner bonuses, the end of the game."""
    verb = str(action).split(" ", 1)[0]
    if before.phase in ("draw", "zoom", "build", "event-build"):
        built = after.river.owned_by("rival") - before.river.owned_by("rival")
        if before.phase == "draw":
            yield "Rival draws a card", COLUMN
            if before.row[:1] == ("neutral",) and len(after.row) < len(before.row):
                yield "Rival discards a neutral house", COLUMN
        if built:
            yield "Rival builds " + ("an event" if before.event else "a booth"), COLUMN
        if after.bonuses > before.bonuses:
            yield "owner bonus by the Rival's move", COLUMN
        if verb == "zoom":
            yield "Rival zooms", COLUMN
    elif verb in ("built", "hired", "done"):
        yield {"built": "you build", "hired": "you hire", "done": "your turns"}[verb], COLUMN
    if after.ended_by is not None and before.ended_by is None:
        yield f"end by {after.ended_by}", COLUMN

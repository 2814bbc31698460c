"""What a designer counts in games of Mercado de Lisboa."""

from __future__ import annotations

from collections.abc import Iterator

from chatuchak_solver.games.mercado.state import MercadoState

__all__ = ["observe"]

COLUMN = "times a game"


def observe(before: MercadoState, action: str, after: MercadoState) -> Iterator[tuple[str, str]]:
    """Yield what happened: the action, stands paid from their income, what ended the game."""
    verb, *words = action.split(" ")
    if not before.pending:
        yield f"{verb} {words[0]}" if verb == "bring" else verb, COLUMN
        if verb == "stand":
            space = before.market.layout.space(words[1])
            if before.market.opening_cost(space) > before.coins[before.player]:
                yield "stand paid from its income", COLUMN
    elif verb == "reveal":
        yield "facedown restaurant taken", COLUMN
    if after.is_over:
        yield f"end by {after.ended_by}", COLUMN

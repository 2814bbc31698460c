"""Statistics of games of Mercado de Lisboa."""

from collections.abc import Iterator

from chatuchak_solver.games.mercado.actions import Action, BringCustomers, OpenStand, Reveal
from chatuchak_solver.games.mercado.state import MercadoState

COLUMN = "times a game"


def observe(before: MercadoState, action: Action, after: MercadoState) -> Iterator[tuple[str, str]]:
    """Yield events: the action, stands paid from their income, the end of the game."""
    match action:
        case BringCustomers(tile, _):
            yield f"bring {tile.customers}", COLUMN
        case OpenStand(_, space):
            yield "stand", COLUMN
            if before.market.opening_cost(space) > before.coins[before.player]:
                yield "stand paid from its income", COLUMN
        case Reveal():
            yield "facedown restaurant taken", COLUMN
        case _ if not before.pending:
            yield before.format(action).split(" ", 1)[0], COLUMN
    if after.is_over:
        yield f"end by {after.ended_by}", COLUMN

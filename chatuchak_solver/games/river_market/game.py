"""River Market, solo."""

from collections.abc import Iterator

from chatuchak_solver.games.contract import StateCodec
from chatuchak_solver.games.facts import Board
from chatuchak_solver.games.game import TIMES, Game
from chatuchak_solver.games.river_market import actions, rules, score_file, setup, state, text
from chatuchak_solver.games.river_market.players import SteadyPlayer, evaluate, rate


def observe(
    before: state.RiverMarketState, action: actions.Action, after: state.RiverMarketState
) -> Iterator[tuple[str, str]]:
    """Yield events: actions of the Rival, owner bonuses, the end of the game."""
    verbs = {"built": "you build", "hired": "you hire", "done": "your turns", "zoom": "Rival zooms"}
    kind = "an event" if before.event else "a booth"
    happened = {
        "Rival draws a card": before.phase == "draw",
        "Rival discards a neutral house": before.row == ("neutral", *after.row),
        f"Rival builds {kind}": after.river.owned_by("rival") > before.river.owned_by("rival"),
        "owner bonus by the Rival's move": after.bonuses > before.bonuses,
        verbs.get(action.verb, ""): action.verb in verbs,
        f"end by {after.ended_by}": after.ended_by != before.ended_by,
    }
    yield from ((row, TIMES) for row, is_new in happened.items() if is_new)


GAME = Game(
    state.RiverMarketState,
    "River Market, solo: your events drive the Rival's turns; earn a title.",
    StateCodec(text.describe, text.facts, faults=state.faults),
    rules,
    players={"steady": SteadyPlayer},
    evaluate=evaluate,
    rate=rate,
    observe=observe,
    setup_parts=setup.setup_parts,
    lay_parts=setup.lay_parts,
    score=score_file.FORM,
    boards=lambda game, *_: [Board("river", game)],
    title=state.RiverMarketState.title,
    parts=("river_market",),
    shipped_parts=setup.shipped_parts,
    example="built e1",
    details=text.TEXTS.details,
)

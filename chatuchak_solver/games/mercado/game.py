"""Mercado de Lisboa."""

from collections.abc import Iterator
from functools import partial

from chatuchak_solver.box import Box, Part
from chatuchak_solver.games.contract import StateCodec
from chatuchak_solver.games.facts import Board
from chatuchak_solver.games.game import TIMES, Game
from chatuchak_solver.games.mercado import evaluation, market, rules, score_file, state, text
from chatuchak_solver.games.mercado.actions import Action
from chatuchak_solver.games.tree_search import TreeSearch


def observe(
    before: state.MercadoState, action: Action, after: state.MercadoState
) -> Iterator[tuple[str, str]]:
    """Yield events: the action, stands paid from their income, the end of the game."""
    verb, *values = str(action).split(" ")
    costs, own = before.market.opening_costs, before.players[before.player]
    if verb == "reveal":
        yield "facedown restaurant taken", TIMES
    elif not before.pending:
        yield f"bring {values[0]}" if verb == "bring" else verb, TIMES
    if verb == "stand" and costs[values[1]] > own.coins:
        yield "stand paid from its income", TIMES
    if after.is_over:
        yield f"end by {after.ended_by}", TIMES


def shipped_parts(game: state.MercadoState, _: Box) -> list[Part]:
    """Return the parts of the box with shipped values in a game."""
    shipped = market.MercadoSetup.load()
    return [part for part in GAME.parts if getattr(game.setup, part) == getattr(shipped, part)]


GAME = Game(
    state.MercadoState,
    "Mercado de Lisboa for 2 to 4 players: open stands, bring customers, earn most coins.",
    StateCodec(text.describe, text.facts, state.MercadoForm, state.faults),
    rules,
    evaluate=evaluation.evaluate,
    adviser=partial(TreeSearch, turns=1, spread=1.5),
    observe=observe,
    setup_parts=state.setup_parts,
    lay_parts=state.lay_parts,
    score=score_file.FORM,
    boards=lambda game, *_: [Board("market", game.market)],
    parts=("marked_spaces", "customer_tiles"),
    shipped_parts=shipped_parts,
    pictured_board=lambda game: game.market,
    example="coin",
    details="Actions are `stand fish c3`, `bring 2 fish+meat W3` (a customer tile and an "
    "entrance), `restaurant pub c3`, `coin`, `redraw` (three equal tiles), then `take "
    "fish` and `replace` (an equal display). Columns are a to e, rows 1 to 5, entrances N "
    "and S of a column, W and E of a row. Chance is `draw`, `reveal` and `arrive`.",
)

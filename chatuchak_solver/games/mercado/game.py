"""Mercado de Lisboa."""

from chatuchak_solver.games.board import Board
from chatuchak_solver.games.contract import StateCodec
from chatuchak_solver.games.game import Game
from chatuchak_solver.games.mercado.document import MercadoForm, faults
from chatuchak_solver.games.mercado.evaluation import evaluate
from chatuchak_solver.games.mercado.players import adviser, look_ahead_player
from chatuchak_solver.games.mercado.score_file import FORM
from chatuchak_solver.games.mercado.setup import shipped_parts
from chatuchak_solver.games.mercado.state import MercadoState
from chatuchak_solver.games.mercado.statistics import observe
from chatuchak_solver.games.mercado.table_setup import lay_parts, setup_parts
from chatuchak_solver.games.mercado.text import describe, facts

GAME = Game(
    MercadoState,
    "Mercado de Lisboa for 2 to 4 players: open stands, bring customers, earn most coins.",
    StateCodec(describe, facts, MercadoForm, faults),
    players={"look-ahead": look_ahead_player},
    evaluate=evaluate,
    adviser=adviser,
    observe=observe,
    setup_parts=setup_parts,
    lay_parts=lay_parts,
    score=FORM,
    boards=lambda state, *_: [Board("market", state.market)],
    shipped_parts=shipped_parts,
    pictured_board=lambda state: state.market,
    example="coin",
    details="Actions are `stand fish c3`, `bring 2 fish+meat W3` (a customer tile and an "
    "entrance), `restaurant pub c3`, `coin`, `redraw` (three equal tiles), then `take "
    "fish` and `replace` (an equal display). Columns are a to e, rows 1 to 5, entrances N "
    "and S of a column, W and E of a row. Chance is `draw`, `reveal` and `arrive`.",
)

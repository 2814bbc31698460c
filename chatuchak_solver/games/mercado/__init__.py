"""Mercado de Lisboa: stands, restaurants and customers in a market; 2 to 4 players."""

from chatuchak_solver.games.contract import StateCodec
from chatuchak_solver.games.mercado.document import state_from_dict, state_to_dict
from chatuchak_solver.games.mercado.state import MercadoState
from chatuchak_solver.games.mercado.text import describe, facts

__all__ = ["MercadoState"]

MercadoState.codec = StateCodec(state_to_dict, state_from_dict, describe, facts)

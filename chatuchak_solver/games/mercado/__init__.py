"""Mercado de Lisboa: stands, restaurants and customers in a market; 2 to 4 players."""

from chatuchak_solver.games.mercado.game import GAME
from chatuchak_solver.games.mercado.state import MercadoState

__all__ = ["GAME", "MercadoState"]

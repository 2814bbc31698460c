"""Chatuchak, the multiplayer game."""

from chatuchak_solver.games.chatuchak.game import GAME
from chatuchak_solver.games.chatuchak.state import ChatuchakState

__all__ = ["GAME", "ChatuchakState"]

"""Chatuchak's speed game: all play at once."""

from chatuchak_solver.games.chatuchak_speed.game import GAME
from chatuchak_solver.games.chatuchak_speed.state import SpeedState

__all__ = ["GAME", "SpeedState"]

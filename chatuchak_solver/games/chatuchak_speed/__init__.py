"""Chatuchak's speed game: all play at once."""

from chatuchak_solver.games.chatuchak_speed.document import state_from_dict, state_to_dict
from chatuchak_solver.games.chatuchak_speed.state import SpeedState
from chatuchak_solver.games.chatuchak_speed.text import facts, format_state
from chatuchak_solver.games.contract import StateCodec

__all__ = ["SpeedState"]

SpeedState.codec = StateCodec(state_to_dict, state_from_dict, format_state, facts)

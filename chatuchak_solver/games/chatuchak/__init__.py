"""Chatuchak, the multiplayer game and the speed game."""

from chatuchak_solver.games.chatuchak.document import state_from_dict, state_to_dict
from chatuchak_solver.games.chatuchak.state import ChatuchakState
from chatuchak_solver.games.chatuchak.text import facts, format_state
from chatuchak_solver.games.contract import StateCodec

__all__ = ["ChatuchakState"]

ChatuchakState.codec = StateCodec(state_to_dict, state_from_dict, format_state, facts)

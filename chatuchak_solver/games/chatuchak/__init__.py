"""Chatuchak, the multiplayer game and the speed game."""

from chatuchak_solver.games.chatuchak.document import state_from_dict, state_to_dict
from chatuchak_solver.games.chatuchak.figures import Figures, load_figures
from chatuchak_solver.games.chatuchak.markers import ALL_MIXES, PATH, RECTANGLE, Marker
from chatuchak_solver.games.chatuchak.state import ChatuchakState
from chatuchak_solver.games.chatuchak.text import facts, format_state
from chatuchak_solver.games.chatuchak.time_track import TimeTrack
from chatuchak_solver.games.contract import Forms

__all__ = [
    "ALL_MIXES",
    "PATH",
    "RECTANGLE",
    "ChatuchakState",
    "Figures",
    "Marker",
    "TimeTrack",
    "load_figures",
]

ChatuchakState.forms = Forms(state_to_dict, state_from_dict, format_state, facts)

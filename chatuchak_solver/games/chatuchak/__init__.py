"""Chatuchak, the multiplayer game and the speed game."""

from chatuchak_solver.games.chatuchak.figures import Figures, load_figures
from chatuchak_solver.games.chatuchak.markers import ALL_MIXES, PATH, RECTANGLE, Marker
from chatuchak_solver.games.chatuchak.state import ChatuchakState
from chatuchak_solver.games.chatuchak.time_track import TimeTrack

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

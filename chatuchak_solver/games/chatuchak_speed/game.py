"""The speed game of Chatuchak."""

from chatuchak_solver.games.chatuchak.table_setup import grid_parts, lay_parts
from chatuchak_solver.games.chatuchak_speed.players import evaluate
from chatuchak_solver.games.chatuchak_speed.solver_player import SpeedAdviser, SpeedSolverPlayer
from chatuchak_solver.games.chatuchak_speed.state import SpeedState, faults
from chatuchak_solver.games.chatuchak_speed.text import facts, format_state
from chatuchak_solver.games.contract import StateCodec
from chatuchak_solver.games.game import Game

GAME = Game(
    SpeedState,
    "Chatuchak's speed game: all move at once, the first to group every color wins.",
    StateCodec(format_state, facts, faults=faults),
    players={"solver": SpeedSolverPlayer, "advisor": SpeedSolverPlayer},
    evaluate=evaluate,
    adviser=SpeedAdviser,
    setup_parts=grid_parts,
    lay_parts=lay_parts,
)

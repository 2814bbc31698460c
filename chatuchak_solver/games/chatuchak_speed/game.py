"""The speed game of Chatuchak."""

from chatuchak_solver.games.chatuchak.boards import boards, moved
from chatuchak_solver.games.chatuchak.shipped_parts import shipped_speed_parts
from chatuchak_solver.games.chatuchak.table_setup import grid_parts, lay_parts
from chatuchak_solver.games.chatuchak_speed.players import evaluate
from chatuchak_solver.games.chatuchak_speed.score_file import FORM
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
    score=FORM,
    boards=boards,
    moved=moved,
    shipped_parts=shipped_speed_parts,
    table_fields=("start_grids",),
    example="0 move 1",
    details="Actions are `PLAYER move SPOT`, such as `0 move 15`, in any order of players. In "
    "`simulate` everybody is equally fast.",
)

"""The multiplayer game of Chatuchak."""

from chatuchak_solver.games.chatuchak.boards import boards, moved
from chatuchak_solver.games.chatuchak.document import ChatuchakForm, faults
from chatuchak_solver.games.chatuchak.players import RandomMover, adviser, evaluate
from chatuchak_solver.games.chatuchak.score_file import FORM
from chatuchak_solver.games.chatuchak.shipped_parts import shipped_parts
from chatuchak_solver.games.chatuchak.solver_player import solver_player
from chatuchak_solver.games.chatuchak.state import ChatuchakState
from chatuchak_solver.games.chatuchak.statistics import COLUMNS, observe
from chatuchak_solver.games.chatuchak.table_setup import lay_parts, setup_parts
from chatuchak_solver.games.chatuchak.text import facts, format_state
from chatuchak_solver.games.contract import StateCodec
from chatuchak_solver.games.game import Game

GAME = Game(
    ChatuchakState,
    "Chatuchak for 2 to 5 players: group booths, win markers, beat the clock.",
    StateCodec(format_state, facts, ChatuchakForm, faults),
    players={"random": RandomMover, "solver": solver_player},
    evaluate=evaluate,
    adviser=adviser,
    observe=observe,
    columns=COLUMNS,
    setup_parts=setup_parts,
    lay_parts=lay_parts,
    score=FORM,
    boards=boards,
    moved=moved,
    shipped_parts=shipped_parts,
    table_fields=("start_grids", "mix_markers"),
    example="move 1",
    learner_options=("rule",),
    details="Actions are `move SPOT` (the booth on that spot goes to the empty one) and `pass` "
    "(for the rest of the game); chance is `roll 1` to `roll 12`.",
)

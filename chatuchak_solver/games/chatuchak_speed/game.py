"""The speed game of Chatuchak."""

from chatuchak_solver.games.chatuchak.document import grid_parts, lay_parts
from chatuchak_solver.games.chatuchak.setup import shipped_speed_parts
from chatuchak_solver.games.chatuchak.state import clusters
from chatuchak_solver.games.chatuchak.text import boards, format_grids, moved
from chatuchak_solver.games.chatuchak_speed.players import SpeedAdviser, SpeedSolverPlayer, evaluate
from chatuchak_solver.games.chatuchak_speed.score_file import FORM
from chatuchak_solver.games.chatuchak_speed.state import SpeedState, faults
from chatuchak_solver.games.contract import StateCodec
from chatuchak_solver.games.facts import SummaryTable, fill, seat_name
from chatuchak_solver.games.game import Game


def format_state(state: SpeedState) -> str:
    """Return the text of a position: grids and progress."""
    (points,) = facts(state)
    grids = format_grids(state.grids)
    return fill(__package__, "position.txt", state=state, grids=grids, points=points.rows)


def facts(state: SpeedState) -> tuple[SummaryTable, ...]:
    """Return the progress of each player."""
    rows = []
    for seat, (grid, made) in enumerate(zip(state.grids, state.moves, strict=True)):
        groups = sum(clusters(grid))
        rows.append((seat_name(seat), made, groups, groups - len(grid.colors)))
    return (SummaryTable("points", ("player", "moves", "clusters", "too-many"), tuple(rows)),)


GAME = Game(
    SpeedState,
    "Chatuchak's speed game: all move at once, the first to group every color wins.",
    StateCodec(format_state, facts, faults=faults),
    players={"solver": SpeedSolverPlayer, "advisor": SpeedSolverPlayer},
    evaluate=evaluate,
    adviser=lambda _: SpeedAdviser(),
    setup_parts=grid_parts,
    lay_parts=lay_parts,
    score=FORM,
    boards=boards,
    moved=moved,
    parts=("tiles", "tile_sides", "speed_move_limit"),
    shipped_parts=shipped_speed_parts,
    example="0 move 1",
    details="Actions are `PLAYER move SPOT`, such as `0 move 15`, in any order of players. In "
    "`simulate` all players are equally fast.",
)

"""The speed game of Chatuchak."""

from chatuchak_solver.games.chatuchak.document import grid_parts, lay_parts
from chatuchak_solver.games.chatuchak.setup import shipped_speed_parts
from chatuchak_solver.games.chatuchak.state import clusters
from chatuchak_solver.games.chatuchak.text import boards, format_grids, moved
from chatuchak_solver.games.chatuchak_speed.players import SpeedAdviser, SpeedSolverPlayer, evaluate
from chatuchak_solver.games.chatuchak_speed.score_file import FORM
from chatuchak_solver.games.chatuchak_speed.state import SpeedState, faults
from chatuchak_solver.games.contract import StateCodec
from chatuchak_solver.games.facts import SummaryTable, seat_name
from chatuchak_solver.games.game import Game


def format_state(state: SpeedState) -> str:
    """Return the text of a position: grids and progress."""
    winners = " and ".join(seat_name(player) for player in state.winners())
    if winners:
        headline = f"over, won by {winners}"
    else:
        headline = "called off, nobody won" if state.is_over else "all play at once"
    limit = "" if state.move_limit is None else f" of {state.move_limit}"
    lines = [f"chatuchak-speed ({state.rule} rule): {headline}", ""]
    lines += format_grids(state.grids, [*map(seat_name, range(state.num_players))])
    (points,) = facts(state)
    form = f"{{player}}: {{moves}}{limit} moves; {{clusters}} groups and single booths, "
    told = zip(points.lines(form), state.grids, strict=True)
    lines += ["", *(f"{line}{len(grid.colors)} when fully grouped" for line, grid in told)]
    return "\n".join(lines)


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
    adviser=SpeedAdviser,
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

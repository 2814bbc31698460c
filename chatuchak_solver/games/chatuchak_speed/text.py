"""The speed game's position as a person reads it."""

from chatuchak_solver.games.chatuchak.scoring import clusters
from chatuchak_solver.games.chatuchak.text import format_grids
from chatuchak_solver.games.chatuchak_speed.state import SpeedState
from chatuchak_solver.games.facts import SummaryTable, seat_name


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

"""Results of simulations as tables."""

from rich.console import Group, RenderableType
from rich.text import Text

from chatuchak_solver.games.simulate import SimulationReport
from chatuchak_solver.games.statistics import Proportion, SeatTally
from chatuchak_solver.rendering.tables import TextTable, text_table
from chatuchak_solver.rendering.templates import text


def simulation_report(report: SimulationReport) -> RenderableType:
    """Return tables of players, seats, lengths and events."""
    tally, plan = report.tally, report.plan
    if tally.games == 0:
        return Text("no game was finished")
    rate = 60 * tally.games / max(report.seconds, 1e-9)
    head = f"{plan.game}: {tally.games:,} games, seed {plan.seed}"
    played = f"{report.seconds:.1f} s on {report.workers} processes, {rate:,.0f} games a minute"
    players = [f"{entrant.number} {entrant.player}" for entrant in report.players()]
    seats = [f"{seat} (start)" if seat == 0 else str(seat) for seat in range(len(tally.seats))]
    parts: list[RenderableType] = [
        Text(head, style="bold"),
        Text(played, style="dim"),
        "",
        _results("player", players, tally.entrants),
    ]
    if len(seats) > 1:
        parts += ["", _results("seat", seats, tally.seats), ""]
    start = report.start_player() if len(seats) > 1 else None
    lines = text("simulation.txt", tally=tally, length=tally.length(), start=start, percent=percent)
    return Group(*parts, Text(lines), "", _events(report))


def percent(proportion: Proportion) -> str:
    """Return a share with its interval, e.g. ``52.0% (42.3..61.5)``."""
    low, high = 100 * proportion.low, 100 * proportion.high
    return f"{100 * proportion.share:.1f}% ({low:.1f}..{high:.1f})"


def _results(title: str, names: list[str], tallies: list[SeatTally]) -> TextTable:
    columns = ("mean score", "?deviation", "?lowest", "?highest", "wins (95% interval)")
    table = text_table(f"<{title}", *columns, header_style="bold")
    for name, tally in zip(names, tallies, strict=True):
        deviation = tally.deviation
        table.add_row(
            name,
            f"{tally.mean_score:.2f}",
            "-" if deviation is None else f"{deviation:.2f}",
            str(tally.lowest),
            str(tally.highest),
            percent(tally.win_share),
        )
    return table


def _events(report: SimulationReport) -> TextTable:
    columns, rows = report.event_table()
    table = text_table("<a game has on average", *columns, header_style="bold")
    for name, row in rows.items():
        table.add_row(name, *(f"{row[column]:.3f}" if column in row else "-" for column in columns))
    return table

"""Results of simulations as tables."""

from rich.console import RenderableType
from rich.text import Text

from chatuchak_solver.games.simulate import Proportion, SimulationReport
from chatuchak_solver.rendering.templates import report as rendered


def simulation_report(report: SimulationReport) -> RenderableType:
    """Return tables of players, seats, lengths and events."""
    tally, plan = report.tally, report.plan
    if tally.games == 0:
        return Text("no game was finished")
    rate = 60 * tally.games / max(report.seconds, 1e-9)
    players = [(f"{entrant.number} {entrant.player}", entrant) for entrant in report.players()]
    seats = [(f"{own.seat} (start)" if own.seat == 0 else own.seat, own) for own in report.seats()]
    columns, events = report.event_table()
    return rendered(
        "simulation.txt", report=report, plan=plan, tally=tally, rate=rate, percent=percent,
        players=players, seats=seats if len(seats) > 1 else [],
        start=report.start_player() if len(seats) > 1 else None, length=tally.length(),
        columns=columns, events=events,
    )  # fmt: skip


def percent(proportion: Proportion) -> str:
    """Return a share with its interval, e.g. ``52.0% (42.3..61.5)``."""
    low, high = 100 * proportion.low, 100 * proportion.high
    return f"{100 * proportion.share:.1f}% ({low:.1f}..{high:.1f})"

"""Advice as a table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rich import box
from rich.table import Table

if TYPE_CHECKING:
    from chatuchak_solver.games.advice import Advice, AdvisedAction

__all__ = ["advice_report"]

LONGEST_LINE = 3
"""Further actions of an expected line are left out."""


def advice_report(advice: Advice[Any], *, most: int) -> Table:
    """Return the best actions: what they are worth, how sure that is, and why."""
    table = Table(box=box.SIMPLE_HEAD)
    table.add_column("action", no_wrap=True)
    for heading in ("outlook", "+/-", "looks", "at once"):
        table.add_column(heading, justify="right", no_wrap=True)
    table.add_column("why")
    for one in advice.actions[:most]:
        table.add_row(
            one.text,
            "" if one.outlook is None else f"{one.outlook:+.1f}",
            "" if one.error is None else f"{1.96 * one.error:.1f}",
            str(one.looks),
            f"{one.immediate:+.1f}",
            "; ".join(_reasons(one, advice.player)),
        )
    return table


def _reasons(one: AdvisedAction[Any], player: int | None) -> list[str]:
    reasons = [
        f"{'own points' if seat == player else f'player {seat}'} {gain:+d}"
        for seat, gain in enumerate(one.gains)
        if gain
    ]
    if one.line:
        more = " ..." if len(one.line) > LONGEST_LINE else ""
        reasons.append(f"then {', '.join(one.line[:LONGEST_LINE])}{more}")
    return reasons

"""Tables of advised actions."""

from collections.abc import Callable, Sequence
from typing import Any, Final

from chatuchak_solver.games.advice import Advice, AdvisedAction
from chatuchak_solver.games.facts import seat_name
from chatuchak_solver.rendering.tables import Table, text_table

MAX_LINE_ACTIONS: Final = 3
"""Maximum actions of an expected line."""

BY_VISITS: Final = (
    "Best first by visits: promising actions are tried most; an outlook of few visits is a guess."
)
ALL_EQUAL: Final = "As far as searched, all are equal."


def advice_report(
    advice: Advice[Any], *, most: int, name_of: Callable[[int], str] = seat_name
) -> Table:
    """Return a table of the best actions: visits, outlook with error, and reasons.

    Players are named by ``name_of`` their seats.
    """
    listed = advice.actions[:most]
    heads = ("<action", "?looks", "outlook", "+/-", "?at once", "??<why")
    table = text_table(*heads, ruled=True, pad_edge=True, caption=_order_note(listed))
    for action in listed:
        table.add_row(
            action.text,
            str(action.looks),
            "" if action.outlook is None else f"{action.outlook:+.1f}",
            "" if action.error is None else f"{1.96 * action.error:.1f}",
            f"{action.immediate:+.1f}",
            "; ".join(_reasons(action, advice.player, name_of)),
        )
    return table


def _order_note(listed: Sequence[AdvisedAction[Any]]) -> str | None:
    outlooks = [round(action.outlook, 1) for action in listed if action.outlook is not None]
    if outlooks != sorted(outlooks, reverse=True):
        return BY_VISITS
    if len(listed) > 1 and len(outlooks) == len(listed) and len(set(outlooks)) == 1:
        return ALL_EQUAL
    return None


def _reasons(
    action: AdvisedAction[Any], player: int | None, name_of: Callable[[int], str]
) -> list[str]:
    reasons = [
        f"{'own points' if seat == player else name_of(seat)} {gain:+d}"
        for seat, gain in enumerate(action.gains)
        if gain
    ]
    if action.line:
        more = " ..." if len(action.line) > MAX_LINE_ACTIONS else ""
        reasons.append(f"then {', '.join(action.line[:MAX_LINE_ACTIONS])}{more}")
    return reasons

"""Tables of advised actions."""

from collections.abc import Callable, Sequence
from typing import Final

from chatuchak_solver.games.advice import Advice, AdvisedAction
from chatuchak_solver.games.facts import seat_name
from chatuchak_solver.rendering.tables import TextTable, text_table

MAX_LINE_ACTIONS: Final = 3

BY_ROLLOUTS: Final = "By rollouts: good actions get the most; with few, an outlook is a guess."
ALL_EQUAL: Final = "As far as searched, all are equal."


def advice_report(
    advice: Advice, *, most: int, name_of: Callable[[int], str] = seat_name
) -> TextTable:
    """Return a table of the best actions with rollouts, outlook, error and reasons."""
    listed = advice.actions[:most]
    heads = ("<action", "?rollouts", "outlook", "+/-", "?immediate", "??<why")
    table = text_table(*heads, ruled=True, pad_edge=True, caption=_order_note(listed))
    for action in listed:
        table.add_row(
            action.text,
            str(action.visits),
            "" if action.expected_value is None else f"{action.expected_value:+.1f}",
            "" if action.error is None else f"{1.96 * action.error:.1f}",
            f"{action.immediate:+.1f}",
            "; ".join(_reasons(action, advice.player, name_of)),
        )
    return table


def _order_note(listed: Sequence[AdvisedAction]) -> str | None:
    values = [
        round(action.expected_value, 1) for action in listed if action.expected_value is not None
    ]
    if values != sorted(values, reverse=True):
        return BY_ROLLOUTS
    if len(listed) > 1 and len(values) == len(listed) and len(set(values)) == 1:
        return ALL_EQUAL
    return None


def _reasons(action: AdvisedAction, player: int | None, name_of: Callable[[int], str]) -> list[str]:
    reasons = [
        f"{'own points' if seat == player else name_of(seat)} {gain:+d}"
        for seat, gain in enumerate(action.gains)
        if gain
    ]
    if action.line:
        more = " ..." if len(action.line) > MAX_LINE_ACTIONS else ""
        reasons.append(f"then {', '.join(action.line[:MAX_LINE_ACTIONS])}{more}")
    return reasons

"""Advice as a table."""

from collections.abc import Callable, Sequence
from typing import Any, Final

from chatuchak_solver.games.advice import Advice, AdvisedAction
from chatuchak_solver.games.facts import seat_name
from chatuchak_solver.rendering.tables import Table, text_table

LONGEST_LINE: Final = 3
"""Further actions of an expected line are left out."""

BY_LOOKS: Final = (
    "Best first by looks: what proves itself is tried most, an outlook of few looks is a guess."
)
ALL_ALIKE: Final = "As far as was looked, they come to the same."


def advice_report(
    advice: Advice[Any], *, most: int, name_of: Callable[[int], str] = seat_name
) -> Table:
    """Return the best actions: what they are worth, how sure that is, and why.

    Players are called what ``name_of`` their seats says.
    """
    listed = advice.actions[:most]
    heads = ("<action", "?looks", "outlook", "+/-", "?at once", "??<why")
    table = text_table(*heads, ruled=True, pad_edge=True, caption=_why_so(listed))
    for one in listed:
        table.add_row(
            one.text,
            str(one.looks),
            "" if one.outlook is None else f"{one.outlook:+.1f}",
            "" if one.error is None else f"{1.96 * one.error:.1f}",
            f"{one.immediate:+.1f}",
            "; ".join(_reasons(one, advice.player, name_of)),
        )
    return table


def _why_so(listed: Sequence[AdvisedAction[Any]]) -> str | None:
    """Return why the actions stand in this order, where their outlooks do not say so."""
    outlooks = [round(one.outlook, 1) for one in listed if one.outlook is not None]
    if outlooks != sorted(outlooks, reverse=True):
        return BY_LOOKS
    if len(listed) > 1 and len(outlooks) == len(listed) and len(set(outlooks)) == 1:
        return ALL_ALIKE
    return None


def _reasons(
    one: AdvisedAction[Any], player: int | None, name_of: Callable[[int], str]
) -> list[str]:
    reasons = [
        f"{'own points' if seat == player else name_of(seat)} {gain:+d}"
        for seat, gain in enumerate(one.gains)
        if gain
    ]
    if one.line:
        more = " ..." if len(one.line) > LONGEST_LINE else ""
        reasons.append(f"then {', '.join(one.line[:LONGEST_LINE])}{more}")
    return reasons

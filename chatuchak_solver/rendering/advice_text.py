"""Tables of advised actions."""

from collections.abc import Callable, Sequence
from typing import Final

from rich.console import Group

from chatuchak_solver.games.facts import seat_name
from chatuchak_solver.games.players import Advice, AdvisedAction
from chatuchak_solver.rendering.templates import report

BY_ROLLOUTS: Final = "By rollouts: good actions get the most; with few, an outlook is a guess."
ALL_EQUAL: Final = "As far as searched, all are equal."


def advice_report(advice: Advice, *, most: int, name_of: Callable[[int], str] = seat_name) -> Group:
    """Return a table of the best actions with rollouts, outlook, error and reasons."""
    listed = advice.actions[:most]
    return report(
        "advice.txt", actions=listed, player=advice.player, name_of=name_of,
        gains=lambda action: [pair for pair in enumerate(action.gains) if pair[1]],
        note=_order_note(listed),
    )  # fmt: skip


def _order_note(listed: Sequence[AdvisedAction]) -> str | None:
    values = [
        round(action.expected_value, 1) for action in listed if action.expected_value is not None
    ]
    if values != sorted(values, reverse=True):
        return BY_ROLLOUTS
    if len(listed) > 1 and len(values) == len(listed) and len(set(values)) == 1:
        return ALL_EQUAL
    return None

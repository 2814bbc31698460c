"""The actions of a game's setup by number, for learners."""

from collections.abc import Iterable
from typing import Any

from chatuchak_solver.errors import InputError


class ActionSpace:
    """The numbers of all actions that a setup may ever offer.

    Parameters
    ----------
    actions
        The actions, all different, in the order of their numbers.
    """

    __slots__ = ("_actions", "_numbers")

    def __init__(self, actions: Iterable[Any]) -> None:
        self._actions = tuple(actions)
        self._numbers = {action: number for number, action in enumerate(self._actions)}

    def __len__(self) -> int:
        return len(self._actions)

    def number(self, action: Any) -> int:
        """Return an action's number; InputError if the setup does not have the action."""
        number = self._numbers.get(action)
        if number is None:
            raise InputError(f"{action} is not one of the {len(self)} actions of this setup")
        return number

    def action(self, number: int) -> Any:
        """Return the action of a number; InputError if there is none."""
        check_number(number, len(self))
        return self._actions[number]


def check_number(number: int, actions: int) -> None:
    """Raise InputError if no action has a number."""
    if not 0 <= number < actions:
        raise InputError(f"no action has the number {number}; expected 0 to {actions - 1}")

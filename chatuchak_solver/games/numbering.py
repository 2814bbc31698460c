"""All actions of a game in a list, each with its number and its text."""

from collections.abc import Hashable, Iterable
from typing import Generic, TypeVar

from chatuchak_solver.errors import InputError

A = TypeVar("A", bound=Hashable)


class ActionList(Generic[A]):
    """A `Numbering` that lists every action; for games that have some thousands at most.

    Parameters
    ----------
    actions
        The actions with their texts, all different, in the order of their numbers.
    """

    __slots__ = ("_actions", "_by_text", "_numbers")

    def __init__(self, actions: Iterable[tuple[A, str]]) -> None:
        listed = tuple(actions)
        self._actions = tuple(action for action, _ in listed)
        self._numbers = {action: number for number, action in enumerate(self._actions)}
        self._by_text = {text: action for action, text in listed}

    def __len__(self) -> int:
        return len(self._actions)

    def number(self, action: A) -> int:
        """Return an action's number.

        Raises
        ------
        InputError
            If the action is none of the game's.
        """
        number = self._numbers.get(action)
        if number is None:
            raise InputError(f"{action} is none of the {len(self)} actions of this game's setup")
        return number

    def action(self, number: int) -> A:
        """Return the action of a number.

        Raises
        ------
        InputError
            If there is none.
        """
        check_number(number, len(self))
        return self._actions[number]

    def read(self, text: str) -> A | None:
        """Return the action of a text, or None if it is none of the list."""
        return self._by_text.get(text)


def check_number(number: int, actions: int) -> None:
    """Raise InputError if no action has a number."""
    if not 0 <= number < actions:
        raise InputError(f"no action has the number {number}; expected 0 to {actions - 1}")

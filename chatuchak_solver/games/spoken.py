"""Actions that are written as a verb and its values: one grammar for the games that speak so."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple, dataclass_transform


@dataclass_transform(frozen_default=True)
class Spoken:
    """An action that is written as its verb and its values, separated by blanks.

    A subclass names its verb and is made a frozen dataclass; its values are the fields.
    """

    verb: ClassVar[str]
    __match_args__: ClassVar[tuple[str, ...]]

    def __init_subclass__(cls, *, verb: str = "") -> None:
        super().__init_subclass__()
        cls.verb = verb
        dataclass(frozen=True)(cls)

    def __str__(self) -> str:
        return " ".join([self.verb, *[str(getattr(self, name)) for name in self.__match_args__]])


class Word(NamedTuple):
    """How the values of one name are written.

    Attributes
    ----------
    read
        Makes the value of its text, or raises NotationError.
    write
        Returns the text of a value.
    parts
        How many parts between blanks the text has; 0 for all that are left.
    """

    read: Callable[[str], Any]
    write: Callable[[Any], str] = str
    parts: int = 1


def spoken(action: Spoken, words: Mapping[str, Word]) -> str:
    """Return an action's text, given how its values are written, by their names."""
    names = action.__match_args__
    return " ".join([action.verb, *[words[name].write(getattr(action, name)) for name in names]])


def understood(text: str, kinds: Mapping[str, type[Any]], words: Mapping[str, Word]) -> Any:
    """Return the action of a text; None where the verb is unknown or values lack or are too many.

    Parameters
    ----------
    text
        The text.
    kinds
        The types of actions by their verbs.
    words
        How values are written, by their names.

    Raises
    ------
    NotationError
        If a value is none; its reader says so.
    """
    verb, *parts = text.split(" ")
    kind, values = kinds.get(verb), []
    for name in kind.__match_args__ if kind else ():
        count = words[name].parts or max(1, len(parts))
        if len(parts) < count:
            return None
        values.append((words[name].read, " ".join(parts[:count])))
        parts = parts[count:]
    return None if kind is None or parts else kind(*[read(value) for read, value in values])

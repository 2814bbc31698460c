"""Text notation for game actions: a verb and its values, separated by blanks."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, TypeVar, dataclass_transform

A = TypeVar("A", bound="TextAction")


@dataclass_transform(frozen_default=True)
class TextAction:
    """A base of frozen dataclasses: an action whose fields are the values of its verb."""

    verb: ClassVar[str]
    __match_args__: ClassVar[tuple[str, ...]]

    def __init_subclass__(cls, *, verb: str) -> None:
        super().__init_subclass__()
        cls.verb = verb
        dataclass(frozen=True)(cls)

    def __str__(self) -> str:
        return self.text({})

    def text(self, write: Mapping[str, Callable[[Any], str]]) -> str:
        """Return the notation; ``write`` formats the values of some fields, by their names."""
        values = [write.get(name, str)(getattr(self, name)) for name in self.__match_args__]
        return " ".join((self.verb, *values))


def parse_action(
    text: str, kinds: Iterable[type[A]], read: Mapping[str, Callable[[str], Any]]
) -> A | None:
    """Read an action; only its first value may contain blanks.

    Parameters
    ----------
    text
        The notation.
    kinds
        The types of actions.
    read
        Readers of values, by the names of fields; a reader raises NotationError.

    Returns
    -------
    The action, or None if the verb is unknown or the number of values is wrong.
    """
    verb, *rest = text.split(" ", 1)
    for kind in kinds:
        if kind.verb == verb:
            names = kind.__match_args__
            values = rest[0].rsplit(" ", len(names) - 1) if rest and names else rest
            if len(values) != len(names):
                return None
            return kind(*[read[name](value) for name, value in zip(names, values, strict=True)])
    return None

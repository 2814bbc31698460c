"""Text notation for game actions: a verb and its values, separated by blanks."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, dataclass_transform

from msgspec import Struct, structs

from chatuchak_solver.errors import NotationError


def name_parser(noun: str, names: Sequence[str], listing: str = "") -> Callable[[str], Any]:
    """Return the parser of one of these names; ``listing`` describes them in errors."""
    listing = listing or f"one of {', '.join(names)}"

    def parse(name: str) -> str:
        if name not in names:
            raise NotationError(f"invalid {noun} {name!r}: expected {listing}")
        return name

    return parse


@dataclass_transform(frozen_default=True)
class TextAction(Struct, frozen=True, gc=False, tag_field="verb"):
    """Base of actions: a verb, the tag of the class, and its values."""

    def __str__(self) -> str:
        return " ".join((str(self.__struct_config__.tag), *map(str, structs.astuple(self))))


@dataclass(frozen=True, slots=True)
class ActionNotation:
    """The notation of a game's actions.

    Attributes
    ----------
    kinds
        The types of actions.
    parsers
        Return the value of a field from its text, or raise NotationError.
    examples
        For error messages.
    """

    kinds: tuple[type[TextAction], ...]
    parsers: Mapping[str, Callable[[str], Any]]
    examples: str

    def parse(self, text: str) -> Any:
        """Parse an action; only its first value may contain blanks."""
        verb, *rest = text.split(" ", 1)
        for kind in self.kinds:
            names = kind.__struct_fields__
            values = rest[0].rsplit(" ", len(names) - 1) if rest and names else rest
            if kind.__struct_config__.tag == verb and len(values) == len(names) and all(values):
                pairs = zip(names, values, strict=True)
                return kind(*[self.parsers[name](value) for name, value in pairs])
        raise NotationError(f"not an action: expected one such as {self.examples}")

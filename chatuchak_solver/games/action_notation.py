"""Text notation for game actions: a verb and its values, separated by blanks."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any, ClassVar, NamedTuple, dataclass_transform

from chatuchak_solver.errors import NotationError


class FieldCodec(NamedTuple):
    """The texts of a field's values.

    Attributes
    ----------
    read
        Parses a text or raises NotationError.
    write
        Formats a value.
    values
        All values, if finite.
    """

    read: Callable[[str], Any]
    write: Callable[[Any], str] = str
    values: Sequence[Any] = ()


def index_codec(noun: str, names: Sequence[str], listing: str = "") -> FieldCodec:
    """Return the codec of indices of names; ``listing`` describes them in errors."""
    listing = listing or f"there are: {', '.join(names)}"

    def read(name: str) -> int:
        if name not in names:
            raise NotationError(f"no {noun} {name!r}; {listing}")
        return names.index(name)

    return FieldCodec(read, names.__getitem__, range(len(names)))


@dataclass_transform(frozen_default=True)
class TextAction:
    """Base of actions: frozen dataclasses with the values of a verb as fields."""

    verb: ClassVar[str]
    __match_args__: ClassVar[tuple[str, ...]]

    def __init_subclass__(cls, *, verb: str) -> None:
        super().__init_subclass__()
        cls.verb = verb
        dataclass(frozen=True)(cls)

    def __str__(self) -> str:
        return " ".join((self.verb, *(str(getattr(self, name)) for name in self.__match_args__)))


@dataclass(frozen=True, slots=True)
class ActionNotation:
    """The notation of a game's actions.

    Attributes
    ----------
    kinds
        The types of actions.
    fields
        The codecs of their fields.
    examples
        For error messages.
    """

    kinds: tuple[type[TextAction], ...]
    fields: Mapping[str, FieldCodec]
    examples: str

    def parse(self, text: str) -> Any:
        """Parse an action; only its first value may contain blanks."""
        verb, *rest = text.split(" ", 1)
        for kind in self.kinds:
            names = kind.__match_args__
            values = rest[0].rsplit(" ", len(names) - 1) if rest and names else rest
            if kind.verb == verb and len(values) == len(names) and all(values):
                pairs = zip(names, values, strict=True)
                return kind(*[self.fields[name].read(value) for name, value in pairs])
        raise NotationError(f"not an action; expected one such as {self.examples}")

    def format(self, action: TextAction) -> str:
        """Return the text of an action, by default its ``repr``."""
        names = action.__match_args__
        try:
            values = [self.fields[name].write(getattr(action, name)) for name in names]
        except IndexError:
            return repr(action)
        return " ".join((action.verb, *values))

    def every_action(self) -> Iterator[Any]:
        """Yield the actions with all combinations of values."""
        for kind in self.kinds:
            values = [self.fields[name].values for name in kind.__match_args__]
            yield from (kind(*chosen) for chosen in product(*values))

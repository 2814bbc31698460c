"""Values that write themselves as JSON, and are read by the types that make its schema, too."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, fields
from enum import Enum
from fractions import Fraction
from functools import cache, partial
from operator import attrgetter
from types import MethodType
from typing import Any, ClassVar, Final, Literal, get_args, get_origin, get_type_hints

from chatuchak_solver.document import JsonObject, Node


class Jsonable:
    """A value whose JSON object holds its own attributes.

    ``written`` names them, separated by blanks, in order: ``length``; ``move=spot`` under another
    name, which may be of a part (``easier=easier.tile``) or a method without arguments;
    ``points:3`` rounded; ``*ranking`` the fields of a part in place of the part. Where it names
    nothing, a dataclass's fields are written. ``?teams`` is left out where it is None or empty,
    ``-position`` is taken from the fields before it.
    """

    __slots__ = ()
    written: ClassVar[str] = ""

    def to_dict(self) -> JsonObject:
        """Return the JSON-ready form."""
        found: JsonObject = {}
        for field in written_fields(type(self)):  # type: ignore[arg-type]
            if field.sign == "-":
                del found[field.name]
                continue
            value = attrgetter(field.path)(self)
            value = plain(value() if isinstance(value, MethodType) else value, field.digits)
            if field.sign == "*":
                found |= value
            elif value or value == 0 or field.sign != "?":
                found[field.name] = value
        return found


@dataclass(frozen=True, slots=True)
class WrittenField:
    """One field of a `Jsonable`'s object.

    Attributes
    ----------
    name
        Its name in JSON.
    path
        The attribute, or the way to it through parts.
    digits
        What it is rounded to; None to leave it.
    sign
        ``*``, ``?`` or ``-`` where it stands before it, as `Jsonable` says.
    """

    name: str
    path: str
    digits: int | None = None
    sign: str = ""


@cache
def written_fields(kind: Any) -> tuple[WrittenField, ...]:
    """Return what is written of a kind of value, in order."""
    words = kind.written.split() or [field.name for field in fields(kind)]
    found = []
    for word in words:
        named, _, digits = word.lstrip("*?-").partition(":")
        name, _, path = named.partition("=")
        rounded = int(digits) if digits else None
        sign = word[0] if word[0] in "*?-" else ""
        found.append(WrittenField(name, path or name, rounded, sign))
    return tuple(found)


def plain(value: object, digits: int | None = None) -> Any:
    """Return a value as JSON holds it; numbers with a fraction are rounded to ``digits``.

    A named tuple is an object of its fields; a value that knows no JSON is its text, and so is a
    tuple that has one of its own.
    """
    if isinstance(value, Enum):
        return getattr(value, "letter", value.value)  # of a color
    if value is None or isinstance(value, bool | int | str):
        return value
    if isinstance(value, float | Fraction):
        return float(value) if digits is None else round(float(value), digits)
    if isinstance(value, Mapping):
        return {str(plain(key)): plain(one, digits) for key, one in value.items()}
    for write in ("to_dict", "to_list"):
        if hasattr(value, write):
            return getattr(value, write)()
    if not isinstance(value, tuple | list | Iterator) or type(value).__str__ is not object.__str__:
        return str(value)
    if hasattr(value, "_asdict"):
        return plain(value._asdict(), digits)
    return [plain(one, digits) for one in value]


def read_as(kind: Any, node: Node, *, optional: Iterable[str] = ()) -> Any:
    """Return a value of a type, out of what `Jsonable` writes of it.

    Parameters
    ----------
    kind
        A dataclass, whose fields are read by their types; or such a type itself: a text, a number
        (whole ones are counts, 1 or more), one of several words, a tuple, or what has a ``parse``.
    optional
        Fields that may be there besides.
    """
    if kind in _READ:
        return _READ[kind](node)
    origin, parts = get_origin(kind), get_args(kind)
    if origin is Literal:
        return node.choice(parts)
    if origin is tuple:
        most = None if ... in parts else len(parts)
        return tuple(read_as(parts[0], one) for one in node.items(least=most or 1, most=most))
    if hasattr(kind, "parse"):
        return node.read(kind.parse)
    types, names = get_type_hints(kind), [field.name for field in fields(kind)]
    found = node.fields(names, optional)
    return kind(*[read_as(types[name], found[name]) for name in names])


_READ: Final[dict[Any, Callable[[Node], Any]]] = {
    str: Node.text, float: Node.number, int: partial(Node.integer, least=1),
}  # fmt: skip

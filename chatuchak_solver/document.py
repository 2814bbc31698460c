"""Reading JSON documents so that every error names its place.

A `Node` is one value of a document together with its path, such as
``players[0].placements[2].card``. Readers walk the document by `Node.fields`, `Node.items` and
the typed accessors; the first wrong value raises `InvalidInstanceError` with the document's name,
the path, what is there and what would be right.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Final, Never, ParamSpec, TypeAlias, TypeVar

from chatuchak_solver.arguments import FileName, checked_path
from chatuchak_solver.errors import InputError, InvalidInstanceError, NotationError
from chatuchak_solver.io.untrusted import MAX_BYTES, decode_text, encoding_name, escaped, read_file

JsonObject: TypeAlias = dict[str, Any]
"""A JSON object, as `json` reads and writes it."""

C = TypeVar("C", bound=str | int)
D = TypeVar("D")
P = ParamSpec("P")
T = TypeVar("T")

MAX_ITEMS: Final = 100_000
"""Items of a list where its reader knows no smaller bound."""
MAX_DIGITS: Final = 39
"""Characters of the longest whole number in a document."""
MAX_INTEGER: Final = 10**38
"""The largest absolute value of a number if its reader has no smaller bound."""
_LONG_NUMBER: Final = re.compile(rf"[0-9]{{{MAX_DIGITS}}}|[0-9][eE]\+?[0-9]{{2}}")
SOURCE_SHOWN: Final = 200
"""Characters of a file name or of a path in a document that a message quotes."""


def shown(value: object) -> str:
    """Return ``value`` as a message quotes it: as JSON, on one line, cut to a readable length."""
    try:
        text = json.dumps(value)
    except (RecursionError, TypeError, ValueError):
        text = ascii(type(value).__name__)
    return escaped(text)


def kind_of(value: object) -> str:
    """Name the JSON type of ``value`` as a message names it."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true or false"
    for kind, name in ((str, "text"), (int | float, "a number"), (list, "a list")):
        if isinstance(value, kind):
            return name
    return "an object"


@dataclass(frozen=True, slots=True)
class Node:
    """One value of a JSON document and where it stands.

    Attributes
    ----------
    value
        The value as `json.loads` returns it.
    path
        The way to it from the top, such as ``players[0].name``; empty at the top.
    source
        The document's name, such as a file name; empty where there is none.
    """

    value: object
    path: str = ""
    source: str = ""

    def error(self, message: str) -> InvalidInstanceError:
        """Return an error about this value; the caller raises it."""
        parts = (escaped(part, SOURCE_SHOWN) for part in (self.source, self.path))
        place = ": ".join(part for part in parts if part)
        return InvalidInstanceError(f"{place}: {message}" if place else message)

    def child(self, key: str | int, value: object) -> Node:
        """Return the node of ``value``, found in this one under ``key``."""
        if isinstance(key, int):
            return Node(value, f"{self.path}[{key}]", self.source)
        name = escaped(key)
        return Node(value, f"{self.path}.{name}" if self.path else name, self.source)

    def fields(self, required: Iterable[str] = (), optional: Iterable[str] = ()) -> dict[str, Node]:
        """Return an object's fields by name; optional ones may be missing from the result.

        Raises
        ------
        InvalidInstanceError
            If this is no object, or a required field is missing, or a field is unknown.
        """
        required, allowed = tuple(required), (*required, *optional)
        mapping = self.mapping()
        for name in required:
            if name not in mapping:
                raise self.error(f"the field {shown(name)} is missing")
        for name in mapping:
            if name not in allowed:
                known = ", ".join(allowed)
                raise self.error(f"unknown field {shown(name)}; the fields here are {known}")
        return mapping

    def given(self, required: Collection[str], optional: Iterable[str]) -> dict[str, Node]:
        """Return an object's fields; an optional one that is null counts as left out."""
        fields = self.fields(required, optional).items()
        return {name: one for name, one in fields if name in required or one.value is not None}

    def mapping(self) -> dict[str, Node]:
        """Return an object's fields by name, whatever they are called."""
        if not isinstance(self.value, dict):
            raise self.error(f"expected an object, found {kind_of(self.value)}")
        return {name: self.child(name, value) for name, value in self.value.items()}

    def object(self) -> JsonObject:
        """Return an object's values by name, whatever they are."""
        return {name: one.value for name, one in self.mapping().items()}

    def items(self, *, least: int = 0, most: int | None = None) -> list[Node]:
        """Return a list's items.

        Raises
        ------
        InvalidInstanceError
            If this is no list, or it has fewer than ``least`` or more than ``most`` items, or
            more than `MAX_ITEMS` where there is no ``most``.
        """
        if not isinstance(self.value, list | tuple):
            raise self.error(f"expected a list, found {kind_of(self.value)}")
        count = len(self.value)
        limit = MAX_ITEMS if most is None else most
        if not least <= count <= limit:
            if limit == least:
                wanted = str(least)
            elif most is None and count < least:
                wanted = f"at least {least}"
            elif least == 0 or most is None:
                wanted = f"at most {limit}"
            else:
                wanted = f"{least} to {limit}"
            raise self.error(f"expected {wanted} items, found {count}")
        return [self.child(index, value) for index, value in enumerate(self.value)]

    def text(self) -> str:
        """Return a text."""
        if not isinstance(self.value, str):
            raise self.error(f"expected a text, found {kind_of(self.value)}")
        return self.value

    def label(self, *, longest: int = 80) -> str:
        """Return a text that is safe to print on one line: printable, not blank, not long."""
        text = self.text()
        if not text.strip() or not text.isprintable() or len(text) > longest:
            raise self.error(f"expected 1 to {longest} printable characters, found {shown(text)}")
        return text

    def integer(self, *, least: int | None = None, most: int | None = None) -> int:
        """Return a whole number from ``least`` to ``most``, within `MAX_INTEGER`."""
        value = self.value
        if isinstance(value, bool) or not isinstance(value, int):
            found = shown(value) if isinstance(value, float) else kind_of(value)
            raise self.error(f"expected a whole number, found {found}")
        self._check_range(value, least, most, "a whole number")
        return value

    def number(self, *, least: float | None = None, most: float | None = None) -> float:
        """Return a finite number from ``least`` to ``most``, within `MAX_INTEGER`."""
        value = self.value
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise self.error(f"expected a number, found {kind_of(value)}")
        self._check_range(value, least, most, "a number")
        return float(value)

    def _check_range(
        self, value: float, least: float | None, most: float | None, kind: str
    ) -> None:
        low, high = -MAX_INTEGER if least is None else least, MAX_INTEGER if most is None else most
        if low <= value <= high:  # false for NaN
            return
        style = "g" if isinstance(low, float) or isinstance(high, float) else "d"
        if least is None and most is None:
            expected = f"{kind} of at most {len(str(MAX_INTEGER)) - 1} digits"
        elif least is None:
            expected = f"{kind} of at most {most:{style}}"
        elif most is None and value < low:
            expected = f"{kind} of at least {least:{style}}"
        else:
            expected = f"{kind} from {least:{style}} to {high:{style}}"
        raise self.error(f"expected {expected}, found {shown(value)}")

    def boolean(self) -> bool:
        """Return true or false."""
        if not isinstance(self.value, bool):
            raise self.error(f"expected true or false, found {kind_of(self.value)}")
        return self.value

    def read(self, parse: Callable[[str], T], text: str | None = None) -> T:
        """Return what a text stands for: this one, or the name that this value goes by."""
        text = self.text() if text is None else text
        try:
            return parse(text)
        except InvalidInstanceError:
            raise
        except InputError as error:
            raise self.error(str(error)) from None

    def blamed(self, function: Callable[P, T], *given: P.args, **named: P.kwargs) -> T:
        """Return what a function makes; what it finds wrong, it finds wrong in this value."""
        try:
            return function(*given, **named)
        except InputError as error:
            raise self.error(str(error)) from None

    def optional(self, read: Callable[[Node], T]) -> T | None:
        """Return what is read of this, or None where it is null."""
        return None if self.value is None else read(self)

    def choice(self, allowed: Iterable[C]) -> C:
        """Return a text or number that is one of ``allowed``."""
        allowed = tuple(allowed)
        value = self.value
        if isinstance(value, bool) or not isinstance(value, str | int) or value not in allowed:
            names = ", ".join(str(name) for name in allowed)
            raise self.error(f"expected one of {names}, found {shown(value)}")
        return value

    def distinct(self, values: Iterable[tuple[Node, str]]) -> Iterator[str]:
        """Yield each value of (node, value), raising where one comes a second time."""
        seen: dict[str, Node] = {}
        for node, value in values:
            if value in seen:
                raise node.error(f"{shown(value)} is already used at {seen[value].path}")
            seen[value] = node
            yield value


def names_of(kind: type) -> tuple[str, ...]:
    """Return the names of the fields of a typed dictionary, in order."""
    return tuple(kind.__annotations__)


def fields_of(kind: type[D], value: object, **others: object) -> D:
    """Return what a typed dictionary has: a value's attributes of those names, or ``others``."""
    return kind(
        **{
            name: others[name] if name in others else getattr(value, name)
            for name in names_of(kind)
        }
    )


def parse_json(data: str | bytes, *, source: str = "") -> Node:
    """Read a JSON document.

    Parameters
    ----------
    data
        The document; bytes are UTF-8 or UTF-16, with or without a byte order mark.
    source
        Its name in error messages.

    Raises
    ------
    InvalidInstanceError
        If the text is not JSON, which names line and column, or is longer than `MAX_BYTES`; or
        if a key comes twice in one object.
    """
    if not isinstance(data, str | bytes):
        raise InputError(f"the document is a {type(data).__name__}; expected a str or bytes")
    top = Node(None, source=source)

    def unique(pairs: list[tuple[str, object]]) -> dict[str, object]:
        mapping: dict[str, object] = {}
        for key, value in pairs:
            if key in mapping:
                raise NotationError(f"the key {shown(key)} comes twice in one object")
            mapping[key] = value
        return mapping

    def refuse_constant(name: str) -> Never:
        raise NotationError(f"not JSON: {name} is not a number")

    def bounded_int(text: str) -> int:
        if len(text) > MAX_DIGITS:
            raise NotationError(f"not readable: a number of {len(text)} digits")
        return int(text)

    def bounded_float(text: str) -> float:
        if abs(value := float(text)) > MAX_INTEGER:
            raise NotationError(f"not readable: the number {escaped(text)} is too large")
        return value

    if len(data) > MAX_BYTES:
        raise top.error(f"not readable: longer than {MAX_BYTES:,} bytes")
    try:
        text = decode_text(data) if isinstance(data, bytes) else data
        bounded = {"parse_int": bounded_int, "parse_float": bounded_float}
        hooks: dict[str, Any] = bounded if _LONG_NUMBER.search(text) else {}
        value = json.loads(text, object_pairs_hook=unique, parse_constant=refuse_constant, **hooks)
        return Node(value, source=source)
    except UnicodeDecodeError as error:
        raise top.error(
            f"not a text file: byte {error.start} is not {encoding_name(error.encoding)}"
        ) from None
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        raise top.error(f"not JSON at {place}: {error.msg}") from None
    except RecursionError:
        raise top.error("not readable: lists and objects are nested too deeply") from None
    except NotationError as error:
        raise top.error(str(error)) from None


def read_json(path: FileName) -> Node:
    """Read the JSON document in the file ``path``; errors name the file.

    Raises
    ------
    OSError
        If the file cannot be read.
    InvalidInstanceError
        As `parse_json`.
    InputError
        If ``path`` names no file.
    """
    path = checked_path(path)
    return parse_json(read_file(path), source=str(path))

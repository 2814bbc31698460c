"""File formats of frozen dataclasses: objects with the same fields."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields
from functools import cache
from typing import Annotated, Any, ClassVar, Literal, NamedTuple, Self, TypeVar, get_type_hints

import msgspec
from msgspec import Meta

from chatuchak_solver.codec import Answer, error_context
from chatuchak_solver.io.package_data import load_form

T = TypeVar("T")


class Stored(NamedTuple):
    """The form of a field in files, as metadata of its annotation.

    Attributes
    ----------
    kind
        The type in files.
    write
        Returns the stored value.
    read
        Returns the value of a stored one and its path, or raises InputError.
    """

    kind: Any
    write: Callable[[Any], Any]
    read: Callable[[Any, str], Any]


def fixed_keys(names: Iterable[str]) -> Meta:
    """Return the JSON schema metadata of an object with these keys."""
    return Meta(extra_json_schema={"propertyNames": {"enum": [*names]}})


PieceCounts = dict[str, Annotated[int, Meta(ge=1, le=1000)]]
"""Numbers of pieces by text, in files."""


def stored_counts(parse: Callable[[str], Any]) -> Stored:
    """Return the form of distinct pieces with their numbers, ascending, by text."""

    def read(counts: Mapping[str, int], path: str) -> tuple[tuple[Any, int], ...]:
        found: Counter[Any] = Counter()
        for text, count in counts.items():
            with error_context(f"{path}.{text}"):
                found[parse(text)] += count
        return tuple(sorted(found.items()))

    return Stored(PieceCounts, lambda counts: {str(piece): n for piece, n in counts}, read)


class StoredForm(Answer, frozen=True, kw_only=True):
    """Base of the file formats of dataclasses.

    Attributes
    ----------
    stored
        The fields with another type in files.
    """

    kind: ClassVar[type[Any]]
    stored: ClassVar[Mapping[str, Stored]] = {}

    @classmethod
    def of(cls, value: object, **fields: object) -> Self:
        """Return the form of a value, with attributes replaced by ``fields``."""
        written = {name: part.write(getattr(value, name)) for name, part in cls.stored.items()}
        return super().of(value, **written | fields)

    def to_value(self, *, path: str = "", **changes: Any) -> Any:
        """Return the value of the form with ``changes``.

        In errors, the ``path`` of the form, for example ``setup.``, precedes fields.
        """
        names = [field.name for field in fields(self.kind) if hasattr(self, field.name)]
        values = {name: getattr(self, name) for name in names if name not in changes}
        for name, part in self.stored.items():
            if name in values:
                values[name] = part.read(values[name], f"{path}{name}")
        with error_context(path.removesuffix(".")):
            return self.kind(**values | changes)


@cache
def form_of(kind: type[Any], *omitted: str) -> type[StoredForm]:
    """Return the file format of a dataclass, named after the game for states."""
    hints = get_type_hints(kind, include_extras=True)
    names = [field.name for field in fields(kind) if field.name not in omitted]
    parts = {name: getattr(hints[name], "__metadata__", ()) for name in names}
    stored = {n: part for n in names for part in parts[n] if isinstance(part, Stored)}
    types = [(name, stored[name].kind if name in stored else hints[name]) for name in names]
    game = [("game", Literal[kind.game])] if hasattr(kind, "game") else []
    form: Any = msgspec.defstruct(
        f"{kind.__name__}Form", game + types, bases=(StoredForm,), module=kind.__module__,
        frozen=True, kw_only=True, namespace={"kind": kind, "stored": stored},
    )  # fmt: skip
    return form  # type: ignore[no-any-return]


def stored_dataclass(kind: Any) -> Stored:
    """Return the form of a field with a dataclass."""
    form = form_of(kind)
    return Stored(form, form.of, lambda value, path: value.to_value(path=f"{path}."))


def load_figures(kind: type[T], name: str, data: Mapping[str, object] | None, **given: Any) -> T:
    """Return the figures of a package file with fields replaced by ``data`` or ``given``."""
    read: Callable[..., T] = _read_figures if data else _shipped_figures
    return read(kind, name, data or None, **given)


def _read_figures(kind: Any, name: str, data: Mapping[str, object] | None, **given: Any) -> Any:
    return load_form(name, form_of(kind, *given), data).to_value(**given)


_shipped_figures = cache(_read_figures)

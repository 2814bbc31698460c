"""Package data, or a user's file in its place."""

from collections.abc import Mapping
from importlib import resources
from typing import Final, TypedDict

import chatuchak_data
from chatuchak_solver.arguments import FileName, checked_path
from chatuchak_solver.document import JsonObject, Node, names_of, parse_json
from chatuchak_solver.io.untrusted import read_file

SHIPPED = "shipped"
"""Prefix of names of package files in messages."""


class Provenance(TypedDict, total=False):
    """The source of a document's data."""

    provenance: str
    """The source of the contents."""
    assumed: bool
    """Whether the data is assumed."""
    why_assumed: str
    """The assumption and its reason."""


ASSUMED_FIELDS: Final = names_of(Provenance)


def read_bytes(name: str, path: FileName | None = None) -> tuple[bytes, str]:
    """Return a user's file, or the package file ``name`` by default, and its name in messages.

    Raises
    ------
    OSError
        If the user's file cannot be read.
    InvalidInstanceError
        If the file is too long.
    InputError
        If ``path`` is not a file name.
    """
    if path is not None:
        path = checked_path(path)
        return read_file(path), str(path)
    return resources.files(chatuchak_data).joinpath(name).read_bytes(), f"{SHIPPED} {name}"


def read_document(name: str, path: FileName | None = None) -> Node:
    """Return a user's JSON document, or the package document ``name`` by default.

    Raises
    ------
    OSError
        If the user's file cannot be read.
    InvalidInstanceError
        If the document is not JSON.
    """
    data, source = read_bytes(name, path)
    return parse_json(data, source=source)


def read_assumption(fields: Mapping[str, Node]) -> str | None:
    """Return the reason for assumed data, or None if the data is known.

    Raises
    ------
    InvalidInstanceError
        If ``assumed`` is not a boolean, or ``why_assumed`` is not a printable line.
    """
    if "assumed" not in fields or not fields["assumed"].boolean():
        return None
    return fields["why_assumed"].label(longest=400) if "why_assumed" in fields else "not known"


def read_figures(
    name: str, names: tuple[str, ...], data: Mapping[str, object] | None = None
) -> JsonObject:
    """Return the named fields of a package document, overridden by ``data``.

    Raises
    ------
    InvalidInstanceError
        If ``data`` has an unknown field.
    """
    shipped = read_document(name).fields(names, ASSUMED_FIELDS)
    own = Node(dict(data or {})).fields(optional=(*names, *ASSUMED_FIELDS))
    return {name: ({**shipped, **own})[name].value for name in names}

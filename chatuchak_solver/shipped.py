"""The one door to the shipped files, or to a user's own in their place.

`chatuchak_data` holds files only; what they mean is read beside the type that they become.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import resources
from typing import Final

import chatuchak_data
from chatuchak_solver.arguments import FileName, checked_path
from chatuchak_solver.document import Node, parse_json
from chatuchak_solver.foreign import read_file

__all__ = ["ASSUMED_FIELDS", "SHIPPED", "read_assumption", "read_bytes", "read_document"]

SHIPPED = "shipped"
"""What messages put before the name of a shipped file."""

ASSUMED_FIELDS: Final = ("provenance", "assumed", "why_assumed")
"""The fields that say where a document's figures are from."""


def read_bytes(name: str, path: FileName | None = None) -> tuple[bytes, str]:
    """Return a user's file, or the shipped file ``name`` without one, and its name in messages.

    Raises
    ------
    OSError
        If the user's file cannot be read.
    InvalidInstanceError
        If it is too long.
    InputError
        If ``path`` names no file.
    """
    if path is not None:
        path = checked_path(path)
        return read_file(path), str(path)
    return resources.files(chatuchak_data).joinpath(name).read_bytes(), f"{SHIPPED} {name}"


def read_document(name: str, path: FileName | None = None) -> Node:
    """Return a user's JSON document, or the shipped document ``name`` without one.

    Raises
    ------
    OSError
        If the user's file cannot be read.
    InvalidInstanceError
        If it is not JSON.
    """
    data, source = read_bytes(name, path)
    return parse_json(data, source=source)


def read_assumption(fields: Mapping[str, Node]) -> str | None:
    """Return why a document's figures had to be assumed, or None where they are known.

    Raises
    ------
    InvalidInstanceError
        If its ``assumed`` is not true or false, or its ``why_assumed`` no printable line.
    """
    if "assumed" not in fields or not fields["assumed"].boolean():
        return None
    return fields["why_assumed"].label(longest=400) if "why_assumed" in fields else "not known"

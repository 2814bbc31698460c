"""Reading what the page sends."""

from __future__ import annotations

import secrets
from typing import Final

from chatuchak_solver.document import parse_json
from chatuchak_solver.errors import InputError
from chatuchak_solver.puzzle.grid import Grid

__all__ = ["read_grid", "read_seed"]

MAX_SEED: Final = 2**32 - 1


def read_grid(body: bytes) -> Grid:
    """Return the grid of a request ``{"grid": "..."}``.

    Raises
    ------
    InputError
        If the body is anything else.
    """
    fields = parse_json(body, source="the request").fields(("grid",))
    return Grid.parse(fields["grid"].text())


def read_seed(text: str | None) -> int:
    """Return a seed, or a random one where none is given.

    Raises
    ------
    InputError
        If it is no number from 0 to `MAX_SEED`.
    """
    if text is None:
        return secrets.randbelow(MAX_SEED + 1)
    if not (text.isascii() and text.isdigit() and len(text) <= 10 and int(text) <= MAX_SEED):
        raise InputError(f"seed {text[:20]!r} is out of range; expected 0..{MAX_SEED}")
    return int(text)

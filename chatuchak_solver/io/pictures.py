"""How values show themselves as pictures in notebooks without knowing who draws them.

A value's `_repr_svg_` asks `svg_of`. Who can draw a type says so with `register`: for the types
of this library `chatuchak_solver.rendering.notebook` does, which is imported when the first
picture is asked for and is named nowhere else.

Examples
--------
>>> from chatuchak_solver.puzzle import Grid
>>> svg_of(Grid.parse(".RY/YRG/RGG")).startswith("<svg")
True
"""

import importlib
from collections.abc import Callable
from typing import Any, Final, TypeVar

from chatuchak_solver.errors import InputError

V = TypeVar("V")

OUR_OWN: Final = "chatuchak_solver.rendering.notebook"
"""The module that registers the types of this library."""

_drawings: dict[type, Callable[[Any], str]] = {}


def register(kind: type[V], draw: Callable[[V], str]) -> None:
    """Let ``draw`` make the SVG document of every value of a type, and of its subtypes.

    It goes before any earlier one, and before what this library draws itself.
    """
    _drawings[kind] = draw


def svg_of(value: object) -> str:
    """Return the SVG document that shows a value.

    Raises
    ------
    InputError
        If nobody has registered its type.
    """
    draw = _drawing(type(value))
    if draw is None:
        theirs = dict(_drawings)
        importlib.import_module(OUR_OWN)
        _drawings.update(theirs)
        draw = _drawing(type(value))
    if draw is None:
        raise InputError(f"nothing draws a {type(value).__name__}; expected a type in `register`")
    return draw(value)


def _drawing(kind: type) -> Callable[[Any], str] | None:
    return next((_drawings[base] for base in kind.__mro__ if base in _drawings), None)

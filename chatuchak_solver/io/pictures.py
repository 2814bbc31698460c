"""SVG representations of values in notebooks, independent of the renderers.

A value's ``_repr_svg_`` calls `svg_of`. `register` adds renderers to those of this library, which
are imported at first use.

Examples
--------
>>> from chatuchak_solver.puzzle import Grid
>>> svg_of(Grid.parse(".RY/YRG/RGG")).startswith("<svg")
True
"""

import importlib
from collections.abc import Callable
from typing import Any, TypeVar

from chatuchak_solver.errors import InputError

V = TypeVar("V")

BUILTIN_RENDERERS = "chatuchak_solver.rendering.boards"

_renderers: dict[type, Callable[[Any], str]] = {}


def register(kind: type[V], draw: Callable[[V], str]) -> None:
    """Register a renderer of SVG documents for a type and its subtypes.

    Overrides earlier renderers and those of this library.
    """
    _renderers[kind] = draw


def svg_of(value: object) -> str:
    """Return a value's SVG document."""
    renderers = {**importlib.import_module(BUILTIN_RENDERERS).RENDERERS, **_renderers}
    for kind in type(value).__mro__:
        if kind in renderers:
            svg: str = renderers[kind](value)
            return svg
    raise InputError(
        f"invalid value of type {type(value).__name__}: expected one with a registered picture"
    )

"""SVG representations of values in notebooks, independent of the renderers.

A value's ``_repr_svg_`` calls `svg_of`. Renderers register types with `register`; the renderers of
this library are imported at first use.

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

BUILTIN_RENDERERS: Final = "chatuchak_solver.rendering.notebook"

_renderers: dict[type, Callable[[Any], str]] = {}


def register(kind: type[V], draw: Callable[[V], str]) -> None:
    """Register a renderer of SVG documents for a type and its subtypes.

    Overrides earlier renderers.
    """
    _renderers[kind] = draw


def svg_of(value: object) -> str:
    """Return a value's SVG document."""
    draw = _find_renderer(type(value))
    if draw is None:
        registered = dict(_renderers)
        importlib.import_module(BUILTIN_RENDERERS)
        _renderers.update(registered)
        draw = _find_renderer(type(value))
    if draw is None:
        raise InputError(
            f"invalid value of type {type(value).__name__}: expected one with a registered picture"
        )
    return draw(value)


def _find_renderer(kind: type) -> Callable[[Any], str] | None:
    return next((_renderers[base] for base in kind.__mro__ if base in _renderers), None)

"""Spaces: what one of a card's six spaces shows.

A space is a small integer, so that stands are arrays and kernels need no translation: 0 is *no
card*, 1..5 are the goods in the order of `GOODS`, 6..8 the empties in the order of `EMPTIES`, and
`MOUSE` is added where a mouse sits on it. As text a space is its letter, with ``*`` for the mouse.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from chatuchak_solver.errors import NotationError

__all__ = [
    "EMPTIES",
    "GOODS",
    "KINDS",
    "KIND_MASK",
    "KIND_NAMES",
    "MOUSE",
    "NO_CARD",
    "good_code",
    "has_mouse",
    "is_good",
    "kind_letter",
    "parse_space",
    "space_text",
]

GOODS: Final = "SBGCM"
"""Strawberry, banana, grape, carrot, mushroom: the spaces 1..5."""

EMPTIES: Final = "cpb"
"""Crate, pallet, barrel: the spaces 6..8."""

NO_CARD: Final = 0
"""Where no card lies; ``.`` as text."""

MOUSE: Final = 16
"""Added to a space on which a mouse sits."""

KIND_MASK: Final = 15
"""``space & KIND_MASK`` is the space without its mouse."""

KINDS: Final = range(1, len(GOODS + EMPTIES) + 1)
"""Every space of a card without a mouse."""

KIND_NAMES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "S": "strawberry",
        "B": "banana",
        "G": "grape",
        "C": "carrot",
        "M": "mushroom",
        "c": "crate",
        "p": "pallet",
        "b": "barrel",
    }
)

_LETTERS: Final = "." + GOODS + EMPTIES


def good_code(letter: str) -> int:
    """Return the space, 1..5, of a good's letter.

    Raises
    ------
    NotationError
        If ``letter`` is not one of `GOODS`.
    """
    if len(letter) != 1 or letter not in GOODS:
        goods = ", ".join(f"{good} ({KIND_NAMES[good]})" for good in GOODS)
        raise NotationError(f"expected a good's letter, one of {goods}, found {letter!a}")
    return GOODS.index(letter) + 1


def is_good(space: int) -> bool:
    """Whether a space shows a good, with or without a mouse."""
    return 1 <= space & KIND_MASK <= len(GOODS)


def has_mouse(space: int) -> bool:
    """Whether a mouse sits on a space."""
    return bool(space & MOUSE)


def kind_letter(space: int) -> str:
    """Return a space's letter without its mouse; ``.`` where no card lies."""
    return _LETTERS[space & KIND_MASK]


def space_text(space: int) -> str:
    """Return a space as text, such as ``S``, ``c*`` or ``.``."""
    return kind_letter(space) + "*" * has_mouse(space)


def parse_space(text: str) -> int:
    """Read a space; ``parse_space(space_text(space)) == space``.

    Raises
    ------
    NotationError
        If the text is not one letter, with at most one ``*`` after a letter of a card's space.

    Examples
    --------
    >>> parse_space("B"), parse_space("c*"), parse_space(".")
    (2, 22, 0)
    """
    letter, star = text[:1], text[1:]
    if not letter or letter not in _LETTERS or star not in ("", "*") or text == ".*":
        raise NotationError(
            f"expected a good ({' '.join(GOODS)}) or an empty ({' '.join(EMPTIES)}), with * after "
            f"it for a mouse, found {text!a}"
        )
    return _LETTERS.index(letter) + MOUSE * (star == "*")

"""Spaces: the contents of a card's six spaces.

A space is a small integer: 0 is *no card*, 1..5 are the goods in the order of `GOODS`, 6..8 the
empties in the order of `EMPTIES`; a mouse adds `MOUSE`. As text a space is its letter, with ``*``
for the mouse.
"""

from collections.abc import Iterable, Mapping, Sequence
from operator import index
from typing import Annotated, Literal, cast

from msgspec import Meta

from chatuchak_solver.arguments import check_type, is_int
from chatuchak_solver.codec import check_unique, error_context
from chatuchak_solver.errors import InputError, NotationError
from chatuchak_solver.io.untrusted import describe

GOODS = "SBGCM"
"""Strawberry, banana, grape, carrot, mushroom: the spaces 1..5."""

Goods = Annotated[tuple[Literal["S", "B", "G", "C", "M"], ...], Meta(max_length=len(GOODS))]

EMPTIES = "cpb"
"""Crate, pallet, barrel: the spaces 6..8."""

NO_CARD = 0
"""An uncovered space; ``.`` as text."""

MOUSE = 16
"""Added to a space with a mouse."""

KIND_MASK = 15

KINDS = range(1, len(GOODS + EMPTIES) + 1)
"""Every space of a card, without mice."""

_NAMES = "strawberry banana grape carrot mushroom crate pallet barrel"
KIND_NAMES: Mapping[str, str] = dict(zip(GOODS + EMPTIES, _NAMES.split(), strict=True))

_LETTERS = "." + GOODS + EMPTIES

_SPACES = frozenset({NO_CARD, *KINDS, *(kind + MOUSE for kind in KINDS)})


def check_space(space: object) -> int:
    """Return a valid space as an int."""
    if is_int(space) and index(space) in _SPACES:
        return index(space)
    raise InputError(
        f"invalid space {describe(space)}: expected {NO_CARD} for no card or "
        f"{KINDS[0]}..{KINDS[-1]}, with {MOUSE} added for a mouse"
    )


def are_spaces(row: object) -> bool:
    """Return whether a row is a tuple of valid ints; faster than `check_space`."""
    return type(row) is tuple and {int}.issuperset(map(type, row)) and _SPACES.issuperset(row)


def check_goods(goods: object) -> tuple[str, ...]:
    """Return goods' letters as a tuple, in the order of `GOODS`."""
    try:
        letters = tuple(cast("tuple[str, ...]", goods))
    except TypeError:
        raise InputError(
            f"invalid goods {describe(goods)}: expected a list of letters of {GOODS}"
        ) from None
    for letter in letters:
        good_code(letter)
    return letters


def read_goods(goods: Sequence[str], path: str) -> tuple[str, ...]:
    """Return the goods of a document in the order of `GOODS`; ``path`` is for messages.

    Raises
    ------
    InvalidInstanceError
        If a good occurs twice.
    """
    check_unique((f"{path}[{index}]", good) for index, good in enumerate(goods))
    return tuple(sorted(goods, key=GOODS.index))


def good_code(letter: str) -> int:
    """Return the space, 1..5, of a good's letter; raise `NotationError` for others."""
    if not isinstance(letter, str) or len(letter) != 1 or letter not in GOODS:
        goods = ", ".join(f"{good} ({KIND_NAMES[good]})" for good in GOODS)
        raise NotationError(f"invalid good {letter!a}: expected one of {goods}")
    return GOODS.index(letter) + 1


def has_mouse(space: int) -> bool:
    """Return whether a space has a mouse."""
    return bool(check_space(space) & MOUSE)


def kind_letter(space: int) -> str:
    """Return a space's letter without its mouse; ``.`` for no card."""
    return _LETTERS[check_space(space) & KIND_MASK]


def space_text(space: int) -> str:
    """Return a space as text, for example ``S``, ``c*`` or ``.``."""
    return kind_letter(space) + "*" * has_mouse(space)


def parse_space(text: str) -> int:
    """Read a space; ``parse_space(space_text(space)) == space``.

    Raises
    ------
    NotationError
        If the text is not one letter, optionally with ``*`` after a letter of a card's space.

    Examples
    --------
    >>> parse_space("B"), parse_space("c*"), parse_space(".")
    (2, 22, 0)
    """
    check_type(text, str, name="space")
    letter, star = text[:1], text[1:]
    if not letter or letter not in _LETTERS or star not in ("", "*") or text == ".*":
        raise NotationError(
            f"invalid space {text!a}: expected a good ({' '.join(GOODS)}) or an empty "
            f"({' '.join(EMPTIES)}), followed by * for a mouse"
        )
    return _LETTERS.index(letter) + MOUSE * (star == "*")


def parse_spaces(texts: Iterable[str]) -> list[int]:
    """Read the spaces of a row; an `InvalidInstanceError` names the space by its number from 1."""
    spaces = []
    for number, text in enumerate(texts, start=1):
        with error_context(f"space {number}"):
            spaces.append(parse_space(text))
    return spaces

"""Each exported function and class raises `InputError` for an invalid argument.

Each parameter gets an object of no valid type; `wrong_calls.txt` has values out of range. A new
export fails here until `right_arguments.txt` has valid arguments for it, or it is a result that
only the library creates.
"""

import inspect
import re
from collections.abc import Callable, Iterator
from datetime import date
from enum import Enum
from functools import cache, partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import chatuchak_generators
import chatuchak_solver
from chatuchak_solver import Grid, InputError, shipped_deck

EXPORTS: dict[str, Any] = {
    name: getattr(package, name)
    for package in (chatuchak_solver, chatuchak_generators)
    for name in package.__all__
}

GRID = Grid.parse(".RY/YRG/RGG")
DECK = shipped_deck()
DAY = date(2026, 11, 22)
EXAMPLES = Path(__file__).parents[2] / "docs/examples/files"
PLAYED = f"player,grid,moves\nOla,{GRID},9\n".encode()

PLAN: dict[str, Any] = {
    "game": "chatuchak-speed",
    "players": ("random",) * 2,
    "games": 1,
    "seed": 1,
}


@cache
def state() -> Any:
    return chatuchak_solver.new_game("mercado")


RIGHT: dict[str, str] = dict(
    re.findall(
        r"^(\w+)\n((?: {4}.+\n)+)",
        Path(__file__).with_name("right_arguments.txt").read_text(encoding="utf-8"),
        re.MULTILINE,
    )
)
"""Expressions of valid arguments; an invalid argument replaces one or is added."""


ODD_CHOICES: tuple[Any, ...] = (
    *(None, 7, 10**5000, 1.5, b"jump", "\ud800", [], ["jump"], {}, int),
    *(np.array([1, 2]), np.array([]), np.array("jump"), np.array(["jump", "slide"])),
)
ODD_PATHS: tuple[Any, ...] = (
    *(None, 7, 10**5000, b"x", "\ud800", "a\0b", Path("\ud800"), [], np.array(1)),
)
READ_PHOTOS = partial(chatuchak_solver.read_photos, ["x.jpg"])
ODD: dict[str, tuple[Callable[[Any], object], tuple[Any, ...]]] = {
    **{
        kind.__name__: (kind, ODD_CHOICES)
        for kind in (
            *(chatuchak_solver.MoveRule, chatuchak_solver.Status, chatuchak_solver.StopReason),
            *(chatuchak_solver.Variant, chatuchak_generators.DeckKind),
        )
    },
    "photo": (chatuchak_solver.read_photo, ODD_PATHS),
    "photos": (chatuchak_solver.read_photos, ODD_PATHS),
    "list of photos": (lambda value: chatuchak_solver.read_photos([value]), ODD_PATHS),
    "empty": (lambda value: chatuchak_solver.read_photo("x.jpg", empty=value), ODD_CHOICES),
    "empty of photos": (lambda value: READ_PHOTOS(empty=value), ODD_CHOICES),
    "merge_views": (lambda value: READ_PHOTOS(merge_views=value), ODD_CHOICES),
    "counts": (lambda value: READ_PHOTOS(counts=value), ODD_CHOICES),
}
"""Enumerations and functions of an extra, with values of odd types."""

RESULT_ENUMS = {"Color", "MoveKind", "Origin", "Proof", "Title", "Variant"}

WITHOUT_ARGUMENTS = {
    "__version__",
    "GAMES",
    "Algorithm",
    "Extreme",
    "Heuristic",
    "OnProgress",
    "Quality",
    "SetUp",
}

MADE = {
    name
    for name, kind in EXPORTS.items()
    if isinstance(kind, type) and name not in RIGHT and not issubclass(kind, Enum | Exception)
}
"""Results that only the library creates."""

TESTED_WITH_THEIR_EXTRA = {"read_photo", "read_photos"}
"""Functions of an extra; its tests have further invalid arguments."""


def generator() -> np.random.Generator:
    return np.random.default_rng(1)


def right_arguments(name: str) -> dict[str, Any]:
    """Return new valid arguments."""
    arguments: dict[str, Any] = eval(RIGHT[name].strip(), {**EXPORTS, **globals()})
    return arguments


def call(name: str, changes: dict[str, Any]) -> object:
    """Call an export with changes of its valid arguments; advance an iterator once."""
    result = EXPORTS[name](**{**right_arguments(name), **changes})
    return next(result) if isinstance(result, Iterator) else result


def refusal(name: str, parameter: str, value: Any) -> str:
    """Return the error message of a call with one invalid argument."""
    try:
        found = call(name, {parameter: value})
    except InputError as error:
        return str(error)
    pytest.fail(f"{name}({parameter}={value!r}) gave {found!r}")


def test_every_exported_name_is_covered() -> None:
    for name, value in EXPORTS.items():
        if name in WITHOUT_ARGUMENTS | MADE | TESTED_WITH_THEIR_EXTRA:
            continue
        if isinstance(value, type) and issubclass(value, Exception | Enum):
            assert issubclass(value, Exception) or name in ODD or name in RESULT_ENUMS, name
        else:
            assert callable(value), name
            assert name in RIGHT, f"{name} is exported without arguments to test it with"
    assert set(RIGHT) | WITHOUT_ARGUMENTS <= set(EXPORTS)


def odd_values(name: str, parameter: str) -> tuple[Any, ...]:
    """Return values of odd types for a choice, a path or a document."""
    is_game = (name, parameter) in (("new_game", "game"), ("game_entry", "name"))
    if is_game or (name[0].islower() and parameter in ("rule", "algorithm", "level", "kind")):
        return ODD_CHOICES[parameter == "algorithm" :]  # None is its default
    is_file = name in ("load_deck", "load_formula") or name.startswith("score_")
    return ODD_PATHS if is_file and parameter in ("path", "game") else ()


@pytest.mark.parametrize("name", sorted(set(RIGHT) - {"shipped_deck"}))
def test_an_argument_of_an_invalid_type_is_refused(name: str) -> None:
    for parameter in inspect.signature(EXPORTS[name]).parameters:
        for value in (object(), *odd_values(name, parameter)):
            assert refusal(name, parameter, value).isprintable()


@pytest.mark.parametrize(("call", "values"), ODD.values(), ids=ODD)
def test_odd_types_are_refused(call: Callable[[Any], object], values: tuple[Any, ...]) -> None:
    for value in values:
        with pytest.raises(InputError) as found:
            call(value)
        assert str(found.value).isprintable()

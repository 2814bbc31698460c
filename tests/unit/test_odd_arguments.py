"""Public functions refuse arguments of odd types by one line, never by another error."""

import inspect
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import numpy as np
import pytest

import chatuchak_solver as library
from chatuchak_generators import DeckKind, generate_deck
from chatuchak_solver import Grid, MoveRule, Status, StopReason, Variant

SMALL: Final = Grid.parse(".RY/YRG/RGG")
NO_CHOICES: Final[tuple[Any, ...]] = (
    *(None, 7, 10**5000, 1.5, b"jump", "\ud800", object(), [], ["jump"], {}, int),
    *(np.array([1, 2]), np.array([]), np.array("jump"), np.array(["jump", "slide"])),
)
NO_PATHS: Final[tuple[Any, ...]] = (
    *(None, 7, 10**5000, b"x", "\ud800", "a\0b", Path("\ud800"), [], np.array(1)),
)

CHOICES: Final[dict[str, Callable[[Any], object]]] = {
    "solve rule": lambda value: library.solve(SMALL, rule=value),
    "solve algorithm": lambda value: library.solve(SMALL, algorithm=value),
    "hint rule": lambda value: library.hint(SMALL, rule=value),
    "graded hint rule": lambda value: library.graded_hint(SMALL, rule=value),
    "graded hint level": lambda value: library.graded_hint(SMALL, value),
    "review rule": lambda value: library.review(SMALL, [6], rule=value),
    "replay rule": lambda value: library.replay(SMALL, [6], rule=value),
    "solve many rule": lambda value: list(library.solve_many([SMALL], rule=value)),
    "state space rule": lambda value: library.state_space(SMALL, rule=value),
    "additive heuristic rule": lambda value: library.additive_heuristic(SMALL, value),
    "pattern database rule": lambda value: library.pattern_database(SMALL.board, 2, value),
    "game": library.game_entry,
    "new game": library.new_game,
    "deck kind": lambda value: generate_deck(1, kind=value),
    "photo empty": lambda value: library.read_photo("x.jpg", empty=value),
    "photos empty": lambda value: library.read_photos(["x.jpg"], empty=value),
    "photos merge_views": lambda value: library.read_photos(["x.jpg"], merge_views=value),
    "photos counts": lambda value: library.read_photos(["x.jpg"], counts=value),
    **{kind.__name__: kind for kind in (MoveRule, Status, StopReason, Variant, DeckKind)},
}
PATHS: Final[dict[str, Callable[[Any], object]]] = {
    **{
        name: getattr(library, name)
        for name in (
            *("load_deck", "load_formula", "read_photo", "score_stand", "score_chatuchak"),
            *("score_chatuchak_speed", "score_mercado", "score_river_market"),
        )
    },
    "photos": lambda value: library.read_photos([value]),
    "list of photos": library.read_photos,
}


def refused(call: Callable[[Any], object], value: object) -> None:
    with pytest.raises(library.ChatuchakError) as found:
        call(value)
    message = str(found.value)
    assert "\n" not in message
    assert message.encode()


@pytest.mark.parametrize("name", CHOICES)
def test_choices_of_odd_types_are_refused(name: str) -> None:
    for value in NO_CHOICES:
        if value is not None or name != "solve algorithm":  # which is the default
            refused(CHOICES[name], value)


@pytest.mark.parametrize("name", PATHS)
def test_names_that_no_file_has_are_refused(name: str) -> None:
    for value in NO_PATHS:
        refused(PATHS[name], value)


def test_every_rule_of_a_public_function_is_tested() -> None:
    functions = [getattr(library, name) for name in library.__all__]
    ruled = [
        function for function in filter(inspect.isfunction, functions)
        if "rule" in inspect.signature(function).parameters
    ]  # fmt: skip
    tested = {name.replace(" ", "_").removesuffix("_rule") for name in CHOICES}
    assert {function.__name__ for function in ruled} <= tested

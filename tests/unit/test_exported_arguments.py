"""Each exported function and class raises `InputError` for an invalid argument.

Each parameter gets an object of no valid type; `wrong_calls.txt` has values out of range. A new
export fails here until it has valid arguments in `RIGHT`, or is a result that only the library
creates.
"""

import inspect
from collections.abc import Callable, Iterator
from datetime import date
from enum import Enum
from functools import cache, partial
from pathlib import Path
from typing import Any, Final

import numpy as np
import pytest

import chatuchak_generators
import chatuchak_solver
from chatuchak_generators import Range
from chatuchak_solver import Grid, InputError, Stand, StandProblem, shipped_deck

PACKAGES = (chatuchak_solver, chatuchak_generators)

GRID = Grid.parse(".RY/YRG/RGG")
DECK = shipped_deck()
EXAMPLES = Path(__file__).parents[2] / "docs/examples/files"
PLAYED = f"player,grid,moves\nOla,{GRID},9\n".encode()

PLAN: Final[dict[str, Any]] = {
    "game": "chatuchak-speed",
    "players": ("random",) * 2,
    "games": 1,
    "seed": 1,
}


@cache
def state() -> Any:
    return chatuchak_solver.new_game("mercado")


RIGHT: dict[str, Callable[[], dict[str, Any]]] = {
    "Board": dict,
    "Card": lambda: {"id": "a", "spaces": (1,) * 6},
    "Deck": lambda: {"cards": DECK.cards[:2]},
    "GameRecord": lambda: {"start": state(), "log": (), "state": state()},
    "Grid": lambda: {"board": GRID.board, "color_masks": GRID.color_masks, "empty": 0},
    "NextCard": lambda: {"stand": Stand(), "cards": DECK.cards[:1]},
    "Order": dict,
    "Placement": lambda: {"card": DECK["c01"], "x": 0, "y": 0},
    "PlanOptions": dict,
    "SimulationPlan": lambda: dict(PLAN),
    "Solution": lambda: {
        "grid": GRID,
        "rule": "jump",
        "algorithm": "goal",
        "status": chatuchak_solver.Status.OPTIMAL,
        "moves": (2, 8, 7, 1),
        "lower_bound": 4,
        "expanded": 0,
        "seconds": 0.0,
    },
    "Stand": dict,
    "StandProblem": lambda: {"cards": DECK.cards[:1]},
    "StartGridSource": lambda: {"seed": 1},
    "Stop": dict,
    "Range": lambda: {"low": 19, "high": 20},
    "RankingReference": dict,
    "assess": lambda: {"grid": GRID, "games": 2},
    "best_placements": lambda: {"stand": Stand(), "cards": DECK.cards[:1]},
    "bulk_start_grids": lambda: {"n": 1, "seed": 1},
    "canonical_form": lambda: {"grid": GRID},
    "chatuchak_speed_with_random_grids": lambda: {"num_players": 2, "rng": generator()},
    "chatuchak_with_random_grids": lambda: {"num_players": 2, "rng": generator()},
    "compare_grids": lambda: {"grids": [GRID, GRID], "games": 2},
    "composition": lambda: {"cards": DECK.cards},
    "daily_grid": lambda: {"day": date(2026, 11, 22)},
    "even_targets": lambda: {"n": 2, "wanted": Range(19, 20)},
    "additive_heuristic": lambda: {"grid": GRID},
    "goal_bound": lambda: {"grid": GRID},
    "pattern_database": lambda: {"board": GRID.board, "size": 2, "rule": "jump"},
    "tile_set": lambda: {"pool": [GRID], "count": 1, "values": [1.0]},
    "explain_difficulty": lambda: {"solution": chatuchak_solver.solve(GRID), "games": 2},
    "game_entry": lambda: {"name": "mercado"},
    "generate_deck": lambda: {"seed": 1, "cards": 2},
    "generate_exercises": lambda: {"n": 1, "seed": 1},
    "generate_start_grids": lambda: {"n": 1, "seed": 1},
    "graded_hint": lambda: {"grid": GRID, "level": 2},
    "hint": lambda: {"grid": GRID},
    "load_box": lambda: {"path": EXAMPLES / "box.json"},
    "load_deck": dict,
    "load_formula": lambda: {"path": EXAMPLES / "formula.json"},
    "load_solo_ranks": dict,
    "load_start_tiles": dict,
    "make_set": lambda: {"targets": [Range(19, 21)]},
    "make_to_order": lambda: {"n": 1, "wanted": Range(19, 21)},
    "new_game": lambda: {"game": "chatuchak-speed"},
    "optimal_paths": lambda: {"grid": GRID},
    "parse_games": lambda: {"data": PLAYED, "source": "evening.jsonl"},
    "plan_playtest": lambda: {"grids": [GRID, chatuchak_solver.Grid.parse("RG/GR/.R")]},
    "plan_stand": lambda: {"problem": StandProblem(DECK.cards[:1])},
    "rank_tiles": lambda: {"grids": [GRID], "games": 2},
    "replay": lambda: {"grid": GRID, "moves": [2]},
    "report_playtest": lambda: {"games": chatuchak_solver.parse_games(PLAYED, source="f")},
    "report_on_tiles": lambda: {"grids": [GRID], "games": 2},
    "score_chatuchak": lambda: {"game": {"players": [{"name": "Amy", "grid": str(GRID)}]}},
    "score_chatuchak_speed": dict,
    "score_mercado": dict,
    "score_river_market": dict,
    "score_stand": dict,
    "search_records": lambda: {"extreme": "hardest", "seed": 1, "restarts": 0},
    "shipped_deck": dict,
    "simulate": lambda: {"plan": chatuchak_solver.SimulationPlan(**PLAN), "workers": 1},
    "review": lambda: {"grid": GRID, "moves": [6]},
    "solve": lambda: {"grid": GRID},
    "solve_many": lambda: {"grids": [GRID], "workers": 1},
    "start_grid": lambda: {"seed": 1, "index": 0},
    "start_grid_batches": lambda: {"n": 1, "seed": 1},
    "state_space": lambda: {"grid": Grid.parse("RR/Y./YY")},
    "start_violations": lambda: {"grid": GRID},
}
"""Valid arguments; an invalid one replaces one of them or is added."""


ODD_CHOICES: Final[tuple[Any, ...]] = (
    *(None, 7, 10**5000, 1.5, b"jump", "\ud800", [], ["jump"], {}, int),
    *(np.array([1, 2]), np.array([]), np.array("jump"), np.array(["jump", "slide"])),
)
ODD_PATHS: Final[tuple[Any, ...]] = (
    *(None, 7, 10**5000, b"x", "\ud800", "a\0b", Path("\ud800"), [], np.array(1)),
)
READ_PHOTOS: Final = partial(chatuchak_solver.read_photos, ["x.jpg"])
ODD: Final[dict[str, tuple[Callable[[Any], object], tuple[Any, ...]]]] = {
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

RESULT_ENUMS: Final = {"Color", "MoveKind", "Origin", "Proof", "Title", "Variant"}

WITHOUT_ARGUMENTS: Final = {
    "__version__",
    "GAMES",
    "WORK_UNITS",
    "Algorithm",
    "Extreme",
    "Heuristic",
    "OnProgress",
    "Quality",
    "SetUp",
}

MADE: Final = {
    name
    for package in PACKAGES
    for name in package.__all__
    if isinstance(kind := getattr(package, name), type)
    and name not in RIGHT
    and not issubclass(kind, Enum | Exception)
}
"""Results that only the library creates."""

TESTED_WITH_THEIR_EXTRA: Final = {"read_photo", "read_photos"}
"""Functions of an extra, whose tests have further invalid arguments."""


def is_protocol(kind: type) -> bool:
    return getattr(kind, "_is_protocol", False) or inspect.isabstract(kind)


def nothing() -> Any:
    """Return something that no parameter takes."""
    return object()


def generator() -> np.random.Generator:
    return np.random.default_rng(1)


def exported() -> Iterator[tuple[str, Any]]:
    for package in PACKAGES:
        for name in package.__all__:
            yield name, getattr(package, name)


def parameters(name: str) -> list[str]:
    package = next(package for package in PACKAGES if name in package.__all__)
    return list(inspect.signature(getattr(package, name)).parameters)


def call(name: str, changes: dict[str, Any]) -> object:
    """Call an export with changes of its valid arguments; advance an iterator once."""
    package = next(package for package in PACKAGES if name in package.__all__)
    result = getattr(package, name)(**{**RIGHT[name](), **changes})
    return next(result) if isinstance(result, Iterator) else result


def refusal(name: str, parameter: str, value: Any) -> str:
    """Return the error message of a call with one invalid argument."""
    try:
        found = call(name, {parameter: value})
    except InputError as error:
        return str(error)
    pytest.fail(f"{name}({parameter}={value!r}) gave {found!r}")


def test_every_exported_name_is_covered() -> None:
    for name, value in exported():
        if name in WITHOUT_ARGUMENTS | MADE | TESTED_WITH_THEIR_EXTRA:
            continue
        if isinstance(value, type) and issubclass(value, Exception | Enum):
            assert issubclass(value, Exception) or name in ODD or name in RESULT_ENUMS, name
        else:
            assert callable(value), name
            assert name in RIGHT, f"{name} is exported without arguments to test it with"
    names = {name for name, _ in exported()}
    assert set(RIGHT) | WITHOUT_ARGUMENTS <= names


def odd_values(name: str, parameter: str) -> tuple[Any, ...]:
    """Return values of odd types for a choice, a path or a document."""
    is_game = (name, parameter) in (("new_game", "game"), ("game_entry", "name"))
    if is_game or (name[0].islower() and parameter in ("rule", "algorithm", "level", "kind")):
        return ODD_CHOICES[parameter == "algorithm" :]  # None is its default
    is_file = name in ("load_deck", "load_formula") or name.startswith("score_")
    return ODD_PATHS if is_file and parameter in ("path", "game") else ()


@pytest.mark.parametrize("name", sorted(set(RIGHT) - {"shipped_deck"}))
def test_an_argument_of_an_invalid_type_is_refused(name: str) -> None:
    for parameter in parameters(name):
        for value in (nothing(), *odd_values(name, parameter)):
            assert refusal(name, parameter, value).isprintable()


@pytest.mark.parametrize(("call", "values"), ODD.values(), ids=ODD)
def test_odd_types_are_refused(call: Callable[[Any], object], values: tuple[Any, ...]) -> None:
    for value in values:
        with pytest.raises(InputError) as found:
            call(value)
        assert str(found.value).isprintable()


@pytest.mark.parametrize("package", PACKAGES, ids=lambda package: package.__name__)
def test_no_exported_value_has_a_default_repr(package: Any) -> None:
    kinds = [getattr(package, name) for name in package.__all__]
    values = [kind for kind in kinds if inspect.isclass(kind) and not is_protocol(kind)]
    assert [kind for kind in values if kind.__repr__ is object.__repr__] == []

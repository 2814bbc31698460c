"""Each exported function and class raises `InputError` for an invalid argument.

Each parameter gets an object of no valid type, and values out of range. A new export fails here
until it has valid arguments in `RIGHT`, or is a result that only the library creates.
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
from chatuchak_solver import Board, GameRecord, Grid, InputError, Stand, StandProblem, shipped_deck

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

OUT_OF_RANGE: dict[str, dict[str, tuple[Any, ...]]] = {
    "Board": {"rows": (0, 99), "columns": (-1, 2.5)},
    "Card": {"spaces": ((1,) * 5, (99,) * 6)},
    "Grid": {"empty": (9, -1), "color_masks": ((1,) * 5, ())},
    "Placement": {"rotation": (45, 90.0)},
    "PlanOptions": {"seed": (-1, 1.5), "solver": ("guess",), "workers": (0, "2")},
    "SimulationPlan": {"players": ((), "random"), "games": (0, 1.5), "seed": (-1, "1")},
    "StandProblem": {"cards": ((), DECK.cards[:13]), "own_goods": (3,), "announced": (("X",),)},
    "StartGridSource": {"seed": (-1, 2**64, "1"), "counts": ((1, 2), (6.5,) * 5)},
    "Stop": {"time_s": (-1, float("nan"), "1"), "work": (-1, 0.5)},
    "Range": {"low": (21, "19", float("nan")), "high": (18, None)},
    "Order": {"quality": ("length",), "workers": (0, "2")},
    "assess": {"games": (0, 10**30, "3"), "seed": (-1, 2**64), "tile": (0, "1")},
    "bulk_start_grids": {"n": (-1, 10**30, "3"), "seed": (-1, "1"), "first": (-1, 2**63, "0")},
    "chatuchak_with_random_grids": {"num_players": (1, 6, "2")},
    "chatuchak_speed_with_random_grids": {"num_players": (1, 9)},
    "compare_grids": {"grids": ([], [GRID]), "games": (0,), "seed": (-1,), "workers": (0, "2")},
    "even_targets": {"n": (-1, "3", 1.5), "quality": ("length",)},
    "explain_difficulty": {"games": (0, 10**30, "3"), "seed": (-1, 2**64)},
    "game_entry": {"name": ("chess", [])},
    "generate_deck": {
        "seed": (-1, "1"),
        "cards": (0, 1.5),
        "kind": ("odd",),
        "goods_per_card": ((), (7,)),
        "mouse_share": (-0.1, 2, "half", float("nan")),
    },
    "generate_exercises": {
        "n": (-1, "3"),
        "seed": (-1, 2**64),
        "remaining": ((2, 3), (5, 4), (3, 17)),
    },
    "generate_start_grids": {"n": (-1, "3"), "seed": (-1, 2**64), "first": (-1,)},
    "load_box": {"path": ("a\0b", 5)},
    "load_deck": {"path": ("a\0b", 5, b"deck.json")},
    "load_formula": {"path": ("a\0b", 5)},
    "load_solo_ranks": {"path": ("a\0b", 5)},
    "load_start_tiles": {"path": ("a\0b", 5)},
    "make_set": {"targets": ([19, 20], [Range(1, 2)]), "first": (-1,)},
    "make_to_order": {"n": (-1, "3"), "wanted": (Range(1, 2), (19, 20)), "first": (-1, "0")},
    "new_game": {"num_players": (1, 99, "2"), "seed": (-1, 1.5, "1"), "data": ({"x": 1}, {1: 1})},
    "optimal_paths": {"length": (-1, 3, "4", 2**70)},
    "parse_games": {"data": (b"", b"{", 5), "source": (5,), "on_note": (5,)},
    "plan_playtest": {
        "grids": ([], [5]),
        "players": (0, "2", 1.5, [], [5], ["Ana", "Ana"], ["\x1b"]),
        "games_each": (1, 3, "2"),
        "chance": (0, "1", float("nan")),
        "differences": ([0], ["1"], 5),
        "seed": (-1, "1"),
    },
    "report_playtest": {"games": ([], [5]), "workers": (0, 10**6), "fit_name": (5,), "tiles": (5,)},
    "rank_tiles": {"workers": (0, 10**6, "2"), "games": (0,), "seed": (-1,)},
    "replay": {"moves": ([99], ["1"], [0]), "rule": ("hop",)},
    "report_on_tiles": {"grids": ([],), "near": (-1, 1.5), "workers": (0,), "games": (0,)},
    "score_chatuchak": {"game": ({}, "a\0b"), "data": ({"x": 1},)},
    "score_chatuchak_speed": {"game": ({}, 5, {"players": []})},
    "score_mercado": {"game": ({}, "a\0b", [])},
    "score_river_market": {"game": ({}, 5)},
    "score_stand": {"game": ({}, {1: 2})},
    "search_records": {
        "extreme": ("middle",),
        "seed": (-1, 2**64),
        "first": (-1,),
        "restarts": (-1, "1"),
        "steps": (0,),
        "workers": ("2", 0),
    },
    "simulate": {"workers": ("2", 0, 10**6)},
    "graded_hint": {"level": (0, 5, "2"), "rule": ("hop",)},
    "review": {"moves": ([0], [1.5], "6", "1,2"), "rule": ("hop",)},
    "solve": {"rule": ("hop",), "algorithm": ("guess", [])},
    "solve_many": {"grids": (["."], 5), "workers": ("2", 0), "algorithm": ("guess",)},
    "start_grid": {"seed": (-1, 2**64), "index": (-1, 2**63), "counts": ((1,), "66665")},
    "start_grid_batches": {"n": (-1, "3"), "chunk": (0, "9"), "first": (-1, "0")},
}
"""Values of a valid type out of range, or otherwise invalid."""

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

RESULT_ENUMS: Final = {"MoveKind", "Origin", "Proof", "Title", "Variant"}

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

FORMS: dict[str, Callable[[], object]] = {
    "Board.place": lambda: Board().place(30),
    "Color": lambda: chatuchak_solver.Color(9),
    "DeckKind": lambda: chatuchak_generators.DeckKind("odd"),
    "Features.from_dict": lambda: chatuchak_solver.Features.from_dict({"optimal_length": 3}),
    "GameRecord.begin": lambda: GameRecord.begin(nothing()),
    "GameRecord.from_dict": lambda: GameRecord.from_dict(nothing()),
    "GameRecord.parse": lambda: GameRecord.parse(nothing()),
    "MoveRule": lambda: chatuchak_solver.MoveRule("hop"),
    "StartTiles.tile": lambda: chatuchak_solver.load_start_tiles().tile(nothing()),
    "SimulationPlan.start": lambda: chatuchak_solver.SimulationPlan(**PLAN).start(-1),
    "SoloRanks.of_length": lambda: chatuchak_solver.load_solo_ranks().of_length(nothing()),
    "Status": lambda: chatuchak_solver.Status("odd"),
    "StopReason": lambda: chatuchak_solver.StopReason("odd"),
}
"""Enumerations, and public methods."""


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
            assert issubclass(value, Exception) or name in FORMS or name in RESULT_ENUMS, name
        else:
            assert callable(value), name
            assert name in RIGHT, f"{name} is exported without arguments to test it with"
    names = {name for name, _ in exported()}
    assert set(RIGHT) | WITHOUT_ARGUMENTS <= names
    assert set(OUT_OF_RANGE) <= set(RIGHT)


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


@pytest.mark.parametrize("name", sorted(OUT_OF_RANGE))
def test_an_argument_out_of_range_is_refused(name: str) -> None:
    for parameter, values in OUT_OF_RANGE[name].items():
        assert parameter in parameters(name)
        for value in values:
            assert refusal(name, parameter, value).isprintable()


@pytest.mark.parametrize("form", sorted(FORMS))
def test_invalid_arguments_in_other_forms_are_refused(form: str) -> None:
    with pytest.raises(InputError):
        FORMS[form]()


@pytest.mark.parametrize("package", PACKAGES, ids=lambda package: package.__name__)
def test_no_exported_value_has_a_default_repr(package: Any) -> None:
    kinds = [getattr(package, name) for name in package.__all__]
    values = [kind for kind in kinds if inspect.isclass(kind) and not is_protocol(kind)]
    assert [kind for kind in values if kind.__repr__ is object.__repr__] == []

"""Wrong arguments are refused in one line that states the expected value.

`wrong_calls.txt` lists the calls by module, `limit_calls.txt` calls with valid limits.
"""

import json
from collections.abc import Callable, Iterator
from copy import deepcopy
from datetime import date
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from PIL import Image

import chatuchak_generators
import chatuchak_solver
from chatuchak_solver import InputError, Picture, Placement, Solution, Stand, Status, Variant
from chatuchak_solver.games.market_stand import MarketStandState
from chatuchak_solver.games.river_market import River
from chatuchak_solver.stand.files import StandFile, StandRequest
from chatuchak_solver.stand.groups import tally
from chatuchak_solver.stand.scoring import Entry
from tests.game_tree import play_at_least
from tests.tables import read_cases
from tests.unit.test_exported_arguments import EXPORTS

GRID = chatuchak_solver.Grid.parse(".RY/YRG/RGG")
TILE_GRID = chatuchak_solver.load_start_tiles().tile(1)
DECK = chatuchak_solver.shipped_deck()
CARD = DECK["c01"]
STAND = Stand((Placement(CARD, 0, 0),))
SEEN = {"visible": ["S S S", "B c c"]}


def solution(**changes: Any) -> Solution:
    """Return a proven solution of the small grid with changed fields."""
    return Solution(**{
        "grid": GRID, "rule": "jump", "algorithm": "goal", "status": Status.OPTIMAL,
        "moves": (2, 8, 7, 1), "lower_bound": 4, "expanded": 0, "seconds": 0.0, **changes,
    })  # fmt: skip


def request(**changes: Any) -> StandRequest:
    """Return a request with these fields alone."""
    fields = {"deck": DECK, "variant": Variant.STANDARD, "stand": Stand()}
    empty: dict[str, Any] = dict.fromkeys(("hand", "market", "cards", "announced"), ())
    return StandRequest(**{**fields, **empty, "fixed_order": False, **changes})


def entry(*rows: str, announced: str | None = None) -> Entry:
    """Return a player's stand as seen, with the letters of announced goods."""
    letters = None if announced is None else tuple(announced)
    return Entry("x", tally(Picture.parse(rows)), letters)


def game_line(**changes: Any) -> bytes:
    """Return a played game as a line of a file, with changed fields."""
    return json.dumps({"player": "Ola", "grid": str(TILE_GRID), "moves": 31, **changes}).encode()


def changed_position(change: Callable[[Any], object]) -> MarketStandState:
    """Read a position of a game after a change of its document."""
    state = chatuchak_solver.new_game("market-stand", 3, seed=1)
    document: Any = deepcopy(play_at_least(state, np.random.default_rng(1), 11).to_dict())
    change(document)
    return MarketStandState.from_dict(document)


SAMPLES: dict[str, Any] = {
    "np": np,
    "date": date,
    "EXAMPLES": Path(__file__).parents[2] / "docs/examples/files",
    "GRID": GRID,
    "SOLVED": chatuchak_solver.Grid.parse("RR/YY/.Y"),
    "BOARD": GRID.board,
    "TILES": chatuchak_solver.load_start_tiles(),
    "TILE_GRID": TILE_GRID,
    "POOL": [start.grid for start in chatuchak_generators.generate_start_grids(14, seed=5)],
    "DECK": DECK,
    "CARD": CARD,
    "STAND": STAND,
    "PICTURE": STAND.picture(),
    "IMAGE": Image.new("RGB", (160, 140)),
    "TALLY": tally(STAND.picture()),
    "PROBLEM": chatuchak_solver.StandProblem((CARD, DECK["c02"])),
    "GAME": StandFile.from_dict({"players": [SEEN | {"name": name} for name in "AB"]}),
    "CHATUCHAK": chatuchak_solver.new_game("chatuchak", 2, seed=1),
    "SPEED": chatuchak_solver.new_game("chatuchak-speed", 2, seed=1),
    "MERCADO": chatuchak_solver.new_game("mercado", seed=1),
    "RIVER_MARKET": chatuchak_solver.new_game("river-market", seed=1),
    "RIVER": River.parse("swap-meet [e1] mill=you"),
    "AMY": {"name": "Amy", "grid": str(TILE_GRID)},
    "solution": solution,
    "request": request,
    "entry": entry,
    "game_line": game_line,
    "changed_position": changed_position,
}
"""Names of the calls, in addition to exported ones and those of the module."""


def result_of(module: str, call: str) -> object:
    """Return the result of a call, of an iterator the first item."""
    own = vars(import_module(module)).items()
    names = {name: value for name, value in own if not isinstance(value, ModuleType)}
    result = eval(call, {**EXPORTS, **names, **SAMPLES})
    return next(result) if isinstance(result, Iterator) else result


@pytest.mark.parametrize(
    ("module", "call", "error"), read_cases("unit/wrong_calls.txt"), ids=lambda part: part[:70]
)
def test_wrong_arguments_are_refused_with_the_expected_value(
    module: str, call: str, error: str
) -> None:
    with pytest.raises(InputError) as caught:
        result_of(module, call)
    kind, _, message = error.partition(": ")
    assert type(caught.value).__name__ == kind
    assert message in str(caught.value)
    assert str(caught.value).isprintable()


@pytest.mark.parametrize(
    ("module", "call", "result"), read_cases("unit/limit_calls.txt"), ids=lambda part: part[:70]
)
def test_limits_are_valid_arguments(module: str, call: str, result: str) -> None:
    assert repr(result_of(module, call)) == result

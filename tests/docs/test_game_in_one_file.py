"""The small game of the docs is a complete game in one file of at most 250 lines."""

import inspect
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test

from chatuchak_solver import GameRecord, InputError, SimulationPlan, new_game, simulate
from chatuchak_solver.adapters.pettingzoo import env
from chatuchak_solver.games import registry
from chatuchak_solver.games.mercado import GAME as MERCADO
from chatuchak_solver.games.registry import game_entry, register
from docs.examples import closing_time
from docs.examples.closing_time import GAME, Bell, Buy, ClosingTime
from tests.conformance import test_games as conformance
from tests.conformance.setups import Setup, setups

# Registered for these tests only: other tests list all games.
del registry._games[GAME.name]

FILE = Path(closing_time.__file__)
TESTS = [test for name, test in vars(conformance).items() if name.startswith("test_")]
OF_SETUPS = [test for test in TESTS if "setup" in inspect.signature(test).parameters]
OF_GAMES = [test for test in TESTS if "entry" in inspect.signature(test).parameters]


@pytest.fixture(autouse=True)
def known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry._games, GAME.name, GAME)


def test_it_is_short() -> None:
    assert len(FILE.read_text(encoding="utf-8").splitlines()) <= 250


@pytest.mark.parametrize("setup", tuple(setups([GAME])), ids=str)
@pytest.mark.parametrize("test", OF_SETUPS, ids=lambda test: test.__name__)
def test_it_satisfies_the_contract(
    test: Callable[..., None], setup: Setup, request: pytest.FixtureRequest
) -> None:
    wanted = inspect.signature(test).parameters
    test(**({"setup": setup, "request": request} if "request" in wanted else {"setup": setup}))


@pytest.mark.parametrize("test", OF_GAMES, ids=lambda test: test.__name__)
def test_its_entry_is_whole(test: Callable[..., None]) -> None:
    test(entry=GAME)


def test_its_rules() -> None:
    state = ClosingTime((4, 2, 6), (4, 2, 6), (0, 0))
    state = state.apply("buy 1 3").apply("bell silent").apply("buy 1 1")
    assert state.points == (0, 4)  # the player who empties a basket gets its initial content
    assert state.illegal_reason(Buy(1, 1)) == "the die comes first: bell rings, or bell silent"
    assert state.chance_outcomes() == ((Bell(True), 1), (Bell(False), 5))
    closed = state.apply("bell rings")
    assert (closed.is_over, closed.winners(), closed.current_player) == (True, (1,), 1)
    on = state.apply("bell silent")
    assert on.illegal_reason(Buy(1, 1)) == "basket 1 has 0 goods; a purchase takes 1 to 3"
    assert on.illegal_reason(Bell(True)) == "the die is rolled after a purchase"
    sold = on.apply("buy 2 2").apply("bell silent").apply("buy 3 3").apply("bell silent")
    end = sold.apply("buy 3 3").apply("bell silent")
    assert (end.is_over, end.points, end.player) == (True, (8, 4), 0)


@pytest.mark.filterwarnings(
    "ignore:Observation space for each agent probably",
    "ignore:Observation is not a NumPy array",
    "ignore:.*Illegal action:UserWarning",
)
def test_a_learner_plays_it(capsys: pytest.CaptureFixture[str]) -> None:
    table: Any = env(GAME.name, 3)
    api_test(table, num_cycles=40)
    assert "Passed API test" in capsys.readouterr().out
    table.reset(seed=1)
    seen = table.observe("player_0")
    parts = table.unwrapped.parts(seen["observation"])
    assert np.array_equal(parts["baskets"], table.unwrapped.game_state.baskets)
    assert seen["action_mask"].sum() == len(table.unwrapped.game_state.legal_actions())


def test_it_is_played_at_the_terminal(tmp_path: Path) -> None:
    path = tmp_path / "evening.json"
    words = ("play", str(path), "--seats", "human,greedy", "--seed", "7", "--dice", "manual")
    done = subprocess.run(
        [sys.executable, str(FILE), *words],
        input="\n\nbuy 1 9\n",
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": str(FILE.parents[2])},
        check=False,
    )
    assert (done.returncode, done.stderr.count("\n")) == (2, 1), done.stderr
    assert "expected a basket and a number of goods" in done.stderr
    assert "player 1: 0 points" in done.stdout
    assert "player 1 buys" in done.stdout
    assert json.loads(path.read_text(encoding="utf-8"))["game"] == GAME.name


def test_names_of_games_are_taken_once() -> None:
    assert game_entry(GAME.name) is GAME
    with pytest.raises(InputError, match="invalid game name 'mercado': expected a new name"):
        register(MERCADO)


def test_a_package_joins_the_library_by_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry._games, GAME.name, closing_time.__name__)
    assert registry.every_game()[-1] is game_entry(GAME.name) is GAME
    record = GameRecord.begin(new_game(GAME.name, 3, seed=1)).apply("buy 1 1")
    assert GameRecord.read(json.dumps(record.to_dict()).encode()) == record
    plan = SimulationPlan(GAME.name, ("greedy", "random"), games=2, seed=1)
    assert simulate(plan, workers=1).tally.games == 2

"""A game is added by a package and one line in the registry."""

import json
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from chatuchak_solver import GameRecord, SimulationPlan, new_game, simulate
from chatuchak_solver.games import registry

EXAMPLE = Path(__file__).parents[3] / "docs" / "examples" / "closing_time.py"
NAME = "closing-time"


@pytest.fixture
def added(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    package = tmp_path / "added_package"
    package.mkdir()
    (package / "__init__.py").touch()
    # In a package the registry names the descriptor; the example registers itself.
    source = EXAMPLE.read_text(encoding="utf-8").replace("register(Game(", "(Game(")
    (package / "game.py").write_text(source, encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setitem(registry.PACKAGES, NAME, "added_package.game")
    yield
    for module in ("added_package.game", "added_package"):
        sys.modules.pop(module, None)


@pytest.mark.usefixtures("added")
def test_a_package_and_a_line_add_a_game() -> None:
    assert [game.name for game in registry.every_game()][-1] == NAME
    record = GameRecord.begin(new_game(NAME, 3, seed=1)).apply("buy 1 1")
    assert GameRecord.parse(json.dumps(record.to_dict())) == record
    plan = SimulationPlan(NAME, ("greedy", "random"), games=2, seed=1)
    assert simulate(plan, workers=1).tally.games == 2

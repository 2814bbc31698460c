"""``game mercado`` and ``score mercado`` from the command line."""

from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from chatuchak_solver.games.players import GreedyPlayer
from tests.unit.cli.conftest import Chatuchak, PressIn


@pytest.fixture
def game(tmp_path: Path, chatuchak: Chatuchak) -> Path:
    """Return a saved game of three players after two stands."""
    path = tmp_path / "game.json"
    chatuchak("game", "mercado", "new", "--players", 3, "--seed", 7, "--out", path)
    for number in range(2):
        legal = chatuchak("game", "mercado", "legal", path, "--json").json["actions"]
        stand = next(action for action in legal if action.startswith("stand"))
        arguments = ("--draw", "--seed", number, "--out", path)
        after = chatuchak("game", "mercado", "apply", path, stand, *arguments, "--json").json
        take = next(a for a in after["state"]["display"])
        assert chatuchak("game", "mercado", "apply", path, "take", take, *arguments).code == 0
    return path


def test_incomes_list_every_paying_action(game: Path, chatuchak: Chatuchak) -> None:
    answer = chatuchak("game", "mercado", "incomes", game, "--json").json
    legal = chatuchak("game", "mercado", "legal", game, "--json").json["actions"]
    assert answer["player"] == 2
    assert sorted(action["action"] for action in answer["actions"]) == legal
    first = answer["actions"][0]
    assert set(first) == {
        "action", "player", "cost", "bonus", "owners", "net", "lead", "restaurant", "earnings",
    }  # fmt: skip
    few = chatuchak("game", "mercado", "incomes", game, "-n", 2)
    assert few.code == 0
    assert first["action"] in few.out
    assert "\x1b" not in few.out


def test_advise_repeats_and_rates(game: Path, chatuchak: Chatuchak) -> None:
    arguments = ("game", "mercado", "advise", game, "-n", 3, "--width", 4, "--playouts", 12)
    first, second = (chatuchak(*arguments, "--json").json for _ in range(2))
    assert first == second
    assert (first["player"], first["playouts"], first["stopped_by"]) == (2, 12, "work")
    assert len(first["actions"]) == 3
    looks = [action["looks"] for action in first["actions"]]
    assert looks == sorted(looks, reverse=True)
    assert 6 <= sum(looks) <= 12
    assert first["actions"][0]["action"] in chatuchak(*arguments).out
    at_once = chatuchak(*arguments[:4], "--turns", 0, "--json").json["actions"]
    assert at_once[0]["outlook"] is None
    rated = [action["immediate"] for action in at_once]
    assert rated == sorted(rated, reverse=True)


def test_place_prints_the_income_of_a_placement(game: Path, chatuchak: Chatuchak) -> None:
    answer = chatuchak("game", "mercado", "place", game, "stand", "fish", "e5", "--json").json
    assert (answer["cost"], answer["net"], answer["player"]) == (1, -1, 2)
    outcome = chatuchak("game", "mercado", "place", game, "restaurant pub e5", "--player", 0)
    assert "player 1's coins change by +1" in outcome.out


def test_picture_in_text_and_svg(game: Path, tmp_path: Path, chatuchak: Chatuchak) -> None:
    assert "player 3's turn: an action" in chatuchak("game", "mercado", "picture", game).out
    svg = tmp_path / "market.svg"
    assert chatuchak("game", "mercado", "picture", game, "--svg", svg).out == ""
    printed = chatuchak("game", "mercado", "picture", game, "--svg", "-").out
    assert printed == svg.read_text(encoding="utf-8")
    assert ET.fromstring(printed).tag.endswith("svg")
    both = chatuchak("game", "mercado", "picture", game, "--json").json
    assert both["svg"] == printed
    assert both["text"] in chatuchak("game", "mercado", "show", game).out


def test_ctrl_c_leaves_advice(game: Path, chatuchak: Chatuchak, press_ctrl_c_in: PressIn) -> None:
    # Ctrl-C during the first continuation: it is finished, the rest are not.
    press_ctrl_c_in(GreedyPlayer, "choose")
    stopped = chatuchak("game", "mercado", "advise", game, "--json")
    assert stopped.code == 130
    first, *others = (action["outlook"] for action in stopped.json["actions"])
    assert first is not None
    assert set(others) == {None}
    assert "interrupted" in stopped.err

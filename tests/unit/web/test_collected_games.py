"""Games that phones give for a playtest, and take back."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from chatuchak_cli.web.app import make_app
from chatuchak_cli.web.page_data import PageData
from chatuchak_solver import load_start_tiles
from chatuchak_solver.analysis.difficulty import FORMULA_1, Formula
from chatuchak_solver.analysis.playtest.store import PlaytestStore, read_collected
from tests.unit.web.conftest import Client, client_of
from tests.web_server import page_data

KEY = "0123456789abcdef01234567"
GAME = {"player": "Ola", "grid": str(load_start_tiles().tile(1)), "moves": 30, "seconds": 99}


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "evening.sqlite"


@pytest.fixture
def collecting(file: Path) -> Iterator[Client]:
    formula = Formula("mine", FORMULA_1.terms, 140)
    with client_of(make_app(data=PageData(formula=formula), store=PlaytestStore(file))) as client:
        yield client


def test_given_games_are_in_file_until_they_are_withdrawn(collecting: Client, file: Path) -> None:
    assert collecting.post("/playtest", json={"key": KEY, "game": GAME}).json() == {"kept": True}
    other = {"key": KEY[::-1], "game": {**GAME, "player": "Jo"}}
    assert collecting.post("/playtest", json=other).status_code == 200
    assert [(game.player, game.moves) for game in read_collected(file)] == [("Ola", 30), ("Jo", 30)]
    answer = collecting.post("/playtest/withdraw", json={"key": KEY})
    assert answer.json() == {"withdrawn": 1}
    assert [game.player for game in read_collected(file)] == ["Jo"]


@pytest.mark.parametrize(
    ("document", "message"),
    [
        ({"key": KEY, "game": {**GAME, "moves": [1, 1]}}, "the request: moves: move 2"),
        ({"key": "x", "game": GAME}, "8 to 64 letters and digits"),
        ({"key": KEY}, 'missing field "game"'),
        ({"key": KEY, "game": {**GAME, "player": "\x1b[2J"}}, "printable characters"),
    ],
)
def test_wrong_games_are_refused_in_words(
    collecting: Client, file: Path, document: object, message: str
) -> None:
    answer = collecting.post("/playtest", json=document)
    assert answer.status_code == 400
    assert message in answer.json()["error"]
    assert len(PlaytestStore(file)) == 0


def test_page_knows_whether_games_are_collected_and_how(collecting: Client, client: Client) -> None:
    data = page_data(collecting.get("/data.js").text)
    about = data["about"]
    assert (about["playtest"], about["formula"]) == (True, {"name": "mine", "games": 140})
    assert data["difficulty"]["quantiles"] == []
    about = page_data(client.get("/data.js").text)["about"]
    assert (about["playtest"], about["formula"]) == (False, None)
    assert client.post("/playtest", json={"key": KEY, "game": GAME}).status_code == 404

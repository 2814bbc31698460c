"""``playtest`` and ``--formula``."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from chatuchak_solver import FitStory, FormulaFit, OddGame, load_start_tiles
from chatuchak_solver.analysis.difficulty import FORMULA_1
from chatuchak_solver.analysis.playtest import measurement
from docs.extensions.shell import EXAMPLES
from tests.unit.cli.conftest import Chatuchak

pytestmark = pytest.mark.usefixtures("measurement_cache")

EVENING = EXAMPLES / "files/evening.jsonl"
FORMULA = EXAMPLES / "files/formula.json"
TABLE = EXAMPLES / "files/table.csv"
TILES = EXAMPLES / "files/my-tiles.txt"


def test_json_has_the_fields_of_the_contract(chatuchak: Chatuchak) -> None:
    document = chatuchak("playtest", EVENING, "--json").json
    assert len(document["tiles"]) == 16
    assert sum(tile["plays"] for tile in document["tiles"]) == document["games"] == 140
    for tile in document["tiles"]:
        assert {"grid", "plays", "difficulty", "low", "high", "predicted"} <= set(tile)
        assert tile["low"] < tile["difficulty"] < tile["high"]
    measured = [tile["difficulty"] for tile in document["tiles"]]
    assert measured == sorted(measured)
    assert len(document["players"]) == 12
    for player in document["players"]:
        assert player["low"] < player["skill"] < player["high"]
    assert document["agreement"]["low"] < document["agreement"]["spearman"]
    assert document["fit"] is None


def test_every_command_accepts_a_fitted_formula(chatuchak: Chatuchak, tmp_path: Path) -> None:
    written = tmp_path / "mine.json"
    fit = chatuchak("playtest", EVENING, "--fit", written, "--json").json["fit"]
    assert json.loads(written.read_text()) == fit
    assert (fit["name"], fit["games"]) == ("mine", 140)
    grid = str(load_start_tiles().tile(1))
    by = ("--formula", written, "--games", 20)
    ranked = chatuchak("difficulty", grid, *by, "--json").json
    assert ranked["formula"] == {"name": "mine", "games": 140}
    assert ranked["percentile"] is None
    plain = chatuchak("difficulty", grid, "--games", 20, "--json").json
    assert "formula" not in plain
    assert plain["difficulty"] != ranked["difficulty"]
    assert "fitted to 140 games" in chatuchak("difficulty", grid, *by).out
    for command in ("rank", "compare", "report"):
        document = chatuchak(command, TILES, *by, "--json").json
        assert document["formula"] == {"name": "mine", "games": 140}, command


def test_grids_are_generated_by_a_fitted_difficulty(chatuchak: Chatuchak) -> None:
    order = ("generate", "--board", "4x4", "--seed", 1, "--difficulty=0..30", "--json")
    outcome = chatuchak(*order, "--formula", FORMULA)
    assert "fitted to 140 games" in outcome.err
    line = outcome.json
    rating = chatuchak("difficulty", line["grid"], "--formula", FORMULA, "--json").json
    assert rating["difficulty"] == pytest.approx(line["difficulty"], abs=0.01)


def test_the_page_names_every_tile(
    chatuchak: Chatuchak, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(measurement, "_odd_games", lambda *_: (OddGame(1, 9.0),))
    page, games = tmp_path / "evening.html", tmp_path / "evening.csv"
    games.write_text(TABLE.read_text(encoding="utf-8").replace("Ana", "[/b]<b>Ana</b>"))
    outcome = chatuchak("playtest", games, "--tiles", TILES, "--html", page)
    assert "([/b]<b>Ana</b>, tile 3, 35 moves): far more moves than expected" in outcome.out
    text = page.read_text(encoding="utf-8")
    assert "([/b]&lt;b&gt;Ana&lt;/b&gt;, tile 3, 35 moves): far more moves than expected" in text
    assert "<b>" not in text
    for grid in TILES.read_text(encoding="utf-8").splitlines():
        assert grid in text
    assert text.count('role="img"') == 3
    assert "http" not in text.replace("http://www.w3.org/2000/svg", "")


def test_a_fit_without_gain_is_written_only_with_force(
    chatuchak: Chatuchak, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    formula = replace(FORMULA_1, name="mine")
    path, order = tmp_path / "mine.json", ("playtest", EVENING, "--json", "--fit")
    for is_reversed in (True, False):
        story = FitStory(
            tiles=16, games=140, penalty=None, gain=0.001, recommended=False, reversed=is_reversed
        )
        fit = FormulaFit(formula, story)
        monkeypatch.setattr(
            "chatuchak_solver.analysis.playtest.formula_fit.fit_formula",
            lambda *_, fit=fit, **__: fit,
        )
        refused = chatuchak(*order, path)
        assert refused.code == 1
        assert refused.json["fit"]["fit"]["recommended"] is False
        assert " not written: " in refused.err
        assert not path.exists()
        forced = chatuchak("playtest", EVENING, "--fit", path, "--force")
        assert "-0%" not in forced.out
        assert forced.code == (1 if is_reversed else 0)
        assert path.exists() != is_reversed
    # Neither by an older file that claims games.
    document = json.loads(path.read_text()) | {"games": 110}
    path.write_text(json.dumps(document))
    by = ("difficulty", str(load_start_tiles().tile(1)), "--games", 20, "--formula", path)
    assert chatuchak(*by, "--json").json["formula"] == {"name": "mine", "games": 0}
    assert "not based on games of people" in chatuchak(*by).out

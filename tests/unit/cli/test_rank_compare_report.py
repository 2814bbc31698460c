"""``rank``, ``difficulty``, ``solutions``, ``compare`` and ``report``."""

import csv
import io
from functools import partial
from pathlib import Path

import pytest
from rich.console import Console

from chatuchak_solver import Grid, Stop, assess, load_start_tiles, rank_tiles, solve
from chatuchak_solver.rendering.templates import report, text
from tests.unit.cli.conftest import Chatuchak

TILES = (
    ".GYPYG/BRGRGP/RYPYBY/PBGPRB/BRYBGR\n"
    ".GYPBG/BRBGPR/RYGYBY/GPBRGB/YRYPRP\n"
    ".BGYRY/GRYRBP/RPGBGY/GBPRPG/RYBYBP\n"
)
FAST = ("--games", 20)


@pytest.fixture
def tiles(tmp_path: Path) -> Path:
    path = tmp_path / "tiles.txt"
    path.write_text(TILES)
    return path


def test_tiles_are_ranked_easiest_first_with_reasons(chatuchak: Chatuchak, tiles: Path) -> None:
    ranked = chatuchak("rank", "--tiles", tiles, *FAST, "--json").json["tiles"]
    assert [tile["position"] for tile in ranked] == [1, 2, 3]
    assert [tile["tile"] for tile in ranked] == [2, 3, 1]
    assert [tile["grid"] for tile in ranked] == [TILES.split()[i] for i in (1, 2, 0)]
    difficulties = [tile["difficulty"] for tile in ranked]
    assert difficulties == sorted(difficulties)
    for tile in ranked:
        assert tile["optimal_length"] == solve(Grid.parse(tile["grid"])).length
        assert tile["optimal_solutions"] == tile["features"]["optimal_solutions"] >= 1
        assert tile["difficulty"] == pytest.approx(50 + sum(tile["reasons"].values()), abs=0.01)
        assert 0 <= tile["percentile"] <= 100
        assert tile["expected_rank"] in ("Market Master", "Booth Owner", "Haggler", "Looky Loo")


def test_csv_and_table_have_the_same_figures(
    chatuchak: Chatuchak, tiles: Path, tmp_path: Path
) -> None:
    ranked = chatuchak("rank", "--tiles", tiles, *FAST, "--json").json["tiles"]
    table = tmp_path / "t.csv"
    printed = chatuchak("rank", "--tiles", tiles, *FAST, "--csv", "--table", table).out
    assert table.read_text() == printed
    rows = list(csv.DictReader(io.StringIO(printed)))
    assert len(rows) == 3
    for row, tile in zip(rows, ranked, strict=True):
        assert row["grid"] == tile["grid"]
        assert float(row["difficulty"]) == tile["difficulty"]
        assert float(row["player_moves"]) == tile["features"]["player_moves"]
        assert row["limit_reached"] == ""


def test_plots_are_files_of_their_kind(chatuchak: Chatuchak, tiles: Path, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    svg, png = tmp_path / "r.svg", tmp_path / "r.PNG"
    assert chatuchak("rank", "--tiles", tiles, *FAST, "--plot", svg, "--json").json["tiles"]
    text = chatuchak("rank", "--tiles", tiles, *FAST, "--plot", png).out
    assert all(grid in text for grid in TILES.split())
    assert "expected rank" in text
    assert svg.read_text().startswith("<?xml")
    assert png.read_bytes().startswith(b"\x89PNG")


def test_a_seed_of_its_own_changes_the_games(chatuchak: Chatuchak, tiles: Path) -> None:
    def moves(seed: int) -> list[float]:
        arguments = ("rank", "--tiles", tiles, *FAST, "--seed", seed, "--json")
        return [tile["features"]["player_moves"] for tile in chatuchak(*arguments).json["tiles"]]

    assert moves(1) != moves(2)


def test_unknown_difficulties_are_last_with_exit_code_3(
    chatuchak: Chatuchak, tiles: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The first tile has 42 positions on shortest solutions, all other tiles have fewer.
    limited = partial(rank_tiles, max_positions=40)
    monkeypatch.setattr("chatuchak_cli.shared.ranking.rank_tiles", limited)
    outcome = chatuchak("rank", "--tiles", tiles, *FAST, "--json")
    last = outcome.json["tiles"][-1]
    assert outcome.code == 3
    assert last["tile"] == 1
    assert last["position"] is None
    assert last["difficulty"] is None
    assert last["optimal_solutions"] is None
    assert last["optimal_length"] == 21
    assert last["limit_reached"] == "more than 40 positions"
    assert "the difficulty of 1 of 3 grids is not known" in outcome.err
    unknown = chatuchak("difficulty", "tile:1", *FAST).out
    assert unknown.startswith("Optimum 21; the difficulty is not known (more than 40 positions).\n")


def test_a_stopped_measurement_has_no_optimum() -> None:
    tile = assess(load_start_tiles().tile(1), stop=Stop(time_s=0))
    expected = "Optimum not proven; the difficulty is not known (ended by time)."
    assert text("difficulty.txt", tile=tile, assumed={}).strip() == expected
    console = Console(width=200, record=True, quiet=True)
    console.print(report("ranking.txt", tiles=[tile], assumed={}))
    assert "None" not in console.export_text()

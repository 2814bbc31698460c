"""Requests that cannot be met are refused before any work, in one line."""

from pathlib import Path

import pytest

from chatuchak_cli.grids.generate import parse_range
from tests.unit.cli.conftest import Chatuchak

LARGE = (
    ".RGYVYTV/BGBPRVYT/VYRVBRVG/PTYRYTBR/VGTPGYPB/YBPRTRGP/GPGBPVTG/TRYPTBVB",
    ".TYGBGRT/VYTPVYVP/TGRBRBGV/VBVYPRBT/PRYRTGRY/RTVTPYPB/PGBVYGTP/YPGRGBVB",
)
ON_A_LARGE_BOARD = ("--board", "8x8", "--counts", "9,9,9,9,9,9,9", "--seed", "1")
GAMES = "docs/examples/files/evening.jsonl"
STAND = "docs/examples/market_stand.json"


@pytest.mark.parametrize(
    "arguments",
    [
        ("rank", "{file}"),
        ("rank", "--tiles", "{file}"),
        ("difficulty", LARGE[0]),
        ("report", "{file}"),
        ("compare", *LARGE),
        ("solutions", LARGE[0]),
        ("sheet", "{file}", "-o", "{folder}/a.pdf", "--back", "difficulty"),
        ("sheet", "{file}", "-o", "{folder}/a.pdf", "--back", "solution"),
        ("generate", *ON_A_LARGE_BOARD, "--difficulty", "50"),
        ("survey", *ON_A_LARGE_BOARD, "-n", "2", "--features", "--out", "{folder}/a.sqlite"),
    ],
    ids=" ".join,
)
def test_boards_out_of_range_are_refused_before_any_work(
    arguments: tuple[str, ...],
    chatuchak: Chatuchak,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    def search(*_: object, **__: object) -> None:
        raise AssertionError("a search was begun")

    for module in ("solver.analysis.ranking", "solver.analysis.optimal_paths",
                   "solver.search.batch", "cli.puzzle.solutions"):  # fmt: skip
        monkeypatch.setattr(f"chatuchak_{module}.solve", search, raising=False)
    monkeypatch.setattr("chatuchak_cli.shared.searches.search_many", search)
    file = tmp_path / "grids.txt"
    file.write_text("\n".join(LARGE))
    words = [word.format(file=file, folder=tmp_path) for word in arguments]
    error = chatuchak(*words).error
    assert "up to 7 colors on 32 spots; the grid has 7 on 64" in error
    assert list(tmp_path.iterdir()) == [file]


@pytest.mark.parametrize(
    "arguments",
    [
        ("sheet", "-o", "{}/w.png"),
        ("solve", "tile:1", "--svg", "{}/w.png"),
        ("solve", "tile:1", "--gif", "{}/w.svg"),
        ("solve", "tile:1", "--html", "{}/w.json"),
        ("review", "tile:1", "18", "--html", "{}/w.pdf"),
        ("review", "tile:1", "18", "--svg", "{}/W.PNG"),
        ("report", "-o", "{}/w.pdf"),
        ("playtest", GAMES, "--html", "{}/w.svg"),
        ("playtest", GAMES, "--fit", "{}/w.csv"),
        ("page", "--one-file", "{}/w.pdf"),
        ("read", "photo.jpg", "-o", "{}/w.jpg"),
        ("read", "photo.jpg", "--overlay", "{}/w.svg"),
        ("read", "photo.jpg", "--review", "{}/w.png"),
        ("stand", "show", STAND, "--svg", "{}/w.png"),
        ("stand", "plan", STAND, "--svg", "{}/w.png"),
        ("stand", "plan", STAND, "--certificate", "{}/w.pdf"),
        ("survey", "-n", "1", "--out", "{}/w.csv"),
        ("score", "stand", STAND, "--picture", "{}/w.bmp"),
        ("score", "mercado", "--sheet", "--picture", "{}/w.gif"),
        ("rank", "--plot", "{}/w.pdf"),
        ("rank", "--table", "{}/w.json"),
        ("render", "tile:1", "-o", "{}/w.pdf"),
        ("solutions", "tile:1", "--graph", "{}/w.png"),
        ("export", "tile:1", "--states", "{}/w.svg"),
    ],
    ids=lambda arguments: " ".join(word for word in arguments if word != "{}"),
)
def test_a_file_name_of_another_format_is_refused(
    arguments: tuple[str, ...], chatuchak: Chatuchak, tmp_path: Path
) -> None:
    assert chatuchak(*(word.format(tmp_path) for word in arguments)).error
    assert list(tmp_path.iterdir()) == []


def test_other_names_of_files_are_accepted(chatuchak: Chatuchak, tmp_path: Path) -> None:
    for name in ("sheet.pdf", "sheet.PDF", "sheet", "sheet.out"):
        assert chatuchak("sheet", "--scores", "stand", "-o", tmp_path / name).code == 0
        assert (tmp_path / name).read_bytes().startswith(b"%PDF")


def test_a_single_difficulty_has_a_tolerance_and_a_single_length_none() -> None:
    assert parse_range("50", whole=False) == (49.5, 50.5)
    assert parse_range("-3.5", whole=False) == (-4, -3)
    assert parse_range("21", whole=True) == (21, 21)
    assert parse_range("50..50", whole=False) == (50, 50)

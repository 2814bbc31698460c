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


def test_other_names_of_files_are_accepted(chatuchak: Chatuchak, tmp_path: Path) -> None:
    for name in ("sheet.pdf", "sheet.PDF", "sheet", "sheet.out"):
        assert chatuchak("sheet", "--scores", "stand", "-o", tmp_path / name).code == 0
        assert (tmp_path / name).read_bytes().startswith(b"%PDF")


def test_a_single_difficulty_has_a_tolerance_and_a_single_length_none() -> None:
    assert parse_range("50", whole=False) == (49.5, 50.5)
    assert parse_range("-3.5", whole=False) == (-4, -3)
    assert parse_range("21", whole=True) == (21, 21)
    assert parse_range("50..50", whole=False) == (50, 50)

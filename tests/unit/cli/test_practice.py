"""``practice``: typed answers that are no spot."""

from pathlib import Path

import pytest

from tests.unit.cli.conftest import Chatuchak


@pytest.mark.parametrize("typed", ["²", "٣", "9" * 5000])
def test_odd_numbers_and_bytes_are_wrong(typed: str, chatuchak: Chatuchak, tmp_path: Path) -> None:
    arguments = ("practice", "-n", 1, "--seed", 2, "--progress", tmp_path / "progress.json")
    outcome = chatuchak(*arguments, stdin=f"{typed}\nq\n")
    assert "Invalid move: expected one of" in outcome.out
    outcome = chatuchak(*arguments, stdin=b"\xff\n")
    assert outcome.code == 2
    assert outcome.err == "error: a line is not text (UTF-8): expected one spot per line\n"

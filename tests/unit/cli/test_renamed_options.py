"""Renamed options: the old spellings work and are not in the help."""

from pathlib import Path

import pytest

from tests.unit.cli.conftest import Chatuchak


@pytest.mark.parametrize(
    ("command", "new", "old"),
    [
        ("page", "--single-file", "--one-file"),
        ("stand place", "--rollouts", "--outlook"),
        ("game mercado play", "--dice", "--chance"),
        ("playtest", "--power", "--settle"),
        ("read", "--merge-views", "--looks"),
    ],
)
def test_help_shows_new_spellings_only(
    chatuchak: Chatuchak, command: str, new: str, old: str
) -> None:
    text = chatuchak(*command.split(), "--help").out
    assert new in text
    assert old not in text


def test_old_spellings_work(chatuchak: Chatuchak, tmp_path: Path) -> None:
    old, new = tmp_path / "old.html", tmp_path / "new.html"
    assert chatuchak("page", "--one-file", old).code == 0
    assert chatuchak("page", "--single-file", new).code == 0
    assert old.read_bytes() == new.read_bytes()
    for dice in (("--chance", "typed"), ("--dice", "manual")):
        path = tmp_path / f"{dice[1]}.json"
        outcome = chatuchak("game", "mercado", "play", path, *dice, "--seed", 3, stdin="")
        assert "who starts" in outcome.out
    photo = "docs/examples/files/photo.jpg"
    old_read = chatuchak("read", photo, "--looks", "separate", "--counts", "usual")
    assert old_read.out == chatuchak("read", photo, "--no-merge-views", "--counts", "standard").out
    for option in ("--chance", "--one-file", "--outlook"):
        assert f"No such option '{option}'" in chatuchak("solve", "tile:1", option).error

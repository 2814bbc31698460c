"""Every command without its standard streams, and every table at the width of a terminal."""

import errno
import io
import os
import sys
from pathlib import Path

import click
import pytest

from chatuchak_cli.main import cli, run
from chatuchak_cli.shared.output import Output, terminal_size
from docs.extensions.shell import Shell
from tests.docs.test_schemas import ANSWERS
from tests.unit.cli.conftest import Chatuchak

pytestmark = pytest.mark.usefixtures("measurement_cache")

FILES = Path(__file__).parents[3] / "docs/examples/files"
SMALL = ".RY/YRG/RGG"
COMMANDS = {
    line.split()[0]: line for lines in reversed(ANSWERS.values()) for line in reversed(lines)
} | {
    "play": f"play {SMALL}",
    "playtest": "playtest --plan --players 3",
    "serve": "serve --port -1",
    "warmup": "warmup --help",
    "completion": "completion bash",
}
"""A line for each command."""


def test_all_commands_are_here() -> None:
    assert set(COMMANDS) == set(cli.list_commands(click.Context(cli)))


@pytest.mark.parametrize("command", COMMANDS)
def test_no_stream_is_needed(command: str, compiled: None, monkeypatch: pytest.MonkeyPatch) -> None:
    with Shell() as shell:
        shell.prepare(f"chatuchak {COMMANDS[command]}")
        for name in ("stdin", "stdout", "stderr"):
            monkeypatch.setattr(sys, name, None)
        assert run(COMMANDS[command].split()) in (0, 1, 2, 3)


MY_TILES = str(FILES / "my-tiles.txt")
TABLES = (
    ("rank", MY_TILES, "--games", "5"),
    ("compare", "tile:7", "tile:1", "tile:3", "tile:4", "--games", "5"),
    ("game", "mercado", "simulate", "-n", "2", "--jobs", "1", "--players", "4"),
    ("game", "river-market", "simulate", "-n", "2", "--jobs", "1", "--players", "1"),
    ("game", "mercado", "incomes", "{game}"),
    ("game", "mercado", "advise", "{game}", "--playouts", "4"),
    ("score", "stand", "docs/examples/market_stand.json"),
    ("score", "mercado", "docs/examples/mercado.json"),
    ("score", "chatuchak", "docs/examples/chatuchak.json"),
    ("stand", "place", str(FILES / "request.json")),
    ("stand", "plan", str(FILES / "request.json")),
)


@pytest.mark.parametrize("arguments", TABLES, ids=lambda arguments: " ".join(arguments[:3])[:30])
def test_tables_show_all_numbers_at_any_width(
    arguments: tuple[str, ...],
    chatuchak: Chatuchak,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    monkeypatch.chdir(Path(__file__).parents[3])
    game = tmp_path / "game.json"
    chatuchak("game", "mercado", "new", "--players", 3, "--seed", 1, "--out", game)
    words = [word.format(game=game) for word in arguments]
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "dumb")
    for width in (80, 40):
        monkeypatch.setenv("COLUMNS", str(width))
        outcome = chatuchak(*words)
        assert outcome.code == 0
        assert "…" not in outcome.out
        ruled = [line for line in outcome.out.splitlines() if "─" in line]
        assert all(len(line) <= width for line in ruled)


@pytest.mark.parametrize("columns", ["²", "0", "-1", "9" * 5000, "x"])
def test_any_value_of_columns_will_do(
    columns: str, chatuchak: Chatuchak, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    monkeypatch.setenv("LINES", columns)
    assert chatuchak("--help").code == 0
    for color in ("", "1"):
        monkeypatch.setenv("FORCE_COLOR", color)
        assert chatuchak("solve", SMALL).code == 0


def test_a_terminal_of_unknown_size_has_the_default_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("COLUMNS", raising=False)
    monkeypatch.delenv("LINES", raising=False)
    monkeypatch.setattr(os, "get_terminal_size", lambda *_: os.terminal_size((0, 0)))
    assert terminal_size() == (80, 24)


def test_windows_has_another_error_for_closed_pipes(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    with Output(io.FileIO(tmp_path / "pipe", "w")) as stream:
        error = OSError(errno.EINVAL, "Invalid argument")
        with pytest.raises(OSError, match="standard output"):
            stream._handle(error)
        monkeypatch.setattr("chatuchak_cli.shared.output.CLOSED_PIPE", {errno.EINVAL})
        with pytest.raises(click.exceptions.Exit):
            stream._handle(error)

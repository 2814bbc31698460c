"""`game GAME play`: people and computer players at one screen."""

import json
from pathlib import Path

import pytest

from tests.unit.cli.conftest import Chatuchak
from tests.unit.cli.terminals import Terminal

PLAY = ("game", "chatuchak", "play")
SEATS = ("--seats", "human,greedy", "--seed", 7)


def log_of(path: Path) -> list[str]:
    log: list[str] = json.loads(path.read_text(encoding="utf-8"))["log"]
    return log


def test_a_game_on_a_terminal_survives_errors_and_ctrl_c(tmp_path: Path) -> None:
    # A wrong line is reported and asked again; Ctrl-C exits with 130, and the game can continue.
    path = tmp_path / "a.json"
    with Terminal(*PLAY, path, *SEATS, size=(50, 200), term="xterm", NO_COLOR="1") as terminal:
        for line, answer in (
            ("move 0", "error: illegal action 'move 0'"),
            ("advise 1", "thinking ..."),
            ("1", "player 2 (greedy): move"),
        ):
            terminal.expect("player 1> ")
            terminal.type(line)
            terminal.expect(answer)
        terminal.expect("player 1> ")
        terminal.expect(f"saved in {path}", interrupting=True)
        assert terminal.exit_code() == 130
    assert log_of(path)[0] == "move 1"
    with Terminal(*PLAY, path) as terminal:
        terminal.expect("player 1> ")
        terminal.type("quit")
        terminal.expect("Saved in")
        assert terminal.exit_code() == 0


def test_lines_break_between_words_at_the_terminal_s_width(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    with Terminal("game", "river-market", "play", path, "--seed", 3, COLUMNS="60") as terminal:
        for line in ("?", "list built", "log", "quit"):
            terminal.type(line)
        output = terminal.rest()
        assert terminal.exit_code() == 0
    words = output.replace("player 1> ", "").splitlines()
    words = [line for line in words if str(path) not in line]
    assert max(map(len, words)) == 60
    assert any(line.endswith("  later ones") for line in words)


def test_the_default_save_path_is_in_the_user_data_folder(
    tmp_path: Path, chatuchak: Chatuchak, monkeypatch: pytest.MonkeyPatch
) -> None:
    here, data = tmp_path / "here", tmp_path / "data"
    here.mkdir()
    monkeypatch.chdir(here)
    monkeypatch.setenv("XDG_DATA_HOME", str(data))
    path = data / "chatuchak-solver" / "chatuchak-play.json"
    done = chatuchak(*PLAY, *SEATS, stdin="move 1\nquit\n")
    assert str(path) in done.out.partition("\n")[0]
    assert list(here.iterdir()) == []
    assert len(log_of(path)) == 3
    assert chatuchak(*PLAY, stdin="quit\n").out.startswith("player 1: human, player 2: greedy.")
    path.rename(here / path.name)  # as it lay in the current folder before
    assert f"Saved in {path.name} " in chatuchak(*PLAY, stdin="quit\n").out


def test_three_boards_and_the_actions_fit_a_small_terminal(
    tmp_path: Path, chatuchak: Chatuchak, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.json"
    seats = ("--seats", "human,human:Maximiliane Donau,human", "--seed", 7)
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    output = chatuchak(*PLAY, path, *seats, stdin="move 1\n").out
    screen, prompt, _ = output.partition("player 1> ")[2].partition("Maximiliane Donau> ")
    assert prompt
    assert "\nplayer 1        Maximiliane Do  player 3        spots\n" in screen
    lines = screen.split("\n")
    assert len(lines) <= 24
    assert max(map(len, lines)) <= 80


def test_dice_are_listed_in_their_order_and_the_setup_names_players(
    tmp_path: Path, chatuchak: Chatuchak
) -> None:
    path = tmp_path / "a.json"
    seats = ("--seats", "human:Ana,greedy", "--seed", 7, "--dice", "manual")
    done = chatuchak(*PLAY, path, *seats, stdin="begin\nmove 1\n10\nquit\n")
    assert "grid of Ana (human)> " in done.out
    assert log_of(path)[-1] == "roll 10"

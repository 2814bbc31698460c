"""Games and answers survive signals and programs that write the same file."""

import json
import os
import signal
import subprocess
import sys
import time
from datetime import date
from pathlib import Path

import pytest

from chatuchak_cli.play.practice import Practice
from chatuchak_cli.shared.runner import Job, hangups_raised, signals_deferred
from chatuchak_solver import Grid, InputError, parse_games
from chatuchak_solver.analysis.practice import Card, Progress
from tests.unit.cli.conftest import Chatuchak, PressIn
from tests.unit.cli.terminals import Terminal

GRID = Grid.parse(".RY/YRG/RGG")
OTHER = Grid.parse("RY/YR/.G/GG")
SIGNALS = [signal.SIGTERM, signal.SIGHUP]


@pytest.mark.parametrize("number", SIGNALS)
def test_a_signal_saves_the_game_as_ctrl_c_does(tmp_path: Path, number: signal.Signals) -> None:
    save, games = tmp_path / "game.json", tmp_path / "games.jsonl"
    arguments = ("play", str(GRID), "--save", save, "--playtest", games, "--player", "Ola")
    with Terminal(*arguments, term="xterm") as terminal:
        terminal.expect("q  quit")
        terminal.type("6")
        terminal.expect("moves 1")
        terminal.process.send_signal(number)
        end = terminal.rest()
        assert terminal.exit_code() == 130
    assert "\x1b[?1049l" in end  # leaves the alternate screen
    assert "1 move, not solved yet" in end
    assert json.loads(save.read_text())["moves"] == [6]
    (game,) = parse_games(games.read_bytes(), source="games")
    assert (game.path, game.solved) == ((6,), False)


def test_a_closed_terminal_saves_the_game(tmp_path: Path) -> None:
    save = tmp_path / "game.json"
    with Terminal("play", str(GRID), "--save", save) as terminal:
        terminal.expect("q  quit")
        terminal.type("6")
        terminal.expect("moves 1")
        os.close(terminal.master)
        terminal.process.wait(timeout=120)
        terminal.master = os.open(os.devnull, os.O_RDONLY)
    assert json.loads(save.read_text())["moves"] == [6]


@pytest.mark.parametrize("number", SIGNALS)
def test_signal_ends_game_in_company_as_ctrl_c_does(tmp_path: Path, number: signal.Signals) -> None:
    game = tmp_path / "game.json"
    with Terminal("game", "mercado", "play", game, "--seats", "human,human", "--seed", 1) as table:
        table.expect("player 1> ")
        time.sleep(0.2)
        table.process.send_signal(number)
        assert f"saved in {game}" in " ".join(table.rest().split())
        assert table.exit_code() == 130
    assert json.loads(game.read_text())["log"] == []


def test_a_signal_ends_practice_while_games_are_reviewed(
    chatuchak: Chatuchak, press_ctrl_c_in: PressIn, tmp_path: Path
) -> None:
    (games := tmp_path / "games.jsonl").write_text(f'{{"grid": "{GRID}", "moves": [6]}}')
    press_ctrl_c_in(Job, "count")
    assert chatuchak("practice", "--mistakes", games, "--progress", tmp_path / "p").code == 130


def test_a_signal_waits_until_a_save_is_complete() -> None:
    saved = []

    def save() -> None:
        with hangups_raised(), signals_deferred():
            signal.raise_signal(signal.SIGTERM)
            saved.append("all")

    with pytest.raises(KeyboardInterrupt):
        save()
    assert saved == ["all"]


def test_two_sessions_of_practice_lose_no_attempt(tmp_path: Path) -> None:
    file = tmp_path / "practice.json"
    program = (
        "import sys; from functools import partial; from pathlib import Path\n"
        "from chatuchak_cli.play.practice import Practice\n"
        "from chatuchak_solver.analysis.practice import Progress\n"
        "practice = Practice(Path(sys.argv[1]))\n"
        "for _ in range(20):\n"
        "    practice.change(partial(Progress.rated, opponent=1200.0, is_right=True))\n"
    )
    command = [sys.executable, "-c", program, str(file)]
    programs = [subprocess.Popen(command) for _ in range(2)]
    assert [program.wait(60) for program in programs] == [0, 0]
    assert Practice(file).progress.tries == 40


def test_positions_that_cannot_be_asked_are_dropped_with_a_message(
    chatuchak: Chatuchak, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, games = tmp_path / "practice.json", tmp_path / "games.jsonl"
    solved, impossible = Grid.parse(".RR/YYR"), Grid.parse("RY/YR/.G/GG")
    cards = tuple(Card(grid, 0, date(2026, 1, 1)) for grid in (solved, impossible))
    file.write_text(json.dumps(Progress(cards=cards).to_dict(), default=str))
    games.write_text(json.dumps({"grid": str(GRID), "moves": [6]}))

    def unsolvable(grid: Grid, moves: object) -> object:
        raise InputError("no solution")

    monkeypatch.setattr("chatuchak_cli.play.practice.review", unsolvable)
    monkeypatch.setattr("chatuchak_cli.play.practice.games_of", lambda _: [])
    outcome = chatuchak("practice", "--mistakes", games, "--progress", file)
    assert outcome.code == 0
    assert f"{file}: dropped 1 position: already solved" in outcome.err
    assert f"{file}: dropped {impossible}: it cannot be solved" in outcome.err
    assert json.loads(file.read_text())["cards"] == []

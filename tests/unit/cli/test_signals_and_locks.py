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

from chatuchak_cli.play.player import PuzzlePlayer
from chatuchak_cli.play.practice import Practice
from chatuchak_cli.play.session import PlaytestRecord, PuzzleSession
from chatuchak_cli.shared.runner import hangups_raised, signals_deferred
from chatuchak_solver import Grid, InputError, load_solo_ranks, parse_games
from chatuchak_solver.analysis.practice import Card, Progress
from chatuchak_solver.puzzle.start_tiles import parse_start_tiles
from tests.unit.cli.conftest import Chatuchak
from tests.unit.cli.terminals import Terminal

GRID = Grid.parse(".RY/YRG/RGG")
OTHER = Grid.parse("RY/YR/.G/GG")
SIGNALS = [signal.SIGTERM, signal.SIGHUP]


def keyboard(folder: Path) -> PuzzlePlayer:
    grids, file = iter([OTHER, OTHER]), folder / "game.json"
    return PuzzlePlayer(PuzzleSession.begin(GRID), ranks=load_solo_ranks(), grids=grids, file=file)


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


def test_a_signal_waits_until_a_save_is_complete() -> None:
    saved = []

    def save() -> None:
        with hangups_raised(), signals_deferred():
            signal.raise_signal(signal.SIGTERM)
            saved.append("all")

    with pytest.raises(KeyboardInterrupt):
        save()
    assert saved == ["all"]


TABLES = {
    "all columns": b"player,grid,moves,seconds,hints,undos,solved,date\nJo,RY/YR/.G/GG,9,,,,no,\n",
    "semicolons": b"player;grid;moves;solved\r\nJo;RY/YR/.G/GG;9;no\r\n",
    "no line end": b"grid,player,moves,solved\nRY/YR/.G/GG,Jo,9,no",
    "tiles": b"player,tile,moves,solved\nJo,2,9,no\n",
    "UTF-16": "player,grid,moves,solved\r\nJ\u00f6,RY/YR/.G/GG,9,no\r\n".encode("utf-16"),
    "CR": b"player,grid,moves,solved\rJo,RY/YR/.G/GG,9,no\r",
    "JSON": b'{"player": "Jo", "grid": "RY/YR/.G/GG", "moves": 9, "solved": false}',
    "UTF-16 JSON": '{"player": "J\u00f6", "grid": "RY/YR/.G/GG", "moves": 9}\n'.encode("utf-16"),
}


@pytest.mark.parametrize("content", TABLES.values(), ids=TABLES)
def test_a_game_is_appended_in_the_format_of_the_file(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "games"
    file.write_bytes(content)
    tiles = parse_start_tiles(f"{GRID}\n{OTHER}\n".encode(), source="tiles")
    record, player = PlaytestRecord(file, "Ola, Ana", tiles), keyboard(tmp_path)
    for key in ("6", "enter", "0", "enter"):
        player.press(key)
    record.add(player.session, hints=player.hints, undos=player.undos)
    record.add(player.session, hints=player.hints, undos=player.undos)
    assert file.read_bytes().startswith(content)
    first, second = parse_games(file.read_bytes(), source="games", tiles=tiles)
    assert (first.moves, first.grid) == (9, OTHER)
    assert (second.player, second.grid, second.path, second.solved) == (
        "Ola, Ana", GRID, (6, 0), False,
    )  # fmt: skip


def test_a_table_that_cannot_hold_the_game_is_refused_before_it(tmp_path: Path) -> None:
    file = tmp_path / "games.csv"
    for content, message in (
        (b"player,tile,moves\nJo,1,9\n", "invalid tile '': expected a whole number"),
        (b"player,grid,moves\nJo,RY/YR/.G/GG,9\n", "the columns cannot hold the game's 'solved'"),
    ):
        file.write_bytes(content)
        tiles = parse_start_tiles(f"{OTHER}\n".encode(), source="tiles")
        with pytest.raises(InputError, match=message):
            PlaytestRecord(file, "Ola", tiles).begin(PuzzleSession.begin(GRID))
        assert file.read_bytes() == content


def test_a_solved_game_is_recorded_at_once_and_a_new_grid_ends_a_game(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    player = keyboard(tmp_path)
    player.record = PlaytestRecord(file, "Ola")
    while not player.session.grid.is_solved:
        for key in (*"hhhh", "enter"):
            player.press(key)
    assert len(parse_games(file.read_bytes(), source="games")) == 1
    for key in ("u", "n", "h", "h", "h", "h", "enter", "n"):
        player.press(key)
    solved, given_up = parse_games(file.read_bytes(), source="games")
    assert solved.solved
    assert (given_up.grid, given_up.moves, given_up.solved) == (OTHER, 1, False)


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

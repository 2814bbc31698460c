"""Games at the keyboard as lines for a playtest."""

from __future__ import annotations

from pathlib import Path

import pytest

from chatuchak_cli.play.player import Player
from chatuchak_cli.play.playtest_record import PlaytestRecord
from chatuchak_cli.play.session import Session
from chatuchak_solver import Grid, InputError, load_solo_ranks, solve
from chatuchak_solver.analysis.playtest.games import parse_games
from tests.unit.cli.conftest import Chatuchak

GRID = Grid.parse(".RY/YRG/RGG")


def keyboard() -> Player:
    return Player(
        Session.begin(GRID),
        ranks=load_solo_ranks(),
        solve=solve,
        new_grid=lambda: GRID,
        save=lambda _: "",
    )


def test_each_game_is_one_more_line(tmp_path: Path) -> None:
    file = tmp_path / "evening.jsonl"
    player = keyboard()
    record = PlaytestRecord(file, "Ola")
    for key in ("h", "enter", "u", "h", "enter"):
        player.press(key)
    record.add(player)
    (game,) = parse_games(file.read_bytes(), source="f")
    assert (game.player, game.grid, game.hints, game.undos, game.solved) == (
        "Ola", GRID, 2, 1, False,
    )  # fmt: skip
    assert game.path == player.session.moves
    again = keyboard()
    record = PlaytestRecord(file, "Jo")
    while not again.session.grid.is_solved:
        again.press("h")
        again.press("enter")
    record.add(again)
    first, second = parse_games(file.read_bytes(), source="f")
    assert first == game
    assert (second.player, second.solved, second.moves) == ("Jo", True, solve(GRID).length)


def test_a_file_of_something_else_is_refused_before_the_game(tmp_path: Path) -> None:
    file = tmp_path / "notes.txt"
    file.write_text("no game\n")
    with pytest.raises(InputError, match="unknown column"):
        PlaytestRecord(file, "Ola")
    assert file.read_text() == "no game\n"


def test_a_new_grid_begins_to_count_again() -> None:
    player = keyboard()
    for key in ("h", "enter", "u", "n"):
        player.press(key)
    assert (player.hints, player.undos) == (0, 0)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--playtest", "f.jsonl"), "--playtest FILE and --player NAME go together"),
        (("--player", "Ola"), "--playtest FILE and --player NAME go together"),
        (("--playtest", "f", "--player", "O", "--rule", "slide"), "expected --rule jump"),
        (("--playtest", "f", "--player", "\x01"), "expected 1 to 80 printable characters"),
    ],
)
def test_options_are_checked_first(
    chatuchak: Chatuchak, arguments: tuple[str, ...], message: str
) -> None:
    assert message in chatuchak("play", *arguments).error

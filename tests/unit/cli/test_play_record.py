"""Games at the keyboard as lines for a playtest."""

from itertools import repeat
from pathlib import Path

import pytest

from chatuchak_cli.play.player import PuzzlePlayer
from chatuchak_cli.play.session import PlaytestRecord, PuzzleSession
from chatuchak_solver import Grid, InputError, graded_hint, load_solo_ranks, parse_games, solve

GRID = Grid.parse(".RY/YRG/RGG")


def keyboard() -> PuzzlePlayer:
    file = Path("chatuchak-game.json")
    return PuzzlePlayer(
        PuzzleSession.begin(GRID), ranks=load_solo_ranks(), grids=repeat(GRID), file=file
    )


def test_each_game_adds_a_line(tmp_path: Path) -> None:
    file = tmp_path / "evening.jsonl"
    player = keyboard()
    record = PlaytestRecord(file, "Ola")
    for key in (*"hhhh", "enter", "u", *"hhhh", "enter"):
        player.press(key)
    record.add(player.session, hints=player.hints, undos=player.undos)
    (game,) = parse_games(file.read_bytes(), source="f")
    assert (game.player, game.grid, game.hints, game.undos, game.solved) == (
        "Ola", GRID, 8, 1, False,
    )  # fmt: skip
    assert game.path == player.session.moves
    again = keyboard()
    record = PlaytestRecord(file, "Jo")
    while not again.session.grid.is_solved:
        for key in (*"hhhh", "enter"):
            again.press(key)
    record.add(again.session, hints=again.hints, undos=again.undos)
    first, second = parse_games(file.read_bytes(), source="f")
    assert first == game
    assert (second.player, second.solved, second.moves) == ("Jo", True, solve(GRID).length)


def test_hints_are_graded_and_restart_after_a_move() -> None:
    player = keyboard()
    hints = []
    for key in ("h", "h", "h", "h", "enter", "h"):
        player.press(key)
        hints.append((player.message, player.hinted, str(player.goal)))
    (first, second, third, fourth, _, again) = hints
    advice = graded_hint(GRID, 4)
    assert first[0].startswith("4 moves to go. If it were alone,")
    assert first[1:] == (None, "None")
    in_place = f"Colors can end like this; {advice.in_place} booths are in place already:"
    assert second[0] == f"4 moves to go. {in_place}"
    assert second[1:] == third[1:] == (None, str(advice.goal))
    assert advice.color is not None
    assert f"A {advice.color.label} booth moves next" in third[0]
    assert fourth[1:] == (advice.move, str(advice.goal))
    assert again[0].startswith("3 moves to go. If it were alone,")
    assert again[1:] == (None, "None")


def test_a_game_is_reviewed_while_it_is_played() -> None:
    player = keyboard()
    player.press("v")
    assert player.message == "There is no move to review."
    for key in ("6", "enter", "0", "enter", "v"):
        player.press(key)
    message = "2 moves, not solved; the fewest possible: 4. Lost in total: 2."
    assert player.message.startswith(message)
    assert "Move 2: red from row 1, column 1 took back the previous move; 4 left" in player.message


def test_an_invalid_file_is_rejected_before_the_game(tmp_path: Path) -> None:
    file = tmp_path / "notes.txt"
    file.write_text("no game\n")
    with pytest.raises(InputError, match="expected either a column grid or a column tile"):
        PlaytestRecord(file, "Ola")
    assert file.read_text() == "no game\n"


def test_a_new_grid_resets_the_counts() -> None:
    player = keyboard()
    for key in (*"hhhh", "enter", "u", "n"):
        player.press(key)
    assert (player.hints, player.undos) == (0, 0)

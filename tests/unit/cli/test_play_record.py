"""Games at the keyboard as lines for a playtest."""

from itertools import repeat
from pathlib import Path

import pytest

from chatuchak_cli.play.player import PuzzlePlayer
from chatuchak_cli.play.session import PlaytestRecord, PuzzleSession
from chatuchak_solver import Grid, InputError, graded_hint, load_solo_ranks, parse_games, solve
from chatuchak_solver.puzzle.start_tiles import parse_start_tiles

GRID = Grid.parse(".RY/YRG/RGG")
OTHER = Grid.parse("RY/YR/.G/GG")
HINTED_MOVE = "h h h h enter"


def keyboard(following: Grid = GRID) -> PuzzlePlayer:
    session, file = PuzzleSession.begin(GRID), Path("chatuchak-game.json")
    return PuzzlePlayer(session, ranks=load_solo_ranks(), grids=repeat(following), file=file)


def press(player: PuzzlePlayer, keys: str) -> None:
    for key in keys.split():
        player.press(key)


def test_each_game_adds_a_line(tmp_path: Path) -> None:
    file = tmp_path / "evening.jsonl"
    player = keyboard()
    player.record = PlaytestRecord(file, "Ola")
    press(player, f"{HINTED_MOVE} u {HINTED_MOVE}")
    player.add_record()
    (game,) = parse_games(file.read_bytes(), source="f")
    assert (game.player, game.grid, game.hints, game.undos, game.solved) == (
        "Ola", GRID, 8, 1, False,
    )  # fmt: skip
    assert game.path == player.session.moves
    again = keyboard()
    again.record = PlaytestRecord(file, "Jo")
    while not again.session.grid.is_solved:
        press(again, HINTED_MOVE)
    again.add_record()
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
    press(player, "6 enter 0 enter v")
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
    press(player, f"{HINTED_MOVE} u n")
    assert (player.hints, player.undos) == (0, 0)


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
    tiles = parse_start_tiles(f"{GRID}\n{OTHER}\n", source="tiles")
    player = keyboard()
    player.record = PlaytestRecord(file, "Ola, Ana", tiles)
    press(player, "6 enter 0 enter")
    player.add_record()
    player.add_record()
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
        tiles = parse_start_tiles(f"{OTHER}\n", source="tiles")
        with pytest.raises(InputError, match=message):
            PlaytestRecord(file, "Ola", tiles).begin(PuzzleSession.begin(GRID))
        assert file.read_bytes() == content


def test_a_solved_game_is_recorded_at_once_and_a_new_grid_ends_a_game(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    player = keyboard(OTHER)
    player.record = PlaytestRecord(file, "Ola")
    while not player.session.grid.is_solved:
        press(player, HINTED_MOVE)
    assert len(parse_games(file.read_bytes(), source="games")) == 1
    press(player, f"u n {HINTED_MOVE} n")
    solved, given_up = parse_games(file.read_bytes(), source="games")
    assert solved.solved
    assert (given_up.grid, given_up.moves, given_up.solved) == (OTHER, 1, False)

"""``play`` through a real pseudo-terminal, and its parts without one."""

import json
import re
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chatuchak_cli.play.player import PuzzlePlayer
from chatuchak_cli.play.session import PuzzleSession
from chatuchak_cli.play.terminal import read_keys, screen_text
from chatuchak_solver import load_solo_ranks, load_start_tiles, solve
from chatuchak_solver.puzzle import Grid
from tests.unit.cli.terminals import Terminal

UP, DOWN, RIGHT, LEFT = "\x1b[A", "\x1b[B", "\x1b[C", "\x1b[D"
SMALL = ".RY/YRG/RGG"
"""Solved in four moves."""
START = ".RYRGR/PBGPYB/RPRGPY/YBPRBR/RYGYGB"
TALL = ".RY/RYG/YGB/GBP/BPR/PRY/RYG/YGB/GBP/BPR"


def playing(*arguments: object, cwd: Path, **environment: str) -> Terminal:
    return Terminal(
        "play", *arguments, size=(24, 80), term="xterm-256color", cwd=cwd, **environment
    )


pytestmark = pytest.mark.usefixtures("compiled")


def test_a_game_from_the_first_hint_to_the_rank(tmp_path: Path) -> None:
    # Hints followed to the end solve the tile in as few moves as the solver proves.
    grid = load_start_tiles().tile(3)
    best = solve(grid).length
    assert best is not None
    with playing("tile:3", cwd=tmp_path) as terminal:
        terminal.wait_for("rank so far: Market Master")
        for left in range(best, 0, -1):
            terminal.enter(
                ("hhhh", f"{left} move{'' if left == 1 else 's'} to go. Move the"),
                ("\r", f"moves {best - left + 1}"),
            )
        output = terminal.enter(("?u", f"moves {best - 1}"), ("r", "This is optimal!"))
        assert f"Solved in {best} moves: Market Master." in output
        terminal.press("q")
        assert terminal.exit_code() == 0
    assert f"{grid}: {best} moves, solved, Market Master." in terminal.raw


def test_arrows_and_digits_choose_booths_of_the_empty_spots_lines(tmp_path: Path) -> None:
    with playing(".RYRGR/PBGPYB/RPRGPY/YBPRBR/RYGYGB", cwd=tmp_path) as terminal:
        terminal.wait_for("moves 0")
        terminal.enter((RIGHT, "[R]"), (RIGHT, "[Y]"), (DOWN, "[P]"), ("5", "[R]"))
        terminal.enter(
            ("18", "Spot 18"),  # both digits at once, as when typed fast
            ("\r", "moves 1   rank"),
            ("7", "No legal move has a number with 7."),
            ("\r", "First choose a booth"),
            ("z", "Unknown key"),
        )


def test_the_optimal_solution_from_here_and_its_rank(tmp_path: Path) -> None:
    with playing("tile:1", cwd=tmp_path) as terminal:
        terminal.wait_for("moves 0")
        output = terminal.enter(("24\r", "moves 1"), ("o", "In all"))
        after = load_start_tiles().tile(1).move(24)
        solution = solve(after)
        assert solution.moves is not None
        assert f"From here {len(solution.moves)} moves, proven shortest" in output
        assert ", ".join(map(str, solution.moves)) in " ".join(output.split())


def test_a_saved_game_continues_with_its_undone_moves(tmp_path: Path) -> None:
    file = tmp_path / "mine.json"
    with playing(SMALL, "--save", file, cwd=tmp_path) as terminal:
        terminal.wait_for("moves 0")
        terminal.enter(("1\r2\ru", "moves 1"), ("s", "Saved in"), ("2\r", "moves 2"))
        terminal.press("\x03")
        assert terminal.exit_code() == 130
    assert json.loads(file.read_text())["moves"] == [1, 2]  # saved at the end too
    assert list(tmp_path.iterdir()) == [file]
    with playing("--resume", file, cwd=tmp_path) as terminal:
        terminal.wait_for("moves 2")
        terminal.enter(("\x7f", "moves 1"))
        terminal.press("q")
        assert terminal.exit_code() == 0
    saved = json.loads(file.read_text())
    assert saved["moves"] == [1]
    assert saved["undone"] == [2]


def test_a_failed_save_is_reported_and_the_game_continues(tmp_path: Path) -> None:
    with playing(SMALL, "--save", tmp_path / "no" / "file.json", cwd=tmp_path) as terminal:
        terminal.wait_for("moves 0")
        terminal.enter(("s", "Not saved"), ("1\r", "moves 1"))


def test_no_color_leaves_letters_marks_and_no_color(tmp_path: Path) -> None:
    with playing(SMALL, cwd=tmp_path, NO_COLOR="1") as terminal:
        terminal.wait_for("'R'")
        terminal.enter((RIGHT, "[R]"))
        codes = {
            code
            for sequence in re.findall(r"\x1b\[([0-9;]*)m", terminal.raw)
            for code in sequence.split(";")
        }
    assert not any(code.startswith(("3", "4")) and len(code) > 1 for code in codes)
    with playing(SMALL, cwd=tmp_path) as terminal:
        terminal.wait_for("'R'")
        assert "48;5;" in terminal.raw


def test_the_screen_is_drawn_again_as_soon_as_its_size_changes(tmp_path: Path) -> None:
    with playing("tile:1", cwd=tmp_path) as terminal:
        terminal.wait_for("q  quit")
        terminal.resize(12, 40)
        lines = terminal.wait_for("arrows, enter: jump").split("moves 0")[1].splitlines()
        assert len(lines) <= 12
        assert max(map(len, lines)) <= 40
        terminal.enter(("2", "[Y]"))
        terminal.resize(24, 80)  # amid a number, which it must not end
        terminal.wait_for("q  quit")
        terminal.enter(("4", "Spot 24"), ("\r", "moves 1"), ("\x1a", "moves 0"))  # Ctrl-Z


SIZES = ((80, 24), (80, 19), (41, 24), (40, 12), (20, 6), (4, 2), (1, 1))


@pytest.mark.parametrize("grid", [START, TALL], ids=["5x6", "10x3"])
def test_the_screen_fits_any_size_and_shows_the_chosen_booth(grid: str, tmp_path: Path) -> None:
    player = PuzzlePlayer(
        PuzzleSession.begin(Grid.parse(grid)), ranks=load_solo_ranks(), grids=iter(()),
        file=tmp_path / "game.json",
    )  # fmt: skip
    for key in ("down", "down", "down", "down", "h", "h", "h", "h", "o", "s"):
        player.press(key)
        for width, height in SIZES:
            lines = screen_text(player, width, height).plain.split("\n")
            assert len(lines) <= height
            assert lines[0].startswith(("Chatuchak   moves 0", "moves 0"))
            if width >= 30 and height >= 8 and key == "down":
                assert any("[" in line for line in lines)
            if (width, height, grid) == (80, 24, START):
                assert any("q  quit" in line or "q quit" in line for line in lines)


def test_a_seed_repeats_a_random_game(tmp_path: Path) -> None:
    pictures = []
    for _ in range(2):
        with playing("--random", "--seed", 5, cwd=tmp_path) as terminal:
            pictures.append(terminal.wait_for("q  quit"))
            terminal.enter(("n", "A new grid."))
    assert pictures[0] == pictures[1]


def test_the_end_of_input_and_an_interrupt_end_the_game(tmp_path: Path) -> None:
    with playing(SMALL, cwd=tmp_path) as terminal:
        terminal.wait_for("moves 0")
        terminal.press("\x04")
        assert terminal.exit_code() == 0
    assert "\x1b[?1049l" in terminal.raw  # the screen is as before
    with playing(SMALL, cwd=tmp_path) as terminal:
        terminal.wait_for("moves 0")
        terminal.process.send_signal(signal.SIGINT)
        assert terminal.exit_code() == 130


def test_a_small_board_and_slides_are_played_too(tmp_path: Path) -> None:
    with playing(SMALL, "--rule", "slide", cwd=tmp_path) as terminal:
        first = terminal.wait_for("q  quit")
        assert "rank" not in first  # ranks are for the game's own board and rule
        terminal.enter(("1\r", "moves 1"), ("h", "to go"))


def test_fast_keys_are_separated() -> None:
    typed = iter((f"{UP}12{RIGHT}\ru\x1bOBx", "\x1b", "\x1b[5~q", ""))
    keys = ["up", "1", "2", "right", "enter", "u", "down", "x", "escape", "\x1b[5~", "q"]
    assert list(read_keys(lambda: next(typed))) == keys


def test_ctrl_c_and_the_end_of_input_end_the_keys() -> None:
    def pressing(error: BaseException) -> Iterator[str]:
        yield "a"
        raise error

    for error, keys in ((KeyboardInterrupt(), ["a", "interrupt"]), (EOFError(), ["a"])):
        source = pressing(error)
        assert list(read_keys(lambda source=source: next(source))) == keys  # type: ignore[misc]


@given(choices=st.lists(st.integers(0, 3), max_size=25), back=st.integers(0, 30))
def test_undo_and_redo_are_exact_and_saved_game_is_same(choices: list[int], back: int) -> None:
    start = Grid.parse(SMALL)
    games = [PuzzleSession.begin(start)]
    for choice in choices:
        legal = games[-1].grid.legal_moves()
        games.append(games[-1].play(legal[choice % len(legal)]))
    last = games[-1]
    game = last
    for expected in reversed(games[:-1]):
        game = game.undo()
        assert (game.grid, game.moves) == (expected.grid, expected.moves)
        assert game.redo().grid == games[len(game.moves) + 1].grid
    assert game.undo() == game
    assert last.restart().grid == start
    game = last
    for _ in range(back):
        game = game.undo()
    assert PuzzleSession.from_dict(game.to_dict()) == game

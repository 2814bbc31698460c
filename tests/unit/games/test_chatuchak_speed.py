"""The rules of the speed game, also against the reference implementation."""

from typing import Any

import pytest

from chatuchak_solver.errors import IllegalMoveError
from chatuchak_solver.games.chatuchak_speed.state import SpeedState
from chatuchak_solver.games.contract import ANYONE, play_log
from tests.game_tree import PerftCount, perft
from tests.reference.chatuchak import ReferenceSpeed

NEARLY = "RR/YY/G./BG/BG"  # `move 9` leaves blue and green in one group each
FAR = "RY/YR/G./BG/GB"


def game(*grids: str, moves: list[int] | None = None, **changes: Any) -> SpeedState:
    return SpeedState.from_dict({
        "game": "chatuchak-speed", "rule": "jump", "move_limit": 3, "grids": list(grids),
        "moves": moves or [0] * len(grids), "last_player": 0, **changes,
    })  # fmt: skip


def test_all_play_at_once_in_any_order() -> None:
    state = game(FAR, FAR)
    assert state.current_player == ANYONE
    assert state.legal_texts()[:2] == ("0 move 1", "0 move 3")
    state = play_log(state, ("1 move 1", "1 move 0", "0 move 3"))
    assert state.moves == (1, 2)
    assert state.last_player == 0


def test_the_first_with_one_group_a_color_wins_at_once() -> None:
    state = game(FAR, NEARLY).apply("1 move 9")
    assert str(state.grids[1]) == "RR/YY/GG/BG/B."
    assert state.is_over
    assert (state.winners(), state.scores()) == ((1,), (0, 1))
    assert state.current_player == 1
    with pytest.raises(IllegalMoveError, match="player 2 was the first to be done"):
        state.apply("0 move 1")


def test_a_game_is_called_off_without_a_winner_at_the_move_limit() -> None:
    state = game(FAR, FAR, moves=[3, 2])
    with pytest.raises(IllegalMoveError, match="player 1 has made all 3 moves"):
        state.apply("0 move 1")
    state = state.apply("1 move 1")
    assert state.is_over
    assert state.winners() == ()
    with pytest.raises(IllegalMoveError, match="called off"):
        state.apply("1 move 0")


def test_without_a_limit_moves_do_not_run_out() -> None:
    state = game(FAR, FAR, moves=[900, 900], move_limit=None)
    assert state.max_actions is None
    assert not state.is_over
    assert state.apply("0 move 1").moves == (901, 900)


@pytest.mark.parametrize("rule", ["jump", "slide"])
@pytest.mark.parametrize("grids", [(FAR, NEARLY), ("R.Y/YRG/YGG", "RR./YYG/YGG", "RRY/.YG/YGG")])
def test_tree_sizes_agree_with_the_reference(grids: tuple[str, ...], rule: str) -> None:
    state = game(*grids, moves=[2] + [1] * (len(grids) - 1), rule=rule)
    for depth in range(5):
        assert perft(state, depth) == PerftCount(*ReferenceSpeed(state.to_dict()).perft(depth))

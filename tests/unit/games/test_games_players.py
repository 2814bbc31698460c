"""The players that can play every game."""

from typing import Any

import numpy as np

from chatuchak_solver import GameState, Grid, SimulationPlan, simulate
from chatuchak_solver.games.chatuchak import ChatuchakState
from chatuchak_solver.games.chatuchak.actions import PASS
from chatuchak_solver.games.chatuchak.markers import ALL_MIXES
from chatuchak_solver.games.chatuchak.players import RandomMover, evaluate
from chatuchak_solver.games.chatuchak.setup import load_figures
from chatuchak_solver.games.chatuchak_speed.state import SpeedState
from chatuchak_solver.games.players import GreedyPlayer, RandomPlayer, score_margin


def small_game(*grids: str, turn: int = 0) -> ChatuchakState:
    figures, _ = load_figures()
    start = ChatuchakState.start(map(Grid.parse, grids), mixes=ALL_MIXES[:5], figures=figures)
    return ChatuchakState.from_dict({**start.to_dict(), "turn": turn})


def test_the_margin_is_the_lead_over_the_best_other_player() -> None:
    state = small_game("RR/R./GR/GG", "RG/R./GR/RG", "RG/R./GR/RG")
    assert state.scores() == (-2, -3, -3)
    assert [score_margin(state, player) for player in range(3)] == [1, -1, -1]


def test_a_random_player_plays_every_legal_action_about_equally_often() -> None:
    state = small_game("R.Y/YRG/YGG", "RY./YRG/YGG")
    rng = np.random.default_rng(1)
    chosen = [str(RandomPlayer().choose(state, 0, rng)) for _ in range(1000)]
    counts = [chosen.count(action) for action in state.legal_texts()]
    assert len(counts) == 5
    assert min(counts) > 150
    assert PASS not in {RandomMover().choose(state, 0, rng) for _ in range(100)}


def test_a_greedy_player_takes_the_most_and_draws_among_equals() -> None:
    # `move 5` and `move 2` win three markers each.
    state = small_game("RR/R./GR/GG", "RG/R./GR/RG")
    rng = np.random.default_rng(1)
    assert {str(GreedyPlayer().choose(state, 0, rng)) for _ in range(20)} == {"move 2", "move 5"}
    # The sum of floats is above 0.3 by a rounding error.
    indifferent = GreedyPlayer(lambda after, _: 0.1 + 0.2 if after.grids[0].empty % 2 else 0.3)
    chosen = {str(indifferent.choose(state, 0, rng)) for _ in range(60)}
    assert chosen == set(state.legal_texts())


def test_evaluation_prefers_groups_and_remaining_turns() -> None:
    grouped = small_game("RR./YYG/YGG", "RY./YRG/YGG")
    scattered = small_game("RYR/Y.G/GYG", "RY./YRG/YGG")
    assert evaluate(grouped, 0) > evaluate(scattered, 0)
    passed = grouped.apply("pass")
    assert passed.scores() == grouped.scores()
    assert evaluate(passed, 0) < evaluate(grouped, 0)
    # With two players, the game is zero-sum.
    assert evaluate(grouped, 1) == -evaluate(grouped, 0)


def test_actions_of_a_player_in_simultaneous_games() -> None:
    state = SpeedState.new(3, rng=np.random.default_rng(1))
    for player in range(3):
        actions = state.actions_of(player)
        assert len(actions) == 9
        assert all(str(action).startswith(f"{player} move ") for action in actions)
    turn_based: GameState[Any] = small_game("R.Y/YRG/YGG", "RY./YRG/YGG")
    assert turn_based.actions_of(0) == turn_based.legal_actions()


def test_the_speed_solver_wins_every_game_in_optimal_length() -> None:
    plan = SimulationPlan("chatuchak-speed", ("solver", "greedy"), games=4, seed=1)
    report = simulate(plan, workers=1)
    assert report.players()[0].wins == 4
    # Optimal solutions of rule-valid start grids take 18 to 23 moves, the other moves as often.
    assert max(report.tally.lengths) < 80

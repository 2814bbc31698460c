"""The OpenSpiel games pass OpenSpiel's own test, and its search can play."""

from __future__ import annotations

import pickle
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import ismcts, mcts

from chatuchak_solver.adapters.openspiel import GAME_NAMES
from chatuchak_solver.errors import InputError
from tests.forked import run_python

SETUPS = [
    "chatuchak_chatuchak(deals=5)",
    "chatuchak_chatuchak(players=5,rule=slide,deals=1)",
    "chatuchak_mercado(players=3,reward=score)",
    "chatuchak_market_stand",
    "chatuchak_river_market(deals=1)",
]

every_setup = pytest.mark.parametrize("setup", SETUPS)


def walk(game: Any, seed: int) -> Any:
    """Yield the states of a random game."""
    rng = np.random.default_rng(seed)
    state = game.new_initial_state()
    while not state.is_terminal():
        yield state
        if state.is_chance_node():
            numbers, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(int(rng.choice(numbers, p=chances)))
        else:
            state.apply_action(int(rng.choice(state.legal_actions())))
    yield state


@every_setup
def test_random_simulation(setup: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(setup), num_sims=1, serialize=True, verbose=False)
    assert {name.partition("(")[0] for name in SETUPS} == set(GAME_NAMES)
    assert GAME_NAMES["chatuchak_mercado"] == "mercado"


@every_setup
def test_observations_pickles_and_bounds_are_valid(setup: str) -> None:
    game = pyspiel.load_game(setup)
    low, high = game.min_utility(), game.max_utility()
    length = 0
    for state in walk(game, seed=3):
        length += 1
        if length in (1, 16, 31):
            back = pickle.loads(pickle.dumps(state))
            assert (str(back), back.legal_actions()) == (str(state), state.legal_actions())
        if not state.is_chance_node() and length % 20 == 0:
            for player in range(game.num_players()):
                tensor = state.observation_tensor(player)
                assert len(tensor) == game.observation_tensor_size()
                assert state.observation_string(player)
        last = state
    assert length <= game.max_game_length() + 1
    assert all(low <= utility <= high for utility in last.returns())
    if game.get_type().utility == pyspiel.GameType.Utility.ZERO_SUM:
        assert sum(last.returns()) == pytest.approx(0)


def test_the_first_chance_node_deals() -> None:
    game = pyspiel.load_game("chatuchak_mercado(deals=3,seed=4)")
    state = game.new_initial_state()
    assert state.chance_outcomes() == [(0, 1 / 3), (1, 1 / 3), (2, 1 / 3)]
    assert state.action_to_string(2) == "deal 2"
    state.apply_action(2)
    other = pyspiel.load_game("chatuchak_mercado(deals=1,seed=6)").new_initial_state()
    assert str(state) == str(other)


@pytest.mark.parametrize("name", GAME_NAMES)
def test_open_spiels_search_plays(name: str) -> None:
    game = pyspiel.load_game(f"{name}(deals=1)")
    state = next(s for s in walk(game, seed=1) if not s.is_chance_node())
    rng = np.random.RandomState(1)
    evaluator = mcts.RandomRolloutEvaluator(1, rng)
    bot = mcts.MCTSBot(game, 2.0, 4, evaluator, random_state=rng)
    before = str(state)
    assert bot.step(state) in state.legal_actions()
    assert str(state) == before


def test_search_resamples_hidden_cards() -> None:
    game = pyspiel.load_game("chatuchak_market_stand(deals=1)")
    state = next(s for s in walk(game, seed=1) if not s.is_chance_node())
    state.apply_action(state.legal_actions()[0])
    player = state.current_player()
    observation = state.observation_tensor(player)
    guesses = [state.resample_from_infostate(player, lambda x=x: x) for x in (0.1, 0.5, 0.9)]
    assert len({str(guess) for guess in guesses}) > 1
    assert all(guess.observation_tensor(player) == observation for guess in guesses)
    rng = np.random.RandomState(1)
    bot = ismcts.ISMCTSBot(
        game=game,
        uct_c=2.0,
        max_simulations=3,
        evaluator=mcts.RandomRolloutEvaluator(1, rng),
        use_observation_string=True,
        random_state=rng,
    )
    assert bot.step(state) in state.legal_actions()


def test_python_ends_quietly() -> None:
    # Functions that are registered as games make it abort.
    ended = run_python("-c", "import chatuchak_solver.adapters.openspiel")
    assert ended.returncode == 0, ended.stderr


def test_wrong_parameters_are_refused() -> None:
    with pytest.raises(InputError, match="reward 'fame'"):
        pyspiel.load_game("chatuchak_mercado(reward=fame)")
    with pytest.raises(InputError, match="expected a whole number >= 1"):
        pyspiel.load_game("chatuchak_mercado(deals=0)")
    with pytest.raises(InputError, match="invalid number of players 7: expected 2 to 4"):
        pyspiel.load_game("chatuchak_mercado(players=7)")

"""OpenSpiel games, registered by importing this module.

Names: ``chatuchak_chatuchak``, ``chatuchak_mercado``, ``chatuchak_market_stand`` and
``chatuchak_river_market``. The first chance node deals one of ``deals`` random setups; all others
are explicit, with exact probabilities.

Examples
--------
>>> import pyspiel
>>> import chatuchak_solver.adapters.openspiel
>>> game = pyspiel.load_game("chatuchak_mercado(players=3,deals=1)")
>>> state = game.new_initial_state()
>>> state.current_player(), state.action_to_string(state.legal_actions()[0])
(0, 'coin')
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

import numpy as np

from chatuchak_solver.adapters import action_codes as codes
from chatuchak_solver.adapters.observations.parts import Observer, observer_of
from chatuchak_solver.arguments import check_int
from chatuchak_solver.box import Box, load_box
from chatuchak_solver.errors import InputError, MissingExtraError
from chatuchak_solver.games.contract import CHANCE, AnyState
from chatuchak_solver.games.game import Game
from chatuchak_solver.games.registry import GAMES, game_entry, new_game
from chatuchak_solver.kernels.arrays import Float32s

try:
    import pyspiel
except ImportError:
    raise MissingExtraError("an OpenSpiel game", "games") from None

GAME_NAMES: Mapping[str, str] = {
    f"chatuchak_{game.name.replace('-', '_')}": game.name
    for game in GAMES
    if not game.state.is_simultaneous
}
"""Game names by OpenSpiel name."""

DEALS = 1000
"""Default number of setups."""


class MarketGame(pyspiel.Game):
    """A game with parameters.

    ``players``, ``seed`` and ``deals`` (setups have the seeds ``seed`` to ``seed + deals - 1``),
    ``reward`` (``outcome`` or ``score``), ``box`` (name of a box file) and the game's setup
    options.
    """

    name: ClassVar[str]
    """OpenSpiel name."""

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        entry = game_entry(GAME_NAMES[self.name])
        chosen = {**_parameters(entry), **(params or {})}
        self.players: int = chosen["players"]
        self.seed = check_int(chosen["seed"], 0, name="seed")
        self.deals = check_int(chosen["deals"], 1, name="deals")
        self.reward: codes.Reward = codes.check_reward(chosen["reward"])
        self.options: dict[str, Any] = {name: chosen[name] for name in entry.learner_options}
        self.box: Box | None = load_box(chosen["box"]) if chosen["box"] else None
        start = self.deal(0)
        self.code: codes.ActionCode = codes.action_code(start)
        self.observer: Observer = observer_of(start)
        is_zero_sum = self.reward == "outcome" and self.players > 1
        actions = start.max_actions
        assert actions is not None, "dealt games are finite"
        low, high = (-1.0, 1.0) if is_zero_sum else map(float, start.score_bounds)
        info = pyspiel.GameInfo(
            num_distinct_actions=self.code.size,
            max_chance_outcomes=max(self.code.chance_size, self.deals),
            num_players=self.players,
            min_utility=low,
            max_utility=high,
            utility_sum=0.0 if is_zero_sum else None,
            max_game_length=actions + 1,
        )
        super().__init__(_game_type(self.name, is_zero_sum=is_zero_sum), info, dict(params or {}))

    def deal(self, number: int) -> AnyState:
        """Return a setup of the first chance node."""
        game, seed = GAME_NAMES[self.name], self.seed + number
        return new_game(game, self.players, seed=seed, options=self.options, box=self.box)

    def new_initial_state(self) -> MarketGameState:
        """Return the initial state."""
        return MarketGameState(self)

    def max_chance_nodes_in_history(self) -> int:
        """Return an upper bound on the number of chance nodes."""
        return int(self.max_game_length())

    def make_py_observer(self, iig_obs_type: object = None, params: object = None) -> SpielObserver:
        """Return an observer of the states."""
        del iig_obs_type
        if params:
            raise InputError(f"invalid parameters {params}: expected none for observations")
        return SpielObserver(self.observer)


class MarketGameState(pyspiel.State):
    """A state of a game."""

    def __init__(self, game: MarketGame) -> None:
        super().__init__(game)
        self._state = game.deal(0) if game.deals == 1 else None
        self._numbers: tuple[int, ...] | None = None

    @property
    def game_state(self) -> AnyState | None:
        """Game state, or None before the deal."""
        return self._state

    @property
    def _game(self) -> MarketGame:
        game: MarketGame = self.get_game()
        return game

    def current_player(self) -> int:
        """Return the acting player."""
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        player = CHANCE if self._state is None else self._state.current_player
        return int(pyspiel.PlayerId.CHANCE) if player == CHANCE else player

    def _legal_actions(self, player: int) -> list[int]:
        state = self._state
        if state is None or player != state.current_player:
            return []
        if self._numbers is None:
            number = self._game.code.number
            self._numbers = tuple(sorted(number(state, a) for a in state.legal_actions()))
        return list(self._numbers)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the chance outcomes with their probabilities."""
        state, game = self._state, self._game
        if state is None:
            return [(number, 1 / game.deals) for number in range(game.deals)]
        outcomes = state.chance_outcomes()
        total = sum(weight for _, weight in outcomes)
        return sorted((game.code.number(state, draw), weight / total) for draw, weight in outcomes)

    def _apply_action(self, action: int) -> None:
        state, game = self._state, self._game
        if state is None:
            if not 0 <= action < game.deals:
                raise InputError(f"invalid deal {action}: expected 0..{game.deals - 1}")
            self._state = game.deal(action)
        elif state.is_over:
            raise InputError(f"illegal action {action}: the game is over")
        elif action not in self._legal_actions(state.current_player):
            raise InputError(f"illegal action {action}: expected one of legal_actions()")
        else:
            self._state = state.apply_unchecked(game.code.action(state, action))
        self._numbers = None

    def _action_to_string(self, player: int, action: int) -> str:
        del player
        state = self._state
        if state is None:
            return f"deal {action}"
        return state.format(self._game.code.action(state, action))

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        return self._state is not None and self._state.is_over

    def returns(self) -> list[float]:
        """Return each player's final reward, 0 before the end."""
        state, game = self._state, self._game
        if state is None or not state.is_over:
            return [0.0] * game.players
        return list(codes.final_rewards(state, game.reward))

    def resample_from_infostate(self, player: int, sample: Callable[[], float]) -> MarketGameState:
        """Return a random state consistent with a player's information.

        Its history is that of this state: suitable for search, not serialization. ``sample``
        returns random numbers 0..1.
        """
        sampled: MarketGameState = self.clone()
        if self._state is not None:
            rng = np.random.default_rng(int(sample() * 2**32))
            sampled._state, sampled._numbers = self._state.sample_hidden(player, rng), None
        return sampled

    def __str__(self) -> str:
        return "before the deal" if self._state is None else str(self._state)


class SpielObserver:
    """OpenSpiel's interface of an `Observer`."""

    def __init__(self, observer: Observer) -> None:
        self._observer = observer
        self.tensor: Float32s = np.zeros(observer.size, np.float32)
        self.dict: dict[str, Float32s] = observer.split(self.tensor)

    def set_from(self, state: MarketGameState, player: int) -> None:
        """Write a player's information to ``tensor`` and ``dict``."""
        if state.game_state is None:
            self.tensor.fill(0)
        else:
            self._observer.write(state.game_state, player, self.tensor)

    def string_from(self, state: MarketGameState, player: int) -> str:
        """Return a player's information as text."""
        known = state.game_state
        return "before the deal" if known is None else known.view(player)


def _parameters(game: Game) -> dict[str, Any]:
    options = {option.name: option.default for option in game.state.setup_options}
    own = {name: options[name] for name in game.learner_options}
    common = {"seed": 0, "deals": DEALS, "reward": "outcome", "box": ""}
    return {"players": game.state.player_counts.start, **common, **own}


def _game_type(name: str, *, is_zero_sum: bool) -> pyspiel.GameType:
    entry, kind = game_entry(GAME_NAMES[name]), pyspiel.GameType
    is_perfect, players = entry.state.codec.observe is None, entry.state.player_counts
    information = "PERFECT_INFORMATION" if is_perfect else "IMPERFECT_INFORMATION"
    return kind(
        short_name=name,
        long_name=entry.summary,
        dynamics=kind.Dynamics.SEQUENTIAL,
        chance_mode=kind.ChanceMode.EXPLICIT_STOCHASTIC,
        information=getattr(kind.Information, information),
        utility=kind.Utility.ZERO_SUM if is_zero_sum else kind.Utility.GENERAL_SUM,
        reward_model=kind.RewardModel.TERMINAL,
        max_num_players=players[-1],
        min_num_players=players[0],
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
        parameter_specification=_parameters(entry),
        default_loadable=True,
    )


for _name, _game in GAME_NAMES.items():
    _kind = game_entry(_game).state
    pyspiel.register_game(
        _game_type(_name, is_zero_sum=_kind.player_counts.start > 1),
        # A class per game: registering a function aborts Python at exit.
        type(f"MarketGame_{_kind.__name__}", (MarketGame,), {"name": _name}),
    )

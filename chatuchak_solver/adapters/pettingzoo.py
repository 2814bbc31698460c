"""PettingZoo environments: `env` for turn-based games, `parallel_env` for simultaneous moves.

Observations are dictionaries: ``observation`` is an array of the player's information with named
parts (see `GameEnv.parts`), ``action_mask`` has a 1 for each legal action. Chance uses the seed of
``reset``. Rewards are given at the end, with scores in ``infos``.

Examples
--------
>>> from chatuchak_solver.adapters.pettingzoo import env
>>> market = env("mercado", 3)
>>> market.reset(seed=1)
>>> market.agent_selection, market.action_space("player_0")
('player_0', Discrete(924))
>>> mask = market.observe("player_0")["action_mask"]
>>> market.unwrapped.action_text(int(mask.argmax()))
'coin'
"""

from functools import partial
from typing import Any, Literal, TypeAlias, TypedDict, Unpack, cast, get_args

import numpy as np

from chatuchak_solver.adapters import action_codes as codes
from chatuchak_solver.adapters.observations.parts import Observer, observer_of
from chatuchak_solver.arguments import check_choice, check_int, check_mapping
from chatuchak_solver.box import Box
from chatuchak_solver.errors import InputError, MissingExtraError
from chatuchak_solver.games.chatuchak_speed.state import PlayerMove, SpeedState
from chatuchak_solver.games.contract import ANYONE, CHANCE, AnyState, Data, Options, sample_chance
from chatuchak_solver.games.registry import box_data, game_entry
from chatuchak_solver.kernels.arrays import Float32s, Int8s

try:
    from gymnasium import spaces
    from pettingzoo.utils import conversions, wrappers
    from pettingzoo.utils.env import AECEnv, ParallelEnv
except ImportError:
    raise MissingExtraError("a PettingZoo environment", "games") from None

RenderMode: TypeAlias = Literal["human", "ansi"]
Observation: TypeAlias = dict[str, object]
Infos: TypeAlias = dict[str, dict[str, object]]


class EnvOptions(TypedDict, total=False):
    """Options of an environment."""

    reward: str
    """Final reward: ``outcome``, from -1 to 1 with sum 0, or ``score``."""
    render_mode: RenderMode | None
    """``human`` prints, ``ansi`` returns text."""
    data: Data
    """See `chatuchak_solver.games.contract.GameState.new`."""
    options: Options
    """See `chatuchak_solver.games.contract.GameState.new`."""
    box: Box | None
    """Overridden by ``data``; the default box by default."""


class _GameMixin:
    _waits = 0
    """The number of actions without a move."""

    def __init__(
        self, game: str, num_players: int | None = None, reward: str = "outcome",
        render_mode: RenderMode | None = None, data: Data = None, options: Options = None,
        box: Box | None = None,
    ) -> None:  # fmt: skip
        if render_mode is not None:
            check_choice(render_mode, get_args(RenderMode), name="render mode")
        self._kind = game_entry(game).state
        figures = box_data(self._kind.game, data, box)
        self._new = partial(self._kind.new, num_players, data=figures, options=options)
        self._reward: codes.Reward = codes.check_reward(reward)
        self._rng = np.random.default_rng()
        self._state: AnyState = self._new(rng=self._rng)
        self._code: codes.ActionCode = codes.action_code(self._state)
        self._observer: Observer = observer_of(self._state)
        self.render_mode = render_mode
        self.metadata: dict[str, object] = {
            "name": f"{self._kind.game.replace('-', '_')}_v0",
            "render_modes": list(get_args(RenderMode)),
            "is_parallelizable": False,
        }
        seats = range(self._state.num_players)
        self.possible_agents: list[str] = [f"player_{seat}" for seat in seats]
        self.agents: list[str] = []
        low, high = self._observer.bounds()
        self._num_actions = number = self._code.size + self._waits
        self._action_spaces = {a: spaces.Discrete(number) for a in self.possible_agents}
        self._observation_spaces = {
            agent: spaces.Dict(
                action_mask=spaces.Box(0, 1, (number,), np.int8),
                observation=spaces.Box(low, high, dtype=np.float32),
            )
            for agent in self.possible_agents
        }

    @property
    def game_state(self) -> AnyState:
        """Current game state."""
        return self._state

    def observation_space(self, agent: str) -> Any:
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self._action_spaces[agent]

    def parts(self, observation: Float32s) -> dict[str, Float32s]:
        """Return the named parts of an observation, reshaped, as views."""
        return self._observer.split(observation)

    def _begin(self, seed: int | None) -> None:
        if seed is not None:
            self._rng = np.random.default_rng(seed)
        self._state = self._new(rng=self._rng)
        self.agents = self.possible_agents[:]

    def _show(self, text: str) -> str | None:
        if self.render_mode == "human":
            print(text)  # noqa: T201 - the purpose of this mode
            return None
        return text if self.render_mode == "ansi" else None

    def _observation(self, seat: int) -> Observation:
        mask: Int8s = np.zeros(self._num_actions, np.int8)
        mask[self._legal(seat)] = 1
        return {"observation": self._observer.observe(self._state, seat), "action_mask": mask}

    def _legal(self, seat: int) -> list[int]:
        state = self._state
        if state.is_over or state.current_player not in (seat, ANYONE):
            return []
        numbers = [self._code.number(state, action) for action in state.actions_of(seat)]
        return numbers or [self._code.size]  # without moves, an agent waits

    def _results(self) -> tuple[dict[str, float], Infos]:
        state, agents = self._state, self.possible_agents
        infos: Infos = {agent: {} for agent in agents}
        if not state.is_over:
            return dict.fromkeys(agents, 0.0), infos
        scores, winners = state.scores(), state.winners()
        for seat, info in enumerate(infos.values()):
            info |= {"score": scores[seat], "won": seat in winners}
        return dict(zip(agents, codes.final_rewards(state, self._reward), strict=True)), infos


class GameEnv(_GameMixin, AECEnv):
    """A turn-based game, without wrappers."""

    def reset(self, seed: int | None = None, options: dict[str, object] | None = None) -> None:
        """Set up a game.

        ``seed`` is for setup and chance; without it, the random generator continues.
        ``options`` are ignored.
        """
        del options
        self._begin(seed)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.truncations: dict[str, bool] = dict.fromkeys(self.agents, False)
        self._await_player()

    def observe(self, agent: str) -> Observation:
        """Return an agent's information and a mask of its legal actions."""
        return self._observation(self.possible_agents.index(agent))

    def step(self, action: int) -> None:
        """Apply an action of the selected agent, then sample chance until a player acts."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        number = check_int(action, 0, self._num_actions - 1, name="action")
        self._state = self._state.apply(self._code.action(self._state, number))
        self._cumulative_rewards[agent] = 0.0
        self._await_player()
        self._accumulate_rewards()

    def action_text(self, action: int) -> str:
        """Return the selected agent's action in game notation."""
        return self._state.format(self._code.action(self._state, check_int(action, name="action")))

    def render(self) -> str | None:
        """Print the selected agent's view, or return it in mode ``ansi``."""
        return self._show(self._state.view(self.possible_agents.index(self.agent_selection)))

    def _await_player(self) -> None:
        while not self._state.is_over and self._state.current_player == CHANCE:
            self._state = self._state.apply_unchecked(sample_chance(self._state, self._rng))
        self.rewards, self.infos = self._results()
        self.terminations = dict.fromkeys(self.agents, self._state.is_over)
        # After the end, the state names the last acting player.
        self.agent_selection: str = self.possible_agents[self._state.current_player]


class SpeedEnv(_GameMixin, ParallelEnv):
    """The speed game: all agents move in a step, in random order.

    Actions are the spot of the booth to move, or the number of spots to wait; illegal actions wait.
    The game is truncated after as many steps as a player has moves.
    """

    _waits = 1

    def reset(
        self, seed: int | None = None, options: dict[str, object] | None = None
    ) -> tuple[dict[str, Observation], Infos]:
        """Set up a game; see `GameEnv.reset`."""
        del options
        self._begin(seed)
        self._steps = 0
        self._max_steps = cast("SpeedState", self._state).move_limit
        return self._observe_all(), {agent: {} for agent in self.agents}

    def step(
        self, actions: dict[str, int]
    ) -> tuple[dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], Infos]:
        """Apply the actions of all agents in random order."""
        agents, last = self.agents, self._num_actions - 1
        checked = check_mapping(actions, name="actions")
        numbers = [check_int(checked.get(a), 0, last, name=f"action of {a}") for a in agents]
        self._steps += 1
        for seat in self._rng.permutation(len(agents)).tolist():
            number = numbers[seat]
            if number in self._legal(seat) and number != last:
                self._state = self._state.apply_unchecked(PlayerMove(seat, number))
        over = self._state.is_over
        is_late = not over and self._steps == self._max_steps
        if over or is_late:
            self.agents: list[str] = []
        ended, cut = dict.fromkeys(agents, over), dict.fromkeys(agents, is_late)
        rewards, infos = self._results()
        return self._observe_all(), rewards, ended, cut, infos

    def render(self) -> str | None:
        """Print all grids, or return their text in mode ``ansi``."""
        return self._show(str(self._state))

    def _observe_all(self) -> dict[str, Observation]:
        return {a: self._observation(seat) for seat, a in enumerate(self.possible_agents)}


class SpeedTurnEnv(conversions.parallel_to_aec_wrapper):
    """Turn-based speed game for PettingZoo's illegal-action wrapper."""

    @property
    def unwrapped(self) -> "SpeedTurnEnv":
        """Environment with the agents' rewards and terminations."""
        return self


class SpeedIllegalWrapper(wrappers.TerminateIllegalWrapper):
    """Ends the speed game on an illegal action, with a loss."""

    @property
    def unwrapped(self) -> SpeedEnv:
        """Parallel environment."""
        inner: SpeedEnv = self.env.env
        return inner


def raw_env(game: str, num_players: int | None = None, **options: Unpack[EnvOptions]) -> Any:
    """Return `env` without the wrappers against misuse."""
    if game_entry(game).state.is_simultaneous:
        return conversions.parallel_to_aec(SpeedEnv(game, num_players, **options))
    return GameEnv(game, num_players, **options)


def env(game: str, num_players: int | None = None, **options: Unpack[EnvOptions]) -> Any:
    """Return a game as a PettingZoo environment. Illegal actions lose the game.

    ``game`` is a name of `chatuchak_solver.games.registry.GAMES`, ``num_players`` the minimum by
    default. See `EnvOptions` for the options. The reward is ``outcome`` by default; a single player
    gets the score.
    """
    if game_entry(game).state.is_simultaneous:
        turns: Any = SpeedTurnEnv(SpeedEnv(game, num_players, **options))
        illegal: Any = SpeedIllegalWrapper(turns, illegal_reward=-1)
    else:
        turns = GameEnv(game, num_players, **options)
        illegal = wrappers.TerminateIllegalWrapper(turns, illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(illegal))


def parallel_env(
    game: str = SpeedState.game, num_players: int | None = None, **options: Unpack[EnvOptions]
) -> Any:
    """Return a game with simultaneous moves; see `env` for the arguments."""
    if not game_entry(game).state.is_simultaneous:
        raise InputError(f"invalid game {game}: expected simultaneous moves; use env({game!r})")
    return SpeedEnv(game, num_players, **options)

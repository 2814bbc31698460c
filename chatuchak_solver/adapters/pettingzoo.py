"""The games as PettingZoo environments: `env` turn by turn, `parallel_env` where all play at once.

An observation is a dictionary: ``observation`` is one array of what the player knows, whose named
parts `GameEnv.parts` returns, and ``action_mask`` has a 1 for each legal action. Chance is drawn
inside from the seed of ``reset``. Rewards come at the end; ``infos`` then tell the score.

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

from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias, TypedDict, Unpack, cast

import numpy as np

from chatuchak_solver.adapters.action_codes import ActionCode, SpotNumbers, action_code
from chatuchak_solver.adapters.observations import Observer, observer_of
from chatuchak_solver.adapters.outcomes import Reward, check_reward, rewards_at_end
from chatuchak_solver.arguments import checked_mapping, checked_whole
from chatuchak_solver.box import Box
from chatuchak_solver.errors import InputError, MissingExtraError
from chatuchak_solver.games.chatuchak_speed.state import SpeedState
from chatuchak_solver.games.contract import CHANCE, AnyState, Data, Options, sample_chance
from chatuchak_solver.games.new_game import box_data
from chatuchak_solver.games.registry import game_entry
from chatuchak_solver.kernels.arrays import Float32s, Int8s

try:
    from gymnasium import spaces
    from pettingzoo import AECEnv, ParallelEnv
    from pettingzoo.utils import parallel_to_aec, wrappers
    from pettingzoo.utils.conversions import parallel_to_aec_wrapper
except ImportError:
    raise MissingExtraError("a PettingZoo environment", "games") from None

if TYPE_CHECKING:
    from chatuchak_solver.adapters.untyped import Untyped as _AECEnv
    from chatuchak_solver.adapters.untyped import Untyped as _IllegalWrapper
    from chatuchak_solver.adapters.untyped import Untyped as _ParallelEnv
    from chatuchak_solver.adapters.untyped import Untyped as _TurnWrapper
else:
    _AECEnv, _ParallelEnv = AECEnv, ParallelEnv
    _TurnWrapper, _IllegalWrapper = parallel_to_aec_wrapper, wrappers.TerminateIllegalWrapper


RenderMode: TypeAlias = Literal["ansi", "human"]
RENDER_MODES: Final = ("human", "ansi")
Seen: TypeAlias = dict[str, object]
"""An observation: the arrays ``observation`` and ``action_mask``."""


class Setting(TypedDict, total=False):
    """What an environment may be set to."""

    reward: str
    """What the end is worth: ``outcome``, from -1 to 1 and 0 in all, or ``score``; see `env`."""
    render_mode: RenderMode | None
    """``human`` prints, ``ansi`` returns text."""
    data: Data
    """As `chatuchak_solver.games.contract.GameState.new`."""
    options: Options
    """As `chatuchak_solver.games.contract.GameState.new`."""
    box: Box | None
    """The box with the figures, which ``data`` replaces; the default box if None."""


class _Table:
    """What both kinds of environments are made of: a game, its setup and its arrays."""

    def __init__(
        self,
        game: str,
        num_players: int | None = None,
        reward: str = "outcome",
        render_mode: RenderMode | None = None,
        data: Data = None,
        options: Options = None,
        box: Box | None = None,
    ) -> None:
        if render_mode is not None and render_mode not in RENDER_MODES:
            raise InputError(f"no render mode {render_mode!r}; expected human or ansi")
        self._kind = game_entry(game).state
        least = self._kind.player_counts.start
        self._count = least if num_players is None else num_players
        self._setup: tuple[Data, Options] = box_data(self._kind.game, data, box), options
        self._reward: Reward = check_reward(reward)
        self._rng = np.random.default_rng()
        self._state = self._new()
        self._code: ActionCode = action_code(self._state)
        self._observer: Observer = observer_of(self._state)
        self.render_mode = render_mode
        self.metadata: dict[str, object] = {
            "name": f"{self._kind.game.replace('-', '_')}_v0",
            "render_modes": list(RENDER_MODES),
            "is_parallelizable": False,
        }
        self.possible_agents: list[str] = [f"player_{seat}" for seat in range(self._count)]
        self.agents: list[str] = []
        low, high = self._observer.bounds()
        self._observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(low, high, dtype=np.float32),
                    "action_mask": spaces.Box(0, 1, (self._num_actions,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self._action_spaces = {
            agent: spaces.Discrete(self._num_actions) for agent in self.possible_agents
        }

    @property
    def _num_actions(self) -> int:
        return self._code.size

    @property
    def state_of_game(self) -> AnyState:
        """Where the game stands."""
        return self._state

    def observation_space(self, agent: str) -> Any:
        """Return the space of an agent's observations."""
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """Return the space of an agent's actions."""
        return self._action_spaces[agent]

    def parts(self, observation: Float32s) -> dict[str, Float32s]:
        """Return the parts of an observation's array by name, each in its shape, as views."""
        return self._observer.split(observation)

    def close(self) -> None:
        """Do nothing: there is nothing to close."""

    def _new(self) -> AnyState:
        data, options = self._setup
        return self._kind.new(self._count, rng=self._rng, data=data, options=options)

    def _begin(self, seed: int | None) -> None:
        """Set up a game; without a seed luck goes on from where it is."""
        if seed is not None:
            self._rng = np.random.default_rng(seed)
        self._state = self._new()
        self.agents = self.possible_agents[:]

    def _show(self, text: str) -> str | None:
        if self.render_mode == "human":
            print(text)  # noqa: T201 - that is what this mode is for
            return None
        return text if self.render_mode == "ansi" else None

    def _seen(self, seat: int, legal: list[int]) -> Seen:
        mask: Int8s = np.zeros(self._num_actions, np.int8)
        mask[legal] = 1
        return {"observation": self._observer.observe(self._state, seat), "action_mask": mask}

    def _infos(self) -> dict[str, dict[str, object]]:
        """Return, at the end of the game, each agent's score and whether it won."""
        scores, winners = self._state.scores(), self._state.winners()
        return {
            agent: {"score": scores[seat], "won": seat in winners}
            for seat, agent in enumerate(self.possible_agents)
        }


class GameEnv(_Table, _AECEnv):
    """A game in which one player acts after the other, without PettingZoo's usual wrappers."""

    def reset(self, seed: int | None = None, options: dict[str, object] | None = None) -> None:
        """Set up a game.

        Parameters
        ----------
        seed
            Of the setup and of all chance; without one, luck goes on from where it is.
        options
            None are known.
        """
        del options
        self._begin(seed)
        self._draw_chance()
        self.rewards: dict[str, float] = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations: dict[str, bool] = dict.fromkeys(self.agents, False)
        self.truncations: dict[str, bool] = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, object]] = {agent: {} for agent in self.agents}
        self.agent_selection: str = self.possible_agents[self._state.current_player]

    def observe(self, agent: str) -> Seen:
        """Return what an agent knows, and which of its actions are legal now."""
        seat = self.possible_agents.index(agent)
        state = self._state
        legal: list[int] = []
        if not state.is_over and state.current_player == seat:
            legal = [self._code.number(state, action) for action in state.legal_actions()]
        return self._seen(seat, legal)

    def step(self, action: int) -> None:
        """Let the selected agent act; then chance is drawn until somebody has to decide.

        Raises
        ------
        IllegalMoveError
            If the action is illegal; `env` ends the game instead.
        InputError
            If the number means no action here.
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        state = self._state
        number = checked_whole(action, 0, self._num_actions - 1, what="the action")
        self._state = state.apply(self._code.action(state, number))
        self._draw_chance()
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if self._state.is_over:
            earned = rewards_at_end(self._state, self._reward)
            self.rewards = dict(zip(self.possible_agents, earned, strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
            self.infos = self._infos()
        # Once the game is over, the state names who acted last.
        self.agent_selection = self.possible_agents[self._state.current_player]
        self._accumulate_rewards()

    def action_text(self, action: int) -> str:
        """Return an action of the selected agent as the game writes it."""
        return self._state.format(
            self._code.action(self._state, checked_whole(action, what="the action"))
        )

    def render(self) -> str | None:
        """Print, or return in the mode ``ansi``, the game as the selected agent sees it."""
        return self._show(self._state.view(self.possible_agents.index(self.agent_selection)))

    def _draw_chance(self) -> None:
        while not self._state.is_over and self._state.current_player == CHANCE:
            self._state = self._state.apply_unchecked(sample_chance(self._state, self._rng))


class SpeedEnv(_Table, _ParallelEnv):
    """The speed game: in a step all move at once, and luck decides whose hand is the quickest.

    An action is the spot of the booth that moves, or the number of spots: to wait. Who moves
    illegally waits too. After as many steps as a player has moves, the game is cut short.
    """

    @property
    def _num_actions(self) -> int:
        return self._code.size + 1

    def reset(
        self, seed: int | None = None, options: dict[str, object] | None = None
    ) -> tuple[dict[str, Seen], dict[str, dict[str, object]]]:
        """Set up a game; see `GameEnv.reset`."""
        del options
        self._begin(seed)
        self._steps = 0
        self._most_steps = cast("SpeedState", self._state).move_limit
        return self._all_seen(), {agent: {} for agent in self.agents}

    def step(
        self, actions: dict[str, int]
    ) -> tuple[
        dict[str, Seen],
        dict[str, float],
        dict[str, bool],
        dict[str, bool],
        dict[str, dict[str, object]],
    ]:
        """Let everybody move, in an order that is drawn, until somebody is done.

        Raises
        ------
        InputError
            If an agent's action is missing or outside the action space.
        """
        agents = self.agents
        given = checked_mapping(actions, what="the actions")
        numbers = {
            agent: checked_whole(
                given.get(agent), 0, self._num_actions - 1, what=f"the action of {agent}"
            )
            for agent in agents
        }
        self._steps += 1
        for index in self._rng.permutation(len(agents)):
            agent = agents[int(index)]
            seat = self.possible_agents.index(agent)
            number = numbers[agent]
            if number in self._legal(seat) and number != self._code.size:
                assert isinstance(self._code, SpotNumbers)
                self._state = self._state.apply_unchecked(
                    self._code.action(self._state, number, seat)
                )
        over = self._state.is_over
        is_late = not over and self._steps == self._most_steps
        rewards = dict.fromkeys(agents, 0.0)
        infos: dict[str, dict[str, object]] = {agent: {} for agent in agents}
        if over:
            earned = rewards_at_end(self._state, self._reward)
            rewards = dict(zip(self.possible_agents, earned, strict=True))
            infos = self._infos()
        seen = self._all_seen()
        if over or is_late:
            self.agents: list[str] = []
        ended, cut = dict.fromkeys(agents, over), dict.fromkeys(agents, is_late)
        return seen, rewards, ended, cut, infos

    def render(self) -> str | None:
        """Print, or return in the mode ``ansi``, all grids."""
        return self._show(str(self._state))

    def _all_seen(self) -> dict[str, Seen]:
        return {
            agent: self._seen(seat, self._legal(seat))
            for seat, agent in enumerate(self.possible_agents)
        }

    def _legal(self, seat: int) -> list[int]:
        if self._state.is_over:
            return []
        moves = self._state.actions_of(seat)
        numbers = [self._code.number(self._state, action) for action in moves]
        return numbers or [self._code.size]


class SpeedTurnEnv(_TurnWrapper):
    """The speed game turn by turn, as the wrapper that ends games needs it."""

    @property
    def unwrapped(self) -> "SpeedTurnEnv":
        """The environment with the agents' rewards and terminations."""
        return self


class SpeedIllegalWrapper(_IllegalWrapper):
    """An illegal action ends the speed game and loses it."""

    @property
    def unwrapped(self) -> SpeedEnv:
        """The environment in which all play at once."""
        inner: SpeedEnv = self.env.env
        return inner


def raw_env(
    game: str, num_players: int | None = None, **setting: Unpack[Setting]
) -> AECEnv[str, Seen, int]:
    """Return `env` without the wrappers that catch misuse."""
    if game_entry(game).state.is_simultaneous:
        return parallel_to_aec(SpeedEnv(game, num_players, **setting))
    return GameEnv(game, num_players, **setting)


def env(
    game: str, num_players: int | None = None, **setting: Unpack[Setting]
) -> AECEnv[str, Seen, int]:
    """Return a game as a PettingZoo environment; an illegal action loses it.

    Parameters
    ----------
    game
        Its name, such as ``mercado``; `chatuchak_solver.games.registry.GAMES` has them all.
    num_players
        How many play; the fewest who can by default.
    setting
        What else it is set to; see `Setting`. The end is worth the ``outcome`` by default, but to
        who plays alone the score.

    Raises
    ------
    InputError
        If an argument is not allowed.
    """
    if game_entry(game).state.is_simultaneous:
        turns = SpeedTurnEnv(SpeedEnv(game, num_players, **setting))
        illegal = SpeedIllegalWrapper(turns, illegal_reward=-1)
    else:
        raw = raw_env(game, num_players, **setting)
        illegal = wrappers.TerminateIllegalWrapper(raw, illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(illegal))


def parallel_env(
    game: str = SpeedState.game, num_players: int | None = None, **setting: Unpack[Setting]
) -> ParallelEnv[str, Seen, int]:
    """Return a game in which all play at once; its arguments are those of `env`.

    Raises
    ------
    InputError
        If players of the game take turns, or an argument is not allowed.
    """
    if not game_entry(game).state.is_simultaneous:
        raise InputError(f"players of {game} take turns; its environment is env({game!r})")
    return SpeedEnv(game, num_players, **setting)

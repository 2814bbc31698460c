"""The puzzle as a Gymnasium environment, ``chatuchak_solver/Puzzle-v0``.

Importing this module registers the environment. Observations are boards of numbers: 0 for the empty
spot and 1, 2, ... for the colors. Actions are spots of the booth to move. The reward is -1 per
action.

Examples
--------
>>> import gymnasium
>>> import chatuchak_solver.adapters.gymnasium
>>> puzzle = gymnasium.make("chatuchak_solver/Puzzle-v0", grids=[".RY/YRG/RGG"])
>>> observation, info = puzzle.reset(seed=1)
>>> observation.tolist(), info["optimum"], info["action_mask"].tolist()
([[0, 1, 2], [2, 1, 3], [1, 3, 3]], 4, [0, 1, 1, 1, 0, 0, 1, 0, 0])
>>> _, reward, solved, _, info = puzzle.step(2)
>>> reward, solved, info["grid"], info["legal"]
(-1.0, False, 'YR./YRG/RGG', True)
"""

from collections.abc import Iterable
from typing import Any, Literal, TypeAlias, get_args

import numpy as np

from chatuchak_solver.arguments import check_choice, check_int
from chatuchak_solver.box import Box
from chatuchak_solver.errors import InputError, MissingExtraError
from chatuchak_solver.execution.limits import Stop
from chatuchak_solver.kernels.arrays import UInt8s
from chatuchak_solver.puzzle import Grid, MoveRule
from chatuchak_solver.puzzle.board import iter_spots
from chatuchak_solver.rendering.booths import BOOTH_STYLES
from chatuchak_solver.search.solution import Status
from chatuchak_solver.search.solve import solve

try:
    import gymnasium
    from gymnasium import spaces
except ImportError:
    raise MissingExtraError("a Gymnasium environment", "games") from None


ENV_ID = "chatuchak_solver/Puzzle-v0"
MAX_STEPS = 200
"""Steps until a registered environment truncates an episode."""

LIMIT_S = 1.0
"""Default time limit of an optimum."""

Optimum: TypeAlias = Literal["start", "each", "never"]
RenderMode: TypeAlias = Literal["human", "ansi", "rgb_array"]

PIXELS = 24
"""Side of a spot."""

COLORS = ("#ffffff", *(booth.fill for booth in BOOTH_STYLES))
PALETTE = np.array([list(bytes.fromhex(color[1:])) for color in COLORS], np.uint8)
"""RGB color of each observation value."""


class PuzzleEnv(gymnasium.Env[UInt8s, np.int64]):
    """Grids to solve in as few moves as possible, one per episode.

    ``info`` has ``grid`` (notation), ``moves`` (so far), ``legal`` (whether the last action was
    legal; illegal actions have no effect), ``action_mask`` (int8 of shape (spots,), 1 for legal
    actions) and optionally ``optimum`` and ``remaining``.

    Parameters
    ----------
    grids
        Grids of one board, or their notation, sampled per episode; by default the tiles of the
        ``box``, which is the default box if not given.
    rule
        ``jump`` (the game's rule) or ``slide``.
    optimum
        ``start``: ``info["optimum"]`` is the optimal length of the first grid. ``each``: also
        ``info["remaining"]`` for the current grid. ``never``: neither. After a time limit they are
        lower bounds, and ``info["optimum_is_bound"]`` or ``info["remaining_is_bound"]`` is True.
    limit_s
        Time limit for each optimum. Jumps on the game's board take a millisecond; slides rarely
        finish.
    render_mode
        ``human`` prints, ``ansi`` returns text, ``rgb_array`` an image, uint8 (height, width, 3).
    """

    metadata: dict[str, object] = {  # noqa: RUF012 - as declared by Gymnasium
        "render_modes": list(get_args(RenderMode)),
        "render_fps": 4,
    }

    def __init__(
        self,
        grids: Iterable[Grid | str] | None = None,
        *,
        box: Box | None = None,
        rule: MoveRule | str = MoveRule.JUMP,
        optimum: Optimum = "start",
        limit_s: float = LIMIT_S,
        render_mode: RenderMode | None = None,
    ) -> None:
        tiles = (box or Box.default()).tiles.grids if grids is None else grids
        self._grids = tuple(map(_grid, tiles))
        if not self._grids:
            raise InputError("no grids: expected at least one")
        self._board = self._grids[0].board
        self._colors = max(len(grid.color_masks) for grid in self._grids)
        for grid in self._grids:
            self._check(grid)
        self._rule = MoveRule(rule)
        check_choice(optimum, get_args(Optimum), name="optimum")
        self._optimum_mode: Optimum = optimum
        self._stop = Stop(time_s=limit_s)
        if render_mode is not None:
            check_choice(render_mode, get_args(RenderMode), name="render mode")
        self.render_mode = render_mode
        size = self._board.rows, self._board.columns
        self.observation_space: spaces.Box[np.uint8] = spaces.Box(0, self._colors, size, np.uint8)
        self.action_space: spaces.Discrete[np.int64] = spaces.Discrete(self._board.spots)
        self._grid, self._moves = self._grids[0], 0
        self._optimum: tuple[int, bool] | None = None

    @property
    def grid(self) -> Grid:
        """Current grid."""
        return self._grid

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[UInt8s, dict[str, object]]:
        """Start an episode.

        ``seed`` is for the sampled grids; ``{"grid": GRID}`` as ``options`` starts with a grid of
        the same board, or its notation.
        """
        super().reset(seed=seed)
        chosen = dict(options or {})
        grid = chosen.pop("grid", None)
        if chosen:
            raise InputError(f"invalid option {next(iter(chosen))!r}: expected grid")
        if grid is None:
            grid = self._grids[int(self.np_random.integers(len(self._grids)))]
        grid = _grid(grid)
        self._check(grid)
        self._grid, self._moves = grid, 0
        self._optimum = None if self._optimum_mode == "never" else self._length(grid)
        return self._observation(), self._info(legal=True)

    def step(self, action: int | np.int64) -> tuple[UInt8s, float, bool, bool, dict[str, object]]:
        """Move a booth to the empty spot. Illegal actions have no effect."""
        number = check_int(action, name="action")
        legal = number in self._grid.legal_moves(self._rule)
        if legal:
            self._grid = self._grid.move(number, self._rule)
            self._moves += 1
        info = self._info(legal=legal)
        return self._observation(), -1.0, self._grid.is_solved, False, info

    def render(self) -> Any:
        """Render the grid in the `render_mode`."""
        if self.render_mode == "rgb_array":
            return PALETTE[self._observation()].repeat(PIXELS, axis=0).repeat(PIXELS, axis=1)
        text = "\n".join(" ".join(row) for row in str(self._grid).split("/"))
        if self.render_mode == "human":
            print(text)  # noqa: T201 - the purpose of this mode
        return text if self.render_mode == "ansi" else None

    def _length(self, grid: Grid) -> tuple[int, bool]:
        """Return the optimal length or a lower bound, and whether it is a bound."""
        solution = solve(grid, rule=self._rule, stop=self._stop)
        return solution.lower_bound, solution.status is not Status.OPTIMAL

    def _check(self, grid: Grid) -> None:
        if grid.board != self._board:
            raise InputError(f"invalid board {grid.board} of a grid: expected {self._board}")
        if len(grid.color_masks) > self._colors:
            raise InputError(f"invalid grid {grid}: expected at most {self._colors} colors")

    def _observation(self) -> UInt8s:
        observation = np.zeros(self._board.spots, np.uint8)
        for color, mask in enumerate(self._grid.color_masks, start=1):
            observation[list(iter_spots(mask))] = color
        return observation.reshape(self._board.rows, self._board.columns)

    def _info(self, *, legal: bool) -> dict[str, object]:
        mask = np.zeros(self._board.spots, np.int8)
        mask[list(self._grid.legal_moves(self._rule))] = 1
        info = {"grid": str(self._grid), "moves": self._moves, "legal": legal, "action_mask": mask}
        if self._optimum is not None:
            info["optimum"], info["optimum_is_bound"] = self._optimum
        if self._optimum_mode == "each":
            info["remaining"], info["remaining_is_bound"] = self._length(self._grid)
        return info


def _grid(grid: Grid | str) -> Grid:
    return grid if isinstance(grid, Grid) else Grid.parse(grid)


gymnasium.register(ENV_ID, f"{__name__}:PuzzleEnv", max_episode_steps=MAX_STEPS)

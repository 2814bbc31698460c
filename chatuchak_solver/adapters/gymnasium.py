"""The puzzle as a Gymnasium environment, ``chatuchak_solver/Puzzle-v0``.

Importing this module registers it. An observation is the board as numbers, 0 for the empty spot
and 1, 2, ... for the colors; an action is the spot of the booth that goes to the empty one. Every
action costs 1, so that what an episode brings is minus the number of its moves, and ``info`` says
how few would do.

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
from typing import Any, Final, Literal, TypeAlias, get_args

import numpy as np

from chatuchak_solver.arguments import checked_whole
from chatuchak_solver.box import Box
from chatuchak_solver.errors import InputError, MissingExtraError
from chatuchak_solver.execution.limits import Stop
from chatuchak_solver.kernels.arrays import UInt8s
from chatuchak_solver.puzzle import Grid, MoveRule
from chatuchak_solver.puzzle.board import iter_spots
from chatuchak_solver.rendering.booths import LOOKS
from chatuchak_solver.search.solution import Status
from chatuchak_solver.search.solve import solve

try:
    import gymnasium
    from gymnasium import spaces
except ImportError:
    raise MissingExtraError("a Gymnasium environment", "games") from None


ENV_ID: Final = "chatuchak_solver/Puzzle-v0"
MOST_STEPS: Final = 200
"""Steps after which an episode of a made environment is cut short."""

LIMIT_S: Final = 1.0
"""Seconds that the length of a shortest solution may take."""

Optimum: TypeAlias = Literal["start", "each", "never"]
RenderMode: TypeAlias = Literal["human", "ansi", "rgb_array"]

PIXELS: Final = 24
"""The side of a spot in a picture."""

PALETTE: Final = np.array(
    [list(bytes.fromhex(color[1:])) for color in ("#ffffff", *(look.fill for look in LOOKS))],
    np.uint8,
)
"""Per number of an observation, its red, green and blue."""


class PuzzleEnv(gymnasium.Env[UInt8s, np.int64]):
    """One grid after the other, to be grouped in as few moves as can be.

    ``info`` has ``grid`` (its notation), ``moves`` (made so far), ``legal`` (whether the last
    action was; else nothing moved), ``action_mask`` (1 for each legal action, of shape (spots,),
    int8) and, as asked for, ``optimum`` and ``remaining``.

    Parameters
    ----------
    grids
        Grids of one board, or their notations, of which each episode draws one; by
        default the tiles of the box.
    box
        The box with the start tiles; the default box if None.
    rule
        ``jump`` (the game's own) or ``slide``.
    optimum
        ``start``: ``info["optimum"]`` is the length of a shortest solution of the episode's first
        grid. ``each``: so is ``info["remaining"]`` for the grid of every step. ``never``: neither,
        where no time is to be spent on it. Where the limit came first, they are proven lower
        bounds, and ``info["optimum_is_bound"]`` and ``info["remaining_is_bound"]`` are True.
    limit_s
        Seconds that each such length may take. Jumps on the game's own board take a millisecond;
        slides are hardly ever proven.
    render_mode
        ``human`` prints, ``ansi`` returns text, ``rgb_array`` returns a picture of shape
        (height, width, 3), uint8.

    Raises
    ------
    InputError
        If an argument is not allowed.
    """

    metadata: dict[str, object] = {  # noqa: RUF012 - as Gymnasium declares it
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
        given = (box or Box.default()).tiles.grids if grids is None else map(_grid, grids)
        self._grids = tuple(given)
        if not self._grids:
            raise InputError("no grids; expected at least one")
        self._board = self._grids[0].board
        for grid in self._grids:
            self._check_board(grid)
        self._rule = MoveRule(rule)
        if optimum not in get_args(Optimum):
            raise InputError(f"no choice {optimum!r}; expected start, each or never")
        self._measured: Optimum = optimum
        self._stop = Stop(time_s=limit_s)
        if render_mode is not None and render_mode not in get_args(RenderMode):
            raise InputError(f"no render mode {render_mode!r}; expected human, ansi or rgb_array")
        self.render_mode = render_mode
        self._colors = max(len(grid.color_masks) for grid in self._grids)
        size = self._board.rows, self._board.columns
        self.observation_space: spaces.Box[np.uint8] = spaces.Box(0, self._colors, size, np.uint8)
        self.action_space: spaces.Discrete[np.int64] = spaces.Discrete(self._board.spots)
        self._grid, self._moves = self._grids[0], 0
        self._optimum: tuple[int, bool] | None = None

    @property
    def grid(self) -> Grid:
        """The grid as it is now."""
        return self._grid

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[UInt8s, dict[str, object]]:
        """Begin an episode.

        Parameters
        ----------
        seed
            Of the grids that are drawn from now on.
        options
            ``{"grid": GRID}`` begins with a grid of the same board, or its notation.

        Raises
        ------
        InputError
            If the grid does not fit, or another option is given.
        """
        super().reset(seed=seed)
        chosen = dict(options or {})
        grid = chosen.pop("grid", None)
        if chosen:
            raise InputError(f"no option {next(iter(chosen))!r}; there is: grid")
        if grid is None:
            self._begin(self._grids[int(self.np_random.integers(len(self._grids)))])
        else:
            grid = _grid(grid)
            self._check_board(grid)
            if len(grid.color_masks) > self._colors:
                raise InputError(f"the grid has more colors than the {self._colors} of the others")
            self._begin(grid)
        return self._observation(), self._info(legal=True)

    def step(self, action: int | np.int64) -> tuple[UInt8s, float, bool, bool, dict[str, object]]:
        """Move a booth to the empty spot; nothing moves where it cannot.

        Raises
        ------
        InputError
            If the action is not a whole number.
        """
        number = checked_whole(action, what="the action")
        legal = number in self._grid.legal_moves(self._rule)
        if legal:
            self._grid = self._grid.move(number, self._rule)
            self._moves += 1
        info = self._info(legal=legal)
        return self._observation(), -1.0, self._grid.is_solved, False, info

    def render(self) -> Any:
        """Show the grid; see the class."""
        text = "\n".join(" ".join(row) for row in str(self._grid).split("/"))
        if self.render_mode == "human":
            print(text)  # noqa: T201 - that is what this mode is for
        elif self.render_mode == "ansi":
            return text
        elif self.render_mode == "rgb_array":
            return PALETTE[self._observation()].repeat(PIXELS, axis=0).repeat(PIXELS, axis=1)
        return None

    def _begin(self, grid: Grid) -> None:
        self._grid, self._moves = grid, 0
        self._optimum = None if self._measured == "never" else self._length(grid)

    def _length(self, grid: Grid) -> tuple[int, bool]:
        """Return the length of a shortest solution, or a lower bound, and whether it is one."""
        solution = solve(grid, rule=self._rule, stop=self._stop)
        return solution.lower_bound, solution.status is not Status.OPTIMAL

    def _check_board(self, grid: Grid) -> None:
        if grid.board != self._board:
            raise InputError(f"a grid of {grid.board}; expected {self._board}, as the others")

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
        if self._measured == "each":
            info["remaining"], info["remaining_is_bound"] = self._length(self._grid)
        return info


def _grid(grid: Grid | str) -> Grid:
    return grid if isinstance(grid, Grid) else Grid.parse(grid)


gymnasium.register(ENV_ID, f"{__name__}:PuzzleEnv", max_episode_steps=MOST_STEPS)

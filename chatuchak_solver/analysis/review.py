"""Review of a game: the loss of each move, and the optimal moves."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate, groupby
from operator import index
from typing import ClassVar, NamedTuple, cast

from chatuchak_solver import arguments, codec
from chatuchak_solver.analysis.kernels.move_kinds import MOVE_KINDS, NO_SPOT, MoveKind, kind_of
from chatuchak_solver.analysis.optimal_paths import GoalRegions, is_countable
from chatuchak_solver.analysis.simulated_player import expected_losses
from chatuchak_solver.execution.limits import OnProgress, Run, Stop, StopReason
from chatuchak_solver.puzzle import Color, Grid, MoveRule
from chatuchak_solver.search.batch import solve_on_boards
from chatuchak_solver.search.solution import Status, proof_status
from chatuchak_solver.search.solve import solve
from chatuchak_solver.search.verify import replay

MAX_LOSS = 2
"""The next move can undo any move."""


BATCH_SIZE = 64
"""Positions per check of the limits."""


class DistanceBounds(NamedTuple):
    """Bounds on the optimal length of a position.

    ``low`` is proven; ``high`` is the length of the best known solution, or None.
    """

    low: int
    high: int | None

    @property
    def exact(self) -> int | None:
        """Optimal number of moves, or None if unproven."""
        return self.low if self.low == self.high else None


class ReviewedMove(codec.Answer, frozen=True, kw_only=True):
    """A move of a game.

    Attributes
    ----------
    remaining
        Optimal number of moves after it; None if not proven.
    lost
        Lost moves, 0 to 2; None if not proven.
    best
        Spots of all optimal moves, ascending; after a stop only proven ones.
    kind
        Effect of the move.
    given_up
        Colors that lost all places in optimal goals; empty without a loss or under slides.
    goal
        Optimal goal before the move with the most booths in place; None as ``given_up``.
    remaining_bounds
        Proven bounds, if not exact; None for no upper bound.
    lost_bounds
        Proven bounds, if not exact.
    """

    spot: codec.Count
    remaining: codec.Count | None
    lost: codec.Count | None
    best: tuple[codec.Count, ...]
    color: codec.Notation[Color]
    kind: MoveKind
    given_up: tuple[codec.Notation[Color], ...]
    goal: codec.Notation[Grid] | None
    remaining_bounds: tuple[codec.Count, codec.Count | None] | None = None
    lost_bounds: tuple[codec.Count, codec.Count] | None = None

    @property
    def after(self) -> DistanceBounds:
        """Optimal number of moves after it."""
        return _remaining(self.remaining, self.remaining_bounds)

    @property
    def min_lost(self) -> int:
        """Minimum number of lost moves."""
        return self.lost_bounds[0] if self.lost_bounds else self.lost or 0


class LosingRun(codec.Answer, frozen=True):
    """A run of losing moves.

    Attributes
    ----------
    first, last
        Numbers of its first and last move, from 1.
    lost
        Lost moves.
    """

    first: codec.Count
    last: codec.Count
    lost: codec.Count


class Review(codec.Answer, frozen=True, kw_only=True):
    """Review of a game.

    Attributes
    ----------
    optimal_length
        Optimal length; None if not proven.
    length
        Number of moves.
    lost
        Total of lost moves; None if not proven.
    solved
        Whether the game ends solved.
    first_loss
        Number of the first move with a loss, from 1; None without a loss.
    costliest
        Run of losing moves with the largest loss.
    kept_share
        Share of moves proven optimal, 0..1; None without moves.
    expected_losses
        Mean losses of each kind of simulated player; empty under slides, or if the optimum is not
        proven.
    status
        Proof status of ``optimal_length``.
    lower_bound
        Proven lower bound on the moves of any solution.
    stopped_by
        Reason for unproven values, if any.
    optimal_bounds
        Proven bounds of ``optimal_length``, if not exact; None for no upper bound.
    """

    digits: ClassVar[codec.Digits] = {"kept_share": 4, "expected_losses": 2}

    grid: codec.Notation[Grid]
    rule: MoveRule
    optimal_length: codec.Count | None
    length: codec.Count
    lost: int | None
    solved: bool
    moves: tuple[ReviewedMove, ...]
    first_loss: codec.Count | None
    costliest: LosingRun | None
    kept_share: float | None
    expected_losses: dict[str, float]
    status: Status
    lower_bound: codec.Count
    stopped_by: StopReason | None
    optimal_bounds: tuple[codec.Count, codec.Count | None] | None = None

    @property
    def start(self) -> DistanceBounds:
        """Optimal number of moves from the start grid."""
        return _remaining(self.optimal_length, self.optimal_bounds)

    @property
    def positions(self) -> tuple[Grid, ...]:
        """Start grid and the position after each move."""
        return self.grid.trajectory(move.spot for move in self.moves)


def _losing_runs(moves: Sequence[ReviewedMove]) -> Iterator[LosingRun]:
    numbered = enumerate([move.min_lost for move in moves], start=1)
    for is_losing, run in groupby(numbered, key=lambda move: move[1] > 0):
        if is_losing:
            numbers, losses = zip(*run, strict=True)
            yield LosingRun(numbers[0], numbers[-1], sum(losses))


def _remaining(exact: int | None, bounds: tuple[int, int | None] | None) -> DistanceBounds:
    return DistanceBounds(*bounds) if bounds else DistanceBounds(exact or 0, exact)


def review(
    grid: Grid,
    moves: Sequence[int],
    *,
    rule: MoveRule | str = MoveRule.JUMP,
    stop: Stop | None = None,
    on_progress: OnProgress | None = None,
) -> Review:
    """Compute the loss of each move of a game, and the optimal moves.

    Under jumps all values are proven; 40 moves take about 0.1 s with loaded kernels and tables.
    Under slides the game's positions and their neighbors are searched within one time limit;
    unproven values are bounds.

    Parameters
    ----------
    moves
        Spots of the moved booths; the game may be unfinished.
    stop, on_progress
        Unit of work: positions.

    Examples
    --------
    >>> game = review(Grid.parse(".RY/YRG/RGG"), [6, 7, 8, 2])
    >>> [(move.spot, move.lost, move.best) for move in game.moves][:2]
    [(6, 0, (2, 3, 6)), (7, 1, (8,))]
    """
    run = Run.begin(stop, on_progress)
    arguments.check_type(grid, Grid, name="grid", hint="Grid.parse(text)")
    rule = MoveRule(rule)
    given = arguments.check_all(moves, object, name="moves")
    solved = replay(grid, cast("Sequence[int]", given), rule=rule)
    spots = [index(cast("int", spot)) for spot in given]
    path = grid.trajectory(spots)
    after = {
        position: {spot: position.apply_unchecked(spot)[0] for spot in position.legal_moves(rule)}
        for position in path[:-1]
    }
    known = remaining_moves(tuple(dict.fromkeys(path)), rule, run)
    successors = dict.fromkeys(child for children in after.values() for child in children.values())
    others = tuple(child for child in successors if child not in known)
    known |= remaining_moves(others, rule, run, len(known))
    along = propagate_bounds([known[position] for position in path])
    best = {
        position: tuple(
            spot
            for spot, child in children.items()
            if (high := known[child].high) is not None and high < known[position].low
        )
        for position, children in after.items()
    }
    can_list_goals = rule is MoveRule.JUMP and is_countable(grid)
    reviewed = tuple(_reviewed(path, spots, along, best, can_list_goals, run))
    losses: dict[str, float] = {}
    if can_list_goals and along[0].exact and not run.should_stop():
        losses = expected_losses(grid, along[0].exact)
    is_proven = all(bounds.exact is not None for bounds in known.values())
    start, end, length = along[0], along[-1], len(reviewed)
    is_exact = start.exact is not None and end.exact is not None
    runs = list(_losing_runs(reviewed))
    return Review(
        grid=grid, rule=rule, optimal_length=start.exact, length=length,
        lost=length + end.low - start.low if is_exact else None, solved=solved, moves=reviewed,
        first_loss=runs[0].first if runs else None,
        costliest=max(runs, key=lambda run: run.lost, default=None),
        kept_share=sum(move.lost == 0 for move in reviewed) / length if length else None,
        expected_losses=losses, status=proof_status(start.high, start.low), lower_bound=start.low,
        stopped_by=run.stopped_by or (None if is_proven else StopReason.TIME),
        optimal_bounds=(start.low, start.high) if start.exact is None else None,
    )  # fmt: skip


def remaining_moves(
    grids: Sequence[Grid], rule: MoveRule, run: Run, done: int = 0
) -> dict[Grid, DistanceBounds]:
    """Return the remaining moves of each grid, searched in order until the run stops.

    Exact under jumps, about 0.2 ms per position of a game. Under slides the searches share the
    remaining time equally, and unproven positions have bounds. The run's unit of work is positions,
    ``done`` of them before.
    """
    found: dict[Grid, DistanceBounds] = {}
    step = BATCH_SIZE if rule is MoveRule.JUMP else 1
    for start in range(0, len(grids), step):
        if run.should_stop(done + start):
            break
        batch = grids[start : start + step]
        if rule is MoveRule.JUMP:
            solutions = list(solve_on_boards(batch, run.inside()).values())
        else:
            share = None if run.stop.time_s is None else run.seconds_left / (len(grids) - start)
            solutions = [solve(batch[0], rule=rule, stop=Stop(time_s=share) | run.inside())]
            if solutions[0].stopped_by is StopReason.MEMORY:  # so are all others
                run.end(StopReason.MEMORY)
        found |= {each.grid: DistanceBounds(each.lower_bound, each.length) for each in solutions}
        run.report(done + len(found), done + len(grids))
    return {grid: found.get(grid) or _trivial_bounds(grid) for grid in grids}


def propagate_bounds(path: Sequence[DistanceBounds]) -> list[DistanceBounds]:
    """Tighten bounds along a game; neighbors differ by at most one."""
    for _ in range(2):  # backward, forward
        path = list(accumulate(reversed(path), _tighten))
    return list(path)


def _tighten(neighbor: DistanceBounds, bounds: DistanceBounds) -> DistanceBounds:
    highs = [high + n for high, n in ((bounds.high, 0), (neighbor.high, 1)) if high is not None]
    return DistanceBounds(max(bounds.low, neighbor.low - 1), min(highs, default=None))


def _trivial_bounds(grid: Grid) -> DistanceBounds:
    """Return bounds without a search: each disconnected color needs a move."""
    low = sum(len(grid.component_masks(color)) > 1 for color in grid.colors)
    return DistanceBounds(low, None if low else 0)


def _reviewed(
    path: Sequence[Grid], spots: Sequence[int], along: Sequence[DistanceBounds],
    best: Mapping[Grid, tuple[int, ...]], can_list_goals: bool, run: Run,
) -> Iterator[ReviewedMove]:  # fmt: skip
    for at, spot in enumerate(spots):
        grid, previous = path[at], path[at - 1].empty if at else NO_SPOT
        color = grid.color_at(spot)
        assert color is not None  # only booths move
        neighbors = grid.board.neighbor_masks
        kind = kind_of(grid.color_masks[color], spot, grid.empty, previous, neighbors)
        before, after = along[at], along[at + 1]
        least = 0 if before.high is None else max(0, 1 + after.low - before.high)
        most = MAX_LOSS if after.high is None else min(MAX_LOSS, 1 + after.high - before.low)
        lost = least if least == most else None
        is_exact = None not in (after.exact, lost)
        earlier = later = None
        if lost and is_exact and can_list_goals and not run.should_stop():
            earlier = GoalRegions.find(grid, length=before.low, stop=run.inside())
            later = GoalRegions.find(path[at + 1], length=after.low, stop=run.inside())
        yield ReviewedMove(
            spot=spot, remaining=after.exact, lost=lost, best=best[path[at]], color=color,
            kind=MOVE_KINDS[kind],
            given_up=earlier.given_up(later) if earlier and later else (),
            goal=earlier.goal if earlier and later else None,
            remaining_bounds=None if is_exact else (after.low, after.high),
            lost_bounds=None if is_exact else (least, most),
        )  # fmt: skip


class LossSummary(NamedTuple):
    """Proven losses of several games.

    Attributes
    ----------
    by_kind
        By kind of move, without zeros.
    by_stage
        In the first, middle and last third of the moves.
    expected
        Mean losses per game of each kind of simulated player.
    """

    losses: tuple[int, ...]
    by_kind: dict[MoveKind, int]
    by_stage: tuple[int, ...]
    expected: dict[str, float]


def summarize_losses(reviews: Sequence[Review]) -> LossSummary:
    """Summarize reviewed games, oldest first; games without a proven loss are skipped."""
    games = [game for game in reviews if game.lost is not None]
    by_kind: Counter[MoveKind] = Counter()
    stages = [0, 0, 0]
    for game in games:
        for at, move in enumerate(game.moves):
            if move.lost:
                by_kind[move.kind] += move.lost
                stages[3 * at // game.length] += move.lost
    known = [game.expected_losses for game in games if game.expected_losses]
    kinds = known[0] if known else {}
    expected = {kind: sum(losses[kind] for losses in known) / len(known) for kind in kinds}
    losses = tuple(game.lost or 0 for game in games)
    return LossSummary(losses, dict(by_kind.most_common()), tuple(stages), expected)

"""Review of a game: the loss of each move, and the optimal moves."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from operator import index
from typing import ClassVar, Final, Self, cast

from chatuchak_solver.analysis.goal_regions import GoalRegions, bounded_paths
from chatuchak_solver.analysis.optimal_paths import OptimalPaths, is_countable
from chatuchak_solver.analysis.player_kinds import expected_losses
from chatuchak_solver.analysis.remaining import DistanceBounds, propagate_bounds, remaining_moves
from chatuchak_solver.arguments import check_all, check_type
from chatuchak_solver.codec import Answer, Count, Digits, JsonObject, Notation
from chatuchak_solver.execution.limits import OnProgress, Run, Stop, StopReason
from chatuchak_solver.puzzle.colors import Color
from chatuchak_solver.puzzle.grid import Grid
from chatuchak_solver.puzzle.move_rules import MoveRule
from chatuchak_solver.search.solution import Status, proof_status
from chatuchak_solver.search.verify import replay

MAX_LOSS: Final = 2
"""Maximum loss of a move, since the next one can undo it."""


class MoveKind(StrEnum):
    """Effect of a move on the booths of its color."""

    JOINED = "joined"
    """Fewer components of the color."""
    TORE = "tore"
    """More components of the color."""
    REGROUPED = "regrouped"
    """As many components, with the booth next to another of its color."""
    MOVED_HOLE = "moved_hole"
    """As many components, with the booth alone: only the hole moved."""
    TOOK_BACK = "took_back"
    """The previous move was undone."""


class ReviewedMoveAnswer(Answer, frozen=True, kw_only=True):
    """The JSON form of a `ReviewedMove`.

    Attributes
    ----------
    remaining
        The optimal number of moves after it; None if not proven.
    lost
        The lost moves; None if not proven.
    remaining_bounds
        The proven bounds of ``remaining``, if not exact; None for no upper bound.
    lost_bounds
        The proven bounds of ``lost``, if a value is not exact.
    """

    spot: Count
    remaining: Count | None
    lost: Count | None
    best: tuple[Count, ...]
    color: Notation[Color]
    kind: MoveKind
    given_up: tuple[Notation[Color], ...]
    goal: Notation[Grid] | None
    remaining_bounds: tuple[Count, Count | None] | None = None
    lost_bounds: tuple[Count, Count] | None = None


@dataclass(frozen=True, slots=True)
class ReviewedMove:
    """A move of a game.

    Attributes
    ----------
    spot, color
        The spot of the moved booth, and its color.
    before, after
        The optimal number of moves before and after it.
    best
        The spots, ascending, of all optimal moves; after a stop only the proven ones.
    kind
        The effect of the move.
    given_up
        The colors that lost all their places in optimal goals; empty without a loss, or under
        slides.
    goal
        The optimal goal before the move with the most booths in place; None without a loss, or
        under slides.
    """

    spot: int
    color: Color
    before: DistanceBounds
    after: DistanceBounds
    best: tuple[int, ...]
    kind: MoveKind
    given_up: tuple[Color, ...] = ()
    goal: Grid | None = None

    @property
    def lost_bounds(self) -> tuple[int, int]:
        """The minimum and maximum number of lost moves, each 0, 1 or 2."""
        least = 0 if self.before.high is None else 1 + self.after.low - self.before.high
        most = MAX_LOSS if self.after.high is None else 1 + self.after.high - self.before.low
        return max(0, least), min(MAX_LOSS, most)

    @property
    def lost(self) -> int | None:
        """The number of lost moves; None if not proven."""
        least, most = self.lost_bounds
        return least if least == most else None

    @property
    def remaining_bounds(self) -> tuple[int, int | None] | None:
        """The proven bounds, if not exact; null for no upper bound."""
        return self.after[:2] if None in (self.after.exact, self.lost) else None

    def _answer(self) -> ReviewedMoveAnswer:
        """Return the JSON form in a `Review`."""
        bounds = self.lost_bounds if self.remaining_bounds else None
        return ReviewedMoveAnswer.of(self, remaining=self.after.exact, lost_bounds=bounds)


class LosingRun(Answer, frozen=True):
    """A run of losing moves.

    Attributes
    ----------
    first, last
        The numbers of its first and its last move, from 1.
    lost
        The lost moves.
    """

    first: Count
    last: Count
    lost: Count


class ReviewAnswer(Answer, frozen=True, kw_only=True):
    """The JSON form of a `Review`.

    Attributes
    ----------
    lower_bound
        The proven lower bound on the moves of any solution.
    """

    digits: ClassVar[Digits] = {"kept_share": 4, "expected_losses": 2}

    grid: Notation[Grid]
    rule: MoveRule
    optimal_length: Count | None
    length: Count
    lost: int | None
    solved: bool
    moves: tuple[ReviewedMoveAnswer, ...]
    first_loss: Count | None
    costliest: LosingRun | None
    kept_share: float | None
    expected_losses: dict[str, float]
    status: Status
    lower_bound: Count
    stopped_by: StopReason | None
    optimal_bounds: tuple[Count, Count | None] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Review:
    """Review of a game, move by move.

    Attributes
    ----------
    grid
        The start grid.
    rule
        The move rule.
    start
        The optimal number of moves from the start grid.
    moves
        The moves of the game, in order.
    solved
        Whether the last position is solved.
    expected_losses
        The mean losses of simulated players of each kind on the grid; empty under slides, or if the
        optimum is not proven.
    stopped_by
        The reason for unproven values; None if all are proven.
    """

    grid: Grid
    rule: MoveRule
    start: DistanceBounds
    moves: tuple[ReviewedMove, ...]
    solved: bool
    expected_losses: dict[str, float]
    stopped_by: StopReason | None = None

    @property
    def optimal_length(self) -> int | None:
        """The optimal length of the start grid; None if not proven."""
        return self.start.exact

    @property
    def status(self) -> Status:
        """The proof status of the start grid's optimal length."""
        return proof_status(self.start.high, self.start.low)

    @property
    def length(self) -> int:
        """The number of moves."""
        return len(self.moves)

    @property
    def end(self) -> DistanceBounds:
        """The optimal number of moves after the last one."""
        return self.moves[-1].after if self.moves else self.start

    @property
    def lost(self) -> int | None:
        """The total of lost moves; None if not proven."""
        if self.start.exact is None or self.end.exact is None:
            return None
        return self.length + self.end.exact - self.start.exact

    @property
    def losing(self) -> tuple[int, ...]:
        """The numbers, from 1, of the moves with a proven loss."""
        return tuple(n for n, move in enumerate(self.moves, start=1) if move.lost_bounds[0])

    @property
    def first_loss(self) -> int | None:
        """The number of the first move with a loss, from 1; None without a loss."""
        return self.losing[0] if self.losing else None

    @property
    def costliest(self) -> LosingRun | None:
        """The run of losing moves with the largest loss."""
        runs: list[LosingRun] = []
        for number in self.losing:
            lost = self.moves[number - 1].lost_bounds[0]
            if runs and runs[-1].last == number - 1:
                runs[-1] = LosingRun(runs[-1].first, number, runs[-1].lost + lost)
            else:
                runs.append(LosingRun(number, number, lost))
        return max(runs, key=lambda run: run.lost, default=None)

    @property
    def kept_share(self) -> float | None:
        """The share of moves proven optimal, 0..1; None without moves."""
        kept = sum(move.lost == 0 for move in self.moves)
        return kept / self.length if self.length else None

    @property
    def positions(self) -> tuple[Grid, ...]:
        """The start grid and the position after each move."""
        return self.grid.trajectory(move.spot for move in self.moves)

    @property
    def optimal_bounds(self) -> tuple[int, int | None] | None:
        """The proven bounds, if not exact; null for no upper bound."""
        return self.start[:2] if self.optimal_length is None else None

    def to_dict(self) -> JsonObject:
        """Return the JSON form."""
        moves = tuple(move._answer() for move in self.moves)
        return ReviewAnswer.of(self, moves=moves, lower_bound=self.start.low).to_dict()

    @classmethod
    def from_dict(cls, document: object) -> Self:
        """Return the review of a JSON form."""
        answer = ReviewAnswer.from_dict(document)
        start = before = _remaining(answer.optimal_length, answer.optimal_bounds)
        moves = []
        for move in answer.moves:
            after = _remaining(move.remaining, move.remaining_bounds)
            moves.append(
                ReviewedMove(
                    move.spot, move.color, before, after, move.best, move.kind, move.given_up,
                    move.goal,
                )
            )  # fmt: skip
            before = after
        return cls(
            grid=answer.grid,
            rule=answer.rule,
            start=start,
            moves=tuple(moves),
            solved=answer.solved,
            expected_losses=answer.expected_losses,
            stopped_by=answer.stopped_by,
        )


def _remaining(exact: int | None, bounds: tuple[int, int | None] | None) -> DistanceBounds:
    """Return remaining moves of a JSON form, which has bounds unless they are exact."""
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

    Under jumps all values are proven; a game of 40 moves takes about 0.05 s with loaded kernels and
    tables. Under slides the positions of the game and all their neighbors are searched; the
    searches share the time limit, and unproven values are bounds. Without a time limit this takes
    as long as the proofs.

    Parameters
    ----------
    grid
        The start grid.
    moves
        The spots of the moved booths, in order; the game may be unfinished.
    rule
        The move rule.
    stop
        The limits; the unit of work is positions.
    on_progress
        Called between positions; the unit of work is positions.

    Examples
    --------
    >>> game = review(Grid.parse(".RY/YRG/RGG"), [6, 7, 8, 2])
    >>> [(move.spot, move.lost, move.best) for move in game.moves][:2]
    [(6, 0, (2, 3, 6)), (7, 1, (8,))]
    """
    run = Run.begin(stop, on_progress)
    check_type(grid, Grid, name="grid", hint="Grid.parse(text)")
    rule = MoveRule(rule)
    spots, solved = _replayed(grid, moves, rule)
    path = grid.trajectory(spots)
    along, ways = _known(path, rule, run)
    reviewed = tuple(_reviewed(path, spots, along, ways))
    losses: dict[str, float] = {}
    if rule is MoveRule.JUMP and along[0].exact and is_countable(grid) and not run.should_stop():
        losses = expected_losses(grid, along[0].exact)
    return Review(
        grid=grid,
        rule=rule,
        start=along[0],
        moves=reviewed,
        solved=solved,
        expected_losses=losses,
        stopped_by=run.stopped_by or (None if ways.is_proven else StopReason.TIME),
    )


def _replayed(grid: Grid, moves: Sequence[int], rule: MoveRule) -> tuple[list[int], bool]:
    """Return the spots of a game's legal moves, and whether the last position is solved."""
    given = check_all(moves, object, name="moves")
    solved = replay(grid, cast("Sequence[int]", given), rule=rule)
    return [index(cast("int", spot)) for spot in given], solved


class _OptimalMoves:
    """Optimal moves in the positions of a game, and final places of the colors.

    Enumerates the shortest solutions of a position if possible, in half the time of solving all
    successors; otherwise solves the successors.

    Attributes
    ----------
    best
        The moves proven optimal, by position.
    is_proven
        Whether `best` is complete in all positions.
    """

    def __init__(self, rule: MoveRule, run: Run, done: int) -> None:
        self.best: dict[Grid, tuple[int, ...]] = {}
        self.is_proven: bool = True
        self._paths: dict[Grid, OptimalPaths] = {}
        self._places: dict[Grid, GoalRegions] = {}
        self._rule, self._run, self._done = rule, run, done

    def find(self, positions: dict[Grid, DistanceBounds]) -> None:
        """Find the optimal moves of positions with known remaining moves."""
        for number, (grid, remaining) in enumerate(positions.items(), start=self._done):
            if self._run.should_stop(number):
                break
            self.count(grid, remaining)
            self._run.report(number + 1, self._done + len(positions))
        rest = [grid for grid in positions if grid not in self.best]
        after = {
            grid: {spot: grid.apply_unchecked(spot)[0] for spot in grid.legal_moves(self._rule)}
            for grid in rest
        }
        successors = tuple({grid: None for later in after.values() for grid in later.values()})
        done = self._done + len(positions) - len(rest)
        known = remaining_moves(successors, rule=self._rule, run=self._run, done=done)
        every = (*positions.values(), *known.values())
        self.is_proven = all(bounds.exact is not None for bounds in every)
        for grid, later in after.items():
            self.best[grid] = tuple(
                spot for spot, child in later.items() if _is_optimal(positions[grid], known[child])
            )

    def count(self, grid: Grid, remaining: DistanceBounds) -> None:
        """Enumerate all shortest solutions of a position, if supported."""
        if self._rule is not MoveRule.JUMP or remaining.exact is None or not is_countable(grid):
            return
        paths = bounded_paths(grid, length=remaining.exact, stop=self._run.inside())
        if len(paths):
            self._paths[grid] = paths
            self.best[grid] = paths.first_moves

    def explained(self, move: ReviewedMove, before: Grid, after: Grid) -> ReviewedMove:
        """Return a losing move with its given-up places."""
        if not move.lost or before not in self._paths or after not in self._paths:
            return move
        earlier, later = (self._places_of(grid) for grid in (before, after))
        given_up = tuple(Color(color) for color in earlier.given_up(later))
        return replace(move, given_up=given_up, goal=earlier.goal)

    def _places_of(self, grid: Grid) -> GoalRegions:
        if grid not in self._places:
            self._places[grid] = GoalRegions.of(self._paths[grid])
        return self._places[grid]


def _known(
    path: Sequence[Grid], rule: MoveRule, run: Run
) -> tuple[list[DistanceBounds], _OptimalMoves]:
    distinct = tuple(dict.fromkeys(path))
    known = remaining_moves(distinct, rule=rule, run=run)
    ways = _OptimalMoves(rule, run, len(distinct))
    ways.find({grid: known[grid] for grid in path[:-1]})
    return propagate_bounds([known[grid] for grid in path]), ways


def _reviewed(
    path: Sequence[Grid], spots: Sequence[int], along: Sequence[DistanceBounds], ways: _OptimalMoves
) -> Iterator[ReviewedMove]:
    for at, spot in enumerate(spots):
        color = path[at].color_at(spot)
        assert color is not None  # only booths move
        best, kind = ways.best[path[at]], _kind(path, at, spot, color)
        move = ReviewedMove(spot, color, along[at], along[at + 1], best, kind)
        if move.lost and path[at + 1] == path[-1]:
            ways.count(path[-1], along[-1])
        yield ways.explained(move, path[at], path[at + 1])


def _is_optimal(before: DistanceBounds, after: DistanceBounds) -> bool:
    return after.high is not None and after.high + 1 <= before.low


def _kind(path: Sequence[Grid], at: int, spot: int, color: Color) -> MoveKind:
    before, after = path[at], path[at + 1]
    if at and path[at - 1] == after:
        return MoveKind.TOOK_BACK
    pieces = len(after.component_masks(color)) - len(before.component_masks(color))
    if pieces:
        return MoveKind.JOINED if pieces < 0 else MoveKind.TORE
    beside = before.board.neighbor_masks[before.empty] & ~(1 << spot)
    is_beside = bool(beside & before.color_masks[color])
    return MoveKind.REGROUPED if is_beside else MoveKind.MOVED_HOLE

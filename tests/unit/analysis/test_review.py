"""Reviews of games, against breadth-first search, and other searches on the game's board."""

import random

import pytest
from msgspec.structs import replace

from chatuchak_solver import DistanceBounds, Grid, MoveKind, load_start_tiles, review, solve
from chatuchak_solver.analysis.optimal_paths import GoalRegions, booths_in_place, optimal_paths
from chatuchak_solver.analysis.review import LosingRun, propagate_bounds, summarize_losses
from chatuchak_solver.execution.limits import Progress, Stop, StopReason
from tests.reference.puzzle import successors
from tests.reference.search import all_distances

SMALL = [".RY/YRG/RGG", "RYG/GYR/.YR", "RY/YR/.G/GG"]


def random_moves(grid: Grid, count: int, seed: int, rule: str = "jump") -> list[int]:
    rng = random.Random(seed)
    moves = []
    for _ in range(count):
        moves.append(rng.choice(grid.legal_moves(rule)))
        grid = grid.move(moves[-1], rule)
    return moves


@pytest.mark.parametrize("rule", ["jump", "slide"])
@pytest.mark.parametrize("text", SMALL)
def test_small_boards_against_breadth_first_search(text: str, rule: str) -> None:
    rows, columns = text.count("/") + 1, text.index("/")
    exact = all_distances("".join(sorted(text.replace("/", ""))), rows, columns, rule)

    def fewest(position: str) -> int:
        return exact[position.replace("/", "")]

    for seed in range(3):
        result = review(Grid.parse(text), random_moves(Grid.parse(text), 15, seed, rule), rule=rule)
        assert result.stopped_by is None
        assert result.optimal_length == fewest(text)
        position = text
        for move in result.moves:
            after = successors(position, rule)
            left = fewest(position)
            assert move.best == tuple(s for s in sorted(after) if fewest(after[s]) == left - 1)
            position = after[move.spot]
            assert move.after.exact == fewest(position)
            assert move.lost == 1 + fewest(position) - left
            assert (move.lost == 0) == (move.spot in move.best)
        assert result.lost == sum(move.lost or 0 for move in result.moves)
        assert result.solved == (fewest(position) == 0)


def test_the_games_own_board_against_ida_star() -> None:
    grid = load_start_tiles().tile(3)
    solution = solve(grid).moves or ()
    moves = [*solution[:10], *random_moves(grid_after(grid, solution[:10]), 3, 5)]
    result = review(grid, moves)
    for number, move in list(enumerate(result.moves))[9:]:
        before = grid_after(grid, moves[:number])
        after = {spot: before.move(spot) for spot in before.legal_moves()}
        left = {spot: solve(following, algorithm="ida").length for spot, following in after.items()}
        assert move.after.exact == left[move.spot]
        least = min(length for length in left.values() if length is not None)
        assert move.best == tuple(spot for spot, length in left.items() if length == least)
        assert move.lost == (left[move.spot] or 0) - least


def grid_after(grid: Grid, moves: tuple[int, ...] | list[int]) -> Grid:
    for spot in moves:
        grid = grid.move(spot)
    return grid


def test_effects_of_moves_and_the_summary() -> None:
    result = review(Grid.parse("RY/YR/.G/GG"), [0, 4, 2, 0, 4])
    assert [move.kind for move in result.moves] == [
        MoveKind.MOVED_HOLE, MoveKind.TOOK_BACK, MoveKind.MOVED_HOLE, MoveKind.JOINED,
        MoveKind.JOINED,
    ]  # fmt: skip
    assert (result.length, result.lost, result.optimal_length, result.solved) == (5, 2, 3, True)
    assert (result.first_loss, result.costliest, result.kept_share) == (2, LosingRun(2, 2, 2), 0.8)
    assert set(result.expected_losses) == {"quick", "usual", "careful"}
    torn = review(Grid.parse(".RY/YRG/RGG"), [6, 7, 8])
    kinds = [MoveKind.JOINED, MoveKind.TORE, MoveKind.REGROUPED]
    assert [move.kind for move in torn.moves] == kinds


def test_games_are_summarized_by_effect_and_third() -> None:
    game = review(Grid.parse(SMALL[0]), [3, 5, 2, 5, 8, 7, 4])
    assert game.costliest == LosingRun(4, 5, 4)
    game = replace(game, expected_losses={"quick": 3.0})
    games = [game, replace(game, expected_losses={}), replace(game, lost=None)]
    kinds = {MoveKind.TORE: 8, MoveKind.TOOK_BACK: 4, MoveKind.REGROUPED: 2}
    assert summarize_losses(games) == ((7, 7), kinds, (4, 8, 2), {"quick": 3.0})


def test_a_game_without_moves_and_moves_after_the_end() -> None:
    empty = review(Grid.parse(".RY/YRG/RGG"), [])
    assert (empty.length, empty.lost, empty.kept_share, empty.costliest) == (0, 0, None, None)
    beyond = review(Grid.parse("RR/YY/.Y"), [2])
    assert beyond.moves[0].lost == 1 + (beyond.moves[0].remaining or 0)
    assert beyond.moves[0].best == ()


def test_places_that_were_given_up_are_in_no_goal_that_is_left() -> None:
    grid = load_start_tiles().tile(1)
    result = review(grid, [6, 7, 19, 20])
    before = grid
    given_up = 0
    for move in result.moves:
        after = before.move(move.spot)
        if move.lost:
            goals, later = goals_of(before), goals_of(after)
            assert move.goal in goals
            for color in before.colors:
                shared = {g.color_masks[color] for g in goals} & {
                    g.color_masks[color] for g in later
                }
                assert (color in move.given_up) == (not shared)
            given_up += len(move.given_up)
        else:
            assert move.goal is None
        before = after
    assert given_up


def goals_of(grid: Grid) -> set[Grid]:
    """The last positions of all shortest solutions, by walking each."""
    paths = optimal_paths(grid)
    return {grid_after(grid, moves) for moves in paths.solutions()}


@pytest.mark.parametrize("text", [*SMALL, str(load_start_tiles().tile(5))])
def test_final_places_are_all_goals_the_nearest_first(text: str) -> None:
    grid = Grid.parse(text)
    places, goals = GoalRegions.find(grid), goals_of(grid)
    assert places is not None
    assert set(places.goals) == goals
    assert all(goal.is_solved for goal in goals)
    in_place = [booths_in_place(grid, goal) for goal in places.goals]
    assert in_place == sorted(in_place, reverse=True)
    for spot in places.moves:
        assert places.goal in goals_of(grid.move(spot))


def test_goals_of_a_larger_board_are_not_listed() -> None:
    grid = Grid.parse("RRRRRR/RRRYYY/YYYYYY/GGGGGG/GGGBBB/BBBBB.")
    assert GoalRegions.find(grid) is None


def test_bounds_of_slides_are_consistent() -> None:
    grid = load_start_tiles().tile(2)
    result = review(grid, [1, 2, 8, 2], rule="slide", stop=Stop(time_s=1.0))
    assert result.stopped_by is StopReason.TIME
    assert result.optimal_length is None
    assert result.lost is None
    document = result.to_dict()
    assert document["optimal_bounds"][0] >= 28  # from a simple bound
    for move in document["moves"]:
        low, high = move["remaining_bounds"]
        assert move["remaining"] is None
        assert low <= high
    assert all(
        a.after.low - 1 <= b.after.low for a, b in zip(result.moves, result.moves[1:], strict=False)
    )


def test_bounds_of_neighbors_tighten_each_other() -> None:
    bounds = [DistanceBounds(*pair) for pair in ((5, None), (2, 9), (0, None), (2, 3))]
    assert propagate_bounds(bounds) == [
        DistanceBounds(5, 6), DistanceBounds(4, 5), DistanceBounds(3, 4), DistanceBounds(2, 3),
    ]  # fmt: skip


def test_a_stopped_review_has_bounds() -> None:
    grid = load_start_tiles().tile(1)
    result = review(grid, [18, 23], stop=Stop(work=0))
    assert result.stopped_by is StopReason.WORK
    assert (result.start, result.kept_share) == (DistanceBounds(5, None), 0)
    assert result.to_dict()["moves"][0]["lost_bounds"] == [0, 2]
    assert review(grid, [18, 23], stop=Stop(interrupt=lambda: True)).stopped_by == "interrupt"
    solved = review(Grid.parse("RR/YY/.Y"), [], stop=Stop(work=0))
    assert solved.start == DistanceBounds(0, 0)


def test_slides_beyond_the_memory_limit_are_not_stopped_by_time() -> None:
    letters = "".join(letter * 9 for letter in "RYGBPTV")
    grid = Grid.parse("/".join(f"{letters}."[at : at + 8] for at in range(0, 64, 8)))
    assert review(grid, [62], rule="slide").stopped_by is StopReason.MEMORY


def test_progress_counts_positions() -> None:
    reports: list[Progress] = []
    review(load_start_tiles().tile(1), [18, 23], on_progress=reports.append)
    assert [progress.work for progress in reports] == sorted(progress.work for progress in reports)
    assert reports[-1].work == reports[-1].total
    assert reports[-1].work > 3

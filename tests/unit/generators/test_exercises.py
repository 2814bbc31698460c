"""Exercises have exactly one right move, by searches that the generator does not use."""

from itertools import islice
from types import SimpleNamespace
from typing import Any

import pytest

from chatuchak_generators import generate_exercises
from chatuchak_generators.exercises import _candidates, exercise_of, rating_of
from chatuchak_solver import Grid, InputError, Stop, additive_heuristic, canonical_form, solve
from tests.reference.puzzle import successors


def reference_remaining(text: str) -> int:
    return solve(Grid.parse(text), algorithm="ida").length or 0


@pytest.mark.parametrize("remaining", [(3, 3), (3, 6), (7, 9)])
def test_exactly_one_move_is_optimal(remaining: tuple[int, int]) -> None:
    found = list(generate_exercises(4, seed=7, remaining=remaining))
    assert len({canonical_form(exercise.grid) for exercise in found}) == len(found) == 4
    for exercise in found:
        assert remaining[0] <= exercise.remaining <= remaining[1]
        after = successors(str(exercise.grid), "jump")
        left = {spot: reference_remaining(text) for spot, text in after.items()}
        assert reference_remaining(str(exercise.grid)) == exercise.remaining
        assert [spot for spot in left if left[spot] == exercise.remaining - 1] == [exercise.best]
        looks = {spot: additive_heuristic(Grid.parse(text)) for spot, text in after.items()}
        assert exercise.natural == tuple(
            s for s in sorted(looks) if looks[s] < looks[exercise.best]
        )
        assert exercise.natural
        assert exercise.best not in exercise.natural


def test_a_seed_gives_the_same_and_a_longer_list_begins_alike() -> None:
    first = [exercise.to_dict() for exercise in generate_exercises(3, seed=5)]
    assert first == [exercise.to_dict() for exercise in islice(generate_exercises(seed=5), 3)]
    assert first != [exercise.to_dict() for exercise in generate_exercises(3, seed=6)]


def test_exercises_of_a_seed_do_not_change_unnoticed() -> None:
    # The path to a position affects only the slips, and their start on the path.
    found = [
        (str(exercise.grid), exercise.remaining, exercise.best)
        for remaining in ((3, 6), (15, 16))
        for exercise in generate_exercises(2, seed=20, remaining=remaining)
    ]
    assert found == [
        ("GGGPPP/GGGPBP/B.YYBB/YYRBRR/RYRBRY", 6, 14),
        ("PPPPYY/YPGGGB/GGGYYY/RRR.RR/BBBBBR", 4, 23),
        ("GGBYYY/GPGRBY/PBRPGR/GYBR.Y/RPRBPB", 16, 20),
        ("YPPGGR/GRBP.Y/YYGRRR/YPBGBP/GRYBBB", 15, 6),
    ]


def test_other_positions_are_not_exercises() -> None:
    assert exercise_of(Grid.parse("RY/YR/.G/GG"), 3) is None  # two moves preserve the optimum


def test_a_start_grid_with_a_short_solution_has_fewer_candidates() -> None:
    start = SimpleNamespace(grid=Grid.parse("PPPPGG/BRG.GP/BYYYGR/BBYYGR/BBYRRR"))  # 3 moves
    source: Any = SimpleNamespace(seed=9, batch=lambda *_: [start])
    assert [left for _, left in _candidates(source, 0, (5, 5))] == [5, 5]


def test_ratings_grow_with_the_share_of_misses() -> None:
    shares = [0.0, 0.1, 0.5, 0.9, 1.0]
    ratings = [rating_of(share) for share in shares]
    assert ratings == sorted(set(ratings))
    assert rating_of(0.5) == 1500
    assert rating_of(10 / 11) == 1900  # ten to one is 400 points on Elo's scale


@pytest.mark.parametrize(
    "wrong", [{"n": -1}, {"seed": -1}, {"remaining": (2, 3)}, {"counts": (1, 2)}]
)
def test_wrong_arguments_are_refused_by_the_call(wrong: dict[str, Any]) -> None:
    with pytest.raises(InputError):
        generate_exercises(**{"seed": 1, **wrong})  # not only by the first exercise


def test_a_stop_ends_it() -> None:
    assert list(generate_exercises(seed=1, stop=Stop(work=0))) == []

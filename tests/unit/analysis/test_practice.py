"""A person's progress: Elo's rating and Leitner's boxes."""

from datetime import date, timedelta

import pytest

from chatuchak_solver import Grid
from chatuchak_solver.analysis.practice import BOX_DAYS, Card, Progress, expected_score

TODAY = date(2026, 11, 22)
GRIDS = [Grid.parse(".RY/YRG/RGG"), Grid.parse("RY/YR/.G/GG")]


def test_ratings_by_known_values() -> None:
    assert expected_score(1500, 1500) == 0.5
    assert expected_score(1900, 1500) == pytest.approx(10 / 11)
    assert Progress(1500, 0).rated(1500, is_right=True) == Progress(1520, 1)
    assert Progress(1500, 30).rated(1500, is_right=False) == Progress(1490, 31)


def test_intervals_grow_until_a_position_is_known() -> None:
    card, day, waits = Card(GRIDS[0], 0, TODAY), TODAY, []
    while not card.is_known:
        card = card.answered(is_right=True, today=day)
        waits.append((card.due - day).days)
        day = card.due
    assert waits == [2, 4, 8, 16, 16]
    assert not Progress(cards=(card,)).due(day)
    missed = Card(GRIDS[0], 3, TODAY).answered(is_right=False, today=TODAY)
    assert (missed.box, missed.due) == (0, TODAY + timedelta(days=BOX_DAYS[0]))


def test_every_position_is_due_exactly_once() -> None:
    progress = Progress().with_positions([*GRIDS, GRIDS[0]], TODAY)
    assert [card.grid for card in progress.due(TODAY)] == GRIDS
    assert progress.with_positions(GRIDS, TODAY) == progress
    later = progress.answered(GRIDS[0], is_right=False, today=TODAY)
    assert [card.grid for card in later.due(TODAY)] == [GRIDS[1]]
    assert [card.grid for card in later.due(TODAY + timedelta(days=1))] == [GRIDS[1], GRIDS[0]]


def test_progress_round_trips() -> None:
    progress = Progress(1312.5, 7).with_positions(GRIDS, TODAY)
    document = progress.to_dict()
    assert Progress.from_dict(document) == progress
    finer = Progress.from_dict({**document, "rating": 0.25})
    assert Progress.from_dict(finer.to_dict()) == finer
    assert Progress.from_dict({**document, "exported": "by the page"}) == progress
    solved = {**document["cards"][0], "grid": "RR/YY/.Y"}
    assert Progress.from_dict({**document, "cards": [*document["cards"], solved]}).dropped == 1
    assert [card.grid for card in progress.without(GRIDS[0]).cards] == GRIDS[1:]

"""The tree of the Rival's turns where the player only ends theirs, pinned and counted twice."""

from __future__ import annotations

from typing import Any

import pytest

from chatuchak_solver.games.river_market import RiverMarketState
from tests.reference.river_market import ReferenceRiverMarket

SMALL: dict[str, Any] = {
    "river": "swap-meet [e1] mill=you [e2] dock [e3]",
    "house_row": 4,
    "cards": {"booth 2": 2, "booth zoom": 1, "helper 1": 2, "other zoom": 1, "other 2": 2},
    "events": {"Regatta": 1, "Lantern Night": 2},
}

ONE_SPOT = "swap-meet [e1] mill=you dock"
BOOTHS = {"booth 1": 3, "booth zoom": 2, "helper 1": 1}

Counts = tuple[int, ...]
"""Leaves, and sums over them: owner bonuses, Rival's houses left, collected cards, games whose
end is triggered, games that have ended."""


def add(first: Counts, second: Counts) -> Counts:
    return tuple(a + b for a, b in zip(first, second, strict=True))


def count(state: RiverMarketState, depth: int) -> Counts:
    if depth == 0 or state.phase == "score":
        triggered, ended = state.ended_by is not None, state.phase == "score"
        houses, collected = state.row.count("rival"), len(state.collection)
        return 1, state.bonuses, houses, collected, int(triggered), int(ended)
    actions = ("done",) if state.phase == "turn" else state.legal_texts()
    total: Counts = (0,) * 6
    for action in actions:
        total = add(total, count(state.apply(action), depth - 1))
    return total


def reference_count(document: dict[str, Any], log: tuple[str, ...], depth: int) -> Counts:
    game = ReferenceRiverMarket(document)
    for action in log:
        game.apply(action)
    if depth == 0 or game.phase == "score":
        triggered, ended = game.ended_by is not None, game.phase == "score"
        houses, collected = game.row.count("rival"), len(game.collection)
        return 1, game.bonuses, houses, collected, int(triggered), int(ended)
    actions = ["done"] if game.phase == "turn" else game.legal()
    total: Counts = (0,) * 6
    for action in actions:
        total = add(total, reference_count(document, (*log, action), depth - 1))
    return total


@pytest.mark.parametrize(
    ("changes", "depth", "pinned"),
    [
        ({}, 11, (2250, 2277, 2946, 2667, 0, 0)),
        ({"river": ONE_SPOT, "cards": BOOTHS}, 14, (126, 62, 126, 34, 126, 0)),
        (
            {"river": ONE_SPOT, "cards": BOOTHS, "after_build": "spot-stays"},
            14,
            (84, 32, 0, 22, 84, 56),
        ),
        ({"cards": {"other 1": 3, "other 2": 3}}, 22, (480, 1228, 480, 1440, 480, 480)),
        ({"cards": {"booth 1": 2, "booth zoom": 1, "helper 3": 1}}, 30, (90, 11, 0, 27, 90, 90)),
    ],
    ids=["mixed", "spot used", "spot stays", "events to the end", "booths to the end"],
)
def test_the_rivals_tree_has_the_pinned_size(
    changes: dict[str, Any], depth: int, pinned: Counts
) -> None:
    start = RiverMarketState.new(data={**SMALL, **changes})
    assert count(start, depth) == pinned
    assert reference_count(start.to_dict(), (), depth) == pinned

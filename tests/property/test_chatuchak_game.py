"""The multiplayer game against the reference implementation, move by move."""

from typing import Any

import numpy as np
import pytest

from chatuchak_solver.games.chatuchak import ChatuchakState
from chatuchak_solver.games.chatuchak.markers import (
    ALL_MIXES,
    Marker,
    format_strength,
    markers_in_play,
    profile_of,
    strength_at,
)
from chatuchak_solver.games.contract import sample_chance
from chatuchak_solver.puzzle import Grid
from tests.reference.chatuchak import ReferenceChatuchak, marker_places


def facts(state: ChatuchakState) -> dict[str, Any]:
    document = state.to_dict()
    del document["game"], document["figures"], document["rule"]
    return document


def reference_facts(plain: ReferenceChatuchak) -> dict[str, Any]:
    return {
        "grids": ["/".join(map("".join, grid)) for grid in plain.grids],
        "markers": [
            {"marker": name, "holder": plain.holder[name], "token": plain.token[name]}
            for name in plain.names
        ],
        "general_tokens": plain.general,
        "passed": plain.passed,
        "turn": plain.turn,
        "rolling": plain.rolling,
        "tent": plain.tent,
        "lowered": plain.lowered,
    }


def grouping_action(state: ChatuchakState, rng: np.random.Generator) -> str:
    """Move so that the grid gets better grouped, most of the time: places are then many."""
    moves = [action for action in state.legal_texts() if action != "pass"]
    if rng.random() < 0.02:
        return "pass"
    if rng.random() < 0.5:
        return moves[int(rng.integers(len(moves)))]
    player = state.turn
    totals = [sum(state.apply(move).profiles[player].clusters) for move in moves]
    return moves[int(np.argmin(totals))]


@pytest.mark.parametrize(
    ("num_players", "rule", "seed"),
    [(2, "jump", 0), (2, "slide", 1), (3, "jump", 2), (5, "jump", 4)],
)
def test_whole_games_agree_with_the_reference(num_players: int, rule: str, seed: int) -> None:
    # Legal actions, every marker and token, scores and winners after every action.
    rng = np.random.default_rng(seed)
    state = ChatuchakState.new(num_players, rng=rng, options={"rule": rule})
    plain = ReferenceChatuchak(state.to_dict())
    taken_over = broken_up = 0
    while not state.is_over:
        assert list(state.legal_texts()) == plain.legal()
        action = (
            state.format(sample_chance(state, rng))
            if state.rolling
            else grouping_action(state, rng)
        )
        before = state
        state = state.apply(action)
        plain.apply(action)
        assert facts(state) == reference_facts(plain)
        assert state.scores() == plain.scores()
        assert state.winners() == plain.winners()
        taken_over += sum(state.general_tokens) - sum(before.general_tokens)
        broken_up += sum(
            before.fits(row.holder, index) and not state.fits(row.holder, index)
            for index, row in enumerate(before.markers)
            if row.holder is not None and state.markers[index].holder == row.holder
        )
    assert plain.over()
    # The games must cover the difficult cases of the rules.
    if rule == "jump":
        assert taken_over > 0
        assert broken_up > 0


def reference_text(strength: tuple[int, ...]) -> str:
    """Return a plain strength as `format_strength` writes it."""
    return "+".join(map(str, strength)) or "-"


def test_strengths_agree_with_the_reference() -> None:
    # Every marker on grids from scattered to well grouped.
    rng = np.random.default_rng(7)
    markers = markers_in_play(ALL_MIXES)
    state = ChatuchakState.new(5, rng=rng)
    for _ in range(90):
        state = state.apply(
            sample_chance(state, rng) if state.rolling else grouping_action(state, rng)
        )
        if state.is_over:
            break
        grid = state.grids[state.turn]
        letters = [list(row) for row in str(grid).split("/")]
        profile = profile_of(grid, tuple(markers))
        for index, marker in enumerate(markers):
            every = marker_places(letters, marker.name)
            strength = profile.strengths[index]
            assert format_strength(marker, strength) == reference_text(
                max((value for value, _ in every), default=())
            )
            for color, mask in enumerate(grid.color_masks):
                if color in (marker.colors or range(len(grid.color_masks))):
                    spot = mask.bit_length() - 1
                    where = divmod(spot, grid.board.columns)
                    through = [value for value, booths in every if where in booths]
                    best = strength_at(grid, marker, color, spot)
                    assert format_strength(marker, best) == reference_text(max(through, default=()))


@pytest.mark.parametrize(
    ("text", "path", "rectangle"),
    [
        ("RRRRRR/YYYYYY/GGGGG./GYBBBB/YYBBBB", 6, 8),
        ("RRYYG/RRYYG/RR.YG/BBBYG/BBBYG", 5, 6),
        ("RRR/RRR/RRR/YYY/YYY/YY.", 3, 9),
        ("R.RY/YRYR/RYRY/YRYR", 0, 0),
    ],
)
def test_paths_and_rectangles_of_large_blocks(text: str, path: int, rectangle: int) -> None:
    # Runs never wrap from one row to the next, and rectangles may be wide, tall or square.
    grid = Grid.parse(text)
    strengths = profile_of(grid, (Marker("path"), Marker("rectangle"))).strengths
    assert strengths == (path, rectangle)

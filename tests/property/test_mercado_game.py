"""Mercado de Lisboa against the reference implementation, and its evaluators against play."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chatuchak_solver.games.contract import CHANCE, sample_chance
from chatuchak_solver.games.mercado import MercadoState
from chatuchak_solver.games.mercado.incomes import incomes, placement_income
from tests.reference.mercado import ReferenceMercado

FEW_KINDS: dict[str, Any] = {
    "side": 3,
    "starting_coins": 2,
    "wooden_stands": 3,
    "stand_tiles": {"fish": 16, "meat": 9},
    "restaurant_tiles": {"sushi-bar": 1, "pub": 2},
    "marked_spaces": ["b2", "c1"],
    "customer_tiles": {"1 fish": 4, "1 fish+meat": 2, "2 meat": 3},
}
"""Nine spaces and few kinds of tiles, for frequent triples."""
SCARCE: dict[str, Any] = {**FEW_KINDS, "stand_tiles": {"fish": 8, "meat": 8}}
"""Few stand tiles, so that the bag and the display run empty."""


def play(state: MercadoState, rng: np.random.Generator) -> str:
    """Draw chance by its weights, and actions so that all kinds occur."""
    if state.current_player == CHANCE:
        return state.format(sample_chance(state, rng))
    actions = state.legal_texts()
    rare = [a for a in actions if a in ("redraw", "replace")]
    if rare and rng.random() < 0.8:
        return rare[0]
    verbs = sorted({action.split()[0] for action in actions})
    verb = verbs[int(rng.integers(len(verbs)))]
    if verb == "coin" and len(verbs) > 1 and rng.random() < 0.5:
        verb = next(v for v in verbs if v != "coin")
    choices = [action for action in actions if action.startswith(verb)]
    return choices[int(rng.integers(len(choices)))]


def assert_agree(state: MercadoState, plain: ReferenceMercado) -> None:
    """Compare every figure of a position."""
    document = state.to_dict()
    document["market"].setdefault("gray", [])
    plain.customers_shown.sort()
    document["customers_shown"].sort()
    for name in document.keys() - {"game", "setup", "phase"}:
        assert document[name] == getattr(plain, name)
    assert state.is_over == plain.is_over
    assert list(state.scores()) == plain.scores()
    assert list(state.winners()) == plain.winners()


@pytest.mark.parametrize("data", [None, FEW_KINDS, SCARCE], ids=["shipped", "few kinds", "scarce"])
@pytest.mark.parametrize("num_players", [2, 3, 4])
def test_whole_games_agree_with_reference(num_players: int, data: dict[str, Any] | None) -> None:
    # Legal actions, chance weights, every figure, scores and winners after every action.
    seen = set()
    for seed in range(2):
        rng = np.random.default_rng(seed)
        state = MercadoState.new(num_players, rng=rng, data=data)
        plain = ReferenceMercado(state.to_dict())
        while not state.is_over:
            assert list(state.legal_texts()) == plain.legal_actions()
            if state.pending:
                assert dict(state.chance_texts()) == plain.chances()
            action = play(state, rng)
            state = state.apply(action)
            plain.apply(action)
            seen.add(action.split()[0])
            seen.add("empty display" if not state.display else "")
            assert_agree(state, plain)
        assert plain.is_over
        assert plain.legal_actions() == []
        seen.add(str(state.ended_by))
    # The games must cover the rare cases of the rules.
    assert {"stand", "bring", "coin", "reveal", "restaurant"} <= seen
    if data is FEW_KINDS:
        assert {"redraw", "replace", "spaces"} <= seen
    if data is None:
        assert {"entrances", "spaces"} & seen
    if data is SCARCE and num_players > 2:
        assert "empty display" in seen


@settings(max_examples=8)
@given(seed=st.integers(0, 10_000), num_players=st.integers(2, 4), few=st.booleans())
def test_incomes_match_play(seed: int, num_players: int, few: bool) -> None:
    # The income evaluator and the transition are two ways to the same coins.
    rng = np.random.default_rng(seed)
    state = MercadoState.new(num_players, rng=rng, data=FEW_KINDS if few else None)
    while not state.is_over:
        if state.phase in ("turn", "redrawn") and not state.pending and rng.random() < 0.2:
            stated = incomes(state)
            paying = {a for a in state.legal_texts() if a != "redraw"}
            assert {income.action for income in stated} == paying
            assert [i.net for i in stated] == sorted((i.net for i in stated), reverse=True)
            for income in stated:
                after = state.apply(income.action)
                pairs = zip(state.players, after.players, strict=True)
                change = [new.coins - old.coins for old, new in pairs]
                expected = list(income.owners)
                expected[state.player] += income.bonus - income.cost
                assert change == expected
                assert change[state.player] == income.net
                assert income.restaurant == ("restaurant" in after.pending)
                if income.action != "coin":
                    assert placement_income(state, income.action) == income
        state = state.apply(play(state, rng))

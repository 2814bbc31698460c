"""River Market's solo game against the reference implementation, step by step."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chatuchak_solver.games.contract import CHANCE, sample_chance
from chatuchak_solver.games.river_market import River, RiverMarketState
from chatuchak_solver.games.river_market.companion import Companion
from chatuchak_solver.games.river_market.setup import Place
from chatuchak_solver.games.river_market.text import instructions
from tests.reference.river_market import ReferenceRiverMarket

# Zooms and events often, and end spots that run out.
BUSY: dict[str, Any] = {
    "river": "swap-meet [e1] mill [e2] [e3] dock=you [e4]",
    "houses": 2,
    "house_row": 8,
    "cards": {"booth 2": 3, "booth zoom": 3, "helper zoom": 4, "other 3": 6, "helper 1": 5},
    "events": {"Regatta": 1, "Lantern Night": 1},
}
STAYING: dict[str, Any] = {**BUSY, "after_build": "spot-stays", "houses": 9, "house_row": 4}
LONELY: dict[str, Any] = {**BUSY, "river": "swap-meet [e1]", "houses": 1, "events": {}}
LONG: dict[str, Any] = {"houses": 12, "cards": {"booth 1": 9, "other zoom": 3, "other 2": 9}}


def step(state: RiverMarketState, rng: np.random.Generator) -> str:
    """Draw chance by its weights; report few events, so that the Rival acts often."""
    if state.current_player == CHANCE:
        return state.format(sample_chance(state, rng))
    actions = state.legal_texts()
    if state.phase == "turn":
        if rng.random() < 0.45:
            return "done"
        verbs = sorted({action.split()[0] for action in actions})
        # Building is rarer, so that every kind of ending occurs.
        verb = verbs[int(rng.integers(len(verbs)))]
        if verb == "built" and rng.random() < 0.7:
            return "done"
        actions = tuple(action for action in actions if action.split()[0] == verb)
    return actions[int(rng.integers(len(actions)))]


@pytest.mark.parametrize(
    "data", [{}, BUSY, STAYING, LONELY, LONG], ids=["shipped", "busy", "staying", "lonely", "long"]
)
def test_whole_games_agree_with_the_reference(data: dict[str, Any]) -> None:
    # Legal events, every card, house and pawn after every step.
    seen: set[str] = set()
    for seed in (0, 3, 10, 11) if data in (BUSY, STAYING) else (0, 3):  # with the rare cases below
        rng = np.random.default_rng(seed)
        state = RiverMarketState.new(data=data)
        plain = ReferenceRiverMarket(state.to_dict())
        while not state.is_over:
            assert list(state.legal_texts()) == plain.legal_actions()
            action = step(state, rng)
            seen.add(state.phase)
            state = state.apply(action)
            plain.apply(action)
            assert state.to_dict() == plain.document()
        assert plain.legal_actions() == []
        seen.add(str(state.ended_by))
    # The games must cover the rare cases of the rules.
    if data in (BUSY, STAYING):
        assert {"zoom", "build", "event", "event-build", "left-over"} <= seen
    if data is LONG:
        assert "deck" in seen
    if data is STAYING:
        assert "rival-houses" in seen
    if data is BUSY:
        assert "your-houses" in seen


@settings(max_examples=12)
@given(seed=st.integers(0, 10_000), table=st.booleans())
def test_every_step_of_the_rival_has_instructions(seed: int, table: bool) -> None:
    # Every step of the Rival has instructions, on short lines.
    rng = np.random.default_rng(seed)
    state = RiverMarketState.new(data=BUSY, options={"cards": "table" if table else "dealt"})
    session, log = Companion.begin(state, seed=0), list[str]()
    while not state.is_over and len(log) < 400:
        action = step(state, rng)
        after = state.apply(action)
        lines = instructions(state, action)
        if state.phase in ("draw", "zoom", "build", "event", "event-build"):
            assert lines
        assert all(line[0].isupper() and line.endswith(".") for line in lines)
        assert not any("\n" in line for line in lines)
        if after.ended_by is not None and state.ended_by is None:
            assert any("gain a Zoom token" in line for line in lines)
        log.append(action)
        session, state = session.apply(action), after
    entries = session.log()
    assert [entry.action for entry in entries] == log
    assert sum(entry.rival for entry in entries) > 0


NAMES = st.from_regex(r"[a-z0-9][a-z0-9-]{0,8}", fullmatch=True)


@settings(max_examples=15)
@given(
    names=st.lists(NAMES, min_size=1, max_size=8, unique=True),
    kinds=st.lists(st.sampled_from(["spot", "free", "you", "rival"]), min_size=8, max_size=8),
)
def test_rivers_round_trip(names: list[str], kinds: list[str]) -> None:
    places = [Place(names[0])]
    for name, kind in zip(names[1:], kinds, strict=False):
        owner: Any = kind if kind in ("you", "rival") else None
        places.append(Place(name, owner, is_spot=kind == "spot"))
    river = River(tuple(places))
    assert River.parse(str(river)) == river
    assert River.parse("\n".join(map(str, places))) == river

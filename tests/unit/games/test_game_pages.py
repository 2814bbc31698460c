"""The lists of docs/mercado.md and docs/river-market.md are true."""

import json
import re
from importlib import resources
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from chatuchak_solver.games.contract import GameState
from chatuchak_solver.games.mercado import MercadoState
from chatuchak_solver.games.river_market import RiverMarketState

DOCS = Path(__file__).parents[3] / "docs"


@pytest.mark.parametrize("name", ["mercado", "river-market"])
def test_every_field_that_can_be_replaced_is_described(name: str) -> None:
    data = resources.files("chatuchak_data").joinpath(f"{name.replace('-', '_')}.json")
    document = json.loads(data.read_text(encoding="utf-8"))
    assert document["assumed"] is True
    fields = set(document) - {"provenance", "assumed", "why_assumed"}
    assert set(document["why_assumed"]) <= fields
    page = (DOCS / f"{name}.md").read_text(encoding="utf-8")
    for field in fields:
        assert f"`{field}`" in page, field


def test_every_field_of_a_state_is_described() -> None:
    states: tuple[GameState[Any], ...] = (
        MercadoState.new(2, rng=np.random.default_rng(1)),
        RiverMarketState.new(),
    )
    for state, name in zip(states, ("mercado", "river-market"), strict=True):
        words = set(re.findall(r"`(\w+)`", (DOCS / f"{name}.md").read_text(encoding="utf-8")))
        assert set(state.to_dict()) - words <= {"game"}


def test_replacing_data_as_on_the_page_works() -> None:
    page = (DOCS / "mercado.md").read_text(encoding="utf-8")
    (text,) = re.findall(r"```json\n(.*?)```", page, re.DOTALL)
    state = MercadoState.new(2, rng=np.random.default_rng(1), data=json.loads(text))
    assert len(state.market.gray) == 2

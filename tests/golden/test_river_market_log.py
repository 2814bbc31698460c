"""A recorded solo game with all announcements at the table.

``pytest tests/golden --update-golden`` rewrites it.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from chatuchak_solver.games.river_market import RiverMarketState
from chatuchak_solver.games.river_market.companion import Companion
from chatuchak_solver.games.river_market.players import SteadyPlayer
from chatuchak_solver.games.river_market.text import log_lines

if TYPE_CHECKING:
    import pytest

RECORD = Path(__file__).parent / "river_market_log.txt"


def transcript() -> str:
    """Return the log of a game of the steady player, its start and its end."""
    rng = np.random.default_rng(8)
    session = Companion.begin(RiverMarketState.new(data={"houses": 7}), seed=8)
    lines = [str(session.state), ""]
    while not session.state.is_over:
        if session.is_dealing:
            session, _ = session.advance()
        else:
            session = session.apply(str(SteadyPlayer().choose(session.state, 0, rng)))
    lines += [*log_lines(session.log()), "", str(session.state)]
    return "\n".join(lines) + "\n"


def test_the_log_is_as_recorded(request: pytest.FixtureRequest) -> None:
    if request.config.getoption("--update-golden"):
        RECORD.write_text(transcript(), encoding="utf-8")
    assert transcript().splitlines() == RECORD.read_text(encoding="utf-8").splitlines()

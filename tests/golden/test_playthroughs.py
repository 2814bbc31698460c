"""Recorded random games of every setup: a change of rules shows as a readable difference.

``pytest tests/golden --update-golden`` rewrites them.
"""

from itertools import pairwise
from pathlib import Path

import pytest

from tests.conformance.setups import SETUPS, Setup, playout

FOLDER = Path(__file__).parent / "playthroughs"
SEED = 2024
FULL_EVERY = 25
MAX_STEPS = 150


def transcript(setup: Setup) -> str:
    """Return a game as text: each action with the scores, and now and then the whole position."""
    steps = playout(setup, SEED)
    lines = [f"{setup}, seed {SEED}: {len(steps) - 1} actions", "", str(steps[0][0])]
    for number, ((before, action), (after, _)) in enumerate(pairwise(steps[: MAX_STEPS + 1]), 1):
        scores = " ".join(map(str, after.scores()))
        lines.append(f"{number:4} player {before.current_player:2}: {action} -> {scores}")
        if number % FULL_EVERY == 0:
            lines += ["", str(after), ""]
    end = steps[-1][0]
    winners = " ".join(map(str, end.winners())) or "nobody"
    lines += ["", "At the end:", str(end), "", f"scores {' '.join(map(str, end.scores()))}"]
    lines.append(f"won by {winners}")
    return "\n".join(line.rstrip() for line in lines) + "\n"


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_playthrough_is_as_recorded(setup: Setup, request: pytest.FixtureRequest) -> None:
    path = FOLDER / f"{setup}.txt"
    text = transcript(setup)
    if request.config.getoption("--update-golden"):
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    assert path.is_file(), f"no record of {setup}; write one with --update-golden"
    assert text.splitlines() == path.read_text(encoding="utf-8").splitlines()


def test_no_record_is_left_behind_by_a_setup_that_is_gone() -> None:
    recorded = {path.stem for path in FOLDER.glob("*.txt")}
    assert recorded == {str(setup) for setup in SETUPS}

"""What the server tells is found in the catalog, so that every language can tell it."""

from __future__ import annotations

import ast
import json
import re
from importlib import resources
from pathlib import Path

import numpy as np
import pytest

import chatuchak_cli.web
from chatuchak_solver import new_game
from chatuchak_solver.games.contract import CHANCE, sample_chance
from chatuchak_solver.games.market_stand.score_file import score
from chatuchak_solver.games.river_market import RiverMarketState
from chatuchak_solver.games.river_market.companion import Companion
from chatuchak_solver.games.score_form import ScoreRequest

STATIC = resources.files("chatuchak_cli.web").joinpath("static/games/texts")
ENGLISH = json.loads(STATIC.joinpath("en.json").read_text("utf-8"))
FOLDER = Path(chatuchak_cli.web.__file__).parent


def patterns() -> list[tuple[re.Pattern[str], list[str], str]]:
    """Return what the page knows sentences by, and their values' names; as `told.js` makes it."""
    made = []
    for key, entry in ENGLISH.items():
        for form in [entry] if isinstance(entry, str) else entry.values():
            parts = re.split(r"\{(\w+)\}", form)
            pattern = "".join(
                re.escape(part) if at % 2 == 0 else (r"(\d+)" if part == "n" else "(.+?)")
                for at, part in enumerate(parts)
            )
            if key.startswith("told."):
                made.append((re.compile(pattern), parts[1::2], key))
    return made


PATTERNS = patterns()


PLACE = re.compile(
    r"(?:the (?:sheet|file|session|request): )?"
    r"(?:[a-z_]+(?:\[\d+\]| \d+)?(?:\.[a-z_]+(?:\[\d+\])?)*: )?"
)


def told_as(text: str) -> str | None:
    """Return the key of a sentence, those in it and a place before it included; else None."""
    for pattern, names, key in PATTERNS:
        found = pattern.fullmatch(text)
        if found:
            inner = [found[at] for at, name in enumerate(names, start=1) if name == "told"]
            return key if all(map(told_as, inner)) else None
    place = PLACE.match(text)
    return told_as(text[place.end() :]) if place and place.end() else None


@pytest.mark.parametrize("cards", ["dealt", "table"])
def test_the_companions_steps(cards: str) -> None:
    found: set[str] = set()
    for seed in range(10):
        rng = np.random.default_rng(seed)
        river = (
            "swap-meet [e1] [e2] mill [e3] [e4] dock [e5]" if seed % 2 else "swap-meet [e1] mill"
        )
        start = RiverMarketState.new(data={"river": river}, options={"cards": cards})
        session = Companion.begin(start, seed=seed)
        while not session.state.is_over and session.num_steps < 150:
            state = session.state
            if state.current_player == CHANCE:
                action = str(sample_chance(state, rng))
            else:
                legal = state.legal_texts()
                done = "done" in legal and rng.random() < 0.7
                action = "done" if done else legal[int(rng.integers(len(legal)))]
            session, step = session.apply(action)
            for line in step.lines:
                key = told_as(line)
                assert key is not None, line
                found.add(key)
    assert len(found) > 10


def test_every_code_of_a_refusal_has_a_text_and_its_values() -> None:
    codes = set()
    for file in FOLDER.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call):
                name = getattr(node.func, "id", None)
                in_error = ast.unparse(node.func) == "super().__init__" and file.name != "app.py"
                if name in ("RefusedError", "_refused") or in_error:
                    if not (node.args and isinstance(node.args[0], ast.Constant)):
                        continue
                    code = str(node.args[0].value)
                    given = {one.arg for one in node.keywords if one.arg}
                    assert set(re.findall(r"\{(\w+)\}", ENGLISH[f"refused.{code}"])) == given
                    codes.add(code)
    codes |= {"no_address", "no_method"}  # by status
    assert codes == {key.partition(".")[2] for key in ENGLISH if key.startswith("refused.")}


def test_what_speaks_against_a_sheet() -> None:
    stand = {"name": "Ola", "placements": [{"card": "c01", "x": 0, "y": 0, "rotation": 0}]}
    game = {"players": [stand, {"name": "Jan", "visible": ["S S c", "B c c"]}]}
    doubts = score(ScoreRequest(game)).notes
    begun = score(ScoreRequest(new_game("market-stand", seed=1).to_dict())).ends
    assert doubts
    for doubt in (*doubts, *begun):
        assert told_as(doubt), doubt

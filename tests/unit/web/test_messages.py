"""Messages of the server have codes with texts in every language, and their values."""

import ast
import json
import re
from importlib import resources
from pathlib import Path

import numpy as np
import pytest

import chatuchak_cli.web
import chatuchak_solver
from chatuchak_solver import new_game
from chatuchak_solver.errors import Sentence
from chatuchak_solver.games.contract import CHANCE, sample_chance
from chatuchak_solver.games.market_stand.score_file import score
from chatuchak_solver.games.river_market import RiverMarketState
from chatuchak_solver.games.river_market.companion import Companion
from chatuchak_solver.games.river_market.text import TEXTS, LogEntry
from chatuchak_solver.games.score_form import ScoreRequest

STATIC = resources.files("chatuchak_cli.web").joinpath("static/games/texts")
ENGLISH = json.loads(STATIC.joinpath("en.json").read_text("utf-8"))
WEB = Path(chatuchak_cli.web.__file__).parent
LIBRARY = Path(chatuchak_solver.__file__).parent


def places(key: str) -> set[str]:
    """Return the names of the values of a text."""
    return set(re.findall(r"\{(\w+)\}", json.dumps(ENGLISH[key])))


def assert_text(message: object) -> None:
    assert isinstance(message, Sentence), message
    assert places(f"told.{message.code}") <= set(message.values)


@pytest.mark.parametrize("cards", ["dealt", "table"])
def test_lines_of_the_companions_steps_have_texts(cards: str) -> None:
    codes: set[str] = set()
    for seed in range(10):
        rng = np.random.default_rng(seed)
        river = (
            "swap-meet [e1] [e2] mill [e3] [e4] dock [e5]" if seed % 2 else "swap-meet [e1] mill"
        )
        start = RiverMarketState.new(data={"river": river}, options={"cards": cards})
        session = Companion.begin(start, seed=seed)
        while not session.state.is_over and len(session.record.log) < 150:
            state = session.state
            if state.current_player == CHANCE:
                action = str(sample_chance(state, rng))
            else:
                legal = state.legal_texts()
                done = "done" in legal and rng.random() < 0.7
                action = "done" if done else legal[int(rng.integers(len(legal)))]
            session, step = session.step(action)
            for line in LogEntry.of_step(step).lines:
                assert_text(line)
                assert isinstance(line, Sentence)
                codes.add(line.code)
    assert len(codes) > 10


@pytest.mark.parametrize(
    ("folder", "names", "kind"),
    [(WEB, ("RefusedError", "_refused"), "refused"), (LIBRARY, ("Sentence", "_sentence"), "told")],
)
def test_each_code_has_a_text_and_its_values(
    folder: Path, names: tuple[str, ...], kind: str
) -> None:
    # Statuses and instructions of River Market are codes as well.
    codes = {"no_address", "no_method"} if kind == "refused" else {*TEXTS.instructions}
    files = [*folder.rglob("*.py"), *(WEB.parent / "shared").glob("*.py")]
    for file in files:
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call):
                continue
            if getattr(node.func, "id", None) not in names:
                continue
            if node.args and isinstance(node.args[0], ast.Constant):
                code = str(node.args[0].value)
                assert places(f"{kind}.{code}") <= {keyword.arg for keyword in node.keywords}, code
                codes.add(code)
    known = {key.partition(".")[2] for key in ENGLISH if key.startswith(f"{kind}.")}
    assert codes <= known
    assert {code for code in known - codes if not code.startswith("end-")} == set()


def test_doubts_about_a_score_sheet_have_texts() -> None:
    stand = {"name": "Ola", "placements": [{"card": "c01", "x": 0, "y": 0, "rotation": 0}]}
    game = {"players": [stand, {"name": "Jan", "visible": ["S S c", "B c c"]}]}
    doubts = score(ScoreRequest(game)).notes
    begun = score(ScoreRequest(new_game("market-stand", seed=1).to_dict())).ends
    assert [getattr(doubt, "place", None) for doubt in doubts] == ["Ola"]
    for doubt in (*doubts, *begun):
        assert_text(doubt)

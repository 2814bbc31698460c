"""Every JSON answer that a limit can end carries its status, its bound and its limit."""

import json
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from chatuchak_solver import Stop, assess, compare_grids, plan_stand, rank_tiles, report_on_tiles
from chatuchak_solver.puzzle.start_tiles import load_start_tiles
from chatuchak_solver.stand.certificate import certificate
from docs.extensions.shell import EXAMPLES
from tests.docs.test_schemas import ANSWERS
from tests.unit.cli.conftest import Chatuchak
from tests.unit.stand.problems import dense_problem

TILES = load_start_tiles().grids[:2]
GAME = EXAMPLES / "market_stand.json"
REQUEST = {"cards": [f"c{number:02}" for number in range(1, 9)], "announced": ["B", "G"]}
PLACES = {"stand": "c05@0:0r0", "hand": ["c12"], "market": ["c03"]}
SLIDE = "--rule slide --node-limit 1"

UNPROVEN = {
    "solve": (f"solve tile:1 {SLIDE}",),
    "hint": (
        f"hint tile:1 {SLIDE}",
        *(f"hint tile:1 {SLIDE} --level {level}" for level in (1, 2, 3, 4)),
    ),
    "verify": (f"verify tile:1 18 {SLIDE}",),
    "review": ("review tile:1 18 --time-limit 0",),
    "solutions": ("solutions tile:1 --limit 1",),
    "stand-plan": (
        "stand plan request.json --time-limit 0",
        f"stand plan {GAME} --post-mortem --player Ola --time-limit 0",
    ),
    "stand-review": (f"stand review {GAME} --player Ola --time-limit 0",),
    "stand-place": ("stand place places.json --outlook --time-limit 0",),
    "stand-verify": ("stand verify proof.json --time-limit 0",),
}
"""By schema, commands that a limit ends."""
BOUNDS = {"lower_bound", "bound"}
WITHOUT_BOUND = {"solutions", "stand-place"}
"""A number of solutions and a mean have none."""
ESTIMATES = {"game-advise", "game-simulate"}
"""They report the reason of the end, without a proof."""
ALWAYS_PROVEN = {
    *("practice", "playtest", "check", "generate", "records", "render", "sheet", "page"),
    *("export", "read", "survey", "stand-deck", "stand-show"),
}
"""Exact, or there is no answer."""


def objects(answer: object) -> Iterator[dict[str, Any]]:
    """Yield an answer's objects, the outer ones first."""
    if isinstance(answer, dict):
        yield answer
        answer = list(answer.values())
    if isinstance(answer, list):
        for part in answer:
            yield from objects(part)


@pytest.mark.parametrize(
    ("name", "line"), [(name, line) for name, lines in UNPROVEN.items() for line in lines]
)
def test_unproven_answers_are_marked(
    chatuchak: Chatuchak, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, line: str
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("request.json").write_text(json.dumps(REQUEST))
    Path("places.json").write_text(json.dumps(PLACES))
    if name == "stand-verify":
        plan = plan_stand(dense_problem(8, 4, fixed_order=True))
        Path("proof.json").write_text(json.dumps(certificate(plan)))
    answer = chatuchak(*line.split(), "--json")
    assert answer.code in ((1, 3) if name == "verify" else (3,)), answer.error
    assert_marked_unproven(name, answer.json)


INTERRUPTED: dict[str, Callable[[Stop], Any]] = {
    "difficulty": lambda stop: assess(TILES[0], stop=stop),
    "rank": lambda stop: rank_tiles(TILES, stop=stop),
    "compare": lambda stop: compare_grids(TILES, stop=stop),
    "report": lambda stop: report_on_tiles(TILES, stop=stop),
}
"""Their commands have no limit, but Ctrl-C ends each."""


@pytest.mark.parametrize("name", INTERRUPTED)
def test_interrupted_measurements_are_marked(name: str) -> None:
    requests = count()
    stop = Stop(interrupt=lambda: next(requests) >= (name != "difficulty"))
    assert_marked_unproven(name, json.loads(json.dumps(INTERRUPTED[name](stop).to_dict())))


def assert_marked_unproven(name: str, answer: object) -> None:
    """Check that an unproven answer has status, bound and limit."""
    parts = list(objects(answer))
    if name != "verify":
        assert any(part.get("stopped_by") for part in parts)
    states = {part.get("status", part.get("verdict")) for part in parts}
    has_tiles = name not in INTERRUPTED or any("grid" in part for part in parts)
    if name != "stand-place" and has_tiles:
        assert states & {"feasible", "unknown", "incomplete"}
        assert "optimal" not in states
    if name not in WITHOUT_BOUND and has_tiles:
        assert any(BOUNDS.intersection(part) for part in parts)


def test_every_answer_is_in_one_list() -> None:
    commands = {*ANSWERS}
    exempt = {
        name for name in commands if name.startswith(("score-", "game-", "box-")) or "-game" in name
    }
    assert commands == {*UNPROVEN, *INTERRUPTED, *ALWAYS_PROVEN, *ESTIMATES} | exempt

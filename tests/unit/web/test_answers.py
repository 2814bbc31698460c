"""The web server's answers: the solver's own, and clear refusals."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import httpx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chatuchak_cli.web import measure as measure_module
from chatuchak_cli.web.app import make_app
from chatuchak_cli.web.solver_pool import Memory
from chatuchak_generators.start_grids import start_grid
from chatuchak_solver.analysis.difficulty_distribution import load_difficulty_distribution
from chatuchak_solver.analysis.optimal_paths import PathLimits
from chatuchak_solver.analysis.ranking import Yardsticks, assess
from chatuchak_solver.puzzle import Grid
from chatuchak_solver.puzzle.start_tiles import load_start_tiles
from chatuchak_solver.search.solo_ranks import load_solo_ranks
from chatuchak_solver.search.solve import solve
from chatuchak_solver.search.verify import replay
from tests.unit.web.conftest import LOCAL, START, Client


def test_solutions_and_hints_are_the_solvers(client: Client) -> None:
    grid = Grid.parse(START)
    best = solve(grid)
    answer = client.post("/api/solve", json={"grid": START}).json()
    assert answer["status"] == "optimal"
    assert answer["length"] == answer["optimal_length"] == best.length
    assert replay(grid, answer["moves"])
    assert answer["rank"] == "Market Master"
    hint = client.post("/api/hint", json={"grid": START}).json()
    assert hint["remaining"] == best.length
    assert hint["proven"] is True
    after = client.post("/api/hint", json={"grid": str(grid.move(hint["move"]))}).json()
    assert after["remaining"] == hint["remaining"] - 1


def test_difficulties_are_the_analysis_own_and_measured_from_the_start() -> None:
    app = make_app()
    grid = load_start_tiles().tile(7)

    async def ask() -> tuple[httpx.Response, list[dict[str, Any]]]:
        transport = httpx.ASGITransport(app)
        async with (
            app.router.lifespan_context(app),
            httpx.AsyncClient(transport=transport, base_url=LOCAL) as client,
            asyncio.timeout(120),
        ):
            one = await client.post("/api/difficulty", json={"grid": str(grid)})
            while True:
                tiles = (await client.get("/api/tiles")).json()["tiles"]
                if all(tile["measured"] for tile in tiles):
                    return one, tiles
                await asyncio.sleep(0.05)

    one, tiles = asyncio.run(ask())
    yardsticks = Yardsticks(load_difficulty_distribution(), load_solo_ranks())
    ranked = assess(grid, yardsticks)
    assert ranked is not None
    assert ranked.difficulty is not None
    assert ranked.percentile is not None
    assert one.json() == {
        "difficulty": round(ranked.difficulty, 1),
        "percentile": round(ranked.percentile, 1),
        "optimal_solutions": ranked.to_dict()["optimal_solutions"],
        "expected_rank": ranked.expected_rank,
    }
    assert tiles[6]["difficulty"] == one.json()["difficulty"]
    assert all(0 <= tile["percentile"] <= 100 for tile in tiles)


def test_what_is_too_much_to_count_has_no_difficulty(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(measure_module, "LIMITS", PathLimits(positions=1))
    yardsticks = Yardsticks(load_difficulty_distribution(), load_solo_ranks())
    assert measure_module.measure(Grid.parse(START), yardsticks) == measure_module.Measure()


def test_another_board_has_a_difficulty_but_no_place_among_start_grids() -> None:
    yardsticks = Yardsticks(load_difficulty_distribution(), load_solo_ranks())
    found = measure_module.measure(Grid.parse(".RY/YRG/RGG"), yardsticks)
    assert found.difficulty is not None
    assert found.percentile is None
    assert found.expected_rank is None


def test_the_memory_forgets_the_oldest() -> None:
    grids = [start_grid(seed, 0).grid for seed in range(4)]
    memory: Memory[int] = Memory(3)
    for number, grid in enumerate(grids[:3]):
        memory.keep(grid, number + 1)
    assert memory.get(grids[0]) == 1  # and so it is the latest
    memory.keep(grids[3], 4)
    assert [memory.get(grid) for grid in grids] == [1, None, 3, 4]


def test_a_solved_grid_has_no_hint(client: Client) -> None:
    solved = {"grid": "RRY/GRY/GG."}
    assert client.post("/api/hint", json=solved).json() == {
        "move": None,
        "remaining": 0,
        "proven": True,
    }
    assert client.post("/api/solve", json=solved).json()["moves"] == []


def test_tiles_come_with_optima_and_ranks(client: Client) -> None:
    answer = client.get("/api/tiles").json()
    grids = load_start_tiles().grids
    assert [tile["grid"] for tile in answer["tiles"]] == [str(grid) for grid in grids]
    assert [tile["tile"] for tile in answer["tiles"]] == list(range(1, len(grids) + 1))
    assert answer["tiles"][2]["optimal_length"] == solve(grids[2]).length
    assert answer["ranks"][0] == {"name": "Market Master", "most": 22}
    assert answer["ranks"][-1]["most"] is None


def test_random_grids_come_again_with_their_seed(client: Client) -> None:
    answer = client.get("/api/random?seed=7").json()
    assert answer["grid"] == str(start_grid(7, 0).grid)
    assert answer["seed"] == 7
    assert client.get("/api/random").json()["grid"] != client.get("/api/random").json()["grid"]


def test_start_rules_are_checked(client: Client) -> None:
    assert client.post("/api/check", json={"grid": str(start_grid(7, 0).grid)}).json() == {
        "valid": True,
        "violations": [],
    }
    broken = client.post("/api/check", json={"grid": ".RR/YYG/GBB"}).json()
    assert not broken["valid"]
    assert {one["rule"] for one in broken["violations"]} >= {"B"}


@pytest.mark.parametrize(
    ("body", "message"),
    [
        (b"", "the request"),
        (b"{", "the request"),
        (b"\xff\xfe\x00", "the request"),
        (b"[]", "expected"),
        (b'{"grid": 5}', "grid"),
        (b'{"grid": "RYG"}', "got 3 spots"),
        (b'{"grid": ".RX/YYG/GBB"}', "row 1, column 3"),
        (b'{"grid": ".RY/YRG/RGG", "more": 1}', "more"),
        (b'{"grid": ".RY/YRG/RGG", "grid": "x"}', "grid"),
        (b'{"grid": "' + b"R" * 3000 + b'"}', ""),
        (b"[" * 3000, ""),
    ],
)
def test_bad_requests_get_a_clear_message(client: Client, body: bytes, message: str) -> None:
    for path in ("/api/solve", "/api/hint", "/api/check"):
        answer = client.post(path, content=body, headers={"Content-Type": "application/json"})
        assert answer.status_code == 400
        assert list(answer.json()) == ["error"]
        assert message in answer.json()["error"]
        assert "\n" not in answer.json()["error"]


def request_of(text: str) -> bytes:
    return json.dumps({"grid": text}).encode()


@settings(max_examples=60, deadline=None)
@given(body=st.binary(max_size=300) | st.text(max_size=100).map(request_of))
def test_no_body_makes_the_server_fail(client: Client, body: bytes) -> None:
    answer = client.post("/api/hint", content=body, headers={"Content-Type": "application/json"})
    assert answer.status_code in (200, 400)


@pytest.mark.parametrize("seed", ["-1", "x", "4294967296", "1e3", "٣", "9" * 50, ""])
def test_seeds_are_bounded(client: Client, seed: str) -> None:
    answer = client.get("/api/random", params={"seed": seed})
    assert answer.status_code == 400
    assert "expected 0..4294967295" in answer.json()["error"]


def test_other_addresses_and_methods_are_refused_as_json(client: Client) -> None:
    for method, path, status in (
        ("GET", "/nothing", 404),
        ("GET", "/api/solve", 405),
        ("POST", "/", 405),
        ("DELETE", "/api/tiles", 405),
    ):
        answer = client.request(method, path, headers={"Content-Type": "application/json"})
        assert answer.status_code == status
        assert answer.json()["error"]

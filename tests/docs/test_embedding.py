"""The examples of the page on embedding run."""

import asyncio
import runpy
import time
from pathlib import Path
from typing import Any

import pytest

from chatuchak_generators import start_grid
from chatuchak_solver import Board, Grid
from tests.forked import run_python

EXAMPLES = Path(__file__).parents[2] / "docs/examples/embedding"
HARD = start_grid(1, 0, board=Board(8, 8)).grid


def example(name: str) -> dict[str, Any]:
    return runpy.run_path(str(EXAMPLES / name))


def test_every_example_is_on_the_page() -> None:
    page = (EXAMPLES.parents[1] / "embedding.md").read_text(encoding="utf-8")
    assert all(f"examples/embedding/{path.name}" in page for path in EXAMPLES.glob("*.py"))


def test_a_web_service_solves_within_its_limit() -> None:
    pytest.importorskip("fastapi")
    httpx = pytest.importorskip("httpx")
    transport = httpx.ASGITransport(app=example("web_service.py")["app"])

    async def get(grid: str) -> Any:
        async with httpx.AsyncClient(transport=transport, base_url="http://test") as client:
            return await client.get("/solve", params={"grid": grid})

    answer = asyncio.run(get(".RY/YRG/RGG"))
    assert (answer.status_code, answer.json()["length"]) == (200, 4)
    assert asyncio.run(get("?")).status_code == 422


@pytest.mark.slow
def test_processes_are_spawned() -> None:
    assert run_python(EXAMPLES / "processes.py").stdout == "[4, 2]\n"


def test_a_canceled_task_ends_its_search() -> None:
    solve_async = example("async_solve.py")["solve_async"]

    async def cancel() -> None:
        with pytest.raises(asyncio.TimeoutError):
            await asyncio.wait_for(solve_async(HARD), 0.3)

    assert asyncio.run(solve_async(Grid.parse(".RY/YRG/RGG"))).length == 4
    begun = time.monotonic()
    asyncio.run(cancel())  # waits for the thread
    assert time.monotonic() - begun < 30

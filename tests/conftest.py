"""Options of the test run, and the browser of those tests that look at pages."""

from __future__ import annotations

import gc
import os
import signal
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings

from chatuchak_solver.kernels.numba_internals import compile_quickly, config
from tests.browser.chromium import DEAD, Browser
from tests.dask_cluster import OneCluster
from tests.found_once import find_once
from tests.plain_workspace import use_plain_workspaces
from tests.programs import require_program

if TYPE_CHECKING:
    from selenium.webdriver import Chrome

    from chatuchak_solver.analysis.playtest.games import PlayedGame
    from chatuchak_solver.analysis.playtest.measurement import Measurement

if config.DISABLE_JIT:
    use_plain_workspaces()
else:
    compile_quickly()

# Everything that tests have imported stays; numba's compiler makes hundreds of thousands of objects
# more. To look for garbage every 700 of them takes a twelfth of the suite's time.
gc.set_threshold(100_000, 50, 100)

# No test reads or writes the files of the person who runs it.
_HOME = TemporaryDirectory(prefix="chatuchak-tests-")
os.environ["XDG_DATA_HOME"] = _HOME.name
os.environ.pop("CHATUCHAK_BOX", None)
os.environ.pop("CHATUCHAK_TILES", None)

# How long an example takes says nothing on a machine that does other things too.
settings.register_profile("project", deadline=None)
settings.load_profile("project")

# A test run that a shell has put in the background ignores Ctrl-C, and so would every program that
# the tests start and then interrupt.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


WITH_A_BROWSER = frozenset(("browser", "site"))
"""Folders of tests."""

SLOW_FOLDERS = WITH_A_BROWSER | {"hostile", "docs", "property", "conformance"}
SLOW_FILES = frozenset(
    (
        # tournaments
        *("test_games_players", "test_advice", "test_market_stand_players"),
        # searches of many positions, and against plain ones
        *("test_anytime", "test_first_solution", "test_goal_directed", "test_large_boards"),
        *("test_priced_heuristic", "test_proven_searches", "test_total_moves", "test_vectors"),
        *("test_best_stands", "test_cp_sat", "test_plan", "test_certificates"),
        *("test_made_to_order", "test_generate_to_order", "test_start_grids"),
        # clusters, and programs as processes
        *("test_cluster", "test_survey_cluster", "test_processes", "test_survey", "test_interrupt"),
        "test_signals_and_locks",
        *("test_start_up", "test_server_process", "test_stand_optimizers", "test_benchmarks"),
        # kernels that are compiled, or are run against twins of many numbers
        *(
            "test_kernel_cache",
            "test_kernels_without_scipy",
            "test_precompiled",
            "test_machine_code",
        ),
        *(
            "test_shipped_code",
            "test_module",
            "test_module_build",
            "test_photo_module",
            "test_kernel_twins",
        ),
        *("test_kernels", "test_exact_counts", "test_goal_kernels", "test_layout_kernels"),
        *("test_cover_children", "test_cover_kernels", "test_cover_meeting", "test_cover_pieces"),
        *("test_regions", "test_forced_moves"),
        # photos, and games at a terminal
        *("test_box", "test_reading", "test_read", "test_given_photos", "test_sheet", "test_play"),
        # other people's planners and games
        *("test_pddl", "test_openspiel"),
    )
)
"""What `make quick` leaves out, besides single tests that are marked so."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--update-golden",
        action="store_true",
        help="rewrite the golden files instead of comparing with them",
    )
    parser.addoption(
        "--playouts",
        type=int,
        default=6,
        help="random play-outs per game and setup in the conformance suite (default 6)",
    )


def is_slow(path: Path) -> bool:
    return path.parent.name in SLOW_FOLDERS or path.stem in SLOW_FILES


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Do not import the files that `make quick` deselects."""
    is_quick = config.option.markexpr == "not slow"
    return True if is_quick and is_slow(collection_path) else None


@pytest.hookimpl(tryfirst=True)  # before any are left out by their markers
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark slow tests, and try one again where not the page failed but the browser died.

    Files with slow ones come first, so that of two processes none is left alone in the end. Before
    all come those that compile kernels, so that one process compiles what several of them call.
    """
    for item in items:
        if is_slow(item.path):
            item.add_marker(pytest.mark.slow)
        if item.path.parent.name in WITH_A_BROWSER:
            item.add_marker(pytest.mark.flaky(reruns=1, only_rerun=[DEAD]))
    slow = {item.path for item in items if item.get_closest_marker("slow")}
    compiling = {item.path for item in items if item.get_closest_marker("twin")}
    compiling |= {item.path for item in items if item.path.stem == "test_precompiled"}
    items.sort(key=lambda item: (item.path not in compiling, item.path not in slow))


def pytest_collection_finish() -> None:
    """Look for no garbage among what is imported and collected, which stays to the end."""
    gc.collect()
    gc.freeze()


def pytest_sessionfinish() -> None:
    """Look for garbage once, in which pytest finds what was not closed: it looks ten times."""
    pytest_collection_finish()


@cache
def measured(games: tuple[PlayedGame, ...]) -> Measurement:
    from chatuchak_solver.analysis.playtest.model import measure_playtest

    return measure_playtest(games)


@pytest.fixture
def measured_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Measure the same games once for all tests: most of what `playtest` takes."""

    def measure(games: Sequence[PlayedGame], *, stop: object) -> Measurement:
        return measured(tuple(games))

    monkeypatch.setattr("chatuchak_solver.analysis.playtest.report.measure_playtest", measure)


@pytest.fixture
def found_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Look for tiles on the same picture once for all tests."""
    find_once(monkeypatch)


@pytest.fixture(scope="session")
def one_cluster() -> Iterator[OneCluster]:
    """One cluster for all tests, which each find with as many workers as they ask for."""
    cluster = OneCluster()
    yield cluster
    cluster.end()


@pytest.fixture(scope="session")
def one_browser() -> Iterator[Browser]:
    require_program("chromium")
    with Browser() as browser:
        yield browser


@pytest.fixture
def shared_browser(one_browser: Browser) -> Chrome:
    """One browser for all tests, which each finds alive."""
    return one_browser.driver()

"""Options and fixtures of the test run."""

from __future__ import annotations

import gc
import os
import signal
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings
from numba.core import config

from tests.browser.chromium import DEAD, Browser
from tests.caches import cache_detection, cache_measurements, easy_photo, use_folder
from tests.dask_cluster import OneCluster
from tests.programs import require_program
from tests.reference_workspace import use_reference_workspaces

if TYPE_CHECKING:
    from selenium.webdriver import Chrome

    from benchmarks.synthetic_photos.photo import SyntheticPhoto

if config.DISABLE_JIT:
    use_reference_workspaces()

# Imported objects are permanent, and compilation creates hundreds of thousands of objects. Garbage
# collection with the default thresholds takes a twelfth of the suite's time.
gc.set_threshold(100_000, 50, 100)

# Isolate the tests from the user's files.
_HOME = TemporaryDirectory(prefix="chatuchak-tests-")
os.environ["XDG_DATA_HOME"] = _HOME.name
os.environ.pop("CHATUCHAK_BOX", None)
os.environ.pop("CHATUCHAK_TILES", None)

# Jobs of a test use one core, as each test process does, unless the test names a number of workers.
os.sched_getaffinity = lambda _: {0}

# Times of examples are meaningless on a busy machine.
settings.register_profile("project", deadline=None, max_examples=25)
settings.load_profile("project")

# Background jobs ignore Ctrl-C, those of nohup the end of the terminal as well, and so would all
# programs started by the tests.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
if signal.getsignal(signal.SIGHUP) is signal.SIG_IGN:
    signal.signal(signal.SIGHUP, signal.SIG_DFL)


TESTS = Path(__file__).parent
WITH_A_BROWSER = frozenset(("browser", "site"))
"""Test folders that need a browser."""

SLOW_FOLDERS = WITH_A_BROWSER | {"hostile", "docs", "property", "conformance", "perft"}


def named_files(*lines: str) -> frozenset[str]:
    """Return the names of existing test files, without their prefix and ending on the lines."""
    names = frozenset(f"test_{name}" for line in lines for name in line.split())
    missing = names - {path.stem for path in TESTS.rglob("test_*.py")}
    assert not missing, f"no test files: {', '.join(sorted(missing))}"
    return names


KERNEL_FILES = named_files(
    "connectivity exact_counts finding forced_moves goal_kernels kernels stand_kernels",
    "large_neighborhood packed_state pattern_databases regions searches set_cost",
)
"""Files with kernels that only their own tests would compile.

Their comparisons with references run in plain Python only; the tests of their callers run them
compiled.
"""

SLOW_FILES = KERNEL_FILES | named_files(
    # tournaments and advice
    "games_players advice market_stand_players game_play game_commands pettingzoo observations",
    # searches of many positions, and against plain ones
    "anytime first_solution goal_directed large_boards priced_heuristic proven_searches",
    "best_stands cp_sat plan certificates targeted start_grids",
    "generate_to_order next_card simulated_player comparison",
    # models of measured games, rankings of all tiles
    "playtest rank_compare_report boxes streams_and_widths records",
    "value_round_trips distribution unproven_answers file_roles practice",
    "explanation state_space review pattern_database stand_commands tables",
    # clusters, servers and programs as processes
    "cluster survey_cluster processes survey interrupt signals_and_locks start_up address",
    "server_process benchmarks river_market_commands",
    "games_simulate plots sheet_pdf checker market_stand_adviser exercises",
    # compilation
    "kernel_cache precompiled machine_code shipped_code module module_build",
    "numba_internals kernel_twins",
    # photos, and games at a terminal
    "box reading read given_photos sheet play",
    # other people's planners and games
    "pddl openspiel gymnasium action_codes",
)
"""Files excluded by `make quick`, in addition to single tests with the marker."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--update-golden",
        action="store_true",
        help="rewrite the golden files instead of comparing with them",
    )
    parser.addoption(
        "--playouts",
        type=int,
        default=2,
        help="random play-outs per game and setup in the conformance suite (default 2)",
    )


def is_slow(path: Path) -> bool:
    return path.parent.name in SLOW_FOLDERS or path.stem in SLOW_FILES


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Skip the import of files that `make quick` deselects."""
    is_quick = config.option.markexpr == "not slow"
    is_skipped = collection_path.name in SLOW_FOLDERS or is_slow(collection_path)
    return True if is_quick and is_skipped else None


def runs(item: pytest.Item) -> bool:
    """Return whether a test runs in this mode: compiled or plain Python, thorough or not."""
    if item.get_closest_marker("thorough"):
        return bool(item.config.option.markexpr == "thorough")
    is_plain_only = item.path.stem in KERNEL_FILES and item.get_closest_marker("twin")
    return bool(config.DISABLE_JIT) or not is_plain_only


@pytest.hookimpl(tryfirst=True)  # before deselection by markers
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark slow tests, rerun tests after a browser crash, and leave kernels to plain Python.

    Slow files are first, for an even load of two processes. Files that compile kernels precede all
    others, so that one process compiles shared kernels.
    """
    items[:] = [item for item in items if runs(item)]
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
    """Exclude imported and collected objects from garbage collection."""
    gc.collect()
    gc.freeze()


def pytest_sessionfinish() -> None:
    """Reduce the ten collections in which pytest looks for unclosed resources to one."""
    pytest_collection_finish()


@pytest.fixture(scope="session", autouse=True)
def shared_results(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Share cached results with the other processes of this run."""
    own = tmp_path_factory.getbasetemp()
    use_folder((own.parent if "PYTEST_XDIST_WORKER" in os.environ else own) / "results")


@pytest.fixture
def two_cores(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two usable cores, for jobs with the default number of workers."""
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {0, 1})


@pytest.fixture
def measurement_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    """Cache measured games and grids across tests."""
    cache_measurements(monkeypatch)


@pytest.fixture
def detection_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    """Cache detected tiles across tests."""
    cache_detection(monkeypatch)


@pytest.fixture
def photo() -> SyntheticPhoto:
    """A photo of a tile that is easy to read."""
    return easy_photo()


@pytest.fixture
def picture(photo: SyntheticPhoto, tmp_path: Path) -> Path:
    """The file of the photo."""
    path = tmp_path / "photo.jpg"
    path.write_bytes(photo.jpeg)
    return path


@pytest.fixture(scope="session")
def one_cluster() -> Iterator[OneCluster]:
    """One cluster for all tests, with a variable number of workers."""
    cluster = OneCluster()
    yield cluster
    cluster.end()


@pytest.fixture(scope="session")
def one_browser() -> Iterator[Browser]:
    require_program("chromium")
    with closing(Browser()) as browser:
        yield browser


@pytest.fixture
def shared_browser(one_browser: Browser) -> Chrome:
    """One browser for all tests, restarted after a crash."""
    return one_browser.driver()

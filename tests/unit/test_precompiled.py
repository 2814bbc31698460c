"""Precompiled kernels return the results of numba or plain Python."""

import json
import sys
from collections.abc import Callable, Iterable
from dataclasses import astuple
from itertools import chain
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numba import typeof, types
from PIL import Image

from chatuchak_generators import start_grids
from chatuchak_generators.kernels.start_grids import fill_start_grids
from chatuchak_generators.record_search import attempts
from chatuchak_solver import MoveRule, NextCard, Stop, read_photo
from chatuchak_solver.analysis import optimal_paths, simulated_player
from chatuchak_solver.kernels import machine_code
from chatuchak_solver.kernels.jit import PrecompiledKernel
from chatuchak_solver.kernels.packing import Words
from chatuchak_solver.puzzle import Board, Grid
from chatuchak_solver.search import a_star, additive_heuristic, ida_star, pattern_database
from chatuchak_solver.search.anytime import Beam
from chatuchak_solver.search.goal_directed import GridBatch, color_codes, region_tables
from chatuchak_solver.search.pattern_database import rank_tables
from chatuchak_solver.search.priced_heuristic import find_prices, priced_heuristic
from chatuchak_solver.stand import Stand, annealing, shipped_deck
from chatuchak_solver.stand.cover_search import CoverSearch
from chatuchak_solver.stand.kernels.tables import CENTER
from chatuchak_solver.stand.problem import kernel_arrays
from chatuchak_solver.stand.rollouts import WEIGHTS, RolloutState, make_policy
from tests.forked import run_python
from tests.unit.stand.problems import seeded_problem
from tests.unit.stand.test_next_card import random_stand
from tools.kernels.build import FILES
from tools.kernels.codegen import numba_types

SMALL = Grid.parse(".RYY/GRRG/YGRY")
TINY = Grid.parse(".RY/YRG/RGG")
PROBLEM = seeded_problem(3, 5, fixed_order=True)
needs_its_platform = pytest.mark.skipif(
    sys.platform not in machine_code.PLATFORMS, reason="numba compiles all kernels there"
)


def is_precompiled(kernel: PrecompiledKernel[Any]) -> bool:
    return all(kernel._function(kinds) is not None for kinds in kernel.variants)


def search_small() -> list[object]:
    codes = [color_codes(Grid.parse(text)) for text in (".RYY/GRRG/YGRY", ".RYG/RYGR/YGRY")]
    found: list[object] = []
    for masks_of in (np.uint32, np.uint64):
        task = GridBatch(Board(3, 4), (4, 4, 3), np.stack(codes), masks_of=np.dtype(masks_of))
        while not task.run(20):  # in many slices
            pass
        found.append([task.moves.tolist(), task.results.tolist()])
    assert found[0] == found[1]
    return found


def list_all_regions() -> list[object]:
    found: list[object] = []
    for board, counts in ((Board(3, 4), (4, 4, 3)), (Board(2, 17), (9, 8, 8, 8))):
        region_tables.cache_clear()
        found += [np.asarray(part).tolist() for part in region_tables(board, counts)]
    return found


def read_picture() -> list[object]:
    rng = np.random.default_rng(5)
    picture = np.kron(rng.integers(0, 256, (5, 6, 3), np.uint8), np.ones((12, 12, 1), np.uint8))
    noisy = Image.fromarray(picture ^ rng.integers(0, 8, picture.shape, np.uint8))
    corners = ((5.0, 6.0), (66.0, 5.0), (65.0, 54.0), (6.0, 53.0))
    read = read_photo(noisy, corners=corners)
    assert read is not None
    return [read.letters, read.second, read.margins, read.corners]


def prove() -> list[object]:
    search = CoverSearch(PROBLEM, [("S", "C")], 60)
    stand = search.advance(0, nodes=500)
    return [stand, search.upper, search.expanded]


def anneal() -> list[object]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(annealing, "STEPS", 2)
        patch.setattr(annealing, "TEMPERATURES", 100)
        annealer = annealing.Annealer(seeded_problem(3, 3, fixed_order=False), 3)
        annealer.run(1 << 40)
    return [annealer.total, annealer.evaluated, str(annealer.stand())]


def make_grids() -> list[object]:
    return [start_grids.bulk_start_grids(40, seed=8, first=2).texts()]


def search_guided() -> list[object]:
    return [*attempts((0, 1), extreme="easiest", source=start_grids.StartGridSource(4), steps=20)]


def rank_patterns() -> list[object]:
    rank_tables.cache_clear()
    made: list[object] = [table.tolist() for table in astuple(rank_tables(12))]
    for rule in MoveRule:
        for size in (2, 5):
            assert list(pattern_database._make(Board(3, 4), size, rule))
            database = pattern_database._databases.pop((Board(3, 4), size, rule))
            made += [database.distances.tolist(), database.histogram]
    return made


def search_by_patterns() -> list[object]:
    found = rank_patterns()
    for masks in (np.uint32, np.uint64):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(pattern_database, "_databases", {})
            for module in (additive_heuristic, ida_star, pattern_database):
                patch.setattr(module, "mask_type", lambda _, masks=masks: np.dtype(masks))
            additive_heuristic._tables.cache_clear()
            search = ida_star.IdaStarSearch(SMALL, "slide")
            while not search.run(20):
                pass
        found += [search.incumbent, search.expanded_per_bound]
    additive_heuristic._tables.cache_clear()  # wide ones
    return found


def search_best_first() -> list[object]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(a_star, "FIRST_CAPACITY", 64)  # so that the arrays grow
        search = a_star.AStarSearch(SMALL, "slide")
        while not search.run(20):
            pass
    return [search.incumbent, search.expanded, search.stored]


def search_by_prices() -> list[object]:
    heuristic = priced_heuristic(SMALL, MoveRule.SLIDE, find_prices(SMALL, MoveRule.SLIDE)[0])
    proof = ida_star.IdaStarSearch(SMALL, "slide", heuristic=heuristic)
    while not proof.run(20):
        pass
    beam = Beam(SMALL, MoveRule.SLIDE, width=40)
    while not beam.run(30):
        pass
    found = [proof.incumbent, proof.expanded_per_bound, heuristic.distances.tolist()]
    return [*found, beam.incumbent, beam.expanded]


def find_paths() -> list[object]:
    found: list[object] = []
    for text in (".RYY/GRRG/YGRY", "RRG./YGYR/RYGY"):
        paths = optimal_paths.optimal_paths(Grid.parse(text))
        links = (paths.move_counts, paths.targets, paths.spots, paths.misleads)
        arrays = (*links, paths.visit_chances())
        found += [paths.count, *(array.tolist() for array in arrays)]
    stopped = optimal_paths.optimal_paths(Grid.parse(text), stop=Stop(work=10))
    return [*found, stopped.limit_reached]


def play() -> list[object]:
    eager = simulated_player.SimulatedPlayer(
        width=40, look_ahead=3, plays=1, error=2.5, patience=50
    )
    lengths: list[object] = []
    for text in (".RYY/GRRG/YGRY", ".RY/YRG/RGG"):
        grid = Grid.parse(text)
        lengths.append(simulated_player.play_games(grid, games=4, seed=7).tolist())
        lengths.append(simulated_player.play_games(grid, games=4, seed=2, player=eager).tolist())
    return lengths


def play_cards() -> list[object]:
    rules = kernel_arrays(tuple(shipped_deck()), ("G",), 1)
    layouts = [np.array([[player, 0, CENTER, CENTER]]) for player in range(2)]
    moment = RolloutState.of(rules, layouts, [[10], [11], [20, 21]], range(23, 33))
    ranked, promises, _ = moment.placement_values(WEIGHTS)
    totals = moment.totals(make_policy(np.tile(WEIGHTS, (2, 1)), 24), 7)
    stand, rest = random_stand(3, 2)
    found = [NextCard(stand, rest[:2], announced=("B",), own_goods=2), NextCard(Stand(), rest[:1])]
    arrays = (ranked, promises, moment.layouts, totals)
    return [*(array.tolist() for array in arrays), *(str(next_card.ranked) for next_card in found)]


@pytest.mark.thorough
@needs_its_platform
@pytest.mark.parametrize(
    ("file", "job"),
    [("photo", read_picture), ("cover_search", prove), ("exchanges", search_guided)],
)
def test_kernels_answer_as_compiled_by_numba(
    monkeypatch: pytest.MonkeyPatch, file: str, job: Callable[[], list[object]]
) -> None:
    shipped = job()
    for kernel in FILES[file]:
        assert is_precompiled(kernel)
        monkeypatch.setattr(kernel, "_functions", dict.fromkeys(kernel.variants))
    assert job() == shipped


PLAIN_JOBS: dict[str, Callable[[], list[object]]] = {
    "annealing": anneal,
    "start_grids": make_grids,
    "pattern_databases depth_first depth_first_wide beam": lambda: [
        *search_by_patterns(),
        *search_by_prices(),
    ],
    "a_star": search_best_first,
    "optimal_paths": find_paths,
    "player": play,
    "regions": list_all_regions,
    "goal_narrow goal_wide": search_small,
    "rollouts": play_cards,
}
"""Small arguments by precompiled file; numba would compile their callees for long."""


NO_GRIDS = (
    *(np.uint64(1), np.uint64(0), np.array([6, 6, 6, 6, 5]), 5, 6, 9),
    *(np.empty((0, 30), np.int8), np.empty(0, np.bool_)),
)


@needs_its_platform
@pytest.mark.parametrize(
    ("job", "times"),
    [
        (lambda: fill_start_grids(*NO_GRIDS), 40_000),  # some 600 bytes of arrays
        (lambda: simulated_player.play_games(TINY, games=1, seed=1), 100),  # a megabyte
        (lambda: Beam(SMALL, MoveRule.SLIDE, width=1).run(1), 1000),  # a tenth of a megabyte
        (lambda: optimal_paths.optimal_paths(TINY, length=4), 100),  # two megabytes
    ],
)
def test_memory_of_a_kernels_arrays_is_given_back(job: Callable[[], object], times: int) -> None:
    resource = pytest.importorskip("resource")
    make_grids()
    job()
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for _ in range(times):
        job()
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    assert grown < (15 << 20 if sys.platform == "darwin" else 15 << 10)


ROOT = Path(__file__).parents[2]

GUARDED = """
import numpy as np

class Guarded(np.ndarray):
    def __getitem__(self, key):
        self.look_at(key)
        return super().__getitem__(key)
    def __setitem__(self, key, value):
        self.look_at(key)
        super().__setitem__(key, value)
    def look_at(self, key):
        for index in key if isinstance(key, tuple) else (key,):
            ends = (index.start, index.stop) if isinstance(index, slice) else (index,)
            assert all(end is None or end >= 0 for end in ends), key

def guarded(value):
    if isinstance(value, np.ndarray):
        return value.view(Guarded)
    if isinstance(value, tuple):
        return type(value)(*map(guarded, value))
    return value

class Watched:
    def __getattr__(self, name):
        made = getattr(np, name)
        if isinstance(made, type) or not callable(made):
            return made
        return lambda *given, **named: guarded(made(*given, **named))
"""


NONE_OF_STANDS = f"""{GUARDED}
from chatuchak_solver.stand import cover_search
from chatuchak_solver.stand.kernels.cover_search.search import search
from tests.reference_workspace import ReferenceWorkspace
from tests.unit.stand.cover_nodes import CoverTask
from tests.unit.stand.problems import seeded_problem

class GuardedWorkspace(ReferenceWorkspace):
    def __init__(self):
        super().__init__()
        for name, value in list(vars(self).items()):
            object.__setattr__(self, name, guarded(value))

cover_search.make_workspace = GuardedWorkspace
for seed, fixed_order in ((8, True), (3, False)):
    task = CoverTask(seeded_problem(seed, 3, fixed_order=fixed_order), room=3_000)
    work, states, nodes = task.work, guarded(task.states), guarded(task.nodes)
    work.held = 1
    decided = set()
    for _ in range(30):
        search(work, states, nodes, 4, 1, 1_000_000)
        decided.add(int(nodes[3_000, 0]))
    print(*(depth in decided for depth in (1, 2, 3)))
"""


PLAIN = f"""{GUARDED}
import sys
from tests.unit import test_precompiled as tests

for kernel in (kernel for kernels in tests.FILES.values() for kernel in kernels):
    kernel.dispatcher = lambda *given, plain=kernel.dispatcher: plain(*map(guarded, given))
for name, module in list(sys.modules.items()):
    # Callers take slices from the end of the tables that `goal_workspace` makes.
    if ".kernels." in name and hasattr(module, "np") and not name.endswith("goal_workspace"):
        module.np = Watched()
print(tests.json.dumps({{name: repr(job()) for name, job in tests.PLAIN_JOBS.items()}}))
"""


def run_guarded(code: str) -> str:
    """Run kernels as plain Python without negative indices; return the output.

    The precompiled code has no check: it would read outside the array.
    """
    done = run_python("-c", code, folder=ROOT, NUMBA_DISABLE_JIT="1")
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_no_kernel_of_the_cover_search_counts_from_the_end_of_an_array() -> None:
    # Nodes were expanded until all cards of both tasks were decided.
    assert "False" not in run_guarded(NONE_OF_STANDS)


@pytest.fixture(scope="module")
def reference_answers() -> dict[str, str]:
    answers: dict[str, str] = json.loads(run_guarded(PLAIN))
    return answers


def parts(given: Iterable[types.Type]) -> list[str]:
    """Return the parts of types; plain Python does not write into read-only arrays."""
    flat = [getattr(kind, "types", (kind,)) for kind in given]
    if all(len(inner) == 1 for inner in flat):
        return [str(kind).replace("readonly ", "") for (kind,) in flat]
    return parts(chain(*flat))


@needs_its_platform
@pytest.mark.parametrize("files", PLAIN_JOBS)
def test_kernels_answer_as_plain_python(
    monkeypatch: pytest.MonkeyPatch, reference_answers: dict[str, str], files: str
) -> None:
    kernels = {id(kernel) for file in files.split() for kernel in FILES[file]}
    called: set[int] = set()
    call = PrecompiledKernel.__call__

    def watched(kernel: PrecompiledKernel[Any], *arguments: Any) -> Any:
        if id(kernel) in kernels:
            called.add(id(kernel))
            assert is_precompiled(kernel)
            # Elsewhere numba compiles it for the types of these arguments.
            given = [
                argument.value if isinstance(argument, Words) else argument
                for argument in arguments
            ]
            types_of_variants = [
                parts(numba_types(kernel.py_func, masks)) for masks in kernel.files
            ]
            assert parts(map(typeof, given)) in types_of_variants, kernel.name
        return call(kernel, *arguments)

    monkeypatch.setattr(PrecompiledKernel, "__call__", watched)
    assert repr(PLAIN_JOBS[files]()) == reference_answers[files]
    assert called == kernels

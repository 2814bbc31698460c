"""Mutation testing: the share of single faults that the tests find.

``python -m benchmarks faults`` (``make thorough``) applies random mutations of cosmic-ray, one at a
time, to copies of the project and runs tests until one fails: first the module's examples and the
unit tests of its folder that import it, then all of the folder, quick ones first, then all tests of
its area or of all code. ``FAULTS=200`` sets their number, ``SEED=2`` the sample, ``MINUTES=30`` the
time. Results are appended to ``results/``, so a run can be resumed.

Compiled kernels are excluded: each mutant would be recompiled. Plain references test the kernels.
"""

from __future__ import annotations

import ast
import compileall
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import SimpleQueue
from typing import NamedTuple

import pytest

from benchmarks.report import MeasuredRows, table, write_section
from chatuchak_solver.codec import JsonObject
from chatuchak_solver.execution.limits import count_workers

__all__ = ["main"]

ROOT = Path(__file__).resolve().parents[1]
DEFAULT_FAULTS = 60
LIMIT_S = 900
KINDS = (
    "AddNot", "NumberReplacer", "ReplaceAndWithOr", "ReplaceBinaryOperator_Add_Sub",
    "ReplaceBinaryOperator_Sub_Add", "ReplaceBinaryOperator_Mul_Add",
    "ReplaceBinaryOperator_FloorDiv_Mul", "ReplaceBinaryOperator_Mod_FloorDiv",
    "ReplaceBreakWithContinue", "ReplaceComparisonOperator_Eq_NotEq",
    "ReplaceComparisonOperator_GtE_Gt", "ReplaceComparisonOperator_GtE_Lt",
    "ReplaceComparisonOperator_Gt_GtE", "ReplaceComparisonOperator_Gt_LtE",
    "ReplaceComparisonOperator_LtE_Gt", "ReplaceComparisonOperator_LtE_Lt",
    "ReplaceComparisonOperator_Lt_GtE", "ReplaceComparisonOperator_Lt_LtE",
    "ReplaceComparisonOperator_NotEq_Eq", "ReplaceContinueWithBreak", "ReplaceFalseWithTrue",
    "ReplaceOrWithAnd", "ReplaceTrueWithFalse", "ReplaceUnaryOperator_Delete_Not",
    "ReplaceUnaryOperator_USub_UAdd",
)  # fmt: skip
MEANINGLESS = re.compile(r"\*,|(?<=strict=)True")
NAMES = frozenset(f"core/{kind}" for kind in KINDS)
PATHS = (".", "generators", "cli", "data")


class Area(NamedTuple):
    """Source files, their unit tests, and other tests that use them."""

    sources: str
    own: tuple[str, ...]
    wider: tuple[str, ...]


AREAS = {
    "the puzzle's rules": Area(
        "chatuchak_solver/puzzle/*.py",
        ("tests/unit/puzzle",),
        (
            "tests/property/test_puzzle.py",
            "tests/unit/generators/test_start_grids.py",
            "tests/unit/cli/test_sessions.py",
        ),
    ),
    "proofs": Area(
        "chatuchak_solver/search/*.py",
        ("tests/unit/search",),
        ("tests/property/test_search.py", "tests/unit/cli/test_solve.py", "tests/unit/analysis"),
    ),
    "games' rules and states": Area(
        "chatuchak_solver/games/*/*.py",
        ("tests/unit/games",),
        ("tests/property", "tests/conformance", "tests/perft", "tests/golden"),
    ),
    "stands' scores and plans": Area(
        "chatuchak_solver/stand/*.py",
        ("tests/unit/stand", "tests/unit/test_loaders.py"),
        ("tests/property/test_stand_values.py", "tests/property/test_stand_plans.py"),
    ),
    "generators": Area(
        "generators/chatuchak_generators/*.py",
        ("tests/unit/generators", "tests/unit/test_exported_arguments.py"),
        ("tests/unit/cli/test_sessions.py", "tests/unit/test_cluster.py"),
    ),
}
FOR_ALL_AREAS = (
    "tests/unit/test_architecture.py",
    "tests/unit/test_loaders.py",
    "tests/unit/test_wrong_calls.py",
)
"""Tests that use the code of all areas."""
HARMLESS: dict[tuple[str, str, str], str] = {
    (
        "chatuchak_solver/search/solve.py",
        "if len(waiting) == most or len(pending) < count or pending[-count].done():",
        "ReplaceComparisonOperator_Lt_LtE",
    ): "the number of waiting batches changes the speed only",
    (
        "chatuchak_solver/search/solve.py",
        "FIRST_SLICE_NODES = 20_000",
        "NumberReplacer",
    ): "the length of the first slice changes the first progress report only",
    (
        "chatuchak_solver/search/goal_directed.py",
        "self.incumbent = tuple(self._task.moves[0, :length].tolist())",
        "NumberReplacer",
    ): "index -1 is also the only row",
    (
        "chatuchak_solver/search/ida_star.py",
        "parent_entries=np.zeros(bound + 1, np.uint32),",
        "NumberReplacer",
    ): "no move is made at the bound: the last entry is unused",
    (
        "chatuchak_solver/search/a_star.py",
        "INFINITY = 1 << 30",
        "NumberReplacer",
    ): "any number above all lengths is equivalent",
    (
        "chatuchak_solver/search/anytime.py",
        "room = (max(int(mask).bit_count() for mask in tables.reach_masks) - 1) * width + 1",
        "NumberReplacer",
    ): "the room exceeds the maximum number of children by one",
    (
        "chatuchak_solver/search/a_star.py",
        "DEFAULT_MEMORY_LIMIT_BYTES = 2 << 30",
        "NumberReplacer",
    ): "the default limit is arbitrary",
    (
        "generators/chatuchak_generators/record_search.py",
        "np.geomspace(0.3, 0.1, steps),",
        "NumberReplacer",
    ): "the temperatures of annealing are arbitrary",
    (
        "chatuchak_solver/search/anytime.py",
        "histogram=np.empty(most + 1, np.int64),",
        "NumberReplacer",
    ): "the array may be longer",
    (
        "generators/chatuchak_generators/targeted.py",
        '"optimal": Effort(1000, 32, 8, 5, np.geomspace(0.3, 0.1, 4000)),',
        "NumberReplacer",
    ): "the effort of a search is arbitrary",
    (
        "generators/chatuchak_generators/targeted.py",
        '"difficulty": Effort(64, 8, 4, 2, np.geomspace(2.0, 0.5, 300), 40, 3.0),',
        "NumberReplacer",
    ): "the effort of a search is arbitrary",
    (
        "chatuchak_solver/games/market_stand/players.py",
        "CLOSE = 10.0",
        "NumberReplacer",
    ): "a weight of advice is arbitrary",
    (
        "chatuchak_solver/search/goal_directed.py",
        "counts, codes = tuple(filter(None, grid.counts)), color_codes(grid).reshape(1, -1)",
        "NumberReplacer",
    ): "any negative number stands for the unknown size",
    (
        "generators/chatuchak_generators/annealing.py",
        "accepted = (draws >= 0) & (draws < chances * CHANCES)  # false for nan",
        "ReplaceComparisonOperator_Lt_LtE",
    ): "the probability changes by one in 16 million",
    (
        "generators/chatuchak_generators/tile_selection.py",
        "POOL_STEP = 100_000",
        "NumberReplacer",
    ): "the distance between the start grids of rounds is arbitrary",
    (
        "chatuchak_solver/stand/stand.py",
        "corners = {(x + dx, y + dy) for x, y in positions for dx in (-1, 1) for dy in (-1, 1)}",
        "ReplaceBinaryOperator_Add_Sub",
    ): "dx and dy take both signs",
    (
        "chatuchak_solver/search/anytime.py",
        "return proof_nodes > BEAM_WORTH * beam_nodes",
        "ReplaceComparisonOperator_Gt_GtE",
    ): "equal efforts may be decided either way",
    (
        "chatuchak_solver/search/packed_grid.py",
        "for plane in range(3):",
        "NumberReplacer",
    ): "no code has a fourth bit",
    (
        "chatuchak_solver/puzzle/start_rules.py",
        "color = Color.parse(grid.letters[booths[0]]).label",
        "NumberReplacer",
    ): "all these booths have one color",
    (
        "chatuchak_solver/puzzle/symmetry.py",
        "used = max(color for grid in grids for color in grid.colors) + 1",
        "NumberReplacer",
    ): "a further color without booths changes no difference",
    (
        "generators/chatuchak_generators/tile_selection.py",
        "order = Order(quality=quality, source=StartGridSource(0, board=pool[0].board))",
        "NumberReplacer",
    ): "all grids of a pool have one board; no start grid is drawn",
    (
        "generators/chatuchak_generators/targeted.py",
        "idle = 0",
        "NumberReplacer",
    ): "the patience of a search is arbitrary",
}
"""Reasons of equivalent mutants, by file, line and kind."""


class Fault(NamedTuple):
    """One change of one line."""

    area: str
    file: str
    kind: str
    occurrence: int
    line: int

    @property
    def text(self) -> str:
        return (ROOT / self.file).read_text(encoding="utf-8").splitlines()[self.line - 1].strip()


def faults_of(area: str, count: int, seed: int) -> list[Fault]:
    from cosmic_ray.commands import init
    from cosmic_ray.work_db import WorkDB, use_db

    paths = sorted(ROOT.glob(AREAS[area].sources))
    with (
        tempfile.TemporaryDirectory() as folder,
        use_db(Path(folder) / "faults.sqlite", WorkDB.Mode.create) as database,
    ):
        init(paths, database, {})
        found = [mutation for item in database.work_items for mutation in item.mutations]
    typed = {path: set(_lines_of_types(path)) for path in paths}
    lines = {path: path.read_text(encoding="utf-8").splitlines() for path in paths}
    able = sorted(
        (
            str(mutation.module_path.relative_to(ROOT)),
            mutation.operator_name,
            mutation.occurrence,
            mutation.start_pos[0],
        )
        for mutation in found
        if mutation.operator_name in NAMES
        and mutation.start_pos[0] not in typed[mutation.module_path]
        # Not a multiplication but a keyword marker; a strict zip that never fails.
        and not MEANINGLESS.match(
            lines[mutation.module_path][mutation.start_pos[0] - 1], mutation.start_pos[1]
        )
    )
    drawn = random.Random(f"{area} {seed}").sample(able, min(count, len(able)))
    return [Fault(area, *fields) for fields in drawn]


def _lines_of_types(path: Path) -> Iterator[int]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        parts: list[ast.expr | None] = []
        if isinstance(node, ast.arg | ast.AnnAssign):
            parts = [node.annotation]
        elif isinstance(node, ast.FunctionDef):
            parts = [node.returns]
        elif isinstance(node, ast.If) and getattr(node.test, "id", "") == "TYPE_CHECKING":
            yield from range(node.lineno, (node.end_lineno or node.lineno) + 1)
        for part in filter(None, parts):
            yield from range(part.lineno, (part.end_lineno or part.lineno) + 1)


def copy_project() -> Path:
    """Copy the project, with compiled kernels and bytecode, to a folder for mutants.

    Only mutated files are compiled again.
    """
    folder = Path(tempfile.mkdtemp(prefix="faults-"))
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True)
    for name in filter(None, listed.stdout.decode().split("\0")):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / name, folder / name)
    for compiled in ROOT.glob("c*/**/*.nbc"):
        target = folder / compiled.relative_to(ROOT)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(compiled, target)
    compileall.compile_dir(folder, quiet=2)
    return folder


def passes(folder: Path, tests: Sequence[str], *, marked: str = "slow or not slow") -> bool:
    paths = os.pathsep.join(str(folder / path) for path in PATHS)
    options = ("-q", "-x", "--doctest-modules", "-p", "no:cacheprovider", "-m", marked)
    command = [sys.executable, "-m", "pytest", *options]
    environment = {**os.environ, "PYTHONPATH": paths, "PYTHONDONTWRITEBYTECODE": "1"}
    try:
        done = subprocess.run(
            [*command, *tests],
            cwd=folder,
            env=environment,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            timeout=LIMIT_S,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return False
    return done.returncode in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED)


def tests_of(fault: Fault) -> list[str]:
    module = fault.file.removeprefix("generators/").removesuffix(".py").replace("/", r"\.")
    package = module.rpartition(r"\.")[0]
    return [
        fault.file,
        *(
            str(path.relative_to(ROOT))
            for folder in AREAS[fault.area].own
            for path in sorted((ROOT / folder).glob("test_*.py"))
            if re.search(rf"^from ({module}|{package}) import", path.read_text("utf-8"), re.M)
        ),
    ]


def check_without_fault(area: str, folder: Path) -> JsonObject:
    """Check that the tests of an area pass on a copy without a fault.

    Raises
    ------
    SystemExit
        If a test fails; it would appear to find every fault.
    """
    if not passes(folder, (*AREAS[area].own, *AREAS[area].wider, *FOR_ALL_AREAS)):
        raise SystemExit(f"the tests of {area} fail without any fault")
    print(f"pass without any fault: the tests of {area}", flush=True)
    return {}


def run_fault(fault: Fault, folder: Path) -> JsonObject:
    from cosmic_ray.mutating import use_mutation
    from cosmic_ray.plugins import get_operator

    own, wider = AREAS[fault.area][1:]
    with use_mutation(folder / fault.file, get_operator(fault.kind)(), fault.occurrence):
        near = tests_of(fault)
        nearest_first = [
            (tests, marked) for marked in ("not slow", "slow") for tests in (near, own)
        ]
        if not all(passes(folder, tests, marked=marked) for tests, marked in nearest_first):
            found = "own folder"
        else:
            found = "" if passes(folder, (*wider, *FOR_ALL_AREAS)) else "others"
    print(f"{found or 'LIVES':10}  {fault.file}:{fault.line}  {fault.kind}", flush=True)
    return {"fault": [*fault], "text": fault.text, "found": found}


def report(rows: Sequence[JsonObject]) -> str:
    lines, living = [], []
    for area in AREAS:
        of_area = [row for row in rows if row["fault"][0] == area]
        counts = Counter(row["found"] for row in of_area)
        alive = [row for row in of_area if not row["found"]]
        harmless = sum(_reason(row) is not None for row in alive)
        share = (len(of_area) - len(alive) + harmless) / max(1, len(of_area))
        lines.append(
            (area, len(of_area), counts["own folder"], counts["others"], harmless,
             len(alive) - harmless, f"{share:.0%}")
        )  # fmt: skip
        for row in alive:
            _, file, kind, _, line = row["fault"]
            kind = kind.removeprefix("core/").removeprefix("Replace")
            living.append(f"- `{file}:{line}` {kind}: `{row['text']}`: {_reason(row) or 'lives'}")
    header = ("area", "faults", "own folder's tests", "wider tests", "harmless", "live", "found")
    return f"{table(header, lines)}\n\nNot found:\n\n" + "\n".join(living or ["none"])


def _reason(row: JsonObject) -> str | None:
    _, file, kind, *_ = row["fault"]
    return HARMLESS.get((file, row["text"], kind.removeprefix("core/")))


def main() -> None:
    count = int(os.environ.get("FAULTS", DEFAULT_FAULTS)) // len(AREAS)
    seed = int(os.environ.get("SEED", "1"))
    rows = MeasuredRows("faults")
    end = time.monotonic() + 60 * float(os.environ.get("MINUTES", "inf"))
    # Alternate between areas, so that a run that ends early covers all.
    drawn = [faults_of(area, count, seed) for area in AREAS]
    wanted = [fault for turn in zip(*drawn, strict=True) for fault in turn]
    folders: SimpleQueue[Path] = SimpleQueue()
    copies = [copy_project() for _ in range(count_workers())]
    for folder in copies:
        folders.put(folder)

    def try_none(area: str) -> None:
        folder = folders.get()
        rows.get("without", area, check_without_fault, area, folder)
        folders.put(folder)

    def try_one(fault: Fault) -> JsonObject | None:
        key = " ".join(map(str, fault))
        if time.monotonic() > end:
            return rows.find("fault", key)
        folder = folders.get()
        try:
            return rows.get("fault", key, run_fault, fault, folder)
        finally:
            folders.put(folder)

    try:
        with ThreadPoolExecutor(len(copies)) as pool:
            list(pool.map(try_none, AREAS))
            tried_rows = [row for row in pool.map(try_one, wanted) if row is not None]
    finally:
        for folder in copies:
            shutil.rmtree(folder, ignore_errors=True)
    text = report(tried_rows)
    print(text)
    write_section(
        "faults",
        f"## Faults that the tests find\n\n`python -m benchmarks faults`: {len(tried_rows)} single"
        f" faults of cosmic-ray's kinds, seed {seed}, put in one at a time.\n\n{text}",
    )


if __name__ == "__main__":
    main()

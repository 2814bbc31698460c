"""The exported names of the library and of the generators."""

import doctest
import importlib
import inspect
import itertools
import re
import sys
import typing
import zipfile
from collections.abc import Iterator
from contextlib import suppress
from enum import Enum
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

import pytest

import chatuchak_generators
import chatuchak_solver
from chatuchak_solver.exports import find_exports
from chatuchak_solver.games.players import AdvisedAction
from chatuchak_solver.games.session import Session
from chatuchak_solver.stand.kernels.tables import KernelArrays
from tests.forked import run_python
from tests.unit.test_exported_arguments import EXPORTS

GRID: Any = chatuchak_solver.Grid.parse(".RY/YRG/RGG")
LIBRARY: Any = chatuchak_solver
PACKAGES = [chatuchak_solver, chatuchak_generators]
LINES_OF_A_JOB = 5
PACKAGE_NAMES = [package.__name__ for package in PACKAGES]
INTERNAL = {KernelArrays}
"""Types of methods that only the library calls."""
GAME_PACKAGES = re.compile(r"chatuchak_solver\.games\.\w+\.")
"""Packages of single games, which have names of their own."""


@pytest.mark.parametrize("package", PACKAGES)
def test_every_name_is_there_and_is_defined_in_its_module(package: ModuleType) -> None:
    for name in package.__all__:
        module, original = find_exports(package.__file__ or "")[name]
        source = importlib.import_module(module)
        value = getattr(package, name)
        assert value is getattr(source, original)
        assert name in dir(package)
        assert not isinstance(value, type | FunctionType) or value.__module__ == source.__name__


@pytest.mark.parametrize("package", PACKAGES)
def test_packages_export_their_own_package_alone(package: ModuleType) -> None:
    found = find_exports(package.__file__ or "")
    assert len(found) > 10
    assert {module.split(".")[0] for module, _ in found.values()} == {package.__name__}


@pytest.mark.parametrize("package", PACKAGES)
def test_every_job_takes_five_lines_at_most(package: ModuleType) -> None:
    examples = doctest.DocTestParser().get_examples(package.__doc__ or "")
    begun = [
        number for number, example in enumerate(examples) if example.source.startswith("from ")
    ]
    assert begun[0] == 0
    lengths = [end - start for start, end in zip(begun, [*begun[1:], len(examples)], strict=True)]
    assert max(lengths) <= LINES_OF_A_JOB
    assert all(example.source.count("\n") == 1 for example in examples)


@pytest.mark.parametrize(
    ("owner", "old", "new"),
    [
        (chatuchak_generators, "Making", "GenerationJob"),
        (chatuchak_generators, "Wanted", "Range"),
        (chatuchak_solver, "Yardsticks", "RankingReference"),
        (GRID.board, "checked_spot", "check_spot"),
        (GRID.board, "neighbour_masks", "neighbor_masks"),
        (GRID.board, "neighbourhood_mask", "neighborhood_mask"),
        (GRID, "along", "trajectory"),
        (GRID, "moved", "apply_unchecked"),
        (chatuchak_solver.Hint, "of", "from_solution"),
        (chatuchak_solver.PhotoReading, "doubts", "margins"),
        (chatuchak_solver.Playtest, "settle", "power"),
        (chatuchak_solver.SetupPart, "checked", "check_pieces"),
        (AdvisedAction, "action", "text"),
        (AdvisedAction, "looks", "visits"),
        (AdvisedAction, "outlook", "expected_value"),
        (chatuchak_generators.GenerationJob, "must_end", "should_stop"),
        (Session, "go_on", "advance"),
        (Session, "mover", "current_player"),
        (Session, "waits_for_a_person", "awaits_human"),
    ],
)
def test_renamed_names_work_with_a_warning(owner: Any, old: str, new: str) -> None:
    with pytest.warns(DeprecationWarning, match=rf"\.{old} is now {new}$"):
        assert getattr(owner, old) == getattr(owner, new)
    assert not hasattr(chatuchak_solver, "Wanted")


@pytest.mark.parametrize(
    ("job", "given"),
    [
        ("assess", GRID),
        ("rank_tiles", [GRID]),
        ("compare_grids", [GRID] * 2),
        ("report_on_tiles", [GRID]),
    ],
)
def test_renamed_arguments_work_with_a_warning(job: str, given: object) -> None:
    with pytest.warns(DeprecationWarning, match=rf"{job}\(yardsticks=...\) is now reference$"):
        getattr(LIBRARY, job)(given, games=1, yardsticks=None)


@pytest.mark.parametrize(
    ("options", "job"),
    [(LIBRARY.PlanOptions, "plan_stand"), (chatuchak_generators.Order, "make_to_order")],
)
def test_workers_of_options_work_with_a_warning(options: Any, job: str) -> None:
    with pytest.warns(DeprecationWarning, match=rf"\(workers=...\) is now {job}\(workers=...\)$"):
        assert options(workers=1).workers == 1


def test_limits_of_optimal_paths_work_with_a_warning() -> None:
    with pytest.warns(DeprecationWarning, match="PathLimits is deprecated$"):
        limits = LIBRARY.PathLimits(positions=1)
    with pytest.warns(DeprecationWarning, match=r"\(limits=...\) is now max_positions$"):
        stopped = LIBRARY.optimal_paths(GRID, limits=limits)
    with pytest.warns(DeprecationWarning, match="LimitReached is deprecated$"):
        kind = LIBRARY.LimitReached
    assert isinstance(stopped, kind)
    assert not isinstance(LIBRARY.optimal_paths(GRID), kind)


def test_jobs_with_a_stop_report_progress_and_name_their_unit_of_work() -> None:
    jobs = {
        name: inspect.signature(job).parameters
        for name, job in EXPORTS.items()
        if inspect.isfunction(job)
    }
    stoppable = {name for name, parameters in jobs.items() if "stop" in parameters}
    assert stoppable == {name for name, parameters in jobs.items() if "on_progress" in parameters}
    page = (Path(__file__).parents[2] / "docs/embedding.md").read_text(encoding="utf-8")
    listed = re.findall(r"^\| (`[a-z_`, ]*`) \| [^`]", page, re.MULTILINE)
    assert stoppable == {job for row in listed for job in re.findall(r"`(\w+)`", row)}


def test_a_missing_name_raises_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no attribute 'solver'"):
        getattr(chatuchak_solver, "solver")  # noqa: B009 - type checkers know it is not there


@pytest.mark.parametrize("package", PACKAGES)
def test_importing_a_package_imports_no_heavy_dependency(package: ModuleType) -> None:
    heavy = "{'numba', 'numpy', 'ortools', 'networkx', 'rich'}"
    code = f"import sys, {package.__name__}; print(sorted({heavy} & set(sys.modules)))"
    assert run_python("-c", code).stdout == "[]\n"


def named_types(annotation: object) -> Iterator[type]:
    """Yield the project's types in an annotation."""
    for part in typing.get_args(annotation):
        yield from (
            kind for p in (part if isinstance(part, list) else [part]) for kind in named_types(p)
        )
    if isinstance(annotation, type) and annotation.__module__.split(".")[0] in PACKAGE_NAMES:
        yield typing.get_origin(annotation) or annotation


def signatures(value: object) -> Iterator[FunctionType]:
    """Yield a function, or the public methods of a class."""
    if isinstance(value, FunctionType):
        yield value
    elif isinstance(value, type) and not issubclass(value, Enum | Exception):
        for name, member in vars(value).items():
            function = getattr(member, "__func__", None) or getattr(member, "fget", None) or member
            if isinstance(function, FunctionType) and (name == "__init__" or name[0] != "_"):
                yield function


def test_types_in_public_signatures_are_exported() -> None:
    exported = {value for value in EXPORTS.values() if isinstance(value, type)}
    for function in itertools.chain.from_iterable(map(signatures, EXPORTS.values())):
        if GAME_PACKAGES.match(f"{function.__module__}."):
            continue
        with suppress(NameError):  # a type that only type checkers import
            hints = typing.get_type_hints(function).values()
            found = {kind for hint in hints for kind in named_types(hint)}
            assert found <= exported | INTERNAL, f"{function.__qualname__}: {found - exported}"


@pytest.mark.skipif(sys.platform == "win32", reason="its errors for such paths are others")
def test_a_zipped_installation_is_refused_in_words(tmp_path: Path) -> None:
    archive = tmp_path / "packages.zip"
    with zipfile.ZipFile(archive, "w") as packed:
        for name in ("__init__.py", "__init__.pyi", "exports.py"):
            packed.write(Path(chatuchak_solver.__file__).parent / name, f"chatuchak_solver/{name}")
    code = f"import sys; sys.path.insert(0, {str(archive)!r}); import chatuchak_solver"
    done = run_python("-c", code)
    inside = archive / "chatuchak_solver" / "__init__.py"
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1] == (
        f"ImportError: {inside} is inside an archive: expected a folder, as pip installs it"
    )

"""A small copy of the library with two kernels in two files, run in separate processes."""

import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

import chatuchak_solver
from tests.forked import run_forked

LIBRARY = Path(chatuchak_solver.__file__).parent

SHARED = """
from chatuchak_solver.kernels.jit import kernel

@kernel
def step() -> int:
    return 1
"""
USER = """
from chatuchak_solver.kernels.jit import kernel
from chatuchak_solver.search.kernels.shared import step

@kernel
def twice(number: int) -> int:
    return number + 2 * step()
"""
CALL = """
from {package}.user import twice
value = twice(40)
stats = getattr(twice.dispatcher, "stats", None) if hasattr(twice, "dispatcher") else None
hits = sum(stats.cache_hits.values()) if stats else 0
print(value, "loaded" if hits else "compiled")
"""

NUMBA = """
from numba import njit
njit("int64(int64)")(lambda number: number + 1)  # the first one takes longest
"""
"""Preloaded code of the copies."""


def environment_of(more: Mapping[str, str]) -> dict[str, str]:
    """Return this process's environment without numba's variables, with ``more``."""
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("NUMBA_")}
    return {**inherited, **more}


@dataclass(frozen=True)
class Copy:
    """A copy of the library; ``user`` is the package of the kernel that calls the shared one."""

    root: Path
    user: str = "chatuchak_solver.analysis.kernels"
    environment: dict[str, str] = field(default_factory=dict)

    @property
    def shared_source(self) -> Path:
        return self.root / "chatuchak_solver" / "search" / "kernels" / "shared.py"

    @property
    def user_folder(self) -> Path:
        return self.root.joinpath(*self.user.split("."))

    def run(self, before: str = "") -> subprocess.CompletedProcess[str]:
        """Call the kernel in another process, after the statements ``before``.

        The process is a new one if numba has to read variables at import.
        """
        has_variables = any(name.startswith("NUMBA_") for name in self.environment)
        environment = environment_of({"PYTHONPATH": str(self.root), **self.environment})
        code = before + CALL.format(package=self.user)
        if has_variables or not hasattr(os, "fork"):
            return subprocess.run(
                (sys.executable, "-c", code), cwd=self.root, env=environment,
                capture_output=True, text=True, timeout=300, check=False,
            )  # fmt: skip
        ended = run_forked(code=code, imports=NUMBA, folder=self.root, environment=environment)
        return subprocess.CompletedProcess(code, ended.code, ended.out.decode(), ended.err.decode())

    def outcome(self, before: str = "") -> str:
        """Call the kernel and return its only output."""
        done = self.run(before)
        assert (done.returncode, done.stderr) == (0, "")
        return done.stdout.strip()


def make_copy(root: Path, user: str = Copy.user) -> Copy:
    """Copy the compiler of kernels to a folder, with two kernels in two files."""
    copy = Copy(root, user, {"HOME": str(root / "home"), "XDG_CACHE_HOME": str(root / "cache")})
    for folder in (copy.shared_source.parent, copy.user_folder):
        folder.mkdir(parents=True)
        for package in (folder, *folder.parents):
            if package == root:
                break
            (package / "__init__.py").touch()
    for name in ("kernels", "io"):
        ignored = shutil.ignore_patterns("__pycache__", "precompiled")
        shutil.copytree(LIBRARY / name, root / "chatuchak_solver" / name, ignore=ignored)
    shutil.copy(LIBRARY / "errors.py", root / "chatuchak_solver" / "errors.py")
    copy.shared_source.write_text(SHARED)
    (copy.user_folder / "user.py").write_text(USER)
    return copy

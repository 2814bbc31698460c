"""Hold what would be released to what a release promises: ``make release-check``.

Builds the source distribution and from it the wheel; checks both; installs the wheel into clean
environments with the newest and with the lowest versions that pyproject.toml allows, and there with
no extra, each extra alone and all of them; lets the shipped code solve on an emulated 64-bit ARM
Linux, where there is one; and has a second type checker look at the public names.
Environments are made in a temporary folder. Needs the extra ``release`` and the package registry.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterable, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
BUILT = ROOT / "dist/release"
TOOLS = Path(sys.executable).parent
PACKAGES = ("chatuchak_solver", "chatuchak_generators")

FOR_US = {"all", "dev", "docs", "release"}
"""Extras for those who work on the project, and the one that is the sum of the others."""
NOT_OURS_TO_SAY = "AuthorEmail,Url"
"""Pyroma's questions for an address of the authors (reports go to the issue tracker) and a page."""
INTERNAL = ("chatuchak_solver.kernels.bits.",)
"""Names in terms of numba's own types, which are known in some of its versions only."""
EMULATOR, ARM_LINUX = "qemu-aarch64", "ARM_LINUX"
"""The program, and the variable that names the folder of an ARM Linux with a Python 3."""
RESOLUTIONS = (("lowest-direct", -1), ("highest", 0))
"""How versions are chosen, and for which of the Pythons that the classifiers name, newest first."""


def run(*command: str | Path, env: dict[str, str] | None = None) -> None:
    """Run a command, in the project's folder; it ends everything where it fails."""
    print("$", *command, flush=True)
    subprocess.run(command, cwd=ROOT, check=True, env={**os.environ, **(env or {})})


def project() -> dict[str, object]:
    """Return what pyproject.toml says of the project."""
    with (ROOT / "pyproject.toml").open("rb") as file:
        table = tomllib.load(file)["project"]
    assert isinstance(table, dict)
    return table


def extras() -> tuple[str, ...]:
    """Return the extras that users install, one by one."""
    table = project()["optional-dependencies"]
    assert isinstance(table, dict)
    return tuple(sorted(set(table) - FOR_US))


def pythons() -> list[str]:
    """Return the versions of Python that the classifiers name, newest first."""
    named = project()["classifiers"]
    assert isinstance(named, list)
    versions = (str(one).rpartition(" :: ")[2] for one in named if "Python :: 3." in str(one))
    return sorted(versions, key=lambda version: int(version.partition(".")[2]), reverse=True)


def build() -> Path:
    """Build both distributions, check them, and return the wheel."""
    for old in BUILT.glob("*"):
        old.unlink()
    run(sys.executable, "-m", "build", "--outdir", BUILT)
    wheel, sources = next(BUILT.glob("*.whl")), next(BUILT.glob("*.tar.gz"))
    run(TOOLS / "twine", "check", "--strict", wheel, sources)
    run(TOOLS / "check-wheel-contents", wheel)
    run(TOOLS / "pyroma", "--min", "10", "--skip-tests", NOT_OURS_TO_SAY, sources)
    return wheel


def install(python: Path, wheel: Path, chosen: Iterable[str], resolution: str) -> None:
    """Make an environment hold the wheel and what it needs with some extras, and nothing else."""
    pins = python.parent / "pins.txt"
    flags = [flag for extra in chosen for flag in ("--extra", extra)]
    run(TOOLS / "uv", "pip", "compile", "--quiet", "--no-annotate", "--resolution", resolution,
        "--python", python, *flags, "pyproject.toml", "-o", pins)  # fmt: skip
    with pins.open("a", encoding="utf-8") as file:
        file.write(f"\n{wheel}\n")
    run(TOOLS / "uv", "pip", "sync", "--quiet", "--python", python, pins)


def try_out(wheel: Path, version: str, resolution: str, folder: Path) -> Path:
    """Install and try the wheel with no extra, each alone, and all; return the environment."""
    environment = folder / resolution
    run(TOOLS / "uv", "venv", "--quiet", "--python", version, environment)
    python = environment / "bin/python"
    for extra in ("", *extras(), "all"):
        install(python, wheel, [extra] if extra else [], resolution)
        run(python, ROOT / ".ci/smoke.py", extra)
    return environment


def try_on_arm(wheel: Path, folder: Path) -> None:
    """Let the shipped code solve on an emulated 64-bit ARM Linux, where there is one."""
    linux = os.environ.get(ARM_LINUX)
    if linux is None or shutil.which(EMULATOR) is None:
        print(f"not tried on ARM: needs {EMULATOR}, and {ARM_LINUX} to name a folder", flush=True)
        return
    python = (EMULATOR, "-L", linux, f"{linux}/usr/bin/python3")
    ask = "import sys; print('%d.%d' % sys.version_info[:2])"
    version = subprocess.run(
        (*python, "-c", ask), capture_output=True, text=True, check=True
    ).stdout
    packages = folder / "arm"
    run(TOOLS / "uv", "pip", "install", "--quiet", "--python-platform", "aarch64-manylinux_2_28",
        "--python-version", version.strip(), "--target", packages, wheel)  # fmt: skip
    run(*python, ROOT / ".ci/arm.py", env={"PYTHONPATH": str(packages)})


def check_types(environment: Path) -> None:
    """Let pyright look at every public name; raise SystemExit where it knows no type for one."""
    env = {"VIRTUAL_ENV": str(environment), "PATH": f"{environment}/bin:{os.environ['PATH']}"}
    for package in PACKAGES:
        answer = subprocess.run(
            [TOOLS / "pyright", "--outputjson", "--ignoreexternal", "--verifytypes", package],
            cwd=environment, capture_output=True, text=True, check=False,
            env={**os.environ, **env},
        )  # fmt: skip
        report = json.loads(answer.stdout)["typeCompleteness"]
        names = [symbol for symbol in report["symbols"] if symbol["isExported"]]
        unknown = [one["name"] for one in names if not one["isTypeKnown"]]
        told = [name for name in unknown if not name.startswith(INTERNAL)]
        print(f"{package}: {len(names)} public names, {len(told)} without a known type", flush=True)
        if told or not names:
            raise SystemExit("\n".join(told) or f"pyright found no {package}")


def main(arguments: Sequence[str]) -> None:
    """Do it all, or what one argument asks for.

    ``--build-only``: nothing but that. ``--arm-only``: that, and solving on ARM. The name of a
    resolution: that one alone.
    """
    wheel = build()
    if "--build-only" in arguments:
        return
    with tempfile.TemporaryDirectory(prefix="chatuchak-release-") as folder:
        os.environ["UV_CACHE_DIR"] = str(Path(folder) / "uv")
        os.environ["UV_PYTHON_DOWNLOADS"] = "never"
        if "--arm-only" in arguments:
            try_on_arm(wheel, Path(folder))
            return
        newest_first = pythons()
        for resolution, which in RESOLUTIONS:
            if arguments and resolution not in arguments:
                continue
            version = newest_first[which]
            environment = try_out(wheel, version, resolution, Path(folder))
        try_on_arm(wheel, Path(folder))
        check_types(environment)
    print(f"\n{wheel.name} is fit for release: see RELEASING.md for the rest")


if __name__ == "__main__":
    main(sys.argv[1:])

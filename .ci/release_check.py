"""Check the distributions of a release: ``make release-check``.

- Build the source distribution, and the wheel from it; check both.
- Install the wheel into clean environments, with the newest and the lowest versions allowed by
  pyproject.toml; in each, test without extras, with each extra, and with all extras.
- Solve with the precompiled code on an emulated 64-bit ARM Linux, if there is one.
- Check the types of the public names with pyright.

Environments are created in a temporary folder. Needs the extra ``release`` and a package registry.
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

DEVELOPER_EXTRAS = {"all", "dev", "docs", "release"}
"""Extras for developers, and the sum of all extras."""
SKIPPED_PYROMA_TESTS = "AuthorEmail,Url"
"""The project has neither an address of its authors nor a home page."""
INTERNAL = ("chatuchak_solver.kernels.bits.",)
"""Names whose types are numba's, which only some versions of numba annotate."""
EMULATOR, ARM_LINUX = "qemu-aarch64", "ARM_LINUX"
"""The emulator, and the variable with the folder of an ARM Linux that has Python 3."""
RESOLUTIONS = (("lowest-direct", -1), ("highest", 0))
"""Resolutions of versions, each with an index into the supported Pythons, newest first."""


def run(*command: str | Path, env: dict[str, str] | None = None) -> None:
    """Run a command in the project's folder; raise CalledProcessError if it fails."""
    print("$", *command, flush=True)
    subprocess.run(command, cwd=ROOT, check=True, env={**os.environ, **(env or {})})


def project() -> dict[str, object]:
    """Return the table ``project`` of pyproject.toml."""
    with (ROOT / "pyproject.toml").open("rb") as file:
        table = tomllib.load(file)["project"]
    assert isinstance(table, dict)
    return table


def extras() -> tuple[str, ...]:
    """Return the extras for users, sorted."""
    table = project()["optional-dependencies"]
    assert isinstance(table, dict)
    return tuple(sorted(set(table) - DEVELOPER_EXTRAS))


def pythons() -> list[str]:
    """Return the Python versions in the classifiers, newest first."""
    classifiers = project()["classifiers"]
    assert isinstance(classifiers, list)
    versions = (
        str(name).rpartition(" :: ")[2] for name in classifiers if "Python :: 3." in str(name)
    )
    return sorted(versions, key=lambda version: int(version.partition(".")[2]), reverse=True)


def build() -> Path:
    """Build both distributions, check them, and return the wheel."""
    for old in BUILT.glob("*"):
        old.unlink()
    run(sys.executable, "-m", "build", "--outdir", BUILT)
    wheel, sources = next(BUILT.glob("*.whl")), next(BUILT.glob("*.tar.gz"))
    run(TOOLS / "twine", "check", "--strict", wheel, sources)
    run(TOOLS / "check-wheel-contents", wheel)
    run(TOOLS / "pyroma", "--min", "10", "--skip-tests", SKIPPED_PYROMA_TESTS, sources)
    return wheel


def install(python: Path, wheel: Path, extras: Iterable[str], resolution: str) -> None:
    """Install exactly the wheel and its dependencies with the given extras."""
    pins = python.parent / "pins.txt"
    flags = [flag for extra in extras for flag in ("--extra", extra)]
    run(TOOLS / "uv", "pip", "compile", "--quiet", "--no-annotate", "--resolution", resolution,
        "--python", python, *flags, "pyproject.toml", "-o", pins)  # fmt: skip
    with pins.open("a", encoding="utf-8") as file:
        file.write(f"\n{wheel}\n")
    run(TOOLS / "uv", "pip", "sync", "--quiet", "--python", python, pins)


def try_out(wheel: Path, version: str, resolution: str, folder: Path) -> Path:
    """Test the wheel without extras, with each extra, and with all; return the environment."""
    environment = folder / resolution
    run(TOOLS / "uv", "venv", "--quiet", "--python", version, environment)
    python = environment / "bin/python"
    for extra in ("", *extras(), "all"):
        install(python, wheel, [extra] if extra else [], resolution)
        run(python, ROOT / ".ci/smoke.py", extra)
    return environment


def try_on_arm(wheel: Path, folder: Path) -> None:
    """Solve with the precompiled code on an emulated 64-bit ARM Linux, if there is one."""
    linux = os.environ.get(ARM_LINUX)
    if linux is None or shutil.which(EMULATOR) is None:
        print(f"skipped on ARM: needs {EMULATOR}, and a folder in {ARM_LINUX}", flush=True)
        return
    python = (EMULATOR, "-L", linux, f"{linux}/usr/bin/python3")
    code = "import sys; print('%d.%d' % sys.version_info[:2])"
    version = subprocess.run(
        (*python, "-c", code), capture_output=True, text=True, check=True
    ).stdout
    packages = folder / "arm"
    run(TOOLS / "uv", "pip", "install", "--quiet", "--python-platform", "aarch64-manylinux_2_28",
        "--python-version", version.strip(), "--target", packages, wheel)  # fmt: skip
    run(*python, ROOT / ".ci/arm.py", env={"PYTHONPATH": str(packages)})


def check_types(environment: Path) -> None:
    """Check with pyright that each public name has a known type; raise SystemExit if not."""
    env = {"VIRTUAL_ENV": str(environment), "PATH": f"{environment}/bin:{os.environ['PATH']}"}
    for package in PACKAGES:
        answer = subprocess.run(
            [TOOLS / "pyright", "--outputjson", "--ignoreexternal", "--verifytypes", package],
            cwd=environment, capture_output=True, text=True, check=False,
            env={**os.environ, **env},
        )  # fmt: skip
        report = json.loads(answer.stdout)["typeCompleteness"]
        names = [symbol for symbol in report["symbols"] if symbol["isExported"]]
        unknown = [symbol["name"] for symbol in names if not symbol["isTypeKnown"]]
        untyped = [name for name in unknown if not name.startswith(INTERNAL)]
        print(
            f"{package}: {len(names)} public names, {len(untyped)} without a known type", flush=True
        )
        if untyped or not names:
            raise SystemExit("\n".join(untyped) or f"pyright found no {package}")


def main(arguments: Sequence[str]) -> None:
    """Run all checks, or the part selected by an argument.

    ``--build-only`` only builds; ``--arm-only`` builds and solves on ARM; the name of a resolution
    skips the other resolution.
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
    print(f"\n{wheel.name} passed all checks; RELEASING.md lists the next steps")


if __name__ == "__main__":
    main(sys.argv[1:])

"""Builds the module, and keeps what it was built from beside it."""

from __future__ import annotations

import hashlib
import json
import os
import platform
import subprocess
import sys
import tempfile
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final, NamedTuple

from chatuchak_cli.web.module.sources import ROOT, source_stamp

__all__ = ["COMMAND", "MODULE", "MODULES", "PROVENANCE", "Module", "build", "provenance"]

STATIC: Final = Path(__file__).parents[1] / "static"


class Module(NamedTuple):
    """A module of the page.

    Attributes
    ----------
    exports
        The Python module that says what it can do.
    path
        Where it is kept.
    provenance
        Where it is kept how it was built.
    """

    exports: str
    path: Path
    provenance: Path


SOLVER: Final = Module(
    ROOT, STATIC / "solver" / "solver.wasm", Path(__file__).with_name("provenance.json")
)
PHOTO: Final = Module(
    f"{__package__}.photo_exports",
    STATIC / "photo" / "photo.wasm",
    Path(__file__).with_name("photo_provenance.json"),
)
MODULES: Final = (SOLVER, PHOTO)
MODULE: Final = SOLVER.path
PROVENANCE: Final = SOLVER.provenance
COMMAND: Final = "make module"
"""What builds both anew."""

COMPILE: Final = """
import importlib, sys
from chatuchak_cli.web.module.compiler import module_bytes
exports = importlib.import_module(sys.argv[1]).EXPORTS
sys.stdout.buffer.write(module_bytes(exports))
"""


def build(module: Module = SOLVER) -> bytes:
    """Return a module, built anew; about half a minute.

    In a process of its own: numba gives code that knows no machine only when told so before it is
    imported, and no code at all of kernels that it finds compiled.

    Raises
    ------
    subprocess.CalledProcessError
        If it fails, as without a linker; the process has said why.
    """
    with tempfile.TemporaryDirectory() as cache:
        environment = {**os.environ, "NUMBA_OPT": "0", "NUMBA_CACHE_DIR": cache}
        command = [sys.executable, "-c", COMPILE, module.exports]
        return subprocess.run(command, env=environment, stdout=subprocess.PIPE, check=True).stdout


def tools() -> dict[str, str]:
    """Return the versions of all that shapes the module's bytes."""
    from chatuchak_cli.web.module.compiler import linker_command

    linker = [*(linker_command() or ["echo", "none"]), "--version"]
    said = subprocess.run(linker, stdout=subprocess.PIPE, check=True, text=True).stdout
    return {
        "python": ".".join(platform.python_version_tuple()[:2]),
        "numba": version("numba"),
        "llvmlite": version("llvmlite"),
        "linker": said.strip(),
    }


def provenance(module: bytes, exports: str = ROOT) -> dict[str, Any]:
    """Return what says how a module, built here and now, was built from its exports."""
    return {
        "command": COMMAND,
        "sources": source_stamp(exports),
        "sha256": hashlib.sha256(module).hexdigest(),
        "tools": tools(),
    }


def main() -> None:
    """Build the modules of this source tree and what says how."""
    for module in MODULES:
        made = build(module)
        module.path.write_bytes(made)
        told = json.dumps(provenance(made, module.exports), indent=2)
        module.provenance.write_text(f"{told}\n", encoding="utf-8")
        sys.stdout.write(f"{module.path.name}: {len(made):,} bytes\n")


if __name__ == "__main__":
    main()

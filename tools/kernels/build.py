"""Build shipped kernels and their provenance.

``make kernels`` and ``make module`` (``python -m tools.kernels.build native`` and ``page``) build
outdated files. Names, as in ``python -m tools.kernels.build photo``, and ``all`` build
unconditionally.
"""

import hashlib
import json
import os
import platform
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.metadata import version
from importlib.resources import files
from pathlib import Path
from typing import Final

import llvmlite.binding as llvm

from chatuchak_solver.codec import JsonObject
from chatuchak_solver.kernels.precompiled.machine_code import FOLDER, PROVENANCE
from chatuchak_solver.kernels.precompiled.words import kinds_of
from chatuchak_solver.kernels.sources import source_hash, sources_of
from tools.kernels.shipped import FILES

STATIC: Final = Path(str(files("chatuchak_cli.web"))) / "static"
PAGE_PROVENANCE: Final = Path(__file__).with_name("page") / "provenance.json"

COMPILE_NATIVE: Final = """
import sys
from chatuchak_solver.kernels.numba_internals import emit_ir_only
from tools.kernels.native import packed_code
from tools.kernels.shipped import FILES
emit_ir_only()
file = FILES[sys.argv[1]]
code = packed_code(file.kernels, makes_arrays=file.makes_arrays, wraps_indices=file.wraps_indices)
sys.stdout.buffer.write(code)
"""
COMPILE_PAGE: Final = """
import importlib, sys
from chatuchak_solver.kernels.numba_internals import emit_ir_only
from tools.kernels.webassembly import module_bytes
emit_ir_only()
exports = importlib.import_module(f"tools.kernels.page.{sys.argv[1].removesuffix('.wasm')}").EXPORTS
sys.stdout.buffer.write(module_bytes(exports))
"""


@dataclass(frozen=True, slots=True)
class Artifact:
    """A shipped build artifact.

    Attributes
    ----------
    name
        The artifact's name.
    path
        The artifact's file.
    provenance
        The JSON file with the provenance of several artifacts, by name.
    modules
        The modules of its kernels.
    compile
        The Python code that builds it in a separate process.
    command
        The command that rebuilds it.
    settings
        Further settings of the build.
    """

    name: str
    path: Path
    provenance: Path
    modules: tuple[str, ...]
    compile: str
    command: str
    settings: JsonObject


def _native(name: str) -> Artifact:
    file = FILES[name]
    signatures = {kernel.name: kinds_of(kernel.signature) for kernel in file.kernels}
    return Artifact(
        name,
        FOLDER / f"{name}.ll.xz",
        PROVENANCE,
        tuple(kernel.module for kernel in file.kernels),
        COMPILE_NATIVE,
        "make kernels",
        {**file._asdict(), "kernels": signatures},
    )


def _page(name: str) -> Artifact:
    path, modules = STATIC / name / f"{name}.wasm", (f"tools.kernels.page.{name}",)
    return Artifact(path.name, path, PAGE_PROVENANCE, modules, COMPILE_PAGE, "make module", {})


NATIVE: Final = tuple(map(_native, FILES))
"""Files of intermediate code."""
PAGE: Final = (_page("solver"), _page("photo"))
"""The page's modules; ``photo.wasm`` is loaded only with a photo."""


def build(artifact: Artifact) -> bytes:
    """Return a rebuilt artifact; takes about 20 s.

    Runs in a separate process: numba reads ``NUMBA_OPT`` at import, and returns no intermediate
    code for cached kernels.

    Raises
    ------
    subprocess.CalledProcessError
        If the build fails, for example without a linker; the process prints the reason.
    """
    with tempfile.TemporaryDirectory() as cache:
        environment = {**os.environ, "NUMBA_OPT": "0", "NUMBA_CACHE_DIR": cache}
        # Garbage collection would take a sixth of the time and save 0.5 GB.
        command = [
            sys.executable,
            "-c",
            f"import gc; gc.disable()\n{artifact.compile}",
            artifact.name,
        ]
        return subprocess.run(command, env=environment, stdout=subprocess.PIPE, check=True).stdout


def provenance(artifact: Artifact, content: bytes) -> JsonObject:
    """Return the provenance of an artifact built on this machine."""
    sources = sources_of(artifact.modules)
    return {
        "sources": sources,
        "sources_sha256": source_hash(sources),
        "sha256": hashlib.sha256(content).hexdigest(),
        **artifact.settings,
        "llvm": llvm.llvm_version_info[0],
        "tools": _tools(artifact),
    }


def _tools(artifact: Artifact) -> dict[str, str]:
    python = ".".join(platform.python_version_tuple()[:2])
    found = {"python": python, "numba": version("numba"), "llvmlite": version("llvmlite")}
    if artifact in PAGE:
        from tools.kernels.webassembly import linker_command

        linker = [*(linker_command() or ["echo", "none"]), "--version"]
        output = subprocess.run(linker, stdout=subprocess.PIPE, check=True, text=True).stdout
        found["linker"] = output.strip()
    return found


def stored_provenance(artifact: Artifact) -> JsonObject | None:
    """Return the stored provenance of an artifact, or None if missing."""
    stored: JsonObject = json.loads(artifact.provenance.read_text(encoding="utf-8"))
    return stored.get(artifact.name)


def is_current(artifact: Artifact) -> bool:
    """Return whether an artifact is intact and up to date."""
    stored = stored_provenance(artifact)
    if stored is None or not artifact.path.exists():
        return False
    if hashlib.sha256(artifact.path.read_bytes()).hexdigest() != stored["sha256"]:
        return False
    sources = sources_of(artifact.modules)
    current = {"sources": [*sources], "sources_sha256": source_hash(sources), **artifact.settings}
    return all(stored.get(name) == value for name, value in current.items())


def _write(artifact: Artifact) -> None:
    content = build(artifact)
    stored = json.loads(artifact.provenance.read_text(encoding="utf-8"))
    stored[artifact.name] = provenance(artifact, content)
    names = [artifact.name for artifact in (*NATIVE, *PAGE)]
    stored = {name: stored[name] for name in names if name in stored}
    artifact.path.write_bytes(content)
    artifact.provenance.write_text(f"{json.dumps(stored, indent=2)}\n", encoding="utf-8")
    sys.stdout.write(f"{artifact.path.name}: {len(content):,} bytes\n")


def main(arguments: Sequence[str]) -> None:
    """Build outdated artifacts or the named ones, with their provenance."""
    groups = {"native": NATIVE, "page": PAGE, "all": (*NATIVE, *PAGE)}
    named = {artifact.name: artifact for artifact in groups["all"]}
    for argument in arguments or ("all",):
        if argument in named:
            _write(named[argument])
            continue
        for artifact in groups[argument]:
            if not is_current(artifact) or (argument == "all" and arguments):
                _write(artifact)


if __name__ == "__main__":
    main(sys.argv[1:])

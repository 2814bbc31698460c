"""Build precompiled kernels, the page's WebAssembly, and their provenance.

``make kernels`` and ``make module`` (``python -m tools.kernels.build native`` and ``page``) build
outdated files. Names, as in ``python -m tools.kernels.build photo``, build unconditionally.
"""

import gc
import hashlib
import json
import os
import platform
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from importlib.metadata import version
from importlib.resources import files
from pathlib import Path
from typing import Any

import llvmlite.binding as llvm

from chatuchak_solver.codec import JsonObject
from chatuchak_solver.kernels.jit import PRECOMPILED, PrecompiledKernel
from chatuchak_solver.kernels.machine_code import FOLDER, PROVENANCE
from chatuchak_solver.kernels.sources import source_hash, sources_of

STATIC = Path(str(files("chatuchak_cli.web"))) / "static"
PAGE_PROVENANCE = Path(__file__).with_name("page") / "provenance.json"
COMPILE = "compile"


def _precompiled_files() -> dict[str, list[PrecompiledKernel[Any]]]:
    for root in (FOLDER.parents[1], Path(str(files("chatuchak_generators")))):
        for path in sorted(root.rglob("kernels/**/*.py")):
            place = path.relative_to(root.parent).with_suffix("")
            import_module(".".join(place.parts).removesuffix(".__init__"))
    found: dict[str, list[PrecompiledKernel[Any]]] = {}
    for kernel in PRECOMPILED:
        for file in kernel.files.values():
            found.setdefault(file, []).append(kernel)
    return dict(sorted(found.items()))


FILES = _precompiled_files()


@dataclass(frozen=True, slots=True)
class Artifact:
    """A build artifact.

    Attributes
    ----------
    provenance
        The JSON file with the provenance of several artifacts, by name.
    modules
        The modules of its kernels.
    settings
        Further settings of the build.
    """

    name: str
    path: Path
    provenance: Path
    modules: tuple[str, ...]
    settings: JsonObject


def _native(name: str) -> Artifact:
    kernels = FILES[name]
    kinds = {
        kernel.name: kind
        for kernel in kernels
        for kind, file in kernel.variants.items()
        if file == name
    }
    settings = {"makes_arrays": False, "unrolls": False, **kernels[0].build, "kernels": kinds}
    modules = tuple(kernel.__module__ for kernel in kernels)
    return Artifact(name, FOLDER / f"{name}.ll.xz", PROVENANCE, modules, settings)


def _page(name: str) -> Artifact:
    path = STATIC / name / f"{name}.wasm"
    return Artifact(path.name, path, PAGE_PROVENANCE, (f"tools.kernels.page.{name}",), {})


NATIVE = tuple(map(_native, FILES))
PAGE = (_page("solver"), _page("photo"))
"""``photo.wasm`` is loaded only with a photo."""
ARTIFACTS = {artifact.name: artifact for artifact in (*NATIVE, *PAGE)}


def build(artifact: Artifact) -> bytes:
    """Return a rebuilt artifact; takes about 20 s.

    In a separate process: numba reads ``NUMBA_OPT`` at import, and returns no intermediate code for
    cached kernels.

    Raises
    ------
    subprocess.CalledProcessError
        If the build fails, for example without a linker; the process prints the reason.
    """
    with tempfile.TemporaryDirectory() as cache:
        environment = {**os.environ, "NUMBA_OPT": "0", "NUMBA_CACHE_DIR": cache}
        command = [sys.executable, "-m", "tools.kernels.build", COMPILE, artifact.name]
        return subprocess.run(command, env=environment, stdout=subprocess.PIPE, check=True).stdout


def _compile(artifact: Artifact) -> bytes:
    from chatuchak_solver.kernels.numba_internals import simplify_arrays
    from tools.kernels.codegen import precompiled_code, web_module

    gc.disable()  # takes a sixth of the time, and saves 0.5 GB
    simplify_arrays()
    if artifact.name in FILES:
        return precompiled_code(artifact.name, FILES[artifact.name])
    page = import_module(*artifact.modules)
    return web_module(page.EXPORTS, page.CONSTANTS)


def provenance(artifact: Artifact, content: bytes) -> JsonObject:
    """Return the provenance of an artifact built on this machine."""
    stamp = _stamp(artifact, content)
    return {**stamp, "llvm": llvm.llvm_version_info[0], "tools": _tools(artifact)}


def _stamp(artifact: Artifact, content: bytes) -> JsonObject:
    sources = sources_of(artifact.modules)
    return {
        "sources": [*sources],
        "sources_sha256": source_hash(sources),
        "sha256": hashlib.sha256(content).hexdigest(),
        **artifact.settings,
    }


def _tools(artifact: Artifact) -> dict[str, str]:
    python = ".".join(platform.python_version_tuple()[:2])
    found = {"python": python, "numba": version("numba"), "llvmlite": version("llvmlite")}
    if artifact in PAGE:
        linker = [shutil.which("wasm-ld") or "echo", "--version"]
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
    stamp = _stamp(artifact, artifact.path.read_bytes())
    return all(stored.get(name) == value for name, value in stamp.items())


def _write(artifact: Artifact) -> None:
    content = build(artifact)
    stored = json.loads(artifact.provenance.read_text(encoding="utf-8"))
    stored[artifact.name] = provenance(artifact, content)
    stored = {name: stored[name] for name in ARTIFACTS if name in stored}
    artifact.path.write_bytes(content)
    artifact.provenance.write_text(f"{json.dumps(stored, indent=2)}\n", encoding="utf-8")
    sys.stdout.write(f"{artifact.path.name}: {len(content):,} bytes\n")


def main(arguments: Sequence[str]) -> None:
    """Build outdated artifacts or the named ones, with their provenance."""
    if arguments[:1] == [COMPILE]:
        sys.stdout.buffer.write(_compile(ARTIFACTS[arguments[1]]))
        return
    groups = {"native": NATIVE, "page": PAGE}
    for argument in arguments or groups:
        for artifact in groups.get(argument) or (ARTIFACTS[argument],):
            if argument not in groups or not is_current(artifact):
                _write(artifact)


if __name__ == "__main__":
    main(sys.argv[1:])

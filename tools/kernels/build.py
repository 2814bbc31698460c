"""Makes what is shipped of kernels, and keeps beside it what it was made of.

``make kernels`` and ``make module`` (``python -m tools.kernels.build native`` and ``page``) make
what was made of other sources; named ones, as in ``python -m tools.kernels.build photo``, and with
``all`` every one in any case.
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
from chatuchak_solver.kernels.sources import sources_of, stamp_of
from tools.kernels.shipped import FILES

STATIC: Final = Path(str(files("chatuchak_cli.web"))) / "static"
PAGE_PROVENANCE: Final = Path(__file__).with_name("page") / "provenance.json"

COMPILE_NATIVE: Final = """
import sys
from chatuchak_solver.kernels.numba_internals import write_no_machine_code
from tools.kernels.native import packed_code
from tools.kernels.shipped import FILES
write_no_machine_code()
file = FILES[sys.argv[1]]
made = packed_code(file.kernels, makes_arrays=file.makes_arrays, wraps_indices=file.wraps_indices)
sys.stdout.buffer.write(made)
"""
COMPILE_PAGE: Final = """
import importlib, sys
from chatuchak_solver.kernels.numba_internals import write_no_machine_code
from tools.kernels.webassembly import module_bytes
write_no_machine_code()
exports = importlib.import_module(f"tools.kernels.page.{sys.argv[1].removesuffix('.wasm')}").EXPORTS
sys.stdout.buffer.write(module_bytes(exports))
"""


@dataclass(frozen=True, slots=True)
class Made:
    """Something that is made of kernels and shipped.

    Attributes
    ----------
    name
        What it is called here.
    path
        Where it is.
    provenance
        The file that says of several, by their names, what they were made of.
    modules
        Those whose kernels it is made of.
    compile
        What a process runs to make it.
    command
        What makes it where it is due.
    how
        What else decides how it is made.
    """

    name: str
    path: Path
    provenance: Path
    modules: tuple[str, ...]
    compile: str
    command: str
    how: JsonObject


def _native(name: str) -> Made:
    file = FILES[name]
    signatures = {one.name: kinds_of(one.signature) for one in file.kernels}
    return Made(
        name,
        FOLDER / f"{name}.ll.xz",
        PROVENANCE,
        tuple(one.module for one in file.kernels),
        COMPILE_NATIVE,
        "make kernels",
        {**file._asdict(), "kernels": signatures},
    )


def _page(name: str) -> Made:
    path, modules = STATIC / name / f"{name}.wasm", (f"tools.kernels.page.{name}",)
    return Made(path.name, path, PAGE_PROVENANCE, modules, COMPILE_PAGE, "make module", {})


NATIVE: Final = tuple(map(_native, FILES))
"""The files of intermediate code."""
PAGE: Final = (_page("solver"), _page("photo"))
"""The page's modules, by the modules of their exports; who opens no photo loads no photo.wasm."""


def build(made: Made) -> bytes:
    """Return something rebuilt; some 20 s.

    In a process of its own: numba gives code that knows no machine only when told so before it is
    imported, and no code at all of kernels that it finds compiled.

    Raises
    ------
    subprocess.CalledProcessError
        If it fails, as a page's module without a linker; the process has said why.
    """
    with tempfile.TemporaryDirectory() as cache:
        environment = {**os.environ, "NUMBA_OPT": "0", "NUMBA_CACHE_DIR": cache}
        # Looking for garbage would take a sixth of the time, for half of a gigabyte.
        command = [sys.executable, "-c", f"import gc; gc.disable()\n{made.compile}", made.name]
        return subprocess.run(command, env=environment, stdout=subprocess.PIPE, check=True).stdout


def provenance(made: Made, content: bytes) -> JsonObject:
    """Return what says how something, built here and now, was built."""
    sources = sources_of(made.modules)
    return {
        "sources": sources,
        "sources_sha256": stamp_of(sources),
        "sha256": hashlib.sha256(content).hexdigest(),
        **made.how,
        "llvm": llvm.llvm_version_info[0],
        "tools": _tools(made),
    }


def _tools(made: Made) -> dict[str, str]:
    """Return the versions of all that shapes what is made."""
    python = ".".join(platform.python_version_tuple()[:2])
    found = {"python": python, "numba": version("numba"), "llvmlite": version("llvmlite")}
    if made in PAGE:
        from tools.kernels.webassembly import linker_command

        linker = [*(linker_command() or ["echo", "none"]), "--version"]
        said = subprocess.run(linker, stdout=subprocess.PIPE, check=True, text=True).stdout
        found["linker"] = said.strip()
    return found


def kept(made: Made) -> JsonObject | None:
    """Return what is kept on how something was made; None where nothing is."""
    told: JsonObject = json.loads(made.provenance.read_text(encoding="utf-8"))
    return told.get(made.name)


def is_current(made: Made) -> bool:
    """Return whether something is there as it was made, of the kernels as they are."""
    told = kept(made)
    if told is None or not made.path.exists():
        return False
    if hashlib.sha256(made.path.read_bytes()).hexdigest() != told["sha256"]:
        return False
    sources = sources_of(made.modules)
    now = {"sources": [*sources], "sources_sha256": stamp_of(sources), **made.how}
    return all(told.get(name) == value for name, value in now.items())


def _write(made: Made) -> None:
    content = build(made)
    told = json.loads(made.provenance.read_text(encoding="utf-8"))
    told[made.name] = provenance(made, content)
    names = [one.name for one in (*NATIVE, *PAGE)]
    told = {name: told[name] for name in names if name in told}
    made.path.write_bytes(content)
    made.provenance.write_text(f"{json.dumps(told, indent=2)}\n", encoding="utf-8")
    sys.stdout.write(f"{made.path.name}: {len(content):,} bytes\n")


def main(arguments: Sequence[str]) -> None:
    """Make what is due of this source tree, or what is named, and what says how."""
    groups = {"native": NATIVE, "page": PAGE, "all": (*NATIVE, *PAGE)}
    named = {one.name: one for one in groups["all"]}
    for argument in arguments or ("all",):
        if argument in named:
            _write(named[argument])
            continue
        for made in groups[argument]:
            if not is_current(made) or (argument == "all" and arguments):
                _write(made)


if __name__ == "__main__":
    main(sys.argv[1:])

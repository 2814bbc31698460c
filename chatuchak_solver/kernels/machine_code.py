"""Compilation of precompiled code to cached machine code.

The package ships LLVM intermediate code (``precompiled/*.ll.xz``), the machine-independent four
fifths of numba's compile time; the first use compiles it for the local processor and caches the
machine code. Loading it needs no numba.

Used only if the kernels' sources match, except for comments, and the installed LLVM can read the
code. Otherwise numba compiles the same kernels from source. ``tools/kernels/`` builds the code; a
test detects outdated files.
"""

import ctypes
import hashlib
import json
import logging
import lzma
import os
import re
import sys
import threading
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import llvmlite.binding as llvm

from chatuchak_solver.io.paths import cache_files
from chatuchak_solver.kernels.code_cache import load, store
from chatuchak_solver.kernels.compilation import compiling
from chatuchak_solver.kernels.sources import source_hash

logger: logging.Logger = logging.getLogger(__name__)

FOLDER = Path(__file__).parent / "precompiled"
PROVENANCE = FOLDER / "provenance.json"
PLATFORMS = ("linux", "darwin")
"""Others have different calling conventions."""

MEMORY = {"chatuchak_allocate": "PyMem_RawMalloc", "chatuchak_free": "PyMem_RawFree"}
"""Allocation functions in Python's C API; they need no GIL."""

MachineCode = Mapping[str, Callable[[bytes], int]]
"""Each takes its arguments packed as words."""

_lock = threading.Lock()
_engines: list[Any] = []
"""Never freed."""


def machine_code(name: str) -> MachineCode | None:
    """Return the functions of a shipped file, or None if unusable."""
    with _lock:
        return _machine_code(name)


@cache
def _machine_code(name: str) -> MachineCode | None:
    try:
        provenance = _provenance(name)
        return _load(_object_code(name, provenance), provenance["kernels"]) if provenance else None
    except Exception as error:  # fall back to numba
        logger.info("%s: cannot be used: %s", name, error)
        return None


def _provenance(name: str) -> dict[str, Any] | None:
    if sys.platform not in PLATFORMS or sys.byteorder != "little" or sys.maxsize < 1 << 32:
        return None
    provenance: dict[str, Any] = json.loads(PROVENANCE.read_text(encoding="utf-8"))[name]
    # An older LLVM would print errors on standard error.
    is_readable = llvm.llvm_version_info[0] >= provenance["llvm"]
    is_current = source_hash(provenance["sources"]) == provenance["sources_sha256"]
    return provenance if is_readable and is_current else None


def _processor() -> tuple[str, str]:
    name = os.environ.get("NUMBA_CPU_NAME")
    features = os.environ.get("NUMBA_CPU_FEATURES")
    if features is None:
        features = "" if name == "generic" else llvm.get_host_cpu_features().flatten()
    return name or llvm.get_host_cpu_name(), features


def _target_machine() -> Any:
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    target = llvm.Target.from_default_triple()
    reloc = "static" if target.name.startswith("x86") else "default"
    name, features = _processor()
    return target.create_target_machine(
        cpu=name, features=features, opt=3, reloc=reloc, codemodel="jitdefault", jit=True
    )


def _object_code(name: str, provenance: Mapping[str, Any]) -> bytes:
    settings = (
        f"{provenance['sha256']} {provenance['unrolls']} {_processor()} {llvm.llvm_version_info}"
    )
    key = hashlib.sha256(settings.encode())
    files = [*cache_files(FOLDER / name, f"{name}.{key.hexdigest()[:16]}.o")]
    if (cached := load(files, key.digest())) is not None:
        return cached
    with compiling():
        packed = FOLDER.joinpath(f"{name}.ll.xz").read_bytes()
        if hashlib.sha256(packed).hexdigest() != provenance["sha256"]:
            raise ValueError("the checksum of the shipped file differs from its provenance")
        code = _compile(lzma.decompress(packed).decode(), unrolls=provenance["unrolls"])
    store(files, key.digest(), code)
    return code


def _compile(text: str, *, unrolls: bool) -> bytes:
    machine = _target_machine()
    layout = f'target datalayout = "{machine.target_data}"'
    module = llvm.parse_assembly(re.sub("^target datalayout = .*$", layout, text, flags=re.M))
    # Repeating all passes takes a quarter longer without gain.
    options = llvm.create_pipeline_tuning_options(speed_level=3 if unrolls else 1)
    options.loop_vectorization = True
    options.loop_unrolling = options.slp_vectorization = unrolls
    builder = llvm.create_pass_builder(machine, options)
    builder.getModulePassManager().run(module, builder)
    code: bytes = machine.emit_object(module)
    return code


def _load(code: bytes, names: Iterable[str]) -> MachineCode:
    for name, function in MEMORY.items():
        address = ctypes.cast(getattr(ctypes.pythonapi, function), ctypes.c_void_p).value
        llvm.add_symbol(name, address)
    engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), _target_machine())
    engine.add_object_file(llvm.ObjectFileRef.from_data(code))
    engine.finalize_object()
    kind = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_void_p)
    functions: dict[str, Callable[[bytes], int]] = {}
    for name in names:
        address = engine.get_function_address(name)
        if not address:
            raise ValueError(f"the object code has no {name}")
        functions[name] = kind(address)
    _engines.append(engine)
    return functions

"""From shipped intermediate code to functions of this machine, kept on disk once translated."""

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
from typing import Any, Final

from chatuchak_solver.io.paths import cache_folders
from chatuchak_solver.kernels.code_cache import keep, read_kept
from chatuchak_solver.kernels.compilation import compiling
from chatuchak_solver.kernels.sources import stamp_of

logger: logging.Logger = logging.getLogger(__name__)

FOLDER: Final = Path(__file__).parent
PROVENANCE: Final = FOLDER / "provenance.json"
PLATFORMS: Final = ("linux", "darwin")
"""Where it is used; elsewhere programs hand over arguments in other ways."""

MEMORY: Final = {"chatuchak_allocate": "PyMem_RawMalloc", "chatuchak_free": "PyMem_RawFree"}
"""What kernels that make arrays call, and what of Python that is; needs no lock of Python's."""

MachineCode = Mapping[str, Callable[[bytes], int]]
"""Functions by name, each of its arguments' words."""

_lock = threading.Lock()
_engines: Final[list[Any]] = []
"""What holds the loaded code; never given back."""


def machine_code(name: str) -> MachineCode | None:
    """Return the functions of one shipped file; None where they are not to be used."""
    with _lock:
        return _machine_code(name)


@cache
def _machine_code(name: str) -> MachineCode | None:
    try:
        made = _made(name)
        return _load(_object_code(name, made), made["kernels"]) if made else None
    except Exception as error:  # numba compiles the same kernels from their sources
        logger.info("%s: cannot be used: %s", name, error)
        return None


def _made(name: str) -> dict[str, Any] | None:
    """Return what a shipped file was made of; None where it is not to be used."""
    if sys.platform not in PLATFORMS or sys.byteorder != "little" or sys.maxsize < 1 << 32:
        return None
    if os.environ.get("NUMBA_DISABLE_JIT", "0") != "0":
        return None
    made: dict[str, Any] = json.loads(PROVENANCE.read_text(encoding="utf-8"))[name]
    import llvmlite.binding as llvm

    # An older LLVM complains of what it does not know, on standard error, before it gives up.
    if llvm.llvm_version_info[0] < made["llvm"]:
        return None
    return made if stamp_of(made["sources"]) == made["sources_sha256"] else None


def _processor() -> tuple[str, str]:
    """Return LLVM's name of the processor and its features; numba's variables choose others."""
    import llvmlite.binding as llvm

    name = os.environ.get("NUMBA_CPU_NAME")
    features = os.environ.get("NUMBA_CPU_FEATURES")
    if features is None:
        features = "" if name == "generic" else llvm.get_host_cpu_features().flatten()
    return name or llvm.get_host_cpu_name(), features


def _target_machine() -> Any:
    """Return LLVM's idea of this machine, as numba has it."""
    import llvmlite.binding as llvm

    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    target = llvm.Target.from_default_triple()
    is_x86 = target.name.startswith("x86")
    name, features = _processor()
    return target.create_target_machine(
        cpu=name,
        features=features,
        opt=3,
        reloc="static" if is_x86 else "default",
        codemodel="jitdefault",
        jit=True,
    )


def _object_code(name: str, made: Mapping[str, Any]) -> bytes:
    """Return the object code for this machine: kept, or translated now and kept."""
    import llvmlite.binding as llvm

    how = f"{made['sha256']} {made['unrolls']} {_processor()} {llvm.llvm_version_info}"
    key = hashlib.sha256(how.encode())
    file = f"{name}.{key.hexdigest()[:16]}.o"
    files = [folder / file for folder in cache_folders(FOLDER / name)]
    for path in files:
        if (kept := read_kept(path, key.digest())) is not None:
            return kept
    with compiling():
        packed = FOLDER.joinpath(f"{name}.ll.xz").read_bytes()
        if hashlib.sha256(packed).hexdigest() != made["sha256"]:
            raise ValueError("the shipped file is not the one of its provenance")
        code = _translate(lzma.decompress(packed).decode(), unrolls=made["unrolls"])
    keep(files, key.digest(), code)
    return code


def _translate(text: str, *, unrolls: bool) -> bytes:
    """Return intermediate code as object code, optimized for this machine."""
    import llvmlite.binding as llvm

    machine = _target_machine()
    layout = f'target datalayout = "{machine.target_data}"'
    module = llvm.parse_assembly(re.sub("^target datalayout = .*$", layout, text, flags=re.M))
    # What is shipped is optimized already, but for vectors: all passes once more take a quarter
    # longer, and gain nothing.
    options = llvm.create_pipeline_tuning_options(speed_level=3 if unrolls else 1)
    options.loop_vectorization = True
    options.loop_unrolling = options.slp_vectorization = unrolls
    builder = llvm.create_pass_builder(machine, options)
    builder.getModulePassManager().run(module, builder)
    made: bytes = machine.emit_object(module)
    return made


def _load(code: bytes, names: Iterable[str]) -> MachineCode:
    import llvmlite.binding as llvm

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

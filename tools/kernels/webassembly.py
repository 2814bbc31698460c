"""The page's modules: functions that numba compiles, as the bytes of one WebAssembly module."""

import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

import llvmlite.binding as llvm
from numba import types

from chatuchak_solver.errors import InputError
from tools.kernels.numba_code import linked, simplify

TRIPLE: Final = "wasm32-unknown-unknown"
FEATURES: Final = "+bulk-memory,+mutable-globals,+nontrapping-fptoint,+sign-ext,+simd128"
"""What browsers have since 2023; vectors (simd128) halve the time of a search."""
STACK_BYTES: Final = 65536

RUNTIME: Final = Path(__file__).with_name("webassembly.ll")
RUNTIME_EXPORTS: Final = ("allocate", "reset")


def linker_command() -> list[str] | None:
    """Return the command of a WebAssembly linker; None where there is none."""
    if found := shutil.which("wasm-ld"):
        return [found]
    if find_spec("ziglang") is not None:
        return [sys.executable, "-m", "ziglang", "wasm-ld"]
    return None


def module_bytes(exports: Mapping[str, Any]) -> bytes:
    """Return the module that exports the given functions of numba, by their names.

    Parameters
    ----------
    exports
        Dispatchers compiled for one signature each, of pointers, int64 and uint64. For the host
        pointers and int64 are 32-bit integers, and an error in a function is a trap.

    Raises
    ------
    InputError
        If there is no linker.
    """
    linker = linker_command()
    if linker is None:
        raise InputError("no WebAssembly linker; expected wasm-ld (lld) or PyPI's ziglang")
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    machine = llvm.Target.from_triple(TRIPLE).create_target_machine(
        cpu="generic", features=FEATURES, opt=3
    )
    signatures = {name: one.signatures[0] for name, one in exports.items()}
    codes = {name: exports[name].inspect_llvm(kinds) for name, kinds in signatures.items()}

    def way_in(name: str, kernel: llvm.ValueRef) -> str:
        return _way_in(name, kernel, signatures[name])

    layout = str(machine.target_data)
    module = linked(codes, way_in, layout=layout, triple=TRIPLE, runtime=RUNTIME)
    tuning = llvm.create_pipeline_tuning_options(speed_level=3)
    tuning.loop_unrolling = False  # a tenth of the bytes for nothing
    simplify(module, machine, tuning)
    options = ["--no-entry", "--gc-sections", "--strip-all", f"-zstack-size={STACK_BYTES}"]
    options += [f"--export={name}" for name in sorted({*RUNTIME_EXPORTS, *exports})]
    with tempfile.TemporaryDirectory() as folder:
        relocatable, made = Path(folder, "module.o"), Path(folder, "module.wasm")
        relocatable.write_bytes(machine.emit_object(module))
        subprocess.run([*linker, *options, str(relocatable), "-o", str(made)], check=True)
        return made.read_bytes()


def _way_in(name: str, kernel: llvm.ValueRef, signature: tuple[types.Type, ...]) -> str:
    """Return code of a plain function around numba's; an error is a trap."""
    inner, outer, widened = [], [], []
    arguments = list(kernel.arguments)
    for place, (kind, argument) in enumerate(zip(signature, arguments[2:], strict=True)):
        is_word = kind == types.int64
        outer.append(f"{'i32' if is_word else argument.type} %a{place}")
        inner.append(f"{argument.type} %{'w' if is_word else 'a'}{place}")
        if is_word:
            widened.append(f"  %w{place} = sext i32 %a{place} to i64")
    parameters = ", ".join(str(argument.type) for argument in arguments)
    return f"""
declare void @llvm.trap()
declare i32 @"{kernel.name}"({parameters})
define i32 @{name}({", ".join(outer)}) {{
{chr(10).join(widened)}
  %value = alloca i64
  %error = alloca ptr
  %status = call i32 @"{kernel.name}"({", ".join(["ptr %value", "ptr %error", *inner])})
  %good = icmp eq i32 %status, 0
  br i1 %good, label %done, label %bad
bad:
  call void @llvm.trap()
  unreachable
done:
  %wide = load i64, ptr %value
  %result = trunc i64 %wide to i32
  ret i32 %result
}}
"""

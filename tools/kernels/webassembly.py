"""WebAssembly modules from functions compiled by numba."""

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
"""Features of browsers since 2023; vectors (simd128) halve the time of a search."""
STACK_BYTES: Final = 65536

RUNTIME: Final = Path(__file__).with_name("webassembly.ll")
RUNTIME_EXPORTS: Final = ("allocate", "reset")


def linker_command() -> list[str] | None:
    """Return the command of a WebAssembly linker, or None if not installed."""
    if found := shutil.which("wasm-ld"):
        return [found]
    if find_spec("ziglang") is not None:
        return [sys.executable, "-m", "ziglang", "wasm-ld"]
    return None


def module_bytes(exports: Mapping[str, Any]) -> bytes:
    """Return a module that exports the given functions.

    Parameters
    ----------
    exports
        Dispatchers by name, compiled for one signature each, of pointers, int64 and uint64. In
        WebAssembly pointers and int64 are 32-bit integers, and errors are traps.

    Raises
    ------
    InputError
        If no linker is installed.
    """
    linker = linker_command()
    if linker is None:
        raise InputError("no WebAssembly linker; expected wasm-ld (lld) or PyPI's ziglang")
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    machine = llvm.Target.from_triple(TRIPLE).create_target_machine(
        cpu="generic", features=FEATURES, opt=3
    )
    signatures = {name: function.signatures[0] for name, function in exports.items()}
    codes = {name: exports[name].inspect_llvm(kinds) for name, kinds in signatures.items()}

    def entry_point(name: str, kernel: llvm.ValueRef) -> str:
        return _entry_point(name, kernel, signatures[name])

    layout = str(machine.target_data)
    module = linked(codes, entry_point, layout=layout, triple=TRIPLE, runtime=RUNTIME)
    tuning = llvm.create_pipeline_tuning_options(speed_level=3)
    tuning.loop_unrolling = False  # saves a tenth of the bytes at no cost
    simplify(module, machine, tuning)
    options = ["--no-entry", "--gc-sections", "--strip-all", f"-zstack-size={STACK_BYTES}"]
    options += [f"--export={name}" for name in sorted({*RUNTIME_EXPORTS, *exports})]
    with tempfile.TemporaryDirectory() as folder:
        relocatable, output = Path(folder, "module.o"), Path(folder, "module.wasm")
        relocatable.write_bytes(machine.emit_object(module))
        subprocess.run([*linker, *options, str(relocatable), "-o", str(output)], check=True)
        return output.read_bytes()


def _entry_point(name: str, kernel: llvm.ValueRef, signature: tuple[types.Type, ...]) -> str:
    """Return the code of an entry point around numba's function; errors are traps."""
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

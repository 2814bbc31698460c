"""From functions that numba compiles to the bytes of one WebAssembly module.

numba gives plain LLVM IR, each function with all that it calls; with ``NUMBA_OPT=0`` that is the
IR before any pass that knows the machine at hand. Here it gets the layout of wasm32, the runtime
of ``runtime.ll`` and a plain way in, is optimized and becomes an object file, which wasm-ld links.
Of numba this takes ``inspect_llvm`` and its calling convention: a function gets where to put its
value and its error, then its arguments, and returns a status.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Mapping
from importlib import resources
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

import llvmlite.binding as llvm
from numba import types

from chatuchak_solver.errors import InputError

__all__ = ["linker_command", "module_bytes"]

TRIPLE: Final = "wasm32-unknown-unknown"
FEATURES: Final = "+bulk-memory,+mutable-globals,+nontrapping-fptoint,+sign-ext,+simd128"
"""What browsers have since 2023; vectors (simd128) halve the time of a search."""
STACK_BYTES: Final = 65536

RUNTIME_EXPORTS: Final = frozenset({"allocate", "reset"})
CALLED_BY_CODE_GENERATION: Final = frozenset({"__multi3"})
PYTHON_WRAPPERS: Final = ("_ZN7cpython", "cfunc.")
ONLY_RAISES: Final = "raise_with_shape_context"
"""In the names of functions that only tell of an error, with strings that nobody reads here."""


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
    names = RUNTIME_EXPORTS | set(exports)
    module = _linked(exports, str(machine.target_data), names)
    _optimize(module, machine)
    options = ["--no-entry", "--gc-sections", "--strip-all", f"-zstack-size={STACK_BYTES}"]
    options += [f"--export={name}" for name in sorted(names)]
    with tempfile.TemporaryDirectory() as folder:
        relocatable, made = Path(folder, "module.o"), Path(folder, "module.wasm")
        relocatable.write_bytes(machine.emit_object(module))
        subprocess.run([*linker, *options, str(relocatable), "-o", str(made)], check=True)
        return made.read_bytes()


def _linked(exports: Mapping[str, Any], layout: str, names: Iterable[str]) -> llvm.ModuleRef:
    """Return the exports, all that they call and the runtime as one module for the target."""
    head = f'target datalayout = "{layout}"\ntarget triple = "{TRIPLE}"\n'
    module = llvm.parse_assembly(head)
    runtime = resources.files(__package__).joinpath("runtime.ll").read_text(encoding="utf-8")
    ways_in = []
    for name, dispatcher in exports.items():
        (signature,) = dispatcher.signatures
        part = llvm.parse_assembly(_for_target(dispatcher.inspect_llvm(signature), layout))
        ways_in.append(_way_in(name, _own_function(part), signature))
        module.link_in(part)
    module.link_in(llvm.parse_assembly("\n".join([head, runtime, *ways_in])))
    kept = {*names, *CALLED_BY_CODE_GENERATION}
    for thing in [*module.functions, *module.global_variables]:
        if not thing.is_declaration and thing.name not in kept:
            thing.linkage = "internal"
    module.verify()
    return module


def _for_target(text: str, layout: str) -> str:
    """Return IR with the target's layout and triple, and without the words of errors."""
    text = re.sub(r"^target datalayout = .*$", f'target datalayout = "{layout}"', text, flags=re.M)
    text = re.sub(r"^target triple = .*$", f'target triple = "{TRIPLE}"', text, flags=re.M)
    text = re.sub(r"store ptr @\.const\.picklebuf\.\w+,", "store ptr null,", text)
    body = rf"^(define [^\n]*{ONLY_RAISES}[^\n]*)\{{\n.*?^\}}$"
    trap = r"\1{\n  call void @llvm.trap()\n  unreachable\n}\n"
    text, count = re.subn(body, trap, text, flags=re.M | re.S)
    return text + "declare void @llvm.trap()\n" if count and "@llvm.trap()\n" not in text else text


def _own_function(part: llvm.ModuleRef) -> llvm.ValueRef:
    """Return the function that a part of the module was made for, and hide its ways for Python."""
    own = None
    for function in part.functions:
        if function.is_declaration:
            continue
        if function.name.startswith(PYTHON_WRAPPERS):
            function.linkage = "internal"
        elif function.linkage == llvm.Linkage.external:
            own = function
    assert own is not None, "numba had it compiled already, and so gave no IR"
    return own


def _way_in(name: str, own: llvm.ValueRef, signature: tuple[types.Type, ...]) -> str:
    """Return IR of a plain function around numba's; an error is a trap."""
    inner, outer, widened = [], [], []
    for place, (kind, argument) in enumerate(zip(signature, list(own.arguments)[2:], strict=True)):
        is_word = kind == types.int64
        outer.append(f"{'i32' if is_word else argument.type} %a{place}")
        inner.append(f"{argument.type} %{'w' if is_word else 'a'}{place}")
        if is_word:
            widened.append(f"  %w{place} = sext i32 %a{place} to i64")
    parameters = ", ".join(str(argument.type) for argument in own.arguments)
    return f"""
declare i32 @"{own.name}"({parameters})
define i32 @{name}({", ".join(outer)}) {{
{chr(10).join(widened)}
  %value = alloca i64
  %error = alloca ptr
  %status = call i32 @"{own.name}"({", ".join(["ptr %value", "ptr %error", *inner])})
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


def _optimize(module: llvm.ModuleRef, machine: llvm.TargetMachine) -> None:
    options = llvm.create_pipeline_tuning_options(speed_level=3)
    options.loop_unrolling = False  # a tenth of the bytes for nothing
    builder = llvm.create_pass_builder(machine, options)
    passes = builder.getModulePassManager()
    passes.add_refprune_pass()
    passes.run(module, builder)
    declared = {function.name for function in module.functions if function.is_declaration}
    missing = sorted(name for name in declared if not name.startswith("llvm."))
    assert not missing, f"the kernels call what the runtime lacks: {', '.join(missing)}"

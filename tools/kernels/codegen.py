"""LLVM code of kernels without Python: precompiled code and WebAssembly.

numba compiles a kernel and its callees to a function that takes pointers for its value and its
error, then the arguments, and returns a status. Entry points wrap it. The code is
machine-independent if ``NUMBA_OPT`` was 0 when numba was imported.
"""

import json
import lzma
import re
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, get_type_hints

import llvmlite.binding as llvm
import numpy as np
from numba import njit, typeof, types

from chatuchak_solver.codec import JsonObject
from chatuchak_solver.errors import InputError
from chatuchak_solver.kernels.jit import FAILED, MASKS, PrecompiledKernel
from chatuchak_solver.kernels.machine_code import MEMORY
from chatuchak_solver.kernels.numba_internals import KERNEL_ONLY
from chatuchak_solver.kernels.packing import example_arguments, example_value, pack_args

FOLDER = Path(__file__).parent
PYTHON_WRAPPERS = ("_ZN7cpython", "cfunc.")
PICKLED_ERROR = r"store ptr @\.const\.picklebuf\.\w+(\.\d+)*,"
ATOMIC_COUNT = r"(%\S+) = atomicrmw (add|sub) ptr (%\S+), i64 1 monotonic"
PLAIN_COUNT = r"\1 = load i64, ptr \3\n  %.new = \2 i64 \1, 1\n  store i64 %.new, ptr \3"
ATOMIC_ZERO = r"(%\S+) = (?:tail )?call i8 @llvm\.x86\.atomic\.sub\.cc\.i64\(ptr (%\S+), .*\)"
"""A count of references minus one, and whether it is zero now."""
PLAIN_ZERO = (
    r"%.old = load i64, ptr \2\n  %.new = sub i64 %.old, 1\n  store i64 %.new, ptr \2\n"
    r"  %.zero = icmp eq i64 %.new, 0\n  \1 = zext i1 %.zero to i8"
)

WEB_TRIPLE = "wasm32-unknown-unknown"
WEB_FEATURES = "+bulk-memory,+mutable-globals,+nontrapping-fptoint,+sign-ext,+simd128"
"""Browsers since 2023; vectors (simd128) halve the time of a search."""
WEB_STACK_BYTES = 65536
WEB_RUNTIME_EXPORTS = ("allocate", "reset")
SECTION = '!wasm.custom_sections = !{{!0}}\n!0 = !{{!"kernels", !"{}"}}'
"""A custom section of a WebAssembly module, for LLVM."""

NATIVE_ENTRY = "alloca i64", f"ret i64 {FAILED}"
WEB_ENTRY = "getelementptr i64, ptr %words, i64 0", "call void @llvm.trap()\n  unreachable"
"""The address of a kernel's result, and the code after an exception."""


def precompiled_code(file: str, kernels: Sequence[PrecompiledKernel[Any]]) -> bytes:
    """Return the compressed intermediate code of the kernels of a file; takes about 20 s.

    Requires a separate process with ``NUMBA_OPT=0`` and an empty ``NUMBA_CACHE_DIR``.
    """
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    machine = llvm.Target.from_default_triple().create_target_machine(cpu="", features="", opt=2)
    makes_arrays = kernels[0].build.get("makes_arrays", False)
    signatures = {}
    for kernel in kernels:
        masks = next(masks for masks, name in kernel.files.items() if name == file)
        signatures[kernel.py_func] = numba_types(kernel.py_func, masks)
    runtime = FOLDER / "native.ll" if makes_arrays else None
    head = f'target datalayout = "{machine.target_data}"\n'
    module = _linked(signatures, NATIVE_ENTRY, head=head, runtime=runtime)
    tuning = llvm.create_pipeline_tuning_options(speed_level=2)
    # They depend on the user's machine.
    tuning.loop_vectorization = tuning.slp_vectorization = tuning.loop_unrolling = False
    _optimize(module, machine, tuning, MEMORY)
    return lzma.compress(str(module).encode(), preset=9)


def numba_types(function: Callable[..., Any], masks: np.dtype[Any]) -> tuple[types.Type, ...]:
    """Return the types of a kernel's arguments; ``masks`` is the item type of `Masks`."""
    return tuple(map(typeof, example_arguments(function, masks)))


def web_module(exports: Iterable[Callable[..., Any]], constants: JsonObject) -> bytes:
    """Return a WebAssembly module of kernels for boards of up to 32 spots.

    Each export takes the address of its packed arguments (`Words`). A returned named tuple
    replaces the arguments, in numba's layout. It returns another result, an integer, as a word.
    Errors are traps. The module's section ``kernels`` is a JSON object: for each kernel the types
    of its arguments (`Words`) and of its result, and the constants. Raises `InputError` without
    a linker.
    """
    linker = shutil.which("wasm-ld")
    if linker is None:
        raise InputError("no WebAssembly linker; expected wasm-ld (lld)")
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    machine = llvm.Target.from_triple(WEB_TRIPLE).create_target_machine(
        cpu="generic", features=WEB_FEATURES, opt=3
    )
    signatures, table = {}, {}
    for function in (getattr(export, "py_func", export) for export in exports):
        hints = get_type_hints(function, include_extras=True)
        signatures[function] = numba_types(function, MASKS[0])
        table[function.__name__] = {
            "takes": pack_args(example_arguments(function, MASKS[0])).kind,
            "returns": _result(example_value(hints["return"], MASKS[0])),
        }
    section = json.dumps({"kernels": table, "constants": constants}, separators=(",", ":"))
    head = f'target datalayout = "{machine.target_data}"\ntarget triple = "{WEB_TRIPLE}"\n'
    module = _linked(signatures, WEB_ENTRY, head=head, runtime=FOLDER / "webassembly.ll")
    module.link_in(llvm.parse_assembly(head + SECTION.format(section.replace('"', "\\22"))))
    tuning = llvm.create_pipeline_tuning_options(speed_level=3)
    tuning.loop_unrolling = False  # saves a tenth of the bytes at no cost
    _optimize(module, machine, tuning)
    options = ["--no-entry", "--gc-sections", "--strip-all", f"-zstack-size={WEB_STACK_BYTES}"]
    options += [f"--export={name}" for name in sorted({*WEB_RUNTIME_EXPORTS, *table})]
    with tempfile.TemporaryDirectory() as folder:
        relocatable, output = Path(folder, "module.o"), Path(folder, "module.wasm")
        relocatable.write_bytes(machine.emit_object(module))
        subprocess.run([linker, *options, str(relocatable), "-o", str(output)], check=True)
        return output.read_bytes()


def _result(value: Any) -> JsonObject | str:
    """Return the type of a result: that of each field, ``uint64``, or ``int64`` by default."""
    if not isinstance(value, tuple):
        return "uint64" if isinstance(value, np.uint64) else "int64"
    return {
        name: _result(field) if isinstance(field, tuple) else pack_args(field).kind.strip()
        for name, field in value._asdict().items()  # type: ignore[attr-defined]
    }


def _entry_code(kernel: llvm.ValueRef, name: str, entry: tuple[str, str]) -> str:
    """Return the code of an entry point: from the address of packed arguments to the result.

    Inlining the kernel would slow the depth-first search down by a tenth.
    """
    kinds = [str(argument.type) for argument in kernel.arguments]
    loads = "".join(
        f"  %p{place} = getelementptr i64, ptr %words, i64 {place}\n"
        f"  %a{place} = load {kind}, ptr %p{place}\n"
        for place, kind in enumerate(kinds[2:])
    )
    passed = ", ".join(f"{kind} %a{place}" for place, kind in enumerate(kinds[2:]))
    value, failure = entry
    return f"""
declare void @llvm.trap()
declare i32 @"{kernel.name}"({", ".join(kinds)})
define i64 @{name}(ptr %words) {{
{loads}
  %value = {value}
  store i64 0, ptr %value
  %error = alloca ptr
  %status = call i32 @"{kernel.name}"(ptr %value, ptr %error, {passed}) noinline
  %good = icmp eq i32 %status, 0
  br i1 %good, label %done, label %bad
done:
  %result = load i64, ptr %value
  ret i64 %result
bad:
  {failure}
}}
"""


def _linked(
    signatures: Mapping[Callable[..., Any], tuple[types.Type, ...]],
    entry: tuple[str, str],
    *,
    head: str,
    runtime: Path | None,
) -> llvm.ModuleRef:
    """Return one module of kernels, their entry points and their callees.

    ``head`` describes the target. ``runtime`` is a file of intermediate code that replaces numba's
    runtime, or None if no kernel creates arrays.
    """
    module = llvm.parse_assembly(head)
    options = {**KERNEL_ONLY, "_nrt": runtime is not None}
    exported = {function.__name__ for function in signatures}
    for function, arguments in signatures.items():
        compiled = njit(nogil=True, **options)(function)
        compiled.compile(arguments)
        part = llvm.parse_assembly(head + _for_any_machine(compiled.inspect_llvm(arguments)))
        code = _entry_code(_kernel_of(part), function.__name__, entry)
        part.link_in(llvm.parse_assembly(head + code))
        module.link_in(part)
    if runtime is not None:
        own = llvm.parse_assembly(head + runtime.read_text(encoding="utf-8"))
        defined = (f.name for f in own.functions if not f.is_declaration)
        exported |= {name for name in defined if not name.startswith("NRT_")}
        module.link_in(own)
    for symbol in [*module.functions, *module.global_variables]:
        if not symbol.is_declaration and symbol.name not in exported:
            symbol.linkage = "internal"
    module.verify()
    return module


def _for_any_machine(code: str) -> str:
    """Remove the target, error messages, atomicity of reference counts, and calls of libm.

    Arrays created by a kernel belong to its calling thread.
    """
    code = re.sub(r"^target (triple|datalayout) = .*$", "", code, flags=re.M)
    code = re.sub(ATOMIC_COUNT, PLAIN_COUNT, code)
    code = re.sub(ATOMIC_ZERO, PLAIN_ZERO, code)
    for called, intrinsic in (("@sqrt(", "@llvm.sqrt.f64("), ("@sqrtf(", "@llvm.sqrt.f32(")):
        if intrinsic in code:  # declared already
            code = re.sub(rf"^declare .*{re.escape(called)}.*$", "", code, flags=re.M)
        code = code.replace(called, intrinsic)
    return re.sub(PICKLED_ERROR, "store ptr null,", code)


def _kernel_of(part: llvm.ModuleRef) -> llvm.ValueRef:
    kernel = None
    for function in part.functions:
        if function.is_declaration:
            continue
        if function.name.startswith(PYTHON_WRAPPERS):
            function.linkage = "internal"
        elif function.linkage == llvm.Linkage.external:
            kernel = function
    assert kernel is not None, "no code: numba compiled the kernel before"
    return kernel


def _optimize(
    module: llvm.ModuleRef,
    machine: llvm.TargetMachine,
    options: llvm.PipelineTuningOptions,
    may_call: Iterable[str] = (),
) -> None:
    """Run LLVM's passes and numba's pruning of reference counts.

    ``may_call`` are external functions available at run time.
    """
    builder: Any = llvm.create_pass_builder(machine, options)
    passes = builder.getModulePassManager()
    passes.add_refprune_pass()
    passes.run(module, builder)
    declared = {function.name for function in module.functions if function.is_declaration}
    missing = sorted(name for name in declared - {*may_call} if not name.startswith("llvm."))
    assert not missing, f"missing runtime functions: {', '.join(missing)}"

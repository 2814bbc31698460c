"""LLVM code of kernels without Python: precompiled code and WebAssembly.

numba compiles a kernel and its callees to a function that takes pointers for its value and its
error, then the arguments, and returns a status. Entry points wrap it. The code is
machine-independent if ``NUMBA_OPT`` was 0 when numba was imported.
"""

import lzma
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

import llvmlite.binding as llvm
import numpy as np
from numba import from_dtype, njit, types

from chatuchak_solver.errors import InputError
from chatuchak_solver.kernels.jit import FAILED, PrecompiledKernel
from chatuchak_solver.kernels.machine_code import MEMORY
from chatuchak_solver.kernels.numba_internals import KERNEL_ONLY
from chatuchak_solver.kernels.packing import argument_type, fields_of, parameters_of

FOLDER: Final = Path(__file__).parent
PYTHON_WRAPPERS: Final = ("_ZN7cpython", "cfunc.")
PICKLED_ERROR: Final = r"store ptr @\.const\.picklebuf\.\w+(\.\d+)*,"
ATOMIC_COUNT: Final = r"(%\S+) = atomicrmw (add|sub) ptr (%\S+), i64 1 monotonic"
PLAIN_COUNT: Final = r"\1 = load i64, ptr \3\n  %.new = \2 i64 \1, 1\n  store i64 %.new, ptr \3"

WEB_TRIPLE: Final = "wasm32-unknown-unknown"
WEB_FEATURES: Final = "+bulk-memory,+mutable-globals,+nontrapping-fptoint,+sign-ext,+simd128"
"""Browsers since 2023; vectors (simd128) halve the time of a search."""
WEB_STACK_BYTES: Final = 65536
WEB_RUNTIME_EXPORTS: Final = ("allocate", "reset")

EntryPoint = Callable[[str, Sequence[str]], tuple[str, str]]
"""Returns the code before and after the call of a kernel."""


def precompiled_code(file: str, kernels: Sequence[PrecompiledKernel[Any]]) -> bytes:
    """Return the compressed intermediate code of the kernels of a file; takes about 20 s.

    Requires a separate process with ``NUMBA_OPT=0`` and an empty ``NUMBA_CACHE_DIR``.
    """
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    machine = llvm.Target.from_default_triple().create_target_machine(cpu="", features="", opt=2)
    makes_arrays = kernels[0].build.get("makes_arrays", False)
    options = {**KERNEL_ONLY, "_nrt": makes_arrays}
    codes = {}
    for kernel in kernels:
        compiled = njit(nogil=True, **options)(kernel.py_func)
        arguments = numba_types(kernel, file)
        compiled.compile(arguments)
        codes[kernel.name] = compiled.inspect_llvm(arguments)
    runtime = FOLDER / "native.ll" if makes_arrays else None
    module = _linked(codes, _packed_entry, machine=machine, runtime=runtime)
    tuning = llvm.create_pipeline_tuning_options(speed_level=2)
    # They depend on the user's machine.
    tuning.loop_vectorization = tuning.slp_vectorization = tuning.loop_unrolling = False
    _optimize(module, machine, tuning, MEMORY)
    return lzma.compress(str(module).encode(), preset=9)


def numba_types(kernel: PrecompiledKernel[Any], file: str) -> tuple[types.Type, ...]:
    """Return the types of the arguments of a kernel's variant."""
    masks = next(masks for masks, name in kernel.files.items() if name == file)
    return tuple(_numba_type(hint, masks) for hint in parameters_of(kernel.py_func))


def _numba_type(hint: Any, masks: np.dtype[Any]) -> types.Type:
    if (fields := fields_of(hint)) is not None:
        return types.NamedTuple([_numba_type(field, masks) for field in fields], hint)
    items, dimensions = argument_type(hint, masks)
    item = from_dtype(items)
    return types.Array(item, dimensions, "C") if dimensions else item


def linker_command() -> list[str] | None:
    """Return the command of a WebAssembly linker, or None if not installed."""
    if found := shutil.which("wasm-ld"):
        return [found]
    if find_spec("ziglang") is not None:
        return [sys.executable, "-m", "ziglang", "wasm-ld"]
    return None


def web_module(exports: Mapping[str, Any]) -> bytes:
    """Return a WebAssembly module that exports functions with their signatures, by name.

    Signatures have pointers, int64 and uint64. In WebAssembly pointers and int64 are 32-bit
    integers, and errors are traps. Raises `InputError` without a linker.
    """
    linker = linker_command()
    if linker is None:
        raise InputError("no WebAssembly linker; expected wasm-ld (lld) or PyPI's ziglang")
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    machine = llvm.Target.from_triple(WEB_TRIPLE).create_target_machine(
        cpu="generic", features=WEB_FEATURES, opt=3
    )
    signatures = {name: signature.args for name, (_, signature) in exports.items()}
    codes = {
        name: njit(signature)(function).inspect_llvm(signature.args)
        for name, (function, signature) in exports.items()
    }

    def entry(name: str, kinds: Sequence[str]) -> tuple[str, str]:
        is_word = [kind == types.int64 for kind in signatures[name]]
        return _web_entry(name, kinds, is_word)

    module = _linked(codes, entry, machine=machine, runtime=FOLDER / "webassembly.ll")
    tuning = llvm.create_pipeline_tuning_options(speed_level=3)
    tuning.loop_unrolling = False  # saves a tenth of the bytes at no cost
    _optimize(module, machine, tuning)
    options = ["--no-entry", "--gc-sections", "--strip-all", f"-zstack-size={WEB_STACK_BYTES}"]
    options += [f"--export={name}" for name in sorted({*WEB_RUNTIME_EXPORTS, *exports})]
    with tempfile.TemporaryDirectory() as folder:
        relocatable, output = Path(folder, "module.o"), Path(folder, "module.wasm")
        relocatable.write_bytes(machine.emit_object(module))
        subprocess.run([*linker, *options, str(relocatable), "-o", str(output)], check=True)
        return output.read_bytes()


def _packed_entry(name: str, kinds: Sequence[str]) -> tuple[str, str]:
    """Take the address of the packed arguments; return the integer or boolean, or `FAILED`."""
    loads = [
        f"  %p{place} = getelementptr i64, ptr %words, i64 {place}\n"
        f"  %a{place} = load {kind}, ptr %p{place}"
        for place, kind in enumerate(kinds)
    ]
    head = f"define i64 @{name}(ptr %words) {{\n" + "\n".join(loads)
    return head, f"ret i64 %result\nbad:\n  ret i64 {FAILED}"


def _web_entry(name: str, kinds: Sequence[str], is_word: Sequence[bool]) -> tuple[str, str]:
    outer, widened = [], []
    for place, (kind, widens) in enumerate(zip(kinds, is_word, strict=True)):
        outer.append(f"i32 %w{place}" if widens else f"{kind} %a{place}")
        if widens:
            widened.append(f"  %a{place} = sext i32 %w{place} to i64")
    head = f"declare void @llvm.trap()\ndefine i32 @{name}({', '.join(outer)}) {{\n"
    tail = "%short = trunc i64 %result to i32\n  ret i32 %short\n"
    return head + "\n".join(widened), f"{tail}bad:\n  call void @llvm.trap()\n  unreachable"


def _entry_code(name: str, kernel: llvm.ValueRef, entry_point: EntryPoint) -> str:
    """Return the code of an entry point around numba's function.

    Inlining the kernel would slow the depth-first search down by a tenth.
    """
    kinds = [str(argument.type) for argument in kernel.arguments]
    head, tail = entry_point(name, kinds[2:])
    passed = ", ".join(f"{kind} %a{place}" for place, kind in enumerate(kinds[2:]))
    return f"""
declare i32 @"{kernel.name}"({", ".join(kinds)})
{head}
  %value = alloca i64
  store i64 0, ptr %value
  %error = alloca ptr
  %status = call i32 @"{kernel.name}"(ptr %value, ptr %error, {passed}) noinline
  %good = icmp eq i32 %status, 0
  br i1 %good, label %done, label %bad
done:
  %result = load i64, ptr %value
  {tail}
}}
"""


def _linked(
    codes: Mapping[str, str],
    entry_point: EntryPoint,
    *,
    machine: llvm.TargetMachine,
    runtime: Path | None,
) -> llvm.ModuleRef:
    """Return one module of kernels, their entry points and their callees.

    ``codes`` has the output of numba's ``inspect_llvm`` by the names of the entry points;
    ``runtime`` is a file of intermediate code that replaces numba's runtime, or None.
    """
    head = f'target datalayout = "{machine.target_data}"\n'
    if entry_point is not _packed_entry:
        head += f'target triple = "{WEB_TRIPLE}"\n'
    module = llvm.parse_assembly(head)
    exported = set(codes)
    for name, code in codes.items():
        part = llvm.parse_assembly(head + _for_any_machine(code))
        part.link_in(llvm.parse_assembly(head + _entry_code(name, _kernel_of(part), entry_point)))
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
    code = code.replace("@sqrt(", "@llvm.sqrt.f64(").replace("@sqrtf(", "@llvm.sqrt.f32(")
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

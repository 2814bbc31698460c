"""From kernels to the intermediate code that is shipped; what ``make kernels`` calls.

numba turns kernels into LLVM's intermediate code. Without what belongs to Python, as one module
with a plain way in for each kernel, simplified for any machine, it is what `machine_code` reads.
"""

from __future__ import annotations

import ast
import lzma
import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, Final

import llvmlite.binding as llvm
from numba import njit, typeof

from chatuchak_solver.precompiled.entry import FAILED, Entry
from chatuchak_solver.precompiled.machine_code import MEMORY, source_path
from chatuchak_solver.precompiled.words import Argument

__all__ = ["compiled", "sources_of"]

Example = tuple[Entry, tuple[Argument, ...]]
"""A kernel, with arguments of the types that it is compiled for."""

COMPILES_ITSELF: Final = ("jit", "arrays")
"""Modules of the package that kernels import and that become no code."""
PICKLED_ERROR: Final = r"store ptr @\.const\.picklebuf\.\w+(\.\d+)*,"
ONLY_RAISES: Final = "raise_with_shape_context"
"""In the names of functions that only tell of an error, with strings that nobody reads here."""


def sources_of(modules: Iterable[str]) -> tuple[str, ...]:
    """Return the files that kernels of some modules are compiled from, named from the package on.

    These are their own and those of all kernels that they import, in order.
    """
    found: set[str] = set()
    waiting = [f"{module.replace('.', '/')}.py" for module in modules]
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting += _imported(source_path(name), name.partition("/")[0])
    return tuple(sorted(found))


def _imported(source: Path, package: str) -> list[str]:
    """Return the files of kernels that a file imports when it runs."""
    found = []
    for node in ast.parse(source.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.ImportFrom) and node.module:
            top, *rest = node.module.split(".")
            ours = top == package or top == __name__.partition(".")[0]
            if ours and rest != [] and rest[0] not in COMPILES_ITSELF:
                found.append(f"{node.module.replace('.', '/')}.py")
    return found


def _leave_out_wrapping() -> None:
    """Let numba take every index as it is.

    It would ask of each whether it counts from the end, which takes a tenth of a search's time; in
    kernels for which that is chosen none does, which a test holds.
    """
    from numba.core import types
    from numba.np import arrayobj

    def as_it_is(context: Any, builder: Any, kind: Any, index: Any, size: Any) -> Any:
        del size
        return context.cast(builder, index, kind, types.intp if kind.signed else types.uintp)

    arrayobj.fix_integer_index = as_it_is


def _intermediate_code(entry: Entry, arguments: tuple[Argument, ...], *, makes_arrays: bool) -> str:
    """Return numba's code of a kernel and all that it calls; ``NUMBA_OPT`` has to be 0."""
    options: Any = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True, "_nrt": makes_arrays}
    kernel: Any = entry.kernel()
    compiled = njit(nogil=True, **options)(kernel.py_func)
    kinds = tuple(typeof(argument) for argument in arguments)
    compiled.compile(kinds)
    text: str = compiled.inspect_llvm(kinds)
    text = re.sub(r"^target triple = .*$", "", text, flags=re.M)
    body = rf"^(define [^\n]*{ONLY_RAISES}[^\n]*)\{{\n.*?^\}}$"
    text = re.sub(body, r"\1{\n  ret i32 1\n}\n", text, flags=re.M | re.S)
    return re.sub(PICKLED_ERROR, "store ptr null,", text)  # nobody reads the words of errors


def _way_in(name: str, kernel: Any) -> str:
    """Return code of a function that takes the address of the kernel's arguments in words.

    It returns what the kernel does, an integer or whether.
    """
    kinds = [str(argument.type) for argument in kernel.arguments]
    loads = [
        f"  %p{place} = getelementptr i64, ptr %words, i64 {place}\n"
        f"  %v{place} = load {kind}, ptr %p{place}"
        for place, kind in enumerate(kinds[2:])
    ]
    passed = ", ".join(f"{kind} %v{place}" for place, kind in enumerate(kinds[2:]))
    return f"""
declare i32 @"{kernel.name}"({", ".join(kinds)})
define i64 @{name}(ptr %words) {{
  %value = alloca i64
  store i64 0, ptr %value
  %error = alloca ptr
{chr(10).join(loads)}
  %status = call i32 @"{kernel.name}"(ptr %value, ptr %error, {passed})
  %good = icmp eq i32 %status, 0
  br i1 %good, label %done, label %bad
bad:
  ret i64 {FAILED}
done:
  %result = load i64, ptr %value
  ret i64 %result
}}
"""


def compiled(
    examples: Sequence[Example], *, makes_arrays: bool = False, wraps_indices: bool = True
) -> bytes:
    """Return the intermediate code of some kernels, packed; takes some 20 s.

    In a process of its own, with ``NUMBA_OPT=0`` and an empty ``NUMBA_CACHE_DIR``: numba gives code
    that knows no machine only when told so before it is imported, and no code at all of kernels
    that it finds compiled.

    Parameters
    ----------
    makes_arrays
        Whether the kernels make arrays.
    wraps_indices
        Whether an index below 0 may count from the end of an array, as in numba's own code.
    """
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    if not wraps_indices:
        _leave_out_wrapping()
    module = llvm.parse_assembly("")
    names = {entry.name for entry, _ in examples}
    for entry, arguments in examples:
        part = llvm.parse_assembly(_intermediate_code(entry, arguments, makes_arrays=makes_arrays))
        (kernel,) = (
            function
            for function in part.functions
            if not function.is_declaration and function.linkage == llvm.Linkage.external
        )
        head = f'target datalayout = "{part.data_layout}"\n'
        part.link_in(llvm.parse_assembly(head + _way_in(entry.name, kernel)))
        module.link_in(part)
    if makes_arrays:
        runtime = Path(__file__).with_name("memory.ll").read_text(encoding="utf-8")
        module.link_in(llvm.parse_assembly(runtime))
    for thing in [*module.functions, *module.global_variables]:
        if not thing.is_declaration and thing.name not in names:
            thing.linkage = "internal"
    module.verify()
    _simplify(module)
    missing = {one.name for one in module.functions if one.is_declaration}
    unknown = sorted(name for name in missing - set(MEMORY) if not name.startswith("llvm."))
    assert not unknown, unknown
    return lzma.compress(str(module).encode(), preset=9)


def _simplify(module: llvm.ModuleRef) -> None:
    """Do what is good for any machine; vectors and unrolled loops are left to the one at hand."""
    target = llvm.Target.from_default_triple().create_target_machine(cpu="", features="", opt=2)
    options = llvm.create_pipeline_tuning_options(speed_level=2)
    options.loop_vectorization = options.slp_vectorization = options.loop_unrolling = False
    builder = llvm.create_pass_builder(target, options)
    passes = builder.getModulePassManager()
    passes.add_refprune_pass()
    passes.run(module, builder)
